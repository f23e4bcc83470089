//! The routes of jobs.

use axum::http::Method;
use glossweave::job::JobOptions;

use super::{BOOLEAN, PAGE, PIPELINE_RESULTS};
use crate::request::ASYNC;
use crate::route::{Content, Location, Output, Parameter, Route, Schema, query};

/// Returns the parameters of requests that can become jobs.
pub(super) fn submission() -> Vec<Parameter> {
    let mut parameters =
        vec![query(ASYNC, BOOLEAN, "Respond with a job, which has the result later.")];
    parameters.extend(JobOptions::PARAMETERS.iter().map(Parameter::from));
    parameters.push(Parameter {
        name: "Prefer",
        location: Location::Header,
        schema: Schema::String,
        text: "`respond-async` is the same as `async=true`.",
    });
    parameters
}

/// Returns the routes of jobs.
pub(super) fn jobs() -> Vec<Route> {
    let (all, one) = ("/jobs", "/jobs/{jobId}");
    let (result, cancel) = ("/jobs/{jobId}/result", "/jobs/{jobId}/cancel");
    let row = |method, path, id: &str, summary: &str| {
        Route::new(method, path, id, summary, "jobs").authenticated()
    };
    vec![
        row(Method::GET, all, "listJobs", "The jobs of the caller, or of all users for admins.")
            .with_parameters(PAGE.to_vec())
            .with_output(Output::Array("Job")),
        row(Method::GET, one, "readJob", "A job, for its owner and admins.")
            .with_output(Output::Json("Job")),
        row(Method::DELETE, one, "deleteJob", "Removes a job with its result, and stops it."),
        row(Method::GET, result, "readJobResult", "The response of a job that is done.")
            .with_output(Output::Document(&PIPELINE_RESULTS, Content::Bytes)),
        row(Method::POST, cancel, "cancelJob", "Cancels a job that has not ended.")
            .with_output(Output::Json("Job")),
    ]
}
