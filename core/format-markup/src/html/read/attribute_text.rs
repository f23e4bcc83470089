//! Texts in attributes. Each text gets an identifier. The texts are also units if the options
//! specify so.

use super::{Reader, is};
use crate::html::element::Element;
use crate::html::open_elements::State;
use crate::html::text;
use crate::template::outside;
use glossweave_document::{InsertionBarrier, InsertionContext};
use glossweave_markup::charref::Place;
use glossweave_markup::html::Attribute;
use glossweave_markup::{At, WayBack};

/// The attributes whose values always get an identifier.
const COUNTED: &[&str] = &["abbr", "alt", "prompt", "standby", "summary", "title"];

/// The other attributes with texts, on any element: translatable attributes of the HTML Standard
/// (clause 3.2.6.2), and human-readable string properties of WAI-ARIA 1.2.
const TRANSLATABLE: &[&str] = &[
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
];

/// The names of metadata and the Open Graph properties that describe a page.
const DESCRIPTIONS: &[&str] = &[
    "application-name",
    "description",
    "keywords",
    "og:description",
    "og:image:alt",
    "og:site_name",
    "og:title",
    "twitter:description",
    "twitter:image:alt",
    "twitter:title",
];

/// The text of an attribute on an element within a unit. It follows that unit.
pub(super) struct AttributeText<'a> {
    id: u32,
    at: At,
    language: u32,
    back: WayBack<'a>,
}

impl Reader<'_> {
    /// Assigns identifiers to texts in attributes, and reads the texts that are units. If the
    /// element splits the text around it, they are read immediately, otherwise when that text has
    /// ended. `ruled` contains the attributes for which a rule specifies whether they are units.
    pub(super) fn attribute_texts(
        &mut self,
        element: Element,
        (all, ruled): (&[Attribute], &[(&str, bool)]),
        state: &State,
        splits: bool,
    ) {
        let source = self.source;
        let says = |name: &str, words: &[&str]| {
            all.iter().any(|other| {
                let value = &source[other.value.clone()];
                is(source, other, name) && words.iter().any(|word| value.eq_ignore_ascii_case(word))
            })
        };
        let describes = element == Element::META && says("name", &["keywords", "description"]);
        let describes_too = element == Element::META
            && self.attribute_units
            && (says("name", DESCRIPTIONS) || says("property", DESCRIPTIONS));
        let is_input = element == Element::INPUT;
        let hidden = is_input && says("type", &["hidden"]);
        let is_button = is_input && says("type", &["button", "reset", "submit"]);
        let has_label = matches!(element, Element::OPTGROUP | Element::OPTION | Element::TRACK);
        for (index, attribute) in all.iter().enumerate() {
            let is_one = |names: &[&str]| names.iter().any(|name| is(source, attribute, name));
            let is_content = element == Element::META && is_one(&["content"]);
            let is_value = is_input && is_one(&["value"]);
            let counts = !state.hidden
                && (is_one(COUNTED) || is_content && describes || is_value && !hidden);
            let rule = ruled.iter().find(|rule| is(source, attribute, rule.0)).map(|rule| rule.1);
            let is_unit = self.attribute_units
                && !state.hidden
                && (is_one(COUNTED)
                    || is_one(TRANSLATABLE)
                    || is_content && describes_too
                    || is_value && is_button
                    || has_label && is_one(&["label"]));
            let is_unit = rule.unwrap_or(is_unit);
            let at = attribute.value.clone();
            let blank = source[at.clone()].bytes().all(text::is_space);
            if blank || !(counts || is_unit) {
                continue;
            }
            let id = self.next_id;
            self.next_id += 1;
            let name = &source[attribute.name.clone()];
            if !is_unit || all[..index].iter().any(|other| is(source, other, name)) {
                continue;
            }
            let text = AttributeText { id, at, language: state.language, back: self.back.clone() };
            match splits {
                true => self.attribute_text(text),
                false => self.pending.push(text),
            }
        }
    }

    /// Reads the attribute texts of elements within the unit that ended.
    pub(super) fn pending_texts(&mut self) {
        for text in std::mem::take(&mut self.pending) {
            self.attribute_text(text);
        }
    }

    fn attribute_text(&mut self, text: AttributeText<'_>) {
        let AttributeText { id, at, language, mut back } = text;
        self.spoken = language;
        self.builder.set_language(self.languages[language as usize].as_ref());
        let obstacle = Some(InsertionBarrier::Attribute);
        self.builder.set_zone(InsertionContext { obstacle });
        self.builder.set_heading(0);
        for at in outside(self.codes, at) {
            let data = text::CharacterData {
                source: self.source,
                at,
                pre: false,
                keeps_nul: true,
                references: Some(Place::Attribute),
                encoding: self.encoding,
            };
            text::read(data, &mut back, &mut self.builder);
        }
        match self.builder.unit_text().iter().all(|byte| text::is_space(*byte)) {
            true => self.builder.drop_unit(),
            false => self.builder.end_unit(id),
        }
    }
}

#[cfg(test)]
mod tests;
