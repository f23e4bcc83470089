//! Values of ITS 2.0.

use std::mem::MaybeUninit;

use glossweave::its::{Analysis, Category, Node};

use crate::guard::{give, guard, require};
use crate::params::decode_options;
use crate::{GwBytes, GwError, GwParams, GwStatus, GwStr};

/// The values of one data category for all elements and attributes of a document. It is immutable. Free it
/// with `gw_its_free`. Values read from it live as long as it does.
#[derive(Debug)]
pub struct GwIts(Vec<Row>);

/// The path of a node, and its values with their names.
type Row = (String, Vec<(String, String)>);

/// Computes the values of a data category for the nodes of markup. `category` is an identifier of ITS 2.0
/// (clause 5.7), for example `translate` or `localization-note`. `params` may be NULL, or contain the
/// options of `DecodeOptions` (docs/options.md). Free the result with `gw_its_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_its_analyze(
    source: GwBytes,
    format: GwStr,
    category: GwStr,
    params: Option<&GwParams>,
    its: Option<&mut MaybeUninit<*mut GwIts>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let its = require(its, "its")?;
        let (format, category) = (format.get("format")?.parse()?, category.get("category")?);
        let (category, options) = (category.parse()?, decode_options(params)?);
        let analysis = Analysis::read(source.get("source")?, format, &options.its)?;
        give(its, GwIts(analysis.nodes().map(|node| row(node, category)).collect()));
        Ok(())
    })
}

fn row(node: Node<'_>, category: Category) -> Row {
    let values = node.values(category).into_iter();
    let owned = values.map(|(name, value)| (name.into_owned(), value.into_owned()));
    (node.path(), owned.collect())
}

/// Returns the number of nodes. Returns 0 if `its` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_its_count(its: Option<&GwIts>) -> usize {
    its.map_or(0, |its| its.0.len())
}

/// Returns the path of the node `index`, from 0, for example `/html/body[1]/p[2]/@title`. `data` of the
/// result is NULL if there is no such node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_its_path(its: Option<&GwIts>, index: usize) -> GwStr {
    GwStr::optional(its.and_then(|its| its.0.get(index)).map(|row| &*row.0))
}

/// Returns the value `number`, from 0, of the node `index`, and writes its name to `name`, which may be
/// NULL. The name is, for example, `locNote`, and contains the number of the record if there are records:
/// `person[1]`. `data` of the result is NULL, and `name` is not written, if there is no such value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_its_value(
    its: Option<&GwIts>,
    index: usize,
    number: usize,
    name: Option<&mut MaybeUninit<GwStr>>,
) -> GwStr {
    let found = its.and_then(|its| its.0.get(index)?.1.get(number));
    if let (Some((said, _)), Some(name)) = (found, name) {
        name.write(GwStr::from(said.as_str()));
    }
    GwStr::optional(found.map(|(_, value)| value.as_str()))
}

/// Frees the result of `gw_its_analyze`. `its` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_its_free(its: Option<Box<GwIts>>) {
    drop(its);
}
