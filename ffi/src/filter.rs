//! Stored SPARQL filters.

use std::mem::MaybeUninit;

use glossweave::Format;
use glossweave::rdf::ResultFormat;

use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwSession, GwStatus, GwStr};

/// Applies a stored filter (`gw_resource_create`) to RDF and writes what its query selects. `informat` is a
/// format of RDF; `outformat` is `csv`, which is usual and meant if it is empty, `json`, `xml` or a format
/// of RDF. Unauthenticated and NotFound if the caller may not use the filter; Deadline and TooLarge if the
/// query takes more than the settings of the engine allow. To filter what was found in a document, give
/// `filter` to `gw_entities_enrich`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_filter_apply(
    session: Option<&GwSession>,
    name: GwStr,
    input: GwBytes,
    informat: GwStr,
    outformat: GwStr,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (filters, out) = (open(session)?.filters(), require(bytes, "bytes")?);
        let (name, input) = (name.get("name")?, input.get("input")?);
        let (from, to) = (informat.get("informat")?, outformat.filled("outformat")?);
        let from = from.parse::<Format>().map_err(|error| error.with_parameter("informat"))?;
        let to = to.map_or(Ok(ResultFormat::default()), str::parse);
        let to = to.map_err(|error| error.with_parameter("outformat"))?;
        out.write(filters.apply(name, input, from, to)?.into());
        Ok(())
    })
}
