//! Annotations to write back, and the bytes that were inserted for them.

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{Document, Encoded};

/// Returns one annotation per 200 bytes of text, for the next word within its unit.
pub fn spread(document: &Document) -> Vec<Annotation> {
    let mut next = 0;
    let mut found = Vec::new();
    for unit in document.units() {
        let (start, text) = (unit.span().start(), unit.text());
        while next < unit.span().end() {
            let from = next.max(start) - start;
            let Some(word) = word_from(text, from) else { break };
            let span = TextSpan::new(start + word.start, start + word.end);
            let entity = Entity::new(format!("http://dbpedia.org/resource/R{}", found.len()))
                .with_class("http://dbpedia.org/ontology/Place")
                .with_confidence(0.75);
            found.push(Annotation::entity(span, entity));
            next = (span.start() / 200 + 1) * 200;
        }
    }
    found
}

fn word_from(text: &str, from: usize) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let start = (from..bytes.len()).find(|at| bytes[*at].is_ascii_alphabetic())?;
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    Some(start..start + length)
}

/// Returns the inserted strings, each with its offset in the bytes of the source.
pub fn insertions(source: &[u8], encoded: &Encoded) -> Vec<(usize, String)> {
    let mut before = 0;
    let mut insertions = Vec::with_capacity(encoded.inserted.len());
    for range in &encoded.inserted {
        let at = range.start() - before;
        let text = String::from_utf8_lossy(&encoded.bytes[range.range()]).into_owned();
        assert!(at <= source.len());
        before += range.len();
        insertions.push((at, text));
    }
    insertions
}
