//! Headers that list the entities for which a template failed, and the skipped parts of NIF.

use axum::http::HeaderName;
use glossweave::Error;
use glossweave::error::Skipped;
use glossweave::link::Failure;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::problem;

/// The header of responses that lists failures.
pub const FAILURES: HeaderName = HeaderName::from_static("glossweave-failures");

/// The header of responses that lists the skipped parts of the input.
pub const SKIPPED: HeaderName = HeaderName::from_static("glossweave-skipped");

/// The maximum size of a header, which proxies accept.
const MAX_BYTES: usize = 2 << 10;

/// The characters that are escaped in a string of a structured field, as in a URI.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'"').add(b'\\').add(b' ');

/// Returns a list of structured fields (RFC 9651): the IRI of each entity, with the status and the kind of
/// its failure. When the list is too long, it ends with `more` and the number of omitted entries.
pub fn failures(failures: &[Failure]) -> Option<String> {
    fields(failures, member)
}

/// Returns a list of skipped parts: the IRI of each string, with its line in the body if known, and the
/// message.
pub fn skipped(skipped: &[Skipped]) -> Option<String> {
    fields(skipped, |one| {
        let subject = utf8_percent_encode(one.subject(), ESCAPED);
        let line = one.location().map(|at| format!(";line={}", at.line())).unwrap_or_default();
        let message = utf8_percent_encode(one.message(), ESCAPED);
        format!("\"{subject}\"{line};message=\"{message}\"")
    })
}

fn fields<T>(all: &[T], format: impl Fn(&T) -> String) -> Option<String> {
    let mut members: Vec<String> = Vec::new();
    let mut length = 0;
    for one in all {
        let member = format(one);
        length += member.len() + 2;
        if length > MAX_BYTES {
            members.push(format!("more;count={}", all.len() - members.len()));
            break;
        }
        members.push(member);
    }
    (!members.is_empty()).then(|| members.join(", "))
}

fn member(failure: &Failure) -> String {
    let entity = utf8_percent_encode(&failure.entity, ESCAPED);
    let status = problem::status(&Error::new(failure.kind, "")).as_u16();
    format!("\"{entity}\";status={status};kind={}", failure.kind.name())
}
