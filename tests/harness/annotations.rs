//! Random annotations: within units and across them, nested, crossing, adjacent, equal.

use std::ops::Range;

use glossweave::Document;
use glossweave::annotation::{Annotation, Category, Entity, Metadata, Term};
use glossweave::text::TextSpan;

use crate::random::Random;

/// Returns up to `count` random annotations of a document, with entities and terms. Returns fewer
/// if the document has no text.
pub fn random(random: &mut Random, document: &Document, count: usize) -> Vec<Annotation> {
    spread(random, document, count, body)
}

/// Returns random annotations as [`random`] does, including metadata of every category with local
/// attributes.
pub fn with_metadata(random: &mut Random, document: &Document, count: usize) -> Vec<Annotation> {
    spread(random, document, count, |random, span, number| match random.chance(50) {
        true => said(random, span, number),
        false => body(random, span, number),
    })
}

fn spread(
    random: &mut Random,
    document: &Document,
    count: usize,
    body: impl Fn(&mut Random, Range<usize>, usize) -> Annotation,
) -> Vec<Annotation> {
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
            let annotation = body(random, span, annotations.len());
            annotations.push(annotation);
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

/// Returns an annotation with a value for every field that has a default.
fn said(random: &mut Random, span: Range<usize>, number: usize) -> Annotation {
    let text = format!("n{number} \"<&é>'b");
    let iri = format!("http://example.org/n{number}?a=<\"&");
    let (category, fields): (Category, Vec<(&str, &str)>) = match random.below(9) {
        0 => (Category::LocalizationNote, vec![("locNote", &text), ("locNoteType", "alert")]),
        1 => {
            (Category::LocalizationNote, vec![("locNoteRef", &iri), ("locNoteType", "description")])
        }
        2 => {
            let list = if random.chance(50) { "de-*, fr" } else { "*" };
            let fields = [("localeFilterList", list), ("localeFilterType", "exclude")];
            (Category::LocaleFilter, fields.to_vec())
        }
        3 => (
            Category::LocQualityRating,
            vec![("locQualityRatingScore", "80.5"), ("locQualityRatingProfileRef", &iri)],
        ),
        4 => (Category::MtConfidence, vec![("mtConfidence", "0.75")]),
        5 => (Category::AllowedCharacters, vec![("allowedCharacters", "[a-z\"<&]")]),
        6 => {
            let fields =
                [("storageSize", "25"), ("storageEncoding", "UTF-16"), ("lineBreakType", "lf")];
            (Category::StorageSize, fields.to_vec())
        }
        7 => (Category::Provenance, vec![]),
        _ => (Category::LocQualityIssue, vec![]),
    };
    let record: &[(&str, &str)] = match category {
        Category::Provenance => &[("person", &text), ("toolRef", &iri), ("revOrg", "O")],
        Category::LocQualityIssue => &[
            ("locQualityIssueType", "misspelling"),
            ("locQualityIssueComment", &text),
            ("locQualityIssueSeverity", "50"),
            ("locQualityIssueEnabled", "no"),
        ],
        _ => &[],
    };
    let mut metadata = Metadata::new(category);
    for (name, value) in fields {
        metadata.set(name, value).expect("a name of the category");
    }
    let records = if record.is_empty() { 0 } else { 1 + random.below(3) };
    for _ in 0..records {
        metadata.add_record(record.iter().copied()).expect("names of the category");
    }
    let annotation = Annotation::metadata(TextSpan::from(span), metadata);
    match category == Category::MtConfidence || random.chance(20) {
        true => annotation.by(random.pick(&["http://example.org/tool", "http://example.org/b&c"])),
        false => annotation,
    }
}

/// Returns a span within another span, at boundaries of characters.
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

/// Returns a span that begins at the end or in the middle of another span, in the same unit.
fn after(random: &mut Random, text: &str, units: &[Range<usize>], start: usize) -> Range<usize> {
    match units.iter().find(|unit| unit.start <= start && start < unit.end) {
        Some(unit) => start..boundary(text, random.within(start..unit.end + 1)).max(start),
        None => 0..0,
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
