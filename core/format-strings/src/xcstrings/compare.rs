//! Comparison of a result with its document: each translation must be in its language, and everything else unchanged.

use std::collections::{HashMap, HashSet};

use super::catalog::{Catalog, Localized, TextPath};
use super::read::syntax;
use super::write::{texts_of_codes, units};
use glossweave_document::{Document, SourceExt};
use glossweave_format_base::json_tree::parse;
use glossweave_format_base::strings::is_written;
use glossweave_format_base::translate::{ANYWHERE, Moved, Written, WrittenText, text_difference};
use glossweave_markup::EncodingExt;

/// A text of a catalog: the index of its entry, its language, and the path from the language to the text.
type TextKey<'t> = (usize, &'t str, &'t TextPath<'t>);

/// Returns the index of each entry by its container. Translations do not add entries.
fn numbers(catalog: &Catalog<'_>) -> HashMap<usize, usize> {
    catalog.entries.iter().zip(0..).map(|(entry, number)| (entry.container, number)).collect()
}

fn texts<'c, 't>(catalog: &'c Catalog<'t>) -> HashMap<TextKey<'c>, &'c Localized<'t>> {
    let numbers = numbers(catalog);
    let mut texts = HashMap::new();
    for text in &catalog.texts {
        if let Some(number) = numbers.get(&text.entry) {
            texts.entry((*number, text.language, &text.path)).or_insert(text);
        }
    }
    texts
}

/// Compares a result with a document. The error is the positions, in the text of the document, of the differences: a
/// text that changed, a text that lacks the translation that was written in its language, or a translation that
/// changed.
pub(super) fn differences(
    document: &Document,
    again: &Document,
    written: &Written,
) -> Result<Option<Moved>, Vec<usize>> {
    if let Some(at) = text_difference(document, again) {
        return Err(vec![at]);
    }
    let [source, source_again] = [document.source(), again.source()];
    let decoded = source.encoding().decode_again(source.bytes());
    let decoded_again = source_again.encoding().decode_again(source_again.bytes());
    let (Ok(tree), Ok(tree_again)) = (parse(&decoded.text), parse(&decoded_again.text)) else {
        return Err(vec![ANYWHERE]);
    };
    let (Some(old), Some(new)) = (Catalog::of(&tree), Catalog::of(&tree_again)) else {
        return Err(vec![ANYWHERE]);
    };
    let units = units(&old, &tree, &decoded, document.source().options().placeholders);
    let (numbers, old_texts, new_texts) = (numbers(&old), texts(&old), texts(&new));
    if old.entries.len() != new.entries.len() {
        return Err(vec![ANYWHERE]);
    }
    let syntax = syntax(document.source().options().placeholders);
    let forms = paths_of_forms(document, &units, written);
    let mut spellings: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut changed: HashSet<TextKey<'_>> = HashSet::new();
    let mut differences = Vec::new();
    for (translation, form) in written.iter().zip(&forms) {
        let tag = translation.language.as_str();
        let spellings = spellings.entry(tag).or_insert_with(|| {
            let known = new.languages.iter().copied();
            known.filter(|known| Catalog::is_language(known, tag)).chain([tag]).collect()
        });
        let place = document.unit_at(translation.span.start()).and_then(|unit| {
            let (entry, path) = units.get(unit.index())?;
            let path = form.as_ref().unwrap_or(path);
            let number = *numbers.get(entry)?;
            let mut places = spellings.iter().map(|language| (number, *language, path));
            places.find(|place| {
                let text = new_texts.get(place).map(|found| &found.text.value.text);
                text.is_some_and(|text| is_written(text, translation, document, syntax))
            })
        });
        match place {
            Some(place) => {
                changed.insert(place);
            }
            None => differences.push(translation.span.start()),
        }
    }
    if !differences.is_empty() {
        return Err(differences);
    }
    let sets: HashSet<_> = changed.iter().filter_map(set).collect();
    let of_codes = texts_of_codes(&old, &tree, &decoded.text, source.options().placeholders);
    let of_codes = of_codes
        .iter()
        .filter_map(|((entry, path), value)| Some(((*numbers.get(entry)?, path), value)));
    let of_codes: HashMap<(usize, &TextPath<'_>), &String> = of_codes.collect();
    let entries: HashSet<_> = changed.iter().map(|place| (place.0, place.1)).collect();
    let is_same = |place: &TextKey<'_>| {
        let (before, after) = (old_texts.get(place), new_texts.get(place));
        let value = after.map(|text| &text.text.value.text);
        // The phrases of a set share one state.
        let is_in_set = set(place).is_some_and(|place| sets.contains(&place))
            && before.map(|text| &text.text.value.text) == value;
        let is_of_codes = before.is_none()
            && entries.contains(&(place.0, place.1))
            && of_codes.get(&(place.0, place.2)).copied() == value;
        changed.contains(place)
            || before.map(text_and_state) == after.map(text_and_state)
            || is_in_set
            || is_of_codes
    };
    let mut places = old_texts.keys().chain(new_texts.keys());
    if places.all(is_same) { Ok(None) } else { Err(vec![ANYWHERE]) }
}

/// Returns the paths of the plural forms that were added.
fn paths_of_forms<'t>(
    document: &Document,
    units: &[(usize, TextPath<'t>)],
    written: &Written,
) -> Vec<Option<TextPath<'t>>> {
    let path = |text: &WrittenText| {
        let unit = document.unit_at(text.span.start())?;
        units.get(unit.index())?.1.with_form(text.form?.category)
    };
    written.iter().map(path).collect()
}

/// Returns the position of the set that contains a phrase.
fn set<'t>(place: &TextKey<'t>) -> Option<(usize, &'t str, &'t [&'t str])> {
    place.2.phrase.map(|_| (place.0, place.1, &*place.2.keys))
}

/// Returns a text with its state.
fn text_and_state<'c>(text: &&'c Localized<'_>) -> (&'c str, Option<&'c str>) {
    (&text.text.value.text, text.state)
}
