//! For which entities a template failed, and what was left out of NIF, where that was allowed, as
//! headers.

use axum::http::HeaderName;
use glossweave::Error;
use glossweave::enrich::Failure;
use glossweave::error::Skipped;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::problem;

/// The header that answers have where something failed.
pub const FAILURES: HeaderName = HeaderName::from_static("glossweave-failures");

/// The header that answers have where something was left out of what came in.
pub const SKIPPED: HeaderName = HeaderName::from_static("glossweave-skipped");

/// The most bytes of a header, so that no proxy minds.
const MAX_BYTES: usize = 2 << 10;

/// What cannot stand in a string of a structured field, as in a URI.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'"').add(b'\\').add(b' ');

/// A list of structured fields (RFC 9651): the IRI of each entity, with the status and the kind that
/// its failure has. Where not all fit, `more` with their number is last.
pub fn failures(failures: &[Failure]) -> Option<String> {
    fields(failures, member)
}

/// The same of what was left out: the IRI of each string, with its line in the body where that is
/// known, and what is wrong with it.
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
