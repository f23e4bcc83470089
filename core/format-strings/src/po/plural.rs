//! The plural forms of a file that is being translated.

use std::cell::RefCell;

use super::formula::{Formula, form_of_one};
use super::parse::{Entry, File};
use super::read::{field, formula};
use glossweave_base::text::{ByteSpan, Language, PluralCategory, PluralRules};
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
use glossweave_format_base::translate::Edit;

/// The name of the header field.
const FIELD: &str = "Plural-Forms";

/// The forms of `msgstr`, according to the header that is written.
pub(super) struct Plurals {
    /// The number of forms, or 0 when the header does not specify it.
    pub count: usize,
    /// The form of the number 1.
    pub one: usize,
    /// The categories that do not share their form.
    categories: Vec<(PluralCategory, usize)>,
    /// The edit that changes the header, until it is taken.
    header: RefCell<Option<Edit>>,
}

impl Plurals {
    /// Returns the forms that the header specifies. Returns other forms if there are translations for plural forms
    /// that the header does not have. `strings` is the range of the strings of the header.
    pub fn of(
        document: &Document,
        annotations: &[Annotation],
        file: &File,
        strings: Option<ByteSpan>,
        line_end: &str,
    ) -> Plurals {
        let header = file.entries.iter().find(|entry| entry.is_header());
        let stated = formula(header);
        let Some(language) =
            annotations.iter().find_map(|annotation| language_of_form(document, annotation))
        else {
            return Plurals::stated(stated, &[]);
        };
        let rules = PluralRules::of(language);
        let known = Formula::for_language(&rules);
        let has_text = |entry: &Entry| {
            let mut texts = entry.translations.iter().map(|(_, text)| &text.value.text);
            entry.plural.is_some() && texts.any(|text| !text.is_empty())
        };
        let categories = stated.map(|stated| stated.categories(&rules)).unwrap_or_default();
        // The meaning of forms that already have translations must not change.
        let is_open = stated.and_then(|stated| stated.form(1)).is_none()
            || !file.entries.iter().any(has_text);
        let missing = known.filter(|known| is_open && categories.len() < known.count);
        let edit = missing.and_then(|known| {
            let (at, new) = line(document, header, strings?, &known, line_end)?;
            let bytes = document.source().encoding().encode(&new).into_owned();
            Some((known, Edit { at, bytes }))
        });
        match edit {
            Some((known, edit)) => {
                let plurals = Plurals::stated(Some(known), &known.categories(&rules));
                plurals.header.replace(Some(edit));
                plurals
            }
            None => Plurals::stated(stated, &categories),
        }
    }

    fn stated(formula: Option<Formula<'_>>, categories: &[(PluralCategory, usize)]) -> Plurals {
        let count = formula.map_or(0, |formula| formula.count);
        let one = form_of_one(formula);
        Plurals { count, one, categories: categories.to_vec(), header: RefCell::new(None) }
    }

    /// Returns the form of a category. Returns `None` if another category uses the same form.
    pub fn form(&self, category: PluralCategory) -> Option<usize> {
        self.categories.iter().find(|row| row.0 == category).map(|row| row.1)
    }

    /// Takes the edit of the header, which is applied once.
    pub fn take_header(&self) -> Option<Edit> {
        self.header.take()
    }
}

/// Returns the language of a translation that is a plural form which the source lacks.
fn language_of_form<'a>(document: &Document, annotation: &'a Annotation) -> Option<&'a Language> {
    let translation = annotation.as_translation()?;
    let form = translation.plural_form?;
    let unit = document.unit_at(annotation.span().start())?;
    let missing = document.missing_plural_forms(unit, &translation.language);
    missing.contains(&form).then_some(&translation.language)
}

/// Returns the source range of the field in the header, and its new text.
fn line(
    document: &Document,
    header: Option<&Entry>,
    strings: ByteSpan,
    formula: &Formula<'_>,
    line_end: &str,
) -> Option<(ByteSpan, String)> {
    let text = &header?.translations.first()?.1;
    let line = format!("{FIELD}: {}\\n", formula.field());
    let encoding = document.source().encoding();
    if field(header, FIELD).is_none() {
        let end = if text.value.text.ends_with('\n') { "" } else { "\\n" };
        let at = ByteSpan::new(strings.end(), strings.end());
        return Some((at, format!("{line_end}\"{end}{line}\"")));
    }
    let bytes = document.source().bytes().get(strings.range())?;
    let find = |text: &str, from: usize| {
        let pattern = encoding.encode(text);
        let rest = bytes.get(from..)?;
        let at = rest.windows(pattern.len()).position(|window| *window == *pattern)?;
        Some((from + at, from + at + pattern.len()))
    };
    let (start, behind) = find(&format!("{FIELD}:"), 0)?;
    // A field that is not the last one ends in a line feed.
    let end = find("\\n", behind).map(|found| found.1)?;
    let at = ByteSpan::new(strings.start() + start, strings.start() + end);
    Some((at, line))
}
