//! Trained models.

use super::answers::{empty, json};
use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::Result;
use glossweave_base::media::is_form;

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
pub(super) fn train(input: &Input<'_>, name: &str) -> Result<Answer> {
    input.check_names(&OPTIONS)?;
    // A body that is not plain text is NIF or a document, in the format of its media type. Clients
    // such as `curl -d` declare every body as a form.
    let media_type = input.call.header("content-type");
    let media_type = media_type.filter(|text| !is_form(text) && !text.starts_with("text/plain"));
    let informat = media_type.filter(|_| input.parameter("informat").is_none());
    let options = input.parameters().chain(informat.map(|format| ("informat", format)));
    let model = input.session.models().train(name, &input.call.body, options)?;
    Ok(json(&model).created(input.path))
}

/// Returns the models.
pub(super) fn list(input: &Input<'_>) -> Result<Answer> {
    input.check_names(&[])?;
    Ok(json(&input.session.models().list()?))
}

/// Returns a model.
pub(super) fn read(input: &Input<'_>, name: &str) -> Result<Answer> {
    input.check_names(&[])?;
    Ok(json(&input.session.models().read(name)?))
}

/// Deletes a model.
pub(super) fn delete(input: &Input<'_>, name: &str) -> Result<Answer> {
    input.check_names(&[])?;
    input.session.models().delete(name)?;
    Ok(empty(204))
}
