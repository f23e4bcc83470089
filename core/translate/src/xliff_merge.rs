//! Reading of the translations in an XLIFF file that was made from a document.

use std::collections::{HashMap, HashSet};

use crate::xliff_file::with_file;
use crate::xliff_source;
use crate::xliff_unit::texts;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::inline::{InlineCode, InlinePiece, InlineText};
use glossweave_base::text::{Language, PluralCategory, TextSpan};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, Unit};
use glossweave_markup::escape::not_xml;

/// The maximum number of units that an error lists.
const MAX_LISTED: usize = 20;

/// Returns the texts of units, with markers for their codes. An `Err` contains the text of a unit without
/// codes.
pub(crate) fn texts_with_markers<'d>(
    document: &Document,
    units: impl Iterator<Item = Unit<'d>> + Clone,
) -> impl Iterator<Item = (Unit<'d>, std::result::Result<String, String>)> {
    let marked = glossweave_format::marked_texts(document, units.clone().map(|unit| unit.span()))
        .unwrap_or_default();
    let marked = marked.into_iter().map(Result::ok).chain(std::iter::repeat(None));
    units
        .zip(marked)
        .map(|(unit, marked)| (unit, marked.ok_or_else(|| InlineText::plain(unit.text()).marked())))
}

/// Returns the translations in an XLIFF file, version 1.2 or 2, that [`to_xliff`](crate::to_xliff) or a
/// translation service made from a document: an annotation for each unit that has a target, with the markers
/// of its codes. Use [`encode`](glossweave_format::encode) to write them into the document. Units are skipped
/// if their target is empty or awaits translation.
///
/// # Errors
///
/// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with its location if the file is
/// not XLIFF, has no unit or no target language, or a unit has no `id`. Returns
/// [`ErrorKind::Conflict`](glossweave_base::ErrorKind::Conflict) with the first 20 differing units if the
/// text of a unit differs from the document, or if the document has changed since and has units that the file
/// does not contain. White space is not compared.
pub fn merge_xliff(document: &Document, xliff: &[u8]) -> Result<Vec<Annotation>> {
    let mut annotations = Vec::new();
    with_file(xliff, |xliff| {
        let units: HashMap<u32, _> = texts_with_markers(document, document.units())
            .map(|(unit, marked)| (unit.id(), (unit, marked)))
            .collect();
        let mut different = Vec::new();
        let mut known: HashSet<u32> = HashSet::new();
        let mut has_changed = false;
        let mut count = 0;
        for file in xliff.files() {
            let [_, target] = xliff.languages(file);
            let language: Language = target.and_then(Language::parse).ok_or_else(|| {
                let message = "the file does not specify a target language";
                Error::malformed(message).at(xliff.place(file))
            })?;
            has_changed |= xliff_source::has_changed(xliff, file, document.source());
            for element in xliff.units(file) {
                count += 1;
                let id = xliff.tree.attribute(element, "", "id").ok_or_else(|| {
                    Error::malformed("a unit has no `id`").at(xliff.place(element))
                })?;
                let (source, target) = texts(xliff, element);
                let number = unit_of(id);
                let unit = number.and_then(|(number, _)| units.get(&number));
                known.extend(unit.map(|(unit, _)| unit.id()));
                let Some((unit, marked)) = unit.filter(|(_, marked)| {
                    let (Ok(text) | Err(text)) = marked;
                    is_same(text, &source)
                }) else {
                    different.push(id.to_owned());
                    continue;
                };
                if let Some(target) = target.filter(|target| !target.trim().is_empty()) {
                    // Markers are parsed only if the text has markers, or text that looks like a marker.
                    let reads = marked.as_ref().is_ok_and(|text| text.contains('<'));
                    let target = with_controls(target, unit.text());
                    let target = match marked {
                        Ok(text) if reads => with_codes_of(&target, text),
                        _ => target,
                    };
                    let form = number.and_then(|(_, form)| form);
                    annotations.push(translation(unit, reads, &target, &language, form));
                }
            }
        }
        let is_open = || document.units().any(|unit| document.awaits_translation(unit));
        if count == 0 && (xliff.files().next().is_none() || is_open()) {
            return Err(Error::malformed("the file has no unit").at(xliff.place(xliff.root)));
        }
        if has_changed {
            let open = document.units().filter(|unit| document.awaits_translation(*unit));
            let new = open.map(|unit| unit.id()).filter(|id| !known.contains(id));
            different.extend(new.map(|id| id.to_string()));
        }
        refuse(&different)
    })?;
    Ok(annotations)
}

/// Returns a translation with exactly the codes of its text. Additional codes are dropped. If codes are
/// missing or pairs are not nested, all codes are dropped.
fn with_codes_of(target: &str, text: &str) -> String {
    let (source_text, found) = (InlineText::parse(text), InlineText::parse(target));
    if found.has_codes_of(&source_text) {
        return target.to_owned();
    }
    let mut remaining: HashMap<InlineCode, usize> = HashMap::new();
    source_text.codes().for_each(|code| *remaining.entry(code).or_default() += 1);
    let mut kept = InlineText::default();
    for (_, piece) in found.pieces() {
        match piece {
            InlinePiece::Text(text) => kept.push_text(text),
            InlinePiece::Code(code) => {
                if let Some(count) = remaining.get_mut(&code).filter(|count| **count > 0) {
                    *count -= 1;
                    kept.push_code(code);
                }
            }
        }
    }
    match kept.has_codes_of(&source_text) {
        true => kept.marked(),
        false => InlineText::plain(found.text()).marked(),
    }
}

/// Restores characters that XML does not allow in a target, if the target has a replacement character for
/// each of them.
fn with_controls(target: String, text: &str) -> String {
    let lost: Vec<char> = text.chars().filter(|char| not_xml(*char).is_some()).collect();
    let replaced = target.matches(char::REPLACEMENT_CHARACTER).count();
    if lost.is_empty() || lost.len() != replaced {
        return target;
    }
    let mut lost = lost.into_iter();
    let restored = |char| match char {
        char::REPLACEMENT_CHARACTER => lost.next().unwrap_or(char),
        char => char,
    };
    target.chars().map(restored).collect()
}

/// Returns an error that lists the differing units, if there are any.
fn refuse(different: &[String]) -> Result<()> {
    if different.is_empty() {
        return Ok(());
    }
    let listed = different.get(..MAX_LISTED).unwrap_or(different).join("`, `");
    let more = if different.len() > MAX_LISTED { " …" } else { "" };
    let count = different.len();
    let message = format!(
        "the document has changed since the file was made, or is a different document; units that differ ({count}): `{listed}`{more}"
    );
    Err(Error::new(ErrorKind::Conflict, message))
}

/// Compares a text with the text in a file, except for white space and characters that XML does not allow.
fn is_same(text: &str, other: &str) -> bool {
    if text == other {
        return true;
    }
    let held = |c: char| not_xml(c).map_or(c, |_| char::REPLACEMENT_CHARACTER);
    // Equal texts may have different escapes.
    let form = |text: &str| InlineText::parse(text).marked().chars().map(held).collect::<String>();
    form(text).split_whitespace().eq(form(other).split_whitespace())
}

/// Parses an identifier of a file into the number of the unit and the plural form.
fn unit_of(id: &str) -> Option<(u32, Option<PluralCategory>)> {
    match id.split_once('-') {
        Some((number, form)) => {
            Some((number.parse().ok()?, Some(PluralCategory::from_name(form)?)))
        }
        None => Some((id.parse().ok()?, None)),
    }
}

fn translation(
    unit: &Unit<'_>,
    reads: bool,
    target: &str,
    language: &Language,
    form: Option<PluralCategory>,
) -> Annotation {
    let text = if reads { target.to_owned() } else { InlineText::parse(target).into_text() };
    let span: TextSpan = unit.span();
    let mut translation = Translation::new(text, language.clone());
    translation.plural_form = form;
    Annotation::translation(span, translation)
}

#[cfg(test)]
mod tests;
