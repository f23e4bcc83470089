//! The properties of runs: format, language and visibility.

use std::collections::HashMap;
use std::rc::Rc;

use super::element::{WORD, is_word};
use glossweave_base::text::Language;
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, Tree};

/// The languages of a run, one for each kind of script (clause 17.3.2.20).
#[derive(Clone, Debug, Default)]
struct RunLanguages {
    latin: Option<Language>,
    east_asian: Option<Language>,
    complex: Option<Language>,
}

/// The properties of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunProperties {
    /// The number of the format: 0 if there are no properties but those of language and proofing.
    pub format: u32,
    /// `true` if the run is hidden (`w:vanish`, clause 17.3.2.41).
    pub is_hidden: bool,
    languages: RunLanguages,
    is_complex: bool,
}

/// The properties of the runs of a document, each read once.
#[derive(Default)]
pub(super) struct AllProperties {
    default: Rc<RunProperties>,
    /// Those of a part, by their source.
    known: HashMap<Box<str>, Rc<RunProperties>>,
    /// The numbers of formats.
    formats: HashMap<String, u32>,
}

impl AllProperties {
    /// Begins another part, in which names may mean something else.
    pub fn enter(&mut self) {
        self.known.clear();
    }

    /// Returns the properties of a run that states none.
    pub fn unstated(&self) -> Rc<RunProperties> {
        Rc::clone(&self.default)
    }

    /// Reads the languages of text for which the document states none: those of `w:docDefaults` in the styles
    /// (clause 17.7.5.1).
    pub fn read_styles(&mut self, tree: &Tree<'_>) {
        let Some(root) = tree.root() else { return };
        let is = |node: NodeId, local: &str| is_word(tree.name(node), local);
        let defaults = tree.elements(root).find(|one| is(*one, "docDefaults"));
        let below = defaults.map(|defaults| tree.below(defaults)).into_iter().flatten();
        let mut elements = below.filter(|one| tree.node(*one).is_element());
        if let Some(element) = elements.find(|one| is(*one, "lang")) {
            let languages = RunLanguages::read(tree, element, &RunLanguages::default());
            self.default = Rc::new(RunProperties { languages, ..Default::default() });
        }
    }

    /// Returns the properties of a run.
    pub fn of(&mut self, tree: &Tree<'_>, run: NodeId) -> Rc<RunProperties> {
        let Some(properties) = run_properties(tree, run) else { return self.unstated() };
        let source = source_of(tree, properties);
        if let Some(known) = self.known.get(source) {
            return Rc::clone(known);
        }
        let read = Rc::new(self.read(tree, properties));
        self.known.insert(source.into(), Rc::clone(&read));
        read
    }

    fn read(&mut self, tree: &Tree<'_>, properties: NodeId) -> RunProperties {
        let mut read = (*self.default).clone();
        let mut format = String::new();
        for element in tree.elements(properties) {
            let name = tree.name(element);
            let is_on = || !matches!(value(tree, element, "val"), Some("0" | "false" | "off"));
            if is_word(name, "lang") {
                read.languages = RunLanguages::read(tree, element, &self.default.languages);
                continue;
            } else if is_word(name, "vanish") {
                read.is_hidden = is_on();
            } else if is_word(name, "rtl") || is_word(name, "cs") {
                read.is_complex |= is_on();
            }
            if !is_word(name, "noProof") {
                format.push_str(source_of(tree, element));
            }
        }
        if !format.is_empty() {
            let next = self.formats.len() as u32 + 1;
            read.format = *self.formats.entry(format).or_insert(next);
        }
        read
    }
}

/// Returns the properties of a run as an element.
pub(super) fn run_properties(tree: &Tree<'_>, run: NodeId) -> Option<NodeId> {
    tree.elements(run).next().filter(|first| is_word(tree.name(*first), "rPr"))
}

/// Returns the source of an element.
fn source_of<'t>(tree: &'t Tree<'_>, element: NodeId) -> &'t str {
    let node = tree.node(element);
    let end = node.close().end.max(node.at().end);
    tree.source().get(node.at().start..end).unwrap_or_default()
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
    fn read(tree: &Tree<'_>, element: NodeId, default: &RunLanguages) -> RunLanguages {
        let language = |name: &str, default: &Option<Language>| {
            let stated = value(tree, element, name).and_then(|tag| tag.parse().ok());
            stated.or_else(|| default.clone())
        };
        RunLanguages {
            latin: language("val", &default.latin),
            east_asian: language("eastAsia", &default.east_asian),
            complex: language("bidi", &default.complex),
        }
    }
}

impl RunProperties {
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
