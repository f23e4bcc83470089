//! Services that process documents.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use glossweave::{Format, Result};
use serde_json::{Value, json};

use crate::handler::{call, job};
use crate::request::Request;
use crate::response::Response;

/// Calls the service or the pipeline of the path after the version segment.
pub fn call(request: &mut Request) -> Result<Response> {
    if let Some(options) = job::options(request)? {
        return job::submit(request, &options);
    }
    let asked = call::read(request)?;
    Ok(call::respond(request.session().call(asked)?))
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

/// Returns the term providers.
pub fn term_providers(request: &mut Request) -> Result<Response> {
    Ok(named(&request.session().terms().providers()))
}

/// Returns the translation providers, with the language pairs of the systems that can be used without a
/// key.
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

/// Returns the translation systems of a provider that can be used without a key, with their states.
pub fn systems(request: &mut Request) -> Result<Response> {
    let systems = request.session().translations().systems(request.last())?;
    Ok(Response::json(StatusCode::OK, &systems))
}
