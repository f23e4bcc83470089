//! e-Link.

use std::mem::MaybeUninit;

use glossweave::error::Side;
use glossweave::{Error, Format, rdf};

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::link_request;
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// Adds links to a document or to NIF: queries a stored template for its
/// entities, and adds the results. `params` contains `informat` and `templateid` (both required),
/// optionally `partial` (`true` to get the results even if the template fails for some entities; see
/// `failures` of the reply) and the options of `RequestOptions` (docs/options.md). All other names are
/// parameters of the template. Free the reply with `gw_reply_free`. Returns `GW_STATUS_INVALID` if the
/// template does not have a parameter, or a parameter is missing; `GW_STATUS_UNAUTHENTICATED` or
/// `GW_STATUS_NOT_FOUND` if the caller is not allowed to use the template; and `GW_STATUS_UNAVAILABLE`,
/// `GW_STATUS_FORBIDDEN` or `GW_STATUS_DEADLINE` if the endpoint of the template does not respond, must not
/// be called, or takes too long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_links_enrich(
    session: Option<&GwSession>,
    input: GwBytes,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let links = open(session)?.links();
        let (out, input) = (require(reply, "reply")?, input.get("input")?);
        give(out, GwReply::from(links.enrich(link_request(input, params)?)?));
        Ok(())
    })
}

/// Writes the statements about one resource, and the names of the resources that it refers to. `endpoint`
/// is the URL of a SPARQL endpoint or `dataset:NAME`. `outformat` is a format of RDF; `turtle` if it is
/// empty. Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_UNAUTHENTICATED` or
/// `GW_STATUS_NOT_FOUND` if the caller is not allowed to use the dataset, and otherwise the statuses of
/// `gw_links_enrich`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_links_explore(
    session: Option<&GwSession>,
    resource: GwStr,
    endpoint: GwStr,
    outformat: GwStr,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (links, out) = (open(session)?.links(), require(bytes, "bytes")?);
        let (resource, endpoint) = (resource.get("resource")?, endpoint.get("endpoint")?);
        let format = outformat.filled("outformat")?.map_or(Ok(Format::Turtle), str::parse);
        let wrong = |error: Error| error.with_side(Side::Output).with_parameter("outformat");
        let format = format.map_err(wrong)?;
        out.write(rdf::write(&links.explore(resource, endpoint)?.graph, format)?.into());
        Ok(())
    })
}
