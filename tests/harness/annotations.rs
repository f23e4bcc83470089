//! Annotations at random: within units and across them, nested, crossing, adjacent, equal.

use std::ops::Range;

use glossweave::Document;
use glossweave::annotation::{Annotation, Entity, Term};
use glossweave::text::TextSpan;

use crate::random::Random;

/// `count` annotations of a document; fewer where it has no text.
pub fn random(random: &mut Random, document: &Document, count: usize) -> Vec<Annotation> {
    let text = document.text();
    let units: Vec<Range<usize>> = document.units().map(|unit| unit.span().range()).collect();
    let units: Vec<Range<usize>> = units.into_iter().filter(|unit| !unit.is_empty()).collect();
    let mut annotations: Vec<Annotation> = Vec::new();
    while annotations.len() < count && !units.is_empty() {
        let unit = units[random.below(units.len())].clone();
        let before = match annotations.len() {
            0 => None,
            len => Some(annotations[random.below(len)].span().range()),
        };
        let span = match (random.below(10), before) {
            (0, Some(before)) => before,
            (1, Some(before)) => part(random, text, before),
            (2, Some(before)) => after(random, text, &units, before.end),
            (3, Some(before)) => {
                let middle = part(random, text, before.clone()).start;
                after(random, text, &units, middle)
            }
            (4, _) => unit,
            (5, _) if random.chance(30) => part(random, text, 0..text.len()),
            _ => short(random, text, unit),
        };
        if !span.is_empty() {
            let body = body(random, span, annotations.len());
            annotations.push(body);
        }
    }
    annotations
}

fn body(random: &mut Random, span: Range<usize>, number: usize) -> Annotation {
    let span = TextSpan::from(span);
    let confidence = random.chance(50).then(|| random.below(1001) as f64 / 1000.0);
    let annotation = if random.chance(70) {
        let mut entity = Entity::new(format!("http://example.org/e{number}?a=\"<&é>'b"));
        if random.chance(40) {
            entity = entity.with_class("http://schema.org/Place");
        }
        entity.confidence = confidence;
        Annotation::entity(span, entity)
    } else {
        let mut term = Term::new().with_info_ref(format!("http://example.org/t{number}&amp;x"));
        term.confidence = confidence;
        Annotation::term(span, term)
    };
    match confidence {
        Some(_) => {
            annotation.by(random.pick(&["http://example.org/tool", "http://example.org/b&c"]))
        }
        None => annotation,
    }
}

/// A span within another one, at boundaries of characters.
fn part(random: &mut Random, text: &str, within: Range<usize>) -> Range<usize> {
    let a = boundary(text, random.within(within.start..within.end + 1));
    let b = boundary(text, random.within(within.start..within.end + 1));
    a.min(b).max(within.start)..a.max(b)
}

fn short(random: &mut Random, text: &str, unit: Range<usize>) -> Range<usize> {
    let start = boundary(text, random.within(unit.clone())).max(unit.start);
    let end = boundary(text, (start + 1 + random.below(24)).min(unit.end));
    start..end
}

/// A span that begins where another one ends or in the middle of it, in the same unit.
fn after(random: &mut Random, text: &str, units: &[Range<usize>], start: usize) -> Range<usize> {
    match units.iter().find(|unit| unit.start <= start && start < unit.end) {
        Some(unit) => start..boundary(text, random.within(start..unit.end + 1)).max(start),
        None => 0..0,
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
