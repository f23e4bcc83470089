//! Verification of a result: the result is decoded again and compared. The text must be unchanged, and the
//! annotations must be the annotations of the source and the annotations that were placed.

use super::encoded::Encoded;
use super::formats::document_format;
use super::markup_profile::Profile;
use super::translate::Written;
use glossweave_base::error::Result;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_document::{DecodeOptions, Document, DocumentExt, SourceExt};

/// The annotations that corrupt a result, by index.
pub(super) enum Faults {
    None,
    Known(Vec<usize>),
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

/// Decodes bytes that were generated from a document, with the options of that document. Returns the errors of
/// [`decode`](super::decode()).
pub fn decode_like(document: &Document, bytes: Vec<u8>) -> Result<Document> {
    document_format(document.source().format())?.read(bytes, &options_of(document))
}

/// Decodes the result again and returns its faults. Elements of a profile are not, or not completely, read as
/// annotations, so only their text is compared.
pub(super) fn faults(
    document: &Document,
    annotations: &[Annotation],
    profile: Option<&Profile>,
    encoded: &Encoded,
    written: &Written,
) -> Faults {
    let new: Vec<usize> =
        (0..annotations.len()).filter(|index| encoded.placements[*index].is_new()).collect();
    let source = document.source();
    let options = options_of(document);
    let Ok(format) = document_format(source.format()) else { return Faults::Among(new) };
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
        Err(places) => return all_spoilers(document, annotations, &new, &places),
    };
    let mut found: Vec<&Annotation> = again.annotations().iter().collect();
    found.sort_by_key(|one| one.span());
    let mut used = vec![false; found.len()];
    // An annotation with an edge within a replaced text has no position in the result, so it is not looked up.
    let mut take = |wanted: &Annotation| {
        let span = wanted.span();
        let moved = moved
            .as_ref()
            .map_or([Some(span); 2], |moved| [moved.span(span), moved.span_with_added(span)]);
        let [Some(span), around] = moved else { return true };
        // An annotation that begins where a plural form was added may cover all forms.
        let mut free = [Some(span), around].into_iter().flatten().filter_map(|span| {
            let from = found.partition_point(|one| one.span() < span);
            let mut same = (from..found.len()).take_while(|at| found[*at].span() == span);
            same.find(|at| !used[*at] && found[*at].says_same(wanted))
        });
        let free = free.next();
        free.map(|at| used[at] = true).is_some()
    };
    let lost = document.annotations().iter().find(|one| !take(one));
    let by_profile = |at: usize| profile.is_some_and(|one| one.writes(&annotations[at]));
    let is_mark = |at: &usize| annotations[*at].as_translation().is_none() && !by_profile(*at);
    let marks = new.iter().copied().filter(is_mark);
    let faults: Vec<usize> = marks.filter(|index| !take(&annotations[*index])).collect();
    let is_fault = format.has_rules_for_new_elements() && profile.is_none();
    let added = || used.iter().position(|used| !used).filter(|_| is_fault);
    match lost {
        _ if !faults.is_empty() => Faults::Known(faults),
        Some(lost) => spoilers(document, annotations, &new, lost.span().start()),
        None if moved.is_some() => Faults::None,
        None => match added() {
            Some(added) => spoilers(document, annotations, &new, found[added].span().start()),
            None => Faults::None,
        },
    }
}

/// Returns the annotations in the unit at a position. When there are none, returns all annotations.
fn spoilers(document: &Document, annotations: &[Annotation], new: &[usize], at: usize) -> Faults {
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

/// Returns the plural forms among annotations. Plural forms are omitted before the translation of their text.
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
fn all_spoilers(
    document: &Document,
    annotations: &[Annotation],
    new: &[usize],
    places: &[usize],
) -> Faults {
    if let [only] = places {
        return spoilers(document, annotations, new, *only);
    }
    let mut translations: Vec<(TextSpan, usize)> = new
        .iter()
        .filter(|index| annotations[**index].as_translation().is_some())
        .map(|index| (annotations[*index].span(), *index))
        .collect();
    translations.sort_unstable();
    let mut known = Vec::new();
    for unit in places.iter().filter_map(|at| document.unit_at(*at)) {
        let from = translations.partition_point(|one| one.0.end() <= unit.span().start());
        let in_unit =
            translations[from..].iter().take_while(|one| one.0.start() < unit.span().end());
        let in_unit: Vec<usize> = in_unit.map(|one| one.1).collect();
        let forms = forms_among(annotations, &in_unit);
        known.extend(if forms.is_empty() { in_unit } else { forms });
    }
    match known.is_empty() {
        true => spoilers(document, annotations, new, places.first().copied().unwrap_or_default()),
        false => Faults::Known(known),
    }
}
