//! What services make of documents.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HOST};
use glossweave::Result;
use glossweave::service::Call;
use serde_json::{Value, json};

use crate::request::Ask;
use crate::response::Answer;
use crate::route::BASE;
use crate::{failures_header, problem};

/// Whatever the path below the version segment stands for: a service or a pipeline.
pub fn call(ask: &mut Ask) -> Result<Answer> {
    let path = ask.uri.path().strip_prefix(BASE).unwrap_or_default();
    let mut call = Call::new(path);
    if let Some(host) = ask.header(HOST.as_str())? {
        call = call.with_header(HOST.as_str(), host);
    }
    if let Some(media_type) = ask.media_type()? {
        call = call.with_header(CONTENT_TYPE.as_str(), media_type);
    }
    // Generated clients list the media type of errors too, which no result has.
    let accepted = ask.list(ACCEPT).map(|list| {
        let ranges = list.split(',').filter(|range| !range.contains(problem::MEDIA_TYPE));
        ranges.collect::<Vec<_>>().join(",")
    });
    if let Some(accepted) = accepted.filter(|list| !list.trim().is_empty()) {
        call = call.with_header(ACCEPT.as_str(), accepted);
    }
    call.parameters = std::mem::take(&mut ask.query);
    call.body = ask.take_bytes();
    let answer = ask.session().call(call)?;
    let said = Answer::new(StatusCode::OK, answer.media_type, answer.bytes);
    let told = [
        (failures_header::FAILURES, failures_header::list(&answer.failures)),
        (failures_header::SKIPPED, failures_header::skipped(&answer.skipped)),
    ];
    let told = told.into_iter().filter_map(|(name, list)| Some((name, list?)));
    Ok(told.fold(said, |said, (name, list)| said.with_header(name, list)))
}

/// The recognizers.
pub fn recognizers(ask: &mut Ask) -> Result<Answer> {
    Ok(named(&ask.session().entities().providers()))
}

/// The providers of terms.
pub fn term_providers(ask: &mut Ask) -> Result<Answer> {
    Ok(named(&ask.session().terms().providers()))
}

/// The providers of translations, with the pairs of languages of the systems that need no key.
pub fn translation_providers(ask: &mut Ask) -> Result<Answer> {
    let translations = ask.session().translations();
    let provider = |name: &&str| -> Result<Value> {
        let systems = translations.systems(name)?;
        let pairs = systems.iter().map(|one| (one.source.as_str(), one.target.as_str()));
        let pairs: BTreeSet<(&str, &str)> = pairs.collect();
        let pairs = pairs.into_iter();
        let pairs = pairs.map(|(source, target)| json!({"source": source, "target": target}));
        Ok(json!({"name": name, "languages": pairs.collect::<Vec<_>>()}))
    };
    let all: Result<Vec<Value>> = translations.providers().iter().map(provider).collect();
    Ok(Answer::json(StatusCode::OK, &all?))
}

fn named(names: &[&str]) -> Answer {
    let all: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
    Answer::json(StatusCode::OK, &all)
}

/// The translation systems of a provider that need no key, with their states.
pub fn systems(ask: &mut Ask) -> Result<Answer> {
    let systems = ask.session().translations().systems(ask.last())?;
    Ok(Answer::json(StatusCode::OK, &systems))
}
