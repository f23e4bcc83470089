//! Batches: one service call for many documents.

use axum::http::StatusCode;
use axum::http::header::{ACCEPT, HOST};
use glossweave::batch::BatchNotation;
use glossweave::pipeline::{BatchOptions, Order};
use glossweave::service::Call;
use glossweave::{Error, ErrorKind, Result};

use crate::request::{ASYNC, Request};
use crate::response::Response;

/// Calls the service of the parameter `path` for each document of the body, and sends the results as they
/// finish.
pub fn call(request: &mut Request) -> Result<Response> {
    let call = template(request)?;
    let accepted = request.list(&ACCEPT).map(|list| BatchNotation::of_accept(&list)).transpose()?;
    let notation = accepted.unwrap_or_default();
    let media_type = request.media_type()?.unwrap_or_default().to_owned();
    let (body, options) =
        (request.take_bytes(), BatchOptions { order: Order::Free, ..BatchOptions::default() });
    let batch = request.session().batch_body(call, &media_type, body, &options)?;
    let results = batch.into_stream(notation);
    Ok(Response::stream(StatusCode::OK, notation.media_type(), results))
}

/// Returns the call that is used for each document.
fn template(request: &Request) -> Result<Call> {
    if request.parameter(ASYNC).is_some() {
        let message = "a batch is not a job: its results come while it runs";
        return Err(Error::invalid(message).with_parameter(ASYNC));
    }
    if let Some((name, _)) = request.query.iter().find(|(name, _)| name != "path") {
        let error = Error::unknown(ErrorKind::Invalid, "parameter", name, &["path"]);
        return Err(error.with_parameter(name));
    }
    let call = Call::new(request.required("path")?);
    let host = request.header(HOST.as_str())?;
    Ok(host.into_iter().fold(call, |call, host| call.with_header(HOST.as_str(), host)))
}
