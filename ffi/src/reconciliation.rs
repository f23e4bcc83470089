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

/// Returns `None` for an empty text.
fn number(name: &str, text: GwStr) -> Result<Option<usize>> {
    let text = text.get(name)?;
    let parse = |text: &str| text.parse().map_err(|_| Error::no_such("number", text, "digits"));
    let number = Some(text).filter(|text| !text.is_empty()).map(parse).transpose();
    number.map_err(|error| error.with_parameter(name))
}

/// Writes the manifest of the reconciliation service of a dataset, whose URL is `url`, as JSON of the Reconciliation
/// Service API. `params` may be NULL, or have `version` (`0.2`, the default, or `1.0-draft`) and `languages` (language
/// tags of names, the most wanted first, separated by commas). Free it with `gw_buffer_free`.
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

/// Writes the candidates for a batch of queries of the API. Returns Malformed, Invalid and TooLarge with the parameter
/// `queries`, and Deadline after ten seconds. `params` are those of `gw_reconciliation_manifest`. Free it with
/// `gw_buffer_free`.
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

/// Writes the values of properties of things, which a query of the API names (data extension). Returns Malformed, Invalid and
/// TooLarge with the parameter `extend`, and Deadline after ten seconds. `params` are those of
/// `gw_reconciliation_manifest`. Free it with `gw_buffer_free`.
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

/// Writes up to 20 suggestions of `entity`, `type` or `property` (`suggested`) whose name begins with a text, after
/// the first `skip` ones: digits, or nothing for 0. `params` are those of `gw_reconciliation_manifest`. Free it with
/// `gw_buffer_free`.
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

/// Writes the properties that things of a class have, or all things if `class_iri` is empty, those that are used most
/// first, up to `limit`: digits, or nothing for 100. `params` are those of `gw_reconciliation_manifest`. Free it with
/// `gw_buffer_free`.
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

/// Writes a page of HTML about a thing. Returns NotFound if the dataset names no such thing. `params` are those of
/// `gw_reconciliation_manifest`. Free it with `gw_buffer_free`.
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
