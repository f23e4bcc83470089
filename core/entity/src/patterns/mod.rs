//! A recognizer for patterns: dates, quantities, addresses, identifiers, and regular expressions that the
//! host defines.

mod date;
mod doi;
mod hit;
mod identifier;
mod kind;
mod number;
mod pattern;
mod personal;
mod plain;
mod quantity;
mod search;
mod table;
mod telephone;
#[cfg(test)]
mod tests;
mod unit;
mod web;

use std::cmp::Reverse;
use std::ops::Range;

pub use kind::PatternKind;
pub use pattern::Pattern;

use glossweave_base::error::{Error, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, AnnotationExt, Entity};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use hit::Hit;
use plain::PlainText;
use search::{each, is_whole};
use table::ROWS;

/// A recognizer for entities that can be recognized by their form: dates, quantities, mail addresses, URLs,
/// identifiers with valid check digits, and matches of regular expressions that the host defines.
///
/// When matches overlap, the match that starts first is used, then the longest match, then a pattern of the
/// host. When dates and numbers are ambiguous, the language of the text is used to determine their value;
/// if the language is unknown, they have no value. Matches have no confidence.
#[derive(Clone, Debug)]
pub struct Patterns {
    kinds: Vec<PatternKind>,
    patterns: Vec<Pattern>,
}

impl Default for Patterns {
    fn default() -> Patterns {
        Patterns::new()
    }
}

impl Patterns {
    /// Creates a recognizer for all kinds of patterns.
    pub fn new() -> Patterns {
        Patterns::of(PatternKind::ALL.iter().copied())
    }

    /// Creates a recognizer for the given kinds of patterns. Pass no kinds to use only patterns of
    /// the host.
    pub fn of(kinds: impl IntoIterator<Item = PatternKind>) -> Patterns {
        Patterns { kinds: kinds.into_iter().collect(), patterns: Vec::new() }
    }

    /// Adds a pattern of the host.
    #[must_use]
    pub fn with_pattern(mut self, pattern: Pattern) -> Patterns {
        self.patterns.push(pattern);
        self
    }
}

/// A match, with its rank among matches of the same span.
struct OrderedMatch {
    order: usize,
    annotation: Annotation,
}

/// Returns a match unless it is empty or does not start and end at word boundaries.
fn whole(text: &str, read: Option<(Range<usize>, Entity)>) -> Option<(Range<usize>, Entity)> {
    read.filter(|(range, _)| !range.is_empty() && is_whole(text, range))
}

impl Recognizer for Patterns {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let memory = passage.memory();
        let mut all = Vec::new();
        for block in passage.blocks() {
            let Some(text) = passage.text().get(block.range()) else { continue };
            let plain = PlainText::new(text);
            let mut found = Vec::new();
            // Accepts a match, given its range in the text of the block.
            let mut keep = |order: usize, range: Range<usize>, entity: Entity| {
                let span = TextSpan::new(block.start() + range.start, block.start() + range.end);
                let annotation = Annotation::entity(span, entity);
                let bytes = size_of::<OrderedMatch>() + annotation.heap_size();
                memory.take(bytes, "the annotations of the text")?;
                found.push(OrderedMatch { order, annotation });
                Ok::<_, Error>(())
            };
            for (order, pattern) in self.patterns.iter().enumerate() {
                each(pattern.regex(), text, |captures| {
                    match whole(text, pattern.read(captures)) {
                        Some((range, entity)) => {
                            let end = range.end;
                            keep(order, range, entity).map(|()| end)
                        }
                        None => Ok(0),
                    }
                })?;
            }
            let rows = ROWS.iter().filter(|row| self.kinds.contains(&row.kind));
            for (order, row) in (self.patterns.len()..).zip(rows) {
                let searched = if row.is_plain() { plain.as_str() } else { text };
                let mut previous = None;
                each(row.regex()?, searched, |captures| {
                    let language = passage.language();
                    let hit = Hit { text: searched, captures, language, previous };
                    let Some((range, entity)) = whole(searched, (row.read)(&hit)) else {
                        return Ok(if row.is_skipped() { hit.range().end } else { 0 });
                    };
                    previous = Some(range.end);
                    let source =
                        if row.is_plain() { plain.source_range(&range) } else { range.clone() };
                    keep(order, source, entity).map(|()| range.end)
                })?;
            }
            found.sort_by_key(|candidate| {
                let span = candidate.annotation.span();
                (span.start(), Reverse(span.end()), candidate.order)
            });
            let mut end = 0;
            all.extend(found.into_iter().map(|candidate| candidate.annotation).filter(
                |annotation| {
                    let stays = annotation.span().start() >= end;
                    end = if stays { annotation.span().end() } else { end };
                    stays
                },
            ));
        }
        Ok(all)
    }
}
