//! Jobs: requests that run after their response.

use axum::http::{HeaderName, StatusCode};
use glossweave::Result;
use glossweave::acl::PageRequest;
use glossweave::job::JobOptions;
use glossweave::text::truth;

use crate::handler::resource::part;
use crate::handler::{call, check_names};
use crate::request::Request;
use crate::response::Response;
use crate::route::{ASYNC, BASE};

const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The response header with the applied preference.
pub const APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The preference for a job (RFC 7240, clause 4.1).
const RESPOND_ASYNC: &str = "respond-async";

fn prefers_job(request: &Request) -> bool {
    let preferences = request.list(PREFER).unwrap_or_default();
    let names = preferences.split(',').filter_map(|one| one.split(';').next());
    names.map(str::trim).any(|name| name.eq_ignore_ascii_case(RESPOND_ASYNC))
}

/// Removes the job parameters from a request, and returns its options if the request asks for a job. The
/// parameter has priority over the preference.
pub fn options(request: &mut Request) -> Result<Option<JobOptions>> {
    let asked = request.parameter(ASYNC).filter(|value| !value.is_empty());
    let is_job = asked.map_or(Ok(prefers_job(request)), |value| truth(ASYNC, value))?;
    let is_option = |name: &str| JobOptions::PARAMETERS.iter().any(|option| option.name == name);
    // An option without a value counts as absent.
    request.query.retain(|(name, value)| name != ASYNC && !(is_option(name) && value.is_empty()));
    if !is_job {
        return Ok(None);
    }
    let mut options = JobOptions::default();
    for option in JobOptions::PARAMETERS {
        if let Some(value) = request.parameter(option.name) {
            options.set(option.name, value)?;
        }
    }
    request.query.retain(|(name, _)| !is_option(name));
    Ok(Some(options))
}

/// Submits the call of a request as a job.
pub fn submit(request: &mut Request, options: &JobOptions) -> Result<Response> {
    let asked = call::read(request)?;
    let job = request.session().jobs().submit(asked, options)?;
    let location = format!("{BASE}/jobs/{}", job.id);
    let response = Response::json(StatusCode::ACCEPTED, &job).accepted(location);
    Ok(match prefers_job(request) {
        true => response.with_header(APPLIED, RESPOND_ASYNC),
        false => response,
    })
}

/// Returns the jobs of the caller.
pub fn list(request: &mut Request) -> Result<Response> {
    check_names(request, &["limit", "after"])?;
    let mut page = PageRequest::default();
    request.query.iter().try_for_each(|(name, value)| page.set(name, value))?;
    part(request, &page, |page| request.session().jobs().list(page), |job| &job.id)
}

/// Returns a job.
pub fn read(request: &mut Request) -> Result<Response> {
    let job = request.session().jobs().read(request.last())?;
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &job))
}

/// Returns the answer of a finished job.
pub fn result(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    Ok(call::respond(request.session().jobs().result(request.last())?))
}

/// Cancels a job.
pub fn cancel(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &request.session().jobs().cancel(request.last())?))
}

/// Deletes a job, and stops it if it has not ended.
pub fn delete(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    request.session().jobs().delete(request.last())?;
    Ok(Response::empty(StatusCode::NO_CONTENT))
}
