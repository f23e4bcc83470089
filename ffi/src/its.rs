//! Values of ITS 2.0.

use std::mem::MaybeUninit;

use glossweave::its::{Analysis, Category, Node};

use crate::guard::{give, guard, require};
use crate::owner::{GwOwner, first};
use crate::params::decode_options;
use crate::{GwBytes, GwError, GwParams, GwStatus, GwStr};

/// The values of one data category for all elements and attributes of a document. Free it with
/// `gw_its_free`. Its texts and arrays live as long as it does; do not change them.
#[repr(C)]
#[derive(Debug)]
pub struct GwIts {
    /// The nodes.
    pub nodes: *const GwItsNode,
    /// The number of nodes.
    pub node_count: usize,
    /// For use by the library only.
    pub owner: GwOwner,
}

/// An element or attribute, and the values that hold for it.
#[repr(C)]
#[derive(Debug)]
pub struct GwItsNode {
    /// The path, for example `/html/body[1]/p[2]/@title`.
    pub path: GwStr,
    /// The values.
    pub values: *const GwItsValue,
    /// The number of values.
    pub value_count: usize,
}

/// A value of a data category.
#[repr(C)]
#[derive(Debug)]
pub struct GwItsValue {
    /// The name, for example `locNote`. If there are records, it contains the number of the record:
    /// `person[1]`.
    pub name: GwStr,
    /// The value.
    pub value: GwStr,
}

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
        give(its, analysis.nodes().map(|node| row(node, category)).collect::<Vec<_>>().into());
        Ok(())
    })
}

fn row(node: Node<'_>, category: Category) -> Row {
    let values = node.values(category).into_iter();
    let owned = values.map(|(name, value)| (name.into_owned(), value.into_owned()));
    (node.path(), owned.collect())
}

impl From<Vec<Row>> for GwIts {
    fn from(rows: Vec<Row>) -> GwIts {
        let values = |row: &Row| -> Vec<GwItsValue> {
            let values = row.1.iter();
            let values = values.map(|(name, value)| (name.as_str().into(), value.as_str().into()));
            values.map(|(name, value)| GwItsValue { name, value }).collect()
        };
        let values: Vec<Vec<GwItsValue>> = rows.iter().map(values).collect();
        let node = |((path, _), values): (&Row, &Vec<GwItsValue>)| {
            let (path, value_count) = (path.as_str().into(), values.len());
            GwItsNode { path, values: first(values), value_count }
        };
        let nodes: Vec<GwItsNode> = rows.iter().zip(&values).map(node).collect();
        let (first, node_count) = (first(&nodes), nodes.len());
        // The values stay where they are when their vectors move.
        GwIts { nodes: first, node_count, owner: GwOwner::new((rows, values, nodes)) }
    }
}

/// Frees the result of `gw_its_analyze`. `its` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_its_free(its: Option<Box<GwIts>>) {
    drop(its);
}
