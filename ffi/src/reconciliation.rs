//! Reconciliation with stored datasets.

use std::mem::MaybeUninit;

use glossweave::vocabulary::Reconciliation;
use glossweave::{Error, Result};

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::reconciliation_options;
use crate::{GwBuffer, GwError, GwParams, GwSession, GwStatus, GwStr};

fn service<'a>(
    session: Option<&'a GwSession>,
    params: Option<&GwParams>,
) -> Result<Reconciliation<'a>> {
    Ok(open(session)?.reconciliation().with_options(reconciliation_options(params)?))
}

/// Parses a number. Returns `None` if the text is empty.
fn number(name: &str, text: GwStr) -> Result<Option<usize>> {
    let text = text.get(name)?;
    let parse = |text: &str| text.parse().map_err(|_| Error::no_such("number", text, "digits"));
    let number = Some(text).filter(|text| !text.is_empty()).map(parse).transpose();
    number.map_err(|error| error.with_parameter(name))
}

/// Writes the manifest of the reconciliation service of a dataset, as JSON of the Reconciliation Service
/// API. `url` is the URL of the service. `params` may be NULL, or contain `version` (`0.2`, the default, or
/// `1.0-draft`) and `languages` (language tags for names in order of preference, separated by commas). Free
/// the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reconciliation_manifest(
    session: Option<&GwSession>,
    dataset: GwStr,
    url: GwStr,
    params: Option<&GwParams>,
    manifest: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (service, out) = (service(session, params)?, require(manifest, "manifest")?);
        let found = service.manifest(dataset.get("dataset")?, url.get("url")?)?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Writes the candidates for a batch of queries of the Reconciliation Service API. `params` has the same
/// meaning as in `gw_reconciliation_manifest`. Free the bytes with `gw_buffer_free`. Returns
/// `GW_STATUS_MALFORMED`, `GW_STATUS_INVALID` or `GW_STATUS_TOO_LARGE`, with the parameter `queries`, if
/// the queries are wrong, and `GW_STATUS_DEADLINE` after ten seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reconciliation_answer(
    session: Option<&GwSession>,
    dataset: GwStr,
    queries: GwStr,
    params: Option<&GwParams>,
    candidates: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (service, out) = (service(session, params)?, require(candidates, "candidates")?);
        let found = service.answer(dataset.get("dataset")?, queries.get("queries")?)?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Writes the values of properties of entities for a query of the Reconciliation Service API (data
/// extension). `params` has the same meaning as in `gw_reconciliation_manifest`. Free the bytes with
/// `gw_buffer_free`. Returns `GW_STATUS_MALFORMED`, `GW_STATUS_INVALID` or `GW_STATUS_TOO_LARGE`, with the
/// parameter `extend`, if the query is wrong, and `GW_STATUS_DEADLINE` after ten seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reconciliation_extend(
    session: Option<&GwSession>,
    dataset: GwStr,
    query: GwStr,
    params: Option<&GwParams>,
    values: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (service, out) = (service(session, params)?, require(values, "values")?);
        let found = service.extend(dataset.get("dataset")?, query.get("query")?)?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Writes up to 20 suggestions whose name begins with `prefix`. `suggested` is `entity`, `type` or
/// `property`. `skip` is the number of suggestions to skip, in digits; 0 if it is empty. `params` has the
/// same meaning as in `gw_reconciliation_manifest`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reconciliation_suggest(
    session: Option<&GwSession>,
    dataset: GwStr,
    suggested: GwStr,
    prefix: GwStr,
    skip: GwStr,
    params: Option<&GwParams>,
    suggestions: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (service, out) = (service(session, params)?, require(suggestions, "suggestions")?);
        let (sort, skip) = (suggested.get("suggested")?.parse()?, number("skip", skip)?);
        let (dataset, prefix) = (dataset.get("dataset")?, prefix.get("prefix")?);
        let found = service.suggest(dataset, sort, prefix, skip.unwrap_or(0))?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Writes the properties of the entities of a class, the most frequent first. If `class_iri` is empty, all
/// entities are used. `limit` is the maximum number of properties, in digits; 100 if it is empty. `params`
/// has the same meaning as in `gw_reconciliation_manifest`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reconciliation_propose(
    session: Option<&GwSession>,
    dataset: GwStr,
    class_iri: GwStr,
    limit: GwStr,
    params: Option<&GwParams>,
    properties: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (service, out) = (service(session, params)?, require(properties, "properties")?);
        let (class, limit) = (class_iri.get("class_iri")?, number("limit", limit)?);
        let found = service.propose(dataset.get("dataset")?, class, limit)?;
        json(Some(out), serde_json::to_vec(&found))
    })
}

/// Writes an HTML page about an entity. `params` has the same meaning as in `gw_reconciliation_manifest`.
/// Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if the dataset does not contain the
/// entity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reconciliation_preview(
    session: Option<&GwSession>,
    dataset: GwStr,
    id: GwStr,
    params: Option<&GwParams>,
    page: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (service, out) = (service(session, params)?, require(page, "page")?);
        let found = service.preview(dataset.get("dataset")?, id.get("id")?)?;
        out.write(found.into_bytes().into());
        Ok(())
    })
}
