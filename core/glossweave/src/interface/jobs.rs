//! Jobs: calls that run after their answer.

use super::answers::{empty, json, page};
use super::input::{Input, path_parameters};
use crate::engine::Session;
use crate::job::JobOptions;
use crate::service::{Answer, Call};
use glossweave_base::error::Result;
use glossweave_base::text::truth;

/// The parameter that turns a call into a job.
const ASYNC: &str = "async";
/// The preference for a job (RFC 7240, clause 4.1).
const RESPOND_ASYNC: &str = "respond-async";

fn prefers_job(call: &Call) -> bool {
    let preferences = call.header("prefer").unwrap_or_default();
    let names = preferences.split(',').filter_map(|preference| preference.split(';').next());
    names.map(str::trim).any(|name| name.eq_ignore_ascii_case(RESPOND_ASYNC))
}

/// Removes the job parameters from a call, and returns its options if it asks for a job. The
/// parameter has priority over the preference.
pub(super) fn submission(call: &mut Call) -> Result<Option<JobOptions>> {
    let is_option = |name: &str| JobOptions::PARAMETERS.iter().any(|option| option.name == name);
    let in_path = path_parameters(call)?;
    let all = || in_path.iter().chain(&call.parameters);
    // The parameters of other calls, which may contain a document, are not copied.
    if !prefers_job(call) && !all().any(|(name, _)| name == ASYNC || is_option(name)) {
        return Ok(None);
    }
    let parameters: Vec<(String, String)> = all().cloned().collect();
    let parameter = |name: &str| {
        let value = parameters.iter().rev().find(|(known, _)| known == name);
        value.map(|(_, value)| value.as_str())
    };
    let value = parameter(ASYNC).filter(|value| !value.is_empty());
    let is_job = value.map_or(Ok(prefers_job(call)), |value| truth(ASYNC, value))?;
    let mut options = JobOptions::default();
    if is_job {
        for option in JobOptions::PARAMETERS {
            if let Some(value) = parameter(option.name).filter(|value| !value.is_empty()) {
                options.set(option.name, value)?;
            }
        }
    }
    call.path = call.path.split(['?', '#']).next().unwrap_or_default().to_owned();
    call.parameters = parameters;
    // An option without a value counts as absent.
    call.parameters.retain(|(name, value)| {
        name != ASYNC && !(is_option(name) && (is_job || value.is_empty()))
    });
    Ok(is_job.then_some(options))
}

/// Submits a call as a job.
pub(super) fn submit(session: &Session<'_>, call: Call, options: &JobOptions) -> Result<Answer> {
    let is_preferred = prefers_job(&call);
    let job = session.jobs().submit(call, options)?;
    let answer = Answer { status: 202, ..json(&job) };
    let answer = answer.with_header("location", format!("/jobs/{}", job.id));
    Ok(match is_preferred {
        true => answer.with_header("preference-applied", RESPOND_ASYNC),
        false => answer,
    })
}

/// Returns the jobs of the caller.
pub(super) fn list(input: &Input<'_>) -> Result<Answer> {
    page(input, &input.page()?, |page| input.session.jobs().list(page), |job| &job.id)
}

/// Returns a job.
pub(super) fn read(input: &Input<'_>, id: &str) -> Result<Answer> {
    let job = input.session.jobs().read(id)?;
    input.check_names(&[])?;
    Ok(json(&job))
}

/// Returns the answer of a finished job.
pub(super) fn result(input: &Input<'_>, id: &str) -> Result<Answer> {
    input.check_names(&[])?;
    input.session.jobs().result(id)
}

/// Cancels a job.
pub(super) fn cancel(input: &Input<'_>, id: &str) -> Result<Answer> {
    input.check_names(&[])?;
    Ok(json(&input.session.jobs().cancel(id)?))
}

/// Deletes a job, and stops it if it has not ended.
pub(super) fn delete(input: &Input<'_>, id: &str) -> Result<Answer> {
    input.check_names(&[])?;
    input.session.jobs().delete(id)?;
    Ok(empty(204))
}
