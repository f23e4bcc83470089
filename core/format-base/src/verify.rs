//! Verification of a result by a round trip: the result is decoded again and compared. The text must be unchanged, and the
//! annotations must be the annotations of the source and the annotations that were placed.
//!
//! A difference is attributed to annotations as precisely as one comparison permits: to an annotation that is missing in
//! the result, otherwise to the annotations in the unit with the difference, otherwise to all new annotations.
//! [`encode`](crate::Formats::encode) searches among suspects by bisection.
//!
//! All positions count bytes of the text of the document, before translations replace parts of it.

use super::document_format::DocumentFormat;
use super::encoded::Encoded;
use super::markup_profile::Profile;
use super::translate::{Moved, Written};
use crate::PlacementExt;
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_document::{DecodeOptions, Document, DocumentExt, SourceExt};

/// The annotations that corrupt a result, by index.
pub enum Faults {
    None,
    /// All of these annotations are faulty.
    Known(Vec<usize>),
    /// At least one of these annotations is probably faulty.
    Among(Vec<usize>),
}

/// Returns the options that are used to decode a result of a document. The languages are specified in the result
/// itself, and the ITS rules already include the rules of the rule set, so these options are not set.
fn options_of(document: &Document) -> DecodeOptions {
    DecodeOptions {
        language: None,
        max_bytes: u32::MAX as usize,
        rule_set: None,
        target_language: None,
        ..document.source().options().clone()
    }
}

/// Decodes bytes that were generated from a document, with the options of that document.
pub fn decode_like(
    reader: &dyn DocumentFormat,
    document: &Document,
    bytes: Vec<u8>,
) -> Result<Document> {
    reader.read(bytes, &options_of(document))
}

/// Decodes the result again and returns its faults. Elements of a profile are not, or not completely, read as
/// annotations, so only their text is compared.
pub fn faults(
    format: &dyn DocumentFormat,
    document: &Document,
    annotations: &[Annotation],
    profile: Option<&Profile>,
    encoded: &Encoded,
    written: &Written,
) -> Faults {
    let new: Vec<usize> =
        (0..annotations.len()).filter(|index| encoded.placements[*index].is_new()).collect();
    let options = options_of(document);
    let again = match encoded.bytes.len() > options.max_bytes {
        true => None,
        false => format.read_again(document, encoded, &options).ok(),
    };
    let again = match document.is_target() {
        true => again.and_then(Document::into_target),
        false => again,
    };
    let Some(again) = again else { return Faults::Among(new) };
    let moved = match format.compare(document, &again, encoded, written) {
        Ok(moved) => moved,
        Err(differences) => return faults_at_all(document, annotations, &new, &differences),
    };
    let has_moved = moved.is_some();
    let mut found = FoundAnnotations::new(&again, moved);
    let lost = document.annotations().iter().find(|annotation| !found.take(annotation));
    let by_profile =
        |index: usize| profile.is_some_and(|profile| profile.writes(&annotations[index]));
    let is_markup =
        |index: &usize| annotations[*index].as_translation().is_none() && !by_profile(*index);
    let markup = new.iter().copied().filter(is_markup);
    let missing: Vec<usize> = markup.filter(|index| !found.take(&annotations[*index])).collect();
    if !missing.is_empty() {
        return Faults::Known(missing);
    }
    if let Some(lost) = lost {
        return faults_at(document, annotations, &new, lost.span().start());
    }
    // An additional annotation is a fault only if rules can turn a new element into an annotation. The comparison with
    // moved text is not precise enough to decide this.
    let is_fault = !has_moved && format.has_rules_for_new_elements() && profile.is_none();
    match found.first_left().filter(|_| is_fault) {
        Some(added) => faults_at(document, annotations, &new, added.span().start()),
        None => Faults::None,
    }
}

/// The annotations of a result, each of which is matched with at most one expected annotation.
struct FoundAnnotations<'a> {
    /// The annotations, sorted by span.
    annotations: Vec<&'a Annotation>,
    is_taken: Vec<bool>,
    /// The shifts of the text that translations cause.
    moved: Option<Moved>,
}

impl<'a> FoundAnnotations<'a> {
    fn new(again: &'a Document, moved: Option<Moved>) -> FoundAnnotations<'a> {
        let mut annotations: Vec<&Annotation> = again.annotations().iter().collect();
        annotations.sort_by_key(|annotation| annotation.span());
        let is_taken = vec![false; annotations.len()];
        FoundAnnotations { annotations, is_taken, moved }
    }

    /// Takes an annotation with the same content at the position of an expected annotation. Returns `false` if there is
    /// none.
    fn take(&mut self, expected: &Annotation) -> bool {
        let span = expected.span();
        let [exact, with_added] = match &self.moved {
            Some(moved) => [moved.span(span), moved.span_with_added(span)],
            None => [Some(span); 2],
        };
        // An annotation with an edge within a replaced text has no position in the result, so it is not looked up.
        let Some(exact) = exact else { return true };
        // An annotation that begins where a plural form was added may cover all forms.
        let mut spans = [Some(exact), with_added].into_iter().flatten();
        let index = spans.find_map(|span| {
            let from = self.annotations.partition_point(|found| found.span() < span);
            let mut same_span = (from..self.annotations.len())
                .take_while(|at| self.annotations[*at].span() == span);
            same_span.find(|at| !self.is_taken[*at] && self.annotations[*at].says_same(expected))
        });
        if let Some(index) = index {
            self.is_taken[index] = true;
        }
        index.is_some()
    }

    /// Returns the first annotation that was not expected.
    fn first_left(&self) -> Option<&'a Annotation> {
        self.is_taken.iter().position(|is_taken| !is_taken).map(|index| self.annotations[index])
    }
}

/// Returns the annotations in the unit at a position. When there are none, returns all annotations.
fn faults_at(document: &Document, annotations: &[Annotation], new: &[usize], at: usize) -> Faults {
    let unit = document.unit_at(at).map(|unit| unit.span());
    let touches = |span: TextSpan| {
        unit.is_some_and(|unit| span.start() <= unit.end() && unit.start() <= span.end())
    };
    let near: Vec<usize> =
        new.iter().copied().filter(|index| touches(annotations[*index].span())).collect();
    let forms = forms_among(annotations, &near);
    if !forms.is_empty() {
        return Faults::Known(forms);
    }
    match near.as_slice() {
        [] => Faults::Among(new.to_vec()),
        [only] => Faults::Known(vec![*only]),
        _ => Faults::Among(near),
    }
}

/// Returns the plural forms among annotations. Plural forms are omitted before the translation of their text, because a
/// text with a translation but without plural forms is still correct.
fn forms_among(annotations: &[Annotation], among: &[usize]) -> Vec<usize> {
    let is_form = |index: &&usize| {
        annotations[**index]
            .as_translation()
            .is_some_and(|translation| translation.plural_form.is_some())
    };
    among.iter().filter(is_form).copied().collect()
}

/// Returns the annotations in the units at some positions. When there are several positions, the faults are
/// attributed to the translations of the units.
fn faults_at_all(
    document: &Document,
    annotations: &[Annotation],
    new: &[usize],
    differences: &[usize],
) -> Faults {
    if let [only] = differences {
        return faults_at(document, annotations, new, *only);
    }
    let mut translations: Vec<(TextSpan, usize)> = new
        .iter()
        .filter(|index| annotations[**index].as_translation().is_some())
        .map(|index| (annotations[*index].span(), *index))
        .collect();
    translations.sort_unstable();
    let mut known = Vec::new();
    for unit in differences.iter().filter_map(|at| document.unit_at(*at)) {
        let from = translations.partition_point(|(span, _)| span.end() <= unit.span().start());
        let in_unit =
            translations[from..].iter().take_while(|(span, _)| span.start() < unit.span().end());
        let in_unit: Vec<usize> = in_unit.map(|(_, index)| *index).collect();
        let forms = forms_among(annotations, &in_unit);
        known.extend(if forms.is_empty() { in_unit } else { forms });
    }
    match known.is_empty() {
        true => {
            let first = differences.first().copied().unwrap_or_default();
            faults_at(document, annotations, new, first)
        }
        false => Faults::Known(known),
    }
}
