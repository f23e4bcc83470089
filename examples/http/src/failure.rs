//! For which entities a template failed where that was allowed, as a header.

use axum::http::HeaderName;
use glossweave::Error;
use glossweave::enrich::Failure;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::problem;

/// The header, which answers have where something failed.
pub const FAILURES: HeaderName = HeaderName::from_static("glossweave-failures");

/// The most bytes of the header, so that no proxy minds.
const MOST: usize = 2 << 10;

/// What cannot stand in a string of a structured field, as in a URI.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'"').add(b'\\').add(b' ');

/// A list of structured fields (RFC 9651): the IRI of each entity, with the status and the kind that
/// its failure has. Where not all fit, `more` with their number is last.
pub fn list(failures: &[Failure]) -> Option<String> {
    let mut members: Vec<String> = Vec::new();
    let mut length = 0;
    for failure in failures {
        let member = member(failure);
        length += member.len() + 2;
        if length > MOST {
            members.push(format!("more;count={}", failures.len() - members.len()));
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
