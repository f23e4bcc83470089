//! Stored SPARQL filters.

use std::mem::MaybeUninit;

use glossweave::Format;
use glossweave::rdf::ResultFormat;

use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwSession, GwStatus, GwStr};

/// Applies a stored filter to RDF, and writes the result of its query. `informat` is
/// a format of RDF. `outformat` is `csv` (the default if it is empty), `json`, `xml` or a format of RDF. To
/// filter the annotations of a document, use the parameter `filter` of `gw_entities_enrich` instead. Free
/// the bytes with `gw_buffer_free`. Returns `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_NOT_FOUND` if the
/// caller is not allowed to use the filter, and `GW_STATUS_DEADLINE` or `GW_STATUS_TOO_LARGE` if the query
/// exceeds the limits of the engine's settings.
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
