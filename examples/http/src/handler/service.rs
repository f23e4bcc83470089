//! Services that process documents.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HOST};
use glossweave::service::Call;
use glossweave::{Format, Result};
use serde_json::{Value, json};

use crate::request::Request;
use crate::response::Response;
use crate::route::BASE;
use crate::{failures_header, problem};

/// Calls the service or the pipeline of the path below the version segment.
pub fn call(request: &mut Request) -> Result<Response> {
    let path = request.uri.path().strip_prefix(BASE).unwrap_or_default();
    let mut call = Call::new(path);
    if let Some(host) = request.header(HOST.as_str())? {
        call = call.with_header(HOST.as_str(), host);
    }
    if let Some(media_type) = request.media_type()? {
        call = call.with_header(CONTENT_TYPE.as_str(), media_type);
    }
    // Generated clients list the media type of errors too, which no result has.
    let accepted = request.list(ACCEPT).map(|list| {
        let ranges = list.split(',').filter(|range| !range.contains(problem::MEDIA_TYPE));
        ranges.collect::<Vec<_>>().join(",")
    });
    if let Some(accepted) = accepted.filter(|list| !list.trim().is_empty()) {
        call = call.with_header(ACCEPT.as_str(), accepted);
    }
    call.parameters = std::mem::take(&mut request.query);
    call.body = request.take_bytes();
    let answer = request.session().call(call)?;
    let response = Response::new(StatusCode::OK, answer.media_type, answer.bytes);
    let lists = [
        (failures_header::FAILURES, failures_header::failures(&answer.failures)),
        (failures_header::SKIPPED, failures_header::skipped(&answer.skipped)),
    ];
    let headers = lists.into_iter().filter_map(|(name, list)| Some((name, list?)));
    Ok(headers.fold(response, |response, (name, list)| response.with_header(name, list)))
}

/// Returns the formats.
pub fn formats(_: &mut Request) -> Result<Response> {
    let all: Vec<_> = Format::ALL.iter().map(|format| format.info()).collect();
    Ok(Response::json(StatusCode::OK, &all))
}

/// Returns the recognizers, term finders and translators that the caller may use.
pub fn engines(request: &mut Request) -> Result<Response> {
    Ok(Response::json(StatusCode::OK, &request.session().engines()?))
}

/// Returns the recognizers.
pub fn recognizers(request: &mut Request) -> Result<Response> {
    Ok(named(&request.session().entities().providers()))
}

/// Returns the providers of terms.
pub fn term_providers(request: &mut Request) -> Result<Response> {
    Ok(named(&request.session().terms().providers()))
}

/// Returns the providers of translations, with the pairs of languages of the systems that need no key.
pub fn translation_providers(request: &mut Request) -> Result<Response> {
    let translations = request.session().translations();
    let provider = |name: &&str| -> Result<Value> {
        let systems = translations.systems(name)?;
        let pairs = systems.iter().map(|one| (one.source.as_str(), one.target.as_str()));
        let pairs: BTreeSet<(&str, &str)> = pairs.collect();
        let pairs = pairs.into_iter();
        let pairs = pairs.map(|(source, target)| json!({"source": source, "target": target}));
        Ok(json!({"name": name, "languages": pairs.collect::<Vec<_>>()}))
    };
    let all: Result<Vec<Value>> = translations.providers().iter().map(provider).collect();
    Ok(Response::json(StatusCode::OK, &all?))
}

fn named(names: &[&str]) -> Response {
    let all: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
    Response::json(StatusCode::OK, &all)
}

/// Returns the translation systems of a provider that need no key, with their states.
pub fn systems(request: &mut Request) -> Result<Response> {
    let systems = request.session().translations().systems(request.last())?;
    Ok(Response::json(StatusCode::OK, &systems))
}
