//! What services make of documents.

use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use glossweave::Result;
use glossweave::service::Call;

use crate::answer::Answer;
use crate::ask::Ask;
use crate::failure;
use crate::router::BASE;

/// Whatever the path below the version segment stands for: a service or a pipeline.
pub fn call(ask: &mut Ask) -> Result<Answer> {
    let path = ask.uri.path().strip_prefix(BASE).unwrap_or_default();
    let mut call = Call::new(path);
    if let Some(media_type) = ask.media_type()? {
        call = call.with_header(CONTENT_TYPE.as_str(), media_type);
    }
    if let Some(accepted) = ask.list(ACCEPT) {
        call = call.with_header(ACCEPT.as_str(), accepted);
    }
    call.parameters = std::mem::take(&mut ask.query);
    call.body = ask.take_bytes();
    let answer = ask.session().call(call)?;
    let said = Answer::new(StatusCode::OK, answer.media_type, answer.bytes);
    Ok(match failure::list(&answer.failures) {
        Some(list) => said.with_header(failure::FAILURES, list),
        None => said,
    })
}

/// The translation systems of a provider that need no key, with their states.
pub fn systems(ask: &mut Ask) -> Result<Answer> {
    let systems = ask.session().translations().systems(ask.last())?;
    Ok(Answer::json(StatusCode::OK, &systems))
}
