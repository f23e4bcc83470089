//! The styles of a document, as far as they affect texts: languages, visibility and outline levels
//! (clause 17.7).

use std::collections::HashMap;

use super::element::{is_on, value};
use super::languages::RunLanguages;
use crate::opc::is_word;
use glossweave_markup::tree::{NodeId, Tree};

/// The maximum number of base styles that are followed.
const MOST_LEVELS: usize = 64;

/// The properties of runs and paragraphs that a style sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    /// `true` if runs are hidden, `None` when the style does not specify this.
    pub is_hidden: Option<bool>,
    pub languages: RunLanguages,
    /// The outline level of its paragraphs, starting at 0. Level 9 is used for body text (clause
    /// 17.3.1.20).
    pub outline: Option<u8>,
    /// The identifier of the base style.
    base: Option<Box<str>>,
}

/// The styles of a document.
#[derive(Debug)]
pub(super) struct Styles {
    /// The languages used for text without a specified language (`w:docDefaults`).
    pub defaults: RunLanguages,
    /// The styles by their numbers. The first style is empty.
    all: Vec<Style>,
    numbers: HashMap<Box<str>, usize>,
    /// The number of the style used for paragraphs without a specified style.
    paragraph: usize,
}

impl Default for Styles {
    fn default() -> Styles {
        Styles {
            defaults: RunLanguages::default(),
            all: vec![Style::default()],
            numbers: HashMap::new(),
            paragraph: 0,
        }
    }
}

impl Styles {
    pub fn read(tree: &Tree<'_>) -> Styles {
        let mut styles = Styles::default();
        let Some(root) = tree.root() else { return styles };
        for element in tree.elements(root) {
            let name = tree.name(element);
            if is_word(name, "docDefaults") {
                let mut below = tree.below(element).filter(|node| tree.node(*node).is_element());
                let language = below.find(|node| is_word(tree.name(*node), "lang"));
                let language = language.map(|language| RunLanguages::read(tree, language));
                styles.defaults = language.unwrap_or_default();
            } else if is_word(name, "style")
                && let Some(id) = value(tree, element, "styleId")
            {
                let number = styles.all.len();
                styles.all.push(Style::read(tree, element));
                styles.numbers.insert(id.into(), number);
                let is_default =
                    matches!(value(tree, element, "default"), Some("1" | "true" | "on"));
                if is_default && value(tree, element, "type") == Some("paragraph") {
                    styles.paragraph = number;
                }
            }
        }
        styles.all = (0..styles.all.len()).map(|number| styles.resolved(number)).collect();
        styles
    }

    /// Returns a style with the properties inherited from its base styles.
    fn resolved(&self, number: usize) -> Style {
        let mut style = self.all[number].clone();
        for _ in 0..MOST_LEVELS {
            let base = style.base.take().and_then(|base| self.numbers.get(&base));
            let Some(base) = base.map(|number| &self.all[*number]) else { break };
            style.is_hidden = style.is_hidden.or(base.is_hidden);
            style.languages = style.languages.or(&base.languages);
            style.outline = style.outline.or(base.outline);
            style.base.clone_from(&base.base);
        }
        style
    }

    /// Returns the number of the style of a paragraph. `id` is the identifier that the paragraph
    /// specifies.
    pub fn number(&self, id: Option<&str>) -> usize {
        let stated = id.and_then(|id| self.numbers.get(id));
        stated.copied().unwrap_or(self.paragraph)
    }

    pub fn style(&self, number: usize) -> &Style {
        &self.all[number]
    }

    /// Returns a style by its identifier.
    pub fn named(&self, id: &str) -> Option<&Style> {
        self.numbers.get(id).map(|number| &self.all[*number])
    }
}

impl Style {
    fn read(tree: &Tree<'_>, style: NodeId) -> Style {
        let mut read = Style::default();
        for element in tree.elements(style) {
            let name = tree.name(element);
            if is_word(name, "basedOn") {
                read.base = value(tree, element, "val").map(Into::into);
            } else if is_word(name, "name") {
                let name = value(tree, element, "val").unwrap_or_default();
                read.outline = read.outline.or_else(|| named_level(name));
            } else if is_word(name, "pPr") {
                read.outline = outline_of(tree, element).or(read.outline);
            } else if is_word(name, "rPr") {
                for property in tree.elements(element) {
                    let name = tree.name(property);
                    if is_word(name, "vanish") {
                        read.is_hidden = Some(is_on(tree, property));
                    } else if is_word(name, "lang") {
                        read.languages = RunLanguages::read(tree, property);
                    }
                }
            }
        }
        read
    }
}

/// The level of body text.
const BODY: u8 = 9;

/// Returns the level that the properties of a paragraph or style specify.
pub(super) fn outline_of(tree: &Tree<'_>, properties: NodeId) -> Option<u8> {
    let mut elements = tree.elements(properties);
    let level = elements.find(|element| is_word(tree.name(*element), "outlineLvl"))?;
    let level = value(tree, level, "val")?.trim().parse::<u8>().ok()?;
    Some(level.min(BODY))
}

/// Returns the level of a built-in style, for example `heading 2`.
fn named_level(name: &str) -> Option<u8> {
    let (word, level) = name.rsplit_once(' ')?;
    let level = level.parse::<u8>().ok().filter(|level| (1..=BODY).contains(level))?;
    word.eq_ignore_ascii_case("heading").then_some(level - 1)
}

impl Style {
    /// Returns the heading level, starting at 1, for the outline level of a paragraph. Returns 0
    /// for other text.
    pub fn heading_level(&self, stated: Option<u8>) -> u8 {
        let outline = stated.or(self.outline).unwrap_or(BODY);
        if outline < BODY { outline + 1 } else { 0 }
    }
}
