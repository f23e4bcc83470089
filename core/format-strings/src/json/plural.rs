//! Plural forms of i18next: strings of an object whose keys end in the name of a plural category, for example
//! `files_one` and `files_other`.

use std::collections::HashMap;
use std::ops::Range;

use glossweave_base::text::{ByteSpan, PluralCategory};
use glossweave_document::annotation::Translation;
use glossweave_document::{Document, PluralForms};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::json_tree::{Text, Tree};
use glossweave_format_base::strings::{InPlace, held};
use glossweave_format_base::translate::{
    Content, Edit, NO_FORM, PluralText, Target, TranslationPart, edited, exchange, space_before,
    texts_of,
};
use glossweave_markup::Decoded;

/// Splits a key into its stem and the plural category in its suffix. Returns `None` for ordinal numbers.
fn stem(key: &str) -> Option<(&str, PluralCategory)> {
    let (stem, name) = key.rsplit_once('_')?;
    let category = PluralCategory::from_name(name)?;
    let is_ordinal = stem == "ordinal" || stem.ends_with("_ordinal");
    (!stem.is_empty() && !is_ordinal).then_some((stem, category))
}

/// The members of objects that are used as plural forms, grouped by object and key stem.
pub(super) struct Plurals<'t> {
    by_stem: HashMap<(usize, &'t str), Vec<(PluralCategory, &'t Text)>>,
}

impl<'t> Plurals<'t> {
    /// Collects the plural forms of a file.
    pub fn of(tree: &'t Tree) -> Plurals<'t> {
        let mut by_stem: HashMap<_, Vec<_>> = HashMap::new();
        for text in &tree.strings {
            let stem = text.key.as_deref().and_then(stem);
            if let (Some(container), Some((stem, category))) = (text.container, stem) {
                let forms: &mut Vec<(PluralCategory, &Text)> =
                    by_stem.entry((container, stem)).or_default();
                // Only the first form counts, because a file may repeat a key any number of times.
                if forms.iter().all(|form| form.0 != category) {
                    forms.push((category, text));
                }
            }
        }
        Plurals { by_stem }
    }

    /// Returns all forms of a text. Returns `None` unless the text is the form `other` and a form `one` exists.
    fn forms_of(&self, text: &'t Text) -> Option<&[(PluralCategory, &'t Text)]> {
        let (stem, category) = stem(text.key.as_deref()?)?;
        let forms = self.by_stem.get(&(text.container?, stem))?;
        let has_one = forms.iter().any(|form| form.0 == PluralCategory::One);
        (category == PluralCategory::Other && has_one).then_some(forms)
    }

    /// Returns the categories of a text. Returns `None` if the text is not the form `other`.
    pub fn categories(&self, text: &'t Text) -> Option<PluralForms> {
        let mut forms = PluralForms::default();
        self.forms_of(text)?.iter().for_each(|form| forms.insert(form.0));
        Some(forms)
    }
}

/// The plural forms of a file that is being translated.
pub(super) struct PluralFile<'t> {
    text: &'t str,
    tree: &'t Tree,
    plurals: Plurals<'t>,
    /// The source ranges of the key and the string of each text.
    spans: Vec<[ByteSpan; 2]>,
}

impl<'t> PluralFile<'t> {
    /// Collects the plural forms of a file with their source ranges.
    pub fn of(decoded: &'t Decoded<'_>, tree: &'t Tree) -> PluralFile<'t> {
        let mut back = decoded.way_back();
        let mut span = |at: &Range<usize>| {
            let start = back.source(at.start);
            ByteSpan::new(start, back.source(at.end))
        };
        let spans = tree.strings.iter().map(|text| match text.key {
            Some(_) => [span(&text.key_at), span(&text.at)],
            None => [ByteSpan::new(0, 0), span(&text.at)],
        });
        let spans = spans.collect();
        PluralFile { text: &decoded.text, tree, plurals: Plurals::of(tree), spans }
    }

    /// Returns the source range of the key of a string.
    fn key_span(&self, text: &Text) -> Option<ByteSpan> {
        let strings = &self.tree.strings;
        let index = strings.partition_point(|string| string.at.start < text.at.start);
        self.spans.get(index).map(|spans| spans[0])
    }
}

/// The writer of translations into JSON.
pub(super) struct JsonTarget<'t, F> {
    pub texts: InPlace<F>,
    /// The plural forms of the file. `None` if no forms are added.
    pub file: Option<PluralFile<'t>>,
}

impl<F: Fn(&str, &mut String)> TagScanner for JsonTarget<'_, F> {}

impl<F: Fn(&str, &mut String)> Target for JsonTarget<'_, F> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        self.texts.text(text, at, out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        self.texts.place(document, content, parts, translation)
    }

    fn check_form(
        &self,
        document: &Document,
        content: &Content,
        form: &PluralText<'_>,
    ) -> Result<(), &'static str> {
        let mut written = String::new();
        texts_of(&form.quoted).for_each(|text| (self.texts.0)(text, &mut written));
        held(document, &written)?;
        self.members(document, content, std::slice::from_ref(form)).map(|_| ()).ok_or(NO_FORM)
    }

    fn place_forms(
        &self,
        document: &Document,
        content: &Content,
        forms: &[PluralText<'_>],
    ) -> Vec<Edit> {
        self.members(document, content, forms).unwrap_or_default()
    }
}

impl<F: Fn(&str, &mut String)> JsonTarget<'_, F> {
    /// Returns the edits that add members to an object. Each new member precedes the first member of a greater
    /// category.
    fn members(
        &self,
        document: &Document,
        content: &Content,
        forms: &[PluralText<'_>],
    ) -> Option<Vec<Edit>> {
        let (bytes, encoding) = (document.source().bytes(), document.source().encoding());
        let file = self.file.as_ref()?;
        let at = content.region.start();
        let after = file.spans.partition_point(|spans| spans[1].start() <= at);
        let index = after.checked_sub(1)?;
        let (other, [key_span, value_span]) = (file.tree.strings.get(index)?, file.spans[index]);
        let members = file.plurals.forms_of(other)?;
        let key = file.text.get(other.key_at.clone())?.strip_suffix("_other\"")?;
        let colon = bytes.get(key_span.end()..value_span.start())?;
        let edits = forms.iter().map(|form| {
            let next = members.iter().find(|member| member.0 > form.category)?;
            let place = file.key_span(next.1)?.start();
            let text = |text: &str, _: ByteSpan, out: &mut String| (self.texts.0)(text, out);
            let changes = exchange(document, content, &form.quoted, text);
            let key = format!("{key}_{}\"", form.category.name());
            let mut member = encoding.encode(&key).into_owned();
            member.extend_from_slice(colon);
            member.extend(edited(document, value_span, &changes));
            member.extend_from_slice(&encoding.encode(","));
            let space = space_before(document, place);
            member.extend_from_slice(space);
            Some(Edit { at: ByteSpan::new(place, place), bytes: member })
        });
        edits.collect()
    }
}
