//! Plural forms that the target language needs and the source lacks.

use std::collections::BTreeMap;

use super::{Composed, Content, Edit, TranslationPart, WrittenForm, WrittenText, texts_of};
use glossweave_base::text::{ByteSpan, Language, PluralCategory, TextSpan};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, Unit};

/// The rule for forms of texts that are not the form `other`, and for forms that the language does not have.
pub const NO_FORM: &str = "the text has no such plural form";

/// The rule for forms whose text itself has no translation.
pub const NO_OTHER: &str = "the form `other` has no translation";

/// Returns the plural form of a translation.
pub fn form_of(annotation: &Annotation) -> Option<PluralCategory> {
    annotation.as_translation().and_then(|translation| translation.plural_form)
}

/// A plural form of a text that is written.
pub struct PluralText<'a> {
    /// The plural category of the form.
    pub category: PluralCategory,
    /// The language of the translation.
    pub language: &'a Language,
    /// The parts with the apostrophes that a message needs.
    pub quoted: Vec<TranslationPart>,
    text: String,
}

impl<'a> PluralText<'a> {
    /// Returns the plural form that a translation represents. The error is the rule that prevents it.
    pub(super) fn of(
        document: &Document,
        content: &Content,
        translation: &'a Translation,
        composed: Composed,
    ) -> Result<PluralText<'a>, &'static str> {
        let category = translation.plural_form.ok_or(NO_FORM)?;
        let unit = document.unit_at(content.text.start()).ok_or(NO_FORM)?;
        let language = &translation.language;
        if !is_missing(document, unit, language, category) {
            return Err(NO_FORM);
        }
        let text = texts_of(&composed.parts).collect();
        Ok(PluralText { category, language, quoted: composed.quoted, text })
    }

    /// Returns the written text. `before` is the start of the unit that follows it in the result.
    pub fn written(&self, content: &Content, before: usize) -> WrittenText {
        let form = WrittenForm { category: self.category, before };
        let (text, language) = (self.text.clone(), self.language.clone());
        WrittenText { span: content.text, text, language, form: Some(form) }
    }
}

/// Returns `true` if a text needs a plural form that the source does not contain. Without the feature `plurals`, no
/// form is known to be missing.
fn is_missing(
    document: &Document,
    unit: Unit<'_>,
    language: &Language,
    category: PluralCategory,
) -> bool {
    #[cfg(feature = "plurals")]
    return document.missing_plural_forms(unit, language).contains(&category);
    #[cfg(not(feature = "plurals"))]
    return {
        _ = (document, unit, language, category);
        false
    };
}

/// The starts of units in the source and in the text, sorted by source position.
pub struct UnitStarts(Vec<(usize, usize)>);

impl UnitStarts {
    pub fn of(document: &Document) -> UnitStarts {
        let start = |span: TextSpan| Some((document.source_span(span)?.start(), span.start()));
        let mut starts: Vec<_> = document.units().filter_map(|unit| start(unit.span())).collect();
        starts.sort_unstable();
        UnitStarts(starts)
    }

    /// Returns the start in the text of the first unit at or after an edit of the source.
    pub fn after(&self, edit: &Edit) -> Option<usize> {
        let next = self.0.partition_point(|(source, _)| *source < edit.at.start());
        self.0.get(next).map(|(_, text)| *text)
    }
}

/// The translations that are plural forms, by the spans of their texts.
pub struct FormQueue {
    by_span: BTreeMap<TextSpan, Vec<usize>>,
}

impl FormQueue {
    pub fn new(annotations: &[Annotation], forms: Vec<usize>) -> FormQueue {
        let mut by_span: BTreeMap<TextSpan, Vec<usize>> = BTreeMap::new();
        for index in forms {
            by_span.entry(annotations[index].span()).or_default().push(index);
        }
        for indexes in by_span.values_mut() {
            indexes.sort_by_key(|index| form_of(&annotations[*index]));
        }
        FormQueue { by_span }
    }

    /// Takes the forms of a text, in CLDR order.
    pub fn of(&mut self, span: TextSpan) -> Vec<usize> {
        self.by_span.remove(&span).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.by_span.is_empty()
    }

    /// Returns the forms that were not taken.
    pub fn rest(self) -> impl Iterator<Item = usize> {
        self.by_span.into_values().flatten()
    }
}

/// Returns a range of the source after applying edits, which must be sorted by position. Used to copy a text for
/// another form.
pub fn edited(document: &Document, at: ByteSpan, edits: &[Edit]) -> Vec<u8> {
    let source = document.source().bytes();
    let mut bytes = Vec::with_capacity(at.len());
    let mut done = at.start();
    for edit in edits {
        bytes.extend_from_slice(source.get(done..edit.at.start()).unwrap_or_default());
        bytes.extend_from_slice(&edit.bytes);
        done = edit.at.end();
    }
    bytes.extend_from_slice(source.get(done..at.end()).unwrap_or_default());
    bytes
}

/// Returns the white space directly before a position of the source.
pub fn space_before(document: &Document, at: usize) -> &[u8] {
    let (source, encoding) = (document.source().bytes(), document.source().encoding());
    let spaces = [" ", "\t", "\n", "\r"].map(|space| encoding.encode(space));
    let mut start = at;
    while let Some(space) =
        source.get(..start).and_then(|before| spaces.iter().find(|space| before.ends_with(space)))
    {
        start -= space.len();
    }
    source.get(start..at).unwrap_or_default()
}
