//! Trained models.

use axum::http::{Method, StatusCode};
use glossweave::Result;

use crate::handler::check_names;
use crate::request::Request;
use crate::response::Response;

/// The parameters of training.
const OPTIONS: [&str; 10] = [
    "kind",
    "informat",
    "documents",
    "dataset",
    "language",
    "rounds",
    "cutoff",
    "patience",
    "iri",
    "namespace",
];

/// Trains a model on the body.
pub fn train(request: &mut Request) -> Result<Response> {
    check_names(request, &OPTIONS)?;
    // A body that is not plain text is NIF or a document, in the format of its media type. Clients such as
    // `curl -d` declare every body as a form.
    let is_text = request.has_form(&Method::POST);
    let media_type = request.media_type()?.filter(|one| !is_text && !one.starts_with("text/plain"));
    let informat = media_type.filter(|_| request.parameter("informat").is_none());
    let options = request.query.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = options.chain(informat.map(|format| ("informat", format)));
    let models = request.session().models();
    let model = models.train(request.last(), request.bytes(), options)?;
    Ok(Response::json(StatusCode::CREATED, &model).created(request.uri.path().to_owned()))
}

/// Returns the models.
pub fn list(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &request.session().models().list()?))
}

/// Returns a model.
pub fn read(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    Ok(Response::json(StatusCode::OK, &request.session().models().read(request.last())?))
}

/// Deletes a model.
pub fn delete(request: &mut Request) -> Result<Response> {
    check_names(request, &[])?;
    request.session().models().delete(request.last())?;
    Ok(Response::empty(StatusCode::NO_CONTENT))
}
