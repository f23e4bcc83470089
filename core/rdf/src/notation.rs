//! Labels of blank nodes, and checks of IRIs and language tags, for all readers and writers.

use super::{BlankNode, Literal, Map};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::iri::has_scheme;

/// Rejects a relative IRI, because some formats would drop or reinterpret it.
pub(super) fn require_absolute(iri: &str, format: Format) -> Result<()> {
    if has_scheme(iri) {
        return Ok(());
    }
    let message = format!("`{format}` cannot store the relative IRI `{iri}`");
    Err(Error::unsupported(Side::Output, message))
}

/// Returns the language tag of a literal. Returns `ErrorKind::Invalid` if its syntax is wrong,
/// because readers would reject it.
pub(super) fn language(literal: &Literal) -> Result<Option<&str>> {
    match literal.language() {
        Some(language) if !is_tag(language) => {
            Err(Error::invalid(format!("expected a language tag, found `{language}`")))
        }
        language => Ok(language),
    }
}

/// Returns `true` if the Turtle grammar allows a language tag (LANGTAG).
pub(super) fn is_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    parts.next().is_some_and(|first| {
        !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_alphabetic())
    }) && parts
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The names of blank nodes, assigned in the order in which the nodes are written. Every format
/// allows these names.
#[derive(Debug, Default)]
pub(super) struct Labels(Map<BlankNode, usize>);

impl Labels {
    pub fn of(&mut self, node: &BlankNode) -> String {
        let next = self.0.len();
        let number = match self.0.get(node) {
            Some(number) => *number,
            None => *self.0.entry(node.clone()).or_insert(next),
        };
        format!("b{number}")
    }
}
