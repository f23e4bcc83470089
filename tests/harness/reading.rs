//! A document after reading, as plain data that laws can check and mutants can change.

use std::ops::Range;

use glossweave::Document;
use glossweave::annotation::{Annotation, Body};
use glossweave::text::TextSpan;

/// A character of the text, or several characters from one location, and its source bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: Range<usize>,
    pub source: Range<usize>,
}

/// A document as plain data.
#[derive(Clone, Debug)]
pub struct Reading {
    pub source: Vec<u8>,
    /// The name of the encoding.
    pub charset: String,
    pub text: String,
    pub units: Vec<Range<usize>>,
    pub cells: Vec<Cell>,
    /// Characters within units that are not mapped to the source.
    pub lost: Vec<Range<usize>>,
    /// The annotations of the markup.
    pub said: Vec<String>,
}

impl Reading {
    pub fn of(document: &Document) -> Reading {
        let text = document.text().to_string();
        let units: Vec<_> = document.units().map(|unit| unit.span().range()).collect();
        let mut cells = Vec::new();
        let mut lost = Vec::new();
        for unit in &units {
            let mut start = unit.start;
            for (at, c) in text[unit.clone()].char_indices() {
                let end = unit.start + at + c.len_utf8();
                if let Some(place) = document.source_span(TextSpan::new(start, end)) {
                    cells.push(Cell { text: start..end, source: place.range() });
                    start = end;
                }
            }
            if start < unit.end {
                lost.push(start..unit.end);
            }
        }
        Reading {
            source: document.source().bytes().to_vec(),
            charset: document.source().encoding().name().to_string(),
            text,
            units,
            cells,
            lost,
            said: document.annotations().iter().map(line).collect(),
        }
    }
}

/// Returns an annotation as a line of text, for comparisons and messages.
pub fn line(annotation: &Annotation) -> String {
    let span = annotation.span().range();
    let body = match annotation.body() {
        Body::Entity(entity) => format!("{entity:?}"),
        Body::Term(term) => format!("{term:?}"),
        Body::Translation(translation) => format!("{translation:?}"),
        // In addition to the records there are references to them.
        Body::Metadata(metadata) if !metadata.records().is_empty() => {
            format!("{} {:?}", metadata.category(), metadata.records())
        }
        Body::Metadata(metadata) => format!("{metadata:?}"),
    };
    format!("{}..{} {body} by {:?}", span.start, span.end, annotation.annotator())
}
