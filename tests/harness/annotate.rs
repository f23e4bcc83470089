//! All laws on one source, with random annotations.

use std::collections::BTreeMap;
use std::ops::Range;

use glossweave::annotation::Annotation;
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, Document, EncodeOptions, ErrorKind, Format, Placement};

use crate::annotations;
use crate::laws::{self, Verdict, Woven};
use crate::random::Random;
use crate::reading::{Reading, line};

/// The results for the annotations of a run.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The number of all annotations.
    pub tried: usize,
    /// The number of annotations within one unit where HTML allows a span.
    pub wanted: usize,
    /// The number of these annotations that the output contains.
    pub placed: usize,
    /// The rules that prevented other annotations, with their counts.
    pub rules: BTreeMap<String, usize>,
    /// The rules that prevented annotations counted in `wanted`, with their counts.
    pub against: BTreeMap<String, usize>,
}

impl Counts {
    /// Adds the results of another run.
    pub fn add(&mut self, other: Counts) {
        self.tried += other.tried;
        self.wanted += other.wanted;
        self.placed += other.placed;
        for (mine, theirs) in [(&mut self.rules, other.rules), (&mut self.against, other.against)] {
            for (rule, count) in theirs {
                *mine.entry(rule).or_default() += count;
            }
        }
    }
}

/// Reads HTML.
pub fn read(bytes: &[u8]) -> Document {
    glossweave::decode(bytes, Format::Html, &DecodeOptions::default()).expect("HTML is read")
}

/// Reads HTML. Returns `None` if its ITS rules are invalid, which is the only possible fault of a
/// page.
pub fn read_if_sound(bytes: &[u8], options: &DecodeOptions) -> Option<Document> {
    match glossweave::decode(bytes, Format::Html, options) {
        Ok(document) => Some(document),
        Err(error) => {
            let is_known = matches!(error.kind(), ErrorKind::Malformed | ErrorKind::Invalid);
            assert!(is_known && error.location().is_some(), "{error:?}");
            None
        }
    }
}

/// Checks all laws on a page, with `count` annotations.
pub fn hold(bytes: &[u8], seed: u64, count: usize) -> Result<Counts, String> {
    hold_as(bytes, seed, count, &DecodeOptions::default())
}

/// Checks all laws on a page that is read with the given options.
pub fn hold_as(
    bytes: &[u8],
    seed: u64,
    count: usize,
    reading_as: &DecodeOptions,
) -> Result<Counts, String> {
    let Some(document) = read_if_sound(bytes, reading_as) else {
        return Ok(Counts::default());
    };
    let reading = Reading::of(&document);
    laws::text_is_where_it_says(&reading)?;
    laws::text_is_that_of_the_tree(&reading)?;
    unchanged(&document)?;
    let annotations = annotations::with_metadata(&mut Random::new(seed), &document, count);
    hold_both(&document, &annotations, &EncodeOptions::default(), reading_as)
}

/// Checks the laws of writing on annotations of a document.
pub fn hold_with(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
) -> Result<Counts, String> {
    hold_both(document, annotations, options, &DecodeOptions::default())
}

fn hold_both(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    reading_as: &DecodeOptions,
) -> Result<Counts, String> {
    let bytes = document.source().bytes();
    let reading = Reading::of(document);
    for annotation in annotations {
        let span = annotation.span();
        let place = document.source_span(span).map(|place| place.range());
        laws::text_under(&reading, span.range(), place)?;
    }
    let encoded =
        glossweave::encode(document, annotations, options).map_err(|error| error.to_string())?;
    let inserted: Vec<Range<usize>> = encoded.inserted.iter().map(|span| span.range()).collect();
    let woven = Woven { bytes: encoded.bytes, inserted };
    laws::nothing_else_touched(bytes, &woven)?;
    laws::same_tree(bytes, &woven, &reading.charset)?;
    laws::spans_are_allowed(&woven, &reading.charset)?;
    let mut as_before = reading_as.clone();
    as_before.charset = document.source().declared();
    let again = glossweave::decode(woven.bytes.as_slice(), Format::Html, &as_before);
    let again = Reading::of(&again.map_err(|error| error.to_string())?);
    laws::same_text(&reading, &again)?;
    laws::text_is_where_it_says(&again)?;
    let mut expected = reading.said.clone();
    let new =
        annotations.iter().zip(&encoded.placements).filter(|(_, placement)| is_new(placement));
    expected.extend(new.map(|(annotation, _)| line(annotation)));
    laws::same_statements(&expected, &again.said)?;
    count_up(document, annotations, &encoded.placements)
}

/// Checks that the output without annotations is the source.
pub fn unchanged(document: &Document) -> Verdict {
    let encoded = glossweave::encode(document, &[], &EncodeOptions::default())
        .map_err(|error| error.to_string())?;
    laws::same_bytes(document.source().bytes(), &encoded.bytes)
}

pub fn is_new(placement: &Placement) -> bool {
    matches!(placement, Placement::Placed { .. } | Placement::OnParent)
}

pub fn count_up(
    document: &Document,
    annotations: &[Annotation],
    placements: &[Placement],
) -> Result<Counts, String> {
    if placements.len() != annotations.len() {
        return Err(format!("{} placements of {}", placements.len(), annotations.len()));
    }
    let mut tally = Counts { tried: annotations.len(), ..Counts::default() };
    for (annotation, placement) in annotations.iter().zip(placements) {
        let span = annotation.span().range();
        let wanted = within_a_unit(document, &span)
            && is_spannable(document, &span)
            && is_free(document, annotation.span());
        tally.wanted += usize::from(wanted);
        tally.placed += usize::from(wanted && placement.is_there());
        if let Placement::NotPlaced { rule } = placement {
            if rule.trim().is_empty() {
                return Err(format!("{} is not placed and no rule is named", line(annotation)));
            }
            *tally.rules.entry(rule.to_string()).or_default() += 1;
            if wanted {
                *tally.against.entry(rule.to_string()).or_default() += 1;
            }
        }
    }
    Ok(tally)
}

/// Returns `true` if both edges of a span are between two locations of the source (and not inside a
/// reference for two characters), and after the `meta` that declares the encoding, because markup
/// before it would move it out of the first 1,024 bytes.
fn is_free(document: &Document, span: TextSpan) -> bool {
    let Some(place) = document.source_span(span) else { return false };
    let bytes = document.source().bytes();
    let head = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
    let declared = head.windows(7).rposition(|window| window == b"charset");
    declared.is_none_or(|declared| place.start() > declared)
}

fn within_a_unit(document: &Document, span: &Range<usize>) -> bool {
    document.units().any(|unit| unit.span().contains(span.clone().into()))
}

fn is_spannable(document: &Document, span: &Range<usize>) -> bool {
    let mut at = span.start;
    while at < span.end {
        let (zone, next) = document.zone_at(at);
        if zone.obstacle.is_some() {
            return false;
        }
        at = next.max(at + 1);
    }
    true
}
