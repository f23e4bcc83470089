//! Decoding of string catalogs.

use std::collections::HashMap;

use super::catalog::{Catalog, Localized, TextPath};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{Language, PluralCategory};
use glossweave_document::{
    DecodeOptions, Document, Notations, PluralForms, Source, SourceExt, TranslationState,
};
use glossweave_format_base::json_tree::{Tree, parse, string_at};
use glossweave_format_base::strings::{Emitter, Fault, Syntax, Value, finished, note};
use glossweave_markup::encoding;

/// Returns the placeholder syntax of string catalogs.
pub(super) fn syntax(notations: Option<Notations>) -> Syntax {
    let syntax = Syntax::of(Format::Xcstrings, notations).without_branches();
    Syntax { percent_arg: true, ..syntax }
}

/// A text of an entry that becomes a unit.
pub(super) struct SourceText<'c, 't> {
    pub entry: usize,
    /// Its text in the source language. When `None`, the key of the entry is used as the text.
    pub localized: Option<&'c Localized<'t>>,
}

/// Returns the texts of the source language, in order.
pub(super) fn source_texts<'c, 't>(catalog: &'c Catalog<'t>) -> Vec<SourceText<'c, 't>> {
    let mut by_entry: HashMap<usize, Vec<&Localized<'_>>> = HashMap::new();
    let source = catalog.source_language.unwrap_or_default();
    for text in catalog.texts.iter().filter(|text| text.language == source) {
        by_entry.entry(text.entry).or_default().push(text);
    }
    let mut texts = Vec::new();
    for entry in catalog.entries.iter().filter(|entry| !entry.is_locked) {
        let entry = entry.container;
        match by_entry.get(&entry) {
            Some(found) => {
                let found = found.iter().map(|text| SourceText { entry, localized: Some(*text) });
                texts.extend(found);
            }
            None => texts.push(SourceText { entry, localized: None }),
        }
    }
    texts
}

/// Returns the value of a text, which may be the key of its entry.
pub(super) fn value_of(text: &SourceText<'_, '_>, tree: &Tree, source: &str) -> Value {
    match text.localized {
        Some(found) => found.text.value.clone(),
        None => {
            let at = tree.containers.get(text.entry).map(|container| container.key_at.clone());
            at.and_then(|at| string_at(source, &at)).unwrap_or_default()
        }
    }
}

/// Returns the language of translations: the requested language, or the only language other than the source language.
fn target<'t>(catalog: &Catalog<'t>, language: Option<&Language>) -> Option<&'t str> {
    if let Some(language) = language {
        let mut languages = catalog.languages.iter().copied();
        return languages.find(|known| Catalog::is_language(known, language.as_str()));
    }
    let source = catalog.source_language.unwrap_or_default();
    let mut others =
        catalog.texts.iter().map(|text| text.language).filter(|language| *language != source);
    let first = others.next()?;
    others.all(|language| language == first).then_some(first)
}

/// The unit of a text of the source.
struct SourceUnit {
    /// Its index, if it contains text.
    index: Option<usize>,
    id: u32,
}

/// Decodes a string catalog.
pub(super) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
    let encoding = decoded.encoding;
    let tree = parse(&decoded.text).map_err(|fault| fault.in_source(&bytes, &decoded))?;
    let catalog = Catalog::of(&tree).ok_or_else(|| {
        Fault::new("no object `strings`, expected a string catalog", 0..0)
            .in_source(&bytes, &decoded)
    })?;
    let language = catalog.language().or_else(|| options.language.clone());
    let requested = options.target_language.as_ref();
    let target_tag = target(&catalog, requested);
    let target_language = requested.cloned().or_else(|| target_tag.and_then(Language::parse));
    let (mut source, mut target) = (Emitter::new(&decoded), Emitter::new(&decoded));
    source.builder.set_language(language.as_ref());
    source.builder.section(None, language.as_ref(), target_language.as_ref());
    // The units by entry and path of the text.
    let mut units: HashMap<(usize, &TextPath<'_>), SourceUnit> = HashMap::new();
    let (mut noted, whole) = (None, TextPath::default());
    let mut plurals: HashMap<(usize, &[&str]), PluralForms> = HashMap::new();
    let of_source =
        catalog.texts.iter().filter(|text| Some(text.language) == catalog.source_language);
    for text in of_source {
        if let Some((category, path)) = text.path.keys.split_last()
            && let Some(category) = PluralCategory::from_name(category)
        {
            plurals.entry((text.entry, path)).or_default().insert(category);
        }
    }
    let syntax = syntax(options.placeholders);
    for text in source_texts(&catalog) {
        let path = text.localized.map_or(&whole, |found| &found.path);
        let comment = catalog.string(text.entry, "comment");
        let comment = comment.filter(|_| noted.replace(text.entry) != Some(text.entry));
        let notes = comment.and_then(|comment| note(&comment.value.text, "description"));
        let notes: Vec<_> = notes.into_iter().collect();
        let value = value_of(&text, &tree, &decoded.text);
        let id = source.next_id();
        let unit = source.value(&value, &catalog.name(text.entry, path), syntax, &notes);
        if let (Some(_), Some(forms)) =
            (unit, path.plural().map(|path| plurals.get(&(text.entry, path))))
        {
            source.builder.set_plural_forms(forms.copied().unwrap_or_default());
        }
        units.entry((text.entry, path)).or_insert(SourceUnit { index: unit, id });
    }
    target.builder.set_language(target_language.as_ref());
    target.builder.section(None, target_language.as_ref(), None);
    let mut links = Vec::new();
    for text in catalog.texts.iter().filter(|text| Some(text.language) == target_tag) {
        let Some(unit) = units.get(&(text.entry, &text.path)) else { continue };
        let name = catalog.name(text.entry, &text.path);
        let translation = target.identified(&text.text.value, &name, syntax, &[], unit.id);
        if let (Some(unit), Some(translation)) = (unit.index, translation) {
            let state = match text.state {
                Some("translated") => TranslationState::Done,
                Some(_) => TranslationState::Open,
                None => TranslationState::Unsaid,
            };
            links.push((unit as u32, translation as u32, state));
        }
    }
    links.sort_by_key(|link| link.0);
    links.dedup_by_key(|link| link.0);
    let (source, target) = (source.builder, target.builder);
    drop(units);
    drop(plurals);
    drop(catalog);
    drop(tree);
    drop(decoded);
    let bytes = Source::new(bytes, Format::Xcstrings, encoding).read_with(options);
    Ok(finished(bytes, source, target, links))
}
