//! Parameters.

use std::fmt;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::chunk::ChunkOptions;
use glossweave::its::Resolver;
use glossweave::{DecodeOptions, EncodeOptions, ExportOptions, Result, nif, web_annotation};

use crate::guard::{give, guard, require};
use crate::{GwError, GwStatus, GwStr};

/// A list of names with values. Free it with `gw_params_free`. Do not change it while another thread uses
/// it.
#[derive(Default)]
pub struct GwParams {
    pairs: Vec<(String, String)>,
    pub(crate) resolver: Option<Arc<dyn Resolver>>,
}

impl fmt::Debug for GwParams {
    /// Formats only the names, because a value may be a password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.pairs.iter().map(|(name, _)| name)).finish()
    }
}

impl GwParams {
    /// Returns the pairs in their order; none for NULL.
    pub(crate) fn pairs(params: Option<&GwParams>) -> impl Iterator<Item = (&str, &str)> {
        let pairs = params.into_iter().flat_map(|params| &params.pairs);
        pairs.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Defines functions that set options of the library from pairs of names and values. Other options keep
/// their defaults.
macro_rules! options {
    ($(fn $name:ident -> $options:ty;)*) => {$(
        pub(crate) fn $name(params: Option<&GwParams>) -> Result<$options> {
            let mut options = <$options>::default();
            GwParams::pairs(params).try_for_each(|(name, value)| options.set(name, value))?;
            Ok(options)
        }
    )*};
}
#[cfg(feature = "engine")]
pub(crate) use options;

options! {
    fn chunk_options -> ChunkOptions;
    fn encode_options -> EncodeOptions;
    fn export_options -> ExportOptions;
    fn nif_options -> nif::Options;
    fn web_annotation_options -> web_annotation::Options;
}

pub(crate) fn decode_options(params: Option<&GwParams>) -> Result<DecodeOptions> {
    let mut options = DecodeOptions::default();
    GwParams::pairs(params).try_for_each(|(name, value)| options.set(name, value))?;
    if let Some(resolver) = params.and_then(|params| params.resolver.clone()) {
        options.its.resolver = Some(resolver);
    }
    Ok(options)
}

/// Creates an empty list. Free it with `gw_params_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_new(
    params: Option<&mut MaybeUninit<*mut GwParams>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(params, "params")?, GwParams::default());
        Ok(())
    })
}

/// Adds a name with its value; both are copied. If a name occurs more than once, an option uses its last
/// value, and a field that supports several values uses all of them. Names are not checked here but by the
/// call that uses the list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_add(
    params: Option<&mut GwParams>,
    name: GwStr,
    value: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let pair = (name.get("name")?.to_owned(), value.get("value")?.to_owned());
        require(params, "params")?.pairs.push(pair);
        Ok(())
    })
}

/// Frees a list. `params` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_free(params: Option<Box<GwParams>>) {
    drop(params);
}
