//! Codes in a translation without markers: each where it stood in proportion, at the edge of a word.

use super::code::{Content, Role};
use super::marker::Part;
use crate::document::Document;

/// A translation with the codes of its source spread over it, in their order.
pub(super) fn spread(document: &Document, content: &Content, translation: &str) -> Vec<Part> {
    let edges = Edges::of(translation);
    let source = document.text().get(content.text.range()).unwrap_or_default();
    let ratio = edges.chars as f64 / source.chars().count().max(1) as f64;
    let mut parts = Vec::with_capacity(content.codes.len() * 2 + 1);
    let mut places = vec![0; content.codes.len()];
    let (mut counted, mut chars, mut place) = (0, 0usize, 0);
    for (index, code) in content.codes.iter().enumerate() {
        let at = code.text.saturating_sub(content.text.start());
        chars += source.get(counted..at).unwrap_or_default().chars().count();
        counted = at;
        let wanted = edges.place((chars as f64 * ratio).round() as usize, translation);
        let next = match code.role {
            _ if at == 0 => 0,
            _ if at == source.len() => translation.len(),
            // One that had text before it has some, where there is more than one word.
            Role::Open(_) => match nearest(&edges.starts, place.max(1), wanted) {
                usize::MAX => nearest(&edges.starts, place, wanted),
                start => start,
            },
            Role::Void => {
                let start = nearest(&edges.starts, place, wanted);
                let end = nearest(&edges.ends, place, wanted);
                if start.abs_diff(wanted) < end.abs_diff(wanted) { start } else { end }
            }
            // A pair that had text has some.
            Role::Close(open) => {
                let is_empty = content.codes[open].text == code.text;
                let least = place.max(places[open] + usize::from(!is_empty));
                nearest(&edges.ends, least, wanted)
            }
        };
        let next = next.clamp(place, translation.len());
        places[index] = next;
        parts.push(Part::Text(translation.get(place..next).unwrap_or_default().to_owned()));
        parts.push(Part::Code(index));
        place = next;
    }
    parts.push(Part::Text(translation.get(place..).unwrap_or_default().to_owned()));
    parts
}

/// The edge nearest to a place, not before `least`; the end of the text where there is none.
fn nearest(edges: &[usize], least: usize, wanted: usize) -> usize {
    let from = edges.partition_point(|edge| *edge < least);
    let edges = &edges[from..];
    let next = edges.partition_point(|edge| *edge < wanted);
    let before = next.checked_sub(1).and_then(|index| edges.get(index));
    match (before, edges.get(next)) {
        (Some(before), Some(after)) if wanted - before <= after - wanted => *before,
        (_, Some(after)) => *after,
        (Some(before), None) => *before,
        (None, None) => usize::MAX,
    }
}

/// Where words begin and end.
struct Edges {
    starts: Vec<usize>,
    ends: Vec<usize>,
    chars: usize,
    /// The place of every 64th character.
    places: Vec<usize>,
}

const STRIDE: usize = 64;

impl Edges {
    fn of(text: &str) -> Edges {
        let mut edges =
            Edges { starts: Vec::new(), ends: Vec::new(), chars: 0, places: Vec::new() };
        let mut before = Shape::Between;
        for (at, char) in text.char_indices() {
            if edges.chars.is_multiple_of(STRIDE) {
                edges.places.push(at);
            }
            edges.chars += 1;
            let shape = match char {
                // Marks belong to what is before them.
                '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}' | '\u{FE00}'..='\u{FE0F}' => {
                    continue;
                }
                _ => Shape::of(char),
            };
            if before != Shape::Between && (shape != before || shape == Shape::Sign) {
                edges.ends.push(at);
            }
            if shape != Shape::Between && (shape != before || shape == Shape::Sign) {
                edges.starts.push(at);
            }
            before = shape;
        }
        if before != Shape::Between {
            edges.ends.push(text.len());
        }
        edges
    }

    /// Where a character stands.
    fn place(&self, char: usize, text: &str) -> usize {
        let from = self.places.get(char / STRIDE).copied().unwrap_or(text.len());
        let rest = text.get(from..).unwrap_or_default();
        rest.char_indices().nth(char % STRIDE).map_or(text.len(), |(at, _)| from + at)
    }
}

/// What a character is to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Between,
    Letter,
    /// A word of its own: scripts that put no space between words.
    Sign,
}

impl Shape {
    fn of(char: char) -> Shape {
        match char {
            '-' | '\'' | '\u{2019}' => Shape::Letter,
            '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
                Shape::Sign
            }
            '\u{20000}'..='\u{3FFFF}' => Shape::Sign,
            '\u{2010}'..='\u{2FFF}' | '\u{3000}'..='\u{303F}' => Shape::Between,
            _ if char.is_whitespace() || char.is_ascii_punctuation() => Shape::Between,
            _ => Shape::Letter,
        }
    }
}
