//! Heading paths of chunks.

use std::sync::Arc;

use crate::{Document, UnitsExt};
use glossweave_base::text::TextSpan;

/// The maximum number of characters of a heading in a path. Longer headings are truncated, because
/// each chunk repeats the path.
const MOST_CHARS: usize = 200;

/// The headings above each part of a document.
pub(super) struct Paths {
    /// The start of each range of the text, with the headings above it.
    paths: Vec<(usize, Arc<[Box<str>]>)>,
    none: Arc<[Box<str>]>,
}

impl Paths {
    pub fn of(document: &Document) -> Paths {
        let mut open: Vec<(u8, Box<str>)> = Vec::new();
        let mut paths = Vec::new();
        for unit in document.units() {
            let Some(level) = unit.heading() else { continue };
            while open.last().is_some_and(|(outer, _)| *outer >= level) {
                open.pop();
            }
            open.push((level, short(unit.text())));
            let path: Vec<Box<str>> = open.iter().map(|(_, text)| text.clone()).collect();
            paths.push((unit.span().start(), path.into()));
        }
        Paths { paths, none: Arc::from([]) }
    }

    /// Returns the heading path of a part of the text, which is the path of its first unit that is
    /// not a heading.
    pub fn at(&self, document: &Document, span: TextSpan) -> Arc<[Box<str>]> {
        let mut at = span.start();
        if let Some(first) = document.unit_at(at) {
            let units = document.units().starting_at(first.index());
            for unit in units.take_while(|unit| unit.span().start() < span.end()) {
                at = unit.span().start().max(span.start());
                if unit.heading().is_none() {
                    break;
                }
            }
        }
        let next = self.paths.partition_point(|(start, _)| *start <= at);
        let path = next.checked_sub(1).map_or(&self.none, |index| &self.paths[index].1);
        Arc::clone(path)
    }
}

fn short(heading: &str) -> Box<str> {
    let words: Vec<&str> = heading.split_whitespace().collect();
    words.join(" ").chars().take(MOST_CHARS).collect::<String>().into()
}
