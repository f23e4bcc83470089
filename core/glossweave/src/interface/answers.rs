//! The answers of the interface.

use serde::Serialize;

use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::Result;
use glossweave_store::resource::{PageRequest, Record};

/// Returns a JSON answer with the status 200.
pub(super) fn json(value: &impl Serialize) -> Answer {
    // Serialization cannot fail, because all keys are strings.
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    Answer { bytes, media_type: "application/json".to_owned(), ..Answer::default() }
}

/// Returns an answer without a body.
pub(super) fn empty(status: u16) -> Answer {
    Answer { status, ..Answer::default() }
}

/// Returns a stored resource, with its revision as the entity tag.
pub(super) fn record(record: &Record) -> Answer {
    json(record).with_header("etag", tag(record))
}

/// Returns the entity tag of a resource.
pub(super) fn tag(record: &Record) -> String {
    format!("\"{}\"", record.resource.revision)
}

impl Answer {
    pub(super) fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }

    /// Sets the status of a created resource and its location.
    pub(super) fn created(self, location: impl Into<String>) -> Answer {
        Answer { status: 201, ..self }.with_header("location", location)
    }

    /// Forbids caches to store a secret.
    pub(super) fn secret(self) -> Answer {
        self.with_header("cache-control", "no-store")
    }
}

/// Returns a page of a list. If there is a next page, the `Link` header refers to it (RFC 8288).
/// `name` returns the name of an entry, after which a page can start.
pub(super) fn page<T: Serialize>(
    input: &Input<'_>,
    page: &PageRequest,
    list: impl Fn(&PageRequest) -> Result<Vec<T>>,
    name: impl Fn(&T) -> &str,
) -> Result<Answer> {
    let entries = list(page)?;
    let answer = json(&entries);
    let Some(last) = entries.last().map(name) else { return Ok(answer) };
    let mut rest = PageRequest::default();
    rest.after = Some(last.to_owned());
    rest.limit = Some(1);
    if list(&rest)?.is_empty() {
        return Ok(answer);
    }
    // Names contain no characters that must be escaped in a query.
    let mut target = format!("{}?after={last}", input.path);
    if let Some(limit) = page.limit {
        target.push_str(&format!("&limit={limit}"));
    }
    if page.contents {
        target.push_str("&contents=true");
    }
    Ok(answer.with_header("link", format!("<{target}>; rel=\"next\"")))
}
