//! The properties of runs: format, language and visibility.

use std::collections::HashMap;
use std::rc::Rc;

use super::element::{is_on, value};
use super::languages::RunLanguages;
use super::style::{Styles, outline_of};
use crate::opc::{is_word, run_properties};
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// The properties of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunProperties {
    /// The number of the format. 0 means no properties other than language and proofing.
    pub format: u32,
    /// `true` if the run is hidden (`w:vanish`, clause 17.3.2.41).
    pub is_hidden: bool,
    languages: RunLanguages,
    is_complex: bool,
}

/// The properties of the runs of a document, each read only once.
#[derive(Default)]
pub(super) struct AllProperties {
    styles: Styles,
    /// The properties used for runs of the current paragraph that specify none.
    default: Rc<RunProperties>,
    /// The number of the style of the current paragraph.
    paragraph: usize,
    /// The heading level of the current paragraph; 0 for other text.
    pub heading: u8,
    /// A cache of the properties of a part, by the number of the paragraph style and by their
    /// source.
    known: HashMap<usize, HashMap<Box<str>, Rc<RunProperties>>>,
    /// The numbers of formats.
    formats: HashMap<String, u32>,
}

impl AllProperties {
    /// Begins another part, in which names may have other meanings.
    pub fn enter(&mut self) {
        self.known.clear();
        self.paragraph = self.styles.number(None);
        self.default = self.default_of(self.paragraph);
    }

    /// Begins a paragraph, whose style may set properties of its runs.
    pub fn enter_paragraph(&mut self, tree: &Tree<'_>, paragraph: NodeId) {
        let first = tree.elements(paragraph).next();
        let properties = first.filter(|first| is_word(tree.name(*first), "pPr"));
        let stated = properties.and_then(|properties| outline_of(tree, properties));
        let mut inner = properties.into_iter().flat_map(|element| tree.elements(element));
        let style = inner.find(|element| is_word(tree.name(*element), "pStyle"));
        let number = self.styles.number(style.and_then(|style| value(tree, style, "val")));
        if number != self.paragraph {
            self.paragraph = number;
            self.default = self.default_of(number);
        }
        self.heading = self.styles.style(number).heading_level(stated);
    }

    /// Returns the properties used for a run that specifies none.
    pub fn unstated(&self) -> Rc<RunProperties> {
        Rc::clone(&self.default)
    }

    /// Reads the properties of runs from the styles of the document (clause 17.7).
    pub fn read_styles(&mut self, tree: &Tree<'_>) {
        self.styles = Styles::read(tree);
        self.enter();
    }

    fn default_of(&self, paragraph: usize) -> Rc<RunProperties> {
        let style = self.styles.style(paragraph);
        Rc::new(RunProperties {
            is_hidden: style.is_hidden == Some(true),
            languages: style.languages.or(&self.styles.defaults),
            ..Default::default()
        })
    }

    /// Returns the properties of a run.
    pub fn of(&mut self, tree: &Tree<'_>, run: NodeId) -> Rc<RunProperties> {
        let Some(properties) = run_properties(tree, run) else { return self.unstated() };
        let source = source_of(tree, properties);
        let known = self.known.get(&self.paragraph).and_then(|known| known.get(source));
        if let Some(known) = known {
            return Rc::clone(known);
        }
        let read = Rc::new(self.read(tree, properties));
        let known = self.known.entry(self.paragraph).or_default();
        known.insert(source.into(), Rc::clone(&read));
        read
    }

    fn read(&mut self, tree: &Tree<'_>, properties: NodeId) -> RunProperties {
        let mut read = (*self.default).clone();
        let mut format = String::new();
        let is = |element: &NodeId, local: &str| is_word(tree.name(*element), local);
        if let Some(style) = tree.elements(properties).find(|element| is(element, "rStyle"))
            && let Some(style) = self.styles.named(value(tree, style, "val").unwrap_or_default())
        {
            // Hiding is a toggle property: when two styles set it, the text is visible (clause
            // 17.7.3).
            read.is_hidden ^= style.is_hidden == Some(true);
            read.languages = style.languages.or(&read.languages);
        }
        let complex = |element: NodeId| is(&element, "rtl") || is(&element, "cs");
        read.is_complex |=
            tree.elements(properties).any(|element| complex(element) && is_on(tree, element));
        for element in tree.elements(properties) {
            let name = tree.name(element);
            if is_word(name, "lang") {
                read.languages = RunLanguages::read(tree, element).or(&read.languages);
                continue;
            } else if is_word(name, "vanish") {
                read.is_hidden = is_on(tree, element);
            }
            if is_seen(tree, element, read.is_complex) {
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

/// The properties that do not change the appearance of text.
const UNSEEN: [&str; 6] = ["noProof", "kern", "snapToGrid", "specVanish", "webHidden", "oMath"];

/// The properties that apply only to text of complex scripts (clause 17.3.2.26).
const COMPLEX: [&str; 3] = ["bCs", "iCs", "szCs"];

/// The namespace of later properties, for example ligatures and the forms of digits (MS-DOCX,
/// clause 2.6.1).
const LATER: &str = "http://schemas.microsoft.com/office/word/2010/wordml";

/// The later properties that do not change the appearance of text for most readers.
const LATER_UNSEEN: [&str; 5] =
    ["ligatures", "numForm", "numSpacing", "stylisticSets", "cntxtAlts"];

/// Returns `true` if a property changes the appearance of text. Font properties do so only if they
/// name a font.
fn is_seen(tree: &Tree<'_>, property: NodeId, is_complex: bool) -> bool {
    let name = tree.name(property);
    let local = &*name.local;
    if &*name.namespace == LATER {
        return !LATER_UNSEEN.contains(&local);
    }
    if is_word(name, "rFonts") {
        let unseen = if is_complex { &["hint"][..] } else { &["hint", "cs", "cstheme"] };
        let mut attributes = tree.attributes(property).iter();
        return attributes
            .any(|attribute| !unseen.contains(&&*tree.attribute_name(attribute).local));
    }
    let is_unseen = UNSEEN.contains(&local) || !is_complex && COMPLEX.contains(&local);
    !(is_unseen && is_word(name, local))
}

fn source_of<'t>(tree: &'t Tree<'_>, element: NodeId) -> &'t str {
    let node = tree.node(element);
    let end = node.close().end.max(node.at().end);
    tree.source().get(node.at().start..end).unwrap_or_default()
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
