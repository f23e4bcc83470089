//! The properties of runs: language and visibility.

use std::collections::HashMap;

use super::element::{WORD, is_word};
use glossweave_base::text::Language;
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, Tree};

/// The languages of a run, one for each kind of script (clause 17.3.2.20).
#[derive(Clone, Debug, Default)]
pub(super) struct RunLanguages {
    latin: Option<Language>,
    east_asian: Option<Language>,
    complex: Option<Language>,
}

/// The properties of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunProperties {
    languages: RunLanguages,
    is_hidden: bool,
    is_complex: bool,
}

/// The languages that were met, by their tags.
#[derive(Default)]
pub(super) struct Tags(HashMap<Box<str>, Option<Language>>);

impl Tags {
    fn language(&mut self, tag: &str) -> Option<Language> {
        if let Some(known) = self.0.get(tag) {
            return known.clone();
        }
        let language: Option<Language> = tag.parse().ok();
        self.0.insert(tag.into(), language.clone());
        language
    }
}

/// The formats of runs that were met, by their properties.
#[derive(Default)]
pub(super) struct Formats(HashMap<Box<str>, u32>);

impl Formats {
    /// Returns the number of the format of a run: 0 if it has no properties but those of proofing.
    pub fn number(&mut self, tree: &Tree<'_>, run: NodeId) -> u32 {
        let first = tree.elements(run).next().filter(|one| is_word(tree.name(*one), "rPr"));
        let mut key = String::new();
        for element in first.map(|first| tree.elements(first)).into_iter().flatten() {
            let name = tree.name(element);
            if !is_word(name, "lang") && !is_word(name, "noProof") {
                let node = tree.node(element);
                let end = node.close().end.max(node.at().end);
                key.push_str(tree.source().get(node.at().start..end).unwrap_or_default());
            }
        }
        if key.is_empty() {
            return 0;
        }
        let next = self.0.len() as u32 + 1;
        *self.0.entry(key.into_boxed_str()).or_insert(next)
    }
}

/// Returns the value of an attribute of WordprocessingML.
pub(super) fn value<'t>(tree: &'t Tree<'_>, element: NodeId, name: &str) -> Option<&'t str> {
    WORD.iter().find_map(|namespace| tree.attribute(element, namespace, name))
}

/// Returns the range of the value of an attribute of WordprocessingML.
pub(super) fn value_range(tree: &Tree<'_>, element: NodeId, name: &str) -> Option<At> {
    let mut all = tree.attributes(element).iter();
    all.find(|one| is_word(tree.attribute_name(one), name)).map(|one| one.at())
}

impl RunLanguages {
    /// Reads `w:lang`, with `default` for what it does not state.
    fn read(tree: &Tree<'_>, element: NodeId, default: &RunLanguages, tags: &mut Tags) -> Self {
        let mut language = |name: &str, default: &Option<Language>| match value(tree, element, name)
        {
            Some(tag) => tags.language(tag).or_else(|| default.clone()),
            None => default.clone(),
        };
        RunLanguages {
            latin: language("val", &default.latin),
            east_asian: language("eastAsia", &default.east_asian),
            complex: language("bidi", &default.complex),
        }
    }

    /// Returns the languages of text for which the document states none: those of `w:docDefaults` in the
    /// styles (clause 17.7.5.1).
    pub fn of_styles(tree: &Tree<'_>, tags: &mut Tags) -> RunLanguages {
        let none = RunLanguages::default();
        let Some(root) = tree.root() else { return none };
        let is = |node: NodeId, local: &str| is_word(tree.name(node), local);
        let defaults = tree.elements(root).find(|one| is(*one, "docDefaults"));
        let below = defaults.map(|defaults| tree.below(defaults)).into_iter().flatten();
        let mut elements = below.filter(|one| tree.node(*one).is_element());
        match elements.find(|one| is(*one, "lang")) {
            Some(element) => RunLanguages::read(tree, element, &none, tags),
            None => none,
        }
    }
}

impl RunProperties {
    /// Returns the properties of a run that states none.
    pub fn with(languages: &RunLanguages) -> RunProperties {
        RunProperties { languages: languages.clone(), ..Default::default() }
    }

    /// Reads the properties of a run.
    pub fn of(tree: &Tree<'_>, run: NodeId, default: &RunLanguages, tags: &mut Tags) -> Self {
        let mut properties = RunProperties::with(default);
        let first = tree.elements(run).next().filter(|one| is_word(tree.name(*one), "rPr"));
        let elements = first.map(|first| tree.elements(first)).into_iter().flatten();
        for element in elements {
            let name = tree.name(element);
            let is_on = || !matches!(value(tree, element, "val"), Some("0" | "false" | "off"));
            if is_word(name, "lang") {
                properties.languages = RunLanguages::read(tree, element, default, tags);
            } else if is_word(name, "vanish") {
                properties.is_hidden = is_on();
            } else if is_word(name, "rtl") || is_word(name, "cs") {
                properties.is_complex |= is_on();
            }
        }
        properties
    }

    /// Returns `true` if the run is hidden (`w:vanish`, clause 17.3.2.41).
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Returns the language of a text of the run.
    pub fn language(&self, text: &str) -> Option<&Language> {
        let RunLanguages { latin, east_asian, complex } = &self.languages;
        let special = match text.chars().find(|char| char.is_alphabetic()) {
            _ if self.is_complex => complex,
            Some(letter) if is_east_asian(letter) => east_asian,
            _ => &None,
        };
        special.as_ref().or(latin.as_ref())
    }
}

/// Returns `true` for kana, ideographs and hangul.
fn is_east_asian(letter: char) -> bool {
    matches!(
        letter,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{FF66}'..='\u{FFDC}' | '\u{20000}'..='\u{3FFFF}'
    )
}
