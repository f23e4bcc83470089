//! The language and the direction of a run, set by edits of its properties (clauses 17.3.2.20,
//! 17.3.2.30 and 21.1.2.3.9).

use std::ops::Range;

use super::edge::{Kind, content, is_word, whole_end};
use crate::opc::prefix;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// Returns the element with the properties of a run.
pub(crate) fn run_properties(tree: &Tree<'_>, run: NodeId) -> Option<NodeId> {
    let first = tree.elements(run).next()?;
    let name = tree.name(first);
    let is = &*name.local == "rPr" && name.namespace == tree.name(run).namespace;
    is.then_some(first)
}

/// The properties of a WordprocessingML run that follow its language.
const AFTER_LANGUAGE: [&str; 4] = ["eastAsianLayout", "specVanish", "oMath", "rPrChange"];

/// The properties between its direction and its language, including the language.
const AFTER_DIRECTION: [&str; 3] = ["cs", "em", "lang"];

/// The properties used in left-to-right runs, each with the property used in right-to-left runs
/// instead.
const COMPLEX: [(&str, &str); 3] = [("b", "bCs"), ("i", "iCs"), ("sz", "szCs")];

/// The properties that a translation needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunChange<'l> {
    pub language: Option<&'l Language>,
    /// `true` if the text is read from right to left.
    pub is_rtl: bool,
}

impl RunChange<'_> {
    /// Returns `true` if runs of a kind keep their properties.
    pub fn is_none(&self, kind: Kind) -> bool {
        match kind {
            Kind::Word => self.language.is_none() && !self.is_rtl,
            Kind::Drawing => self.language.is_none(),
            _ => true,
        }
    }

    /// Returns new properties for a run that has none.
    pub fn new_properties(&self, kind: Kind, prefix: &str) -> String {
        let language = self.language;
        match (kind, language) {
            (Kind::Drawing, Some(language)) => {
                format!("<{prefix}rPr lang=\"{}\"/>", language.as_str())
            }
            (Kind::Word, _) if !self.is_none(kind) => {
                let direction = if self.is_rtl { format!("<{prefix}rtl/>") } else { String::new() };
                // The attribute needs a prefix because it is in the namespace.
                let language = language.filter(|_| !prefix.is_empty());
                let language = language.map(|language| word_language(prefix, language));
                let language = language.unwrap_or_default();
                format!("<{prefix}rPr>{direction}{language}</{prefix}rPr>")
            }
            _ => String::new(),
        }
    }

    /// Returns the ranges of the source to change, and their new texts, in order. The result is
    /// empty if the run already specifies the properties, or if runs of its kind cannot.
    pub fn edits(&self, tree: &Tree<'_>, run: NodeId, kind: Kind) -> Vec<Change> {
        if self.is_none(kind) {
            return Vec::new();
        }
        let Some(properties) = run_properties(tree, run) else {
            let at = tree.node(run).at().end;
            return vec![(at..at, self.new_properties(kind, &prefix(tree, run)))];
        };
        let node = tree.node(properties);
        if kind == Kind::Word && node.close().is_empty() {
            let new = self.new_properties(kind, &prefix(tree, run));
            return vec![(node.at(), new)];
        }
        let mut edits = Vec::new();
        if kind == Kind::Drawing {
            let language =
                self.language.map(|language| drawing_language(tree, properties, language));
            edits.extend(language.flatten());
            return edits;
        }
        if self.is_rtl {
            edits.extend(complex_properties(tree, properties));
            let later: Vec<&str> = AFTER_DIRECTION.into_iter().chain(AFTER_LANGUAGE).collect();
            edits.extend(switch_on(tree, properties, "rtl", &later));
        }
        edits.extend(self.language.and_then(|language| edit_language(tree, properties, language)));
        edits.sort_by_key(|(at, _)| (at.start, at.end));
        edits
    }

    /// Returns the source of the properties of a run, with the properties that a translation needs.
    pub fn properties(&self, tree: &Tree<'_>, run: NodeId, kind: Kind) -> String {
        let range = match run_properties(tree, run) {
            Some(found) => tree.node(found).at().start..whole_end(tree.node(found)),
            None => tree.node(run).at().end..tree.node(run).at().end,
        };
        let mut source = tree.source().get(range.clone()).unwrap_or_default().to_owned();
        for (at, text) in self.edits(tree, run, kind).into_iter().rev() {
            let (from, to) =
                (at.start.saturating_sub(range.start), at.end.saturating_sub(range.start));
            if source.get(from..to).is_some() {
                source.replace_range(from..to, &text);
            }
        }
        source
    }
}

/// A range of the source, and its new text.
pub(super) type Change = (Range<usize>, String);

fn drawing_language(tree: &Tree<'_>, properties: NodeId, language: &Language) -> Option<Change> {
    set_attribute(tree, properties, "lang", language.as_str())
}

/// Sets an attribute without a namespace.
pub(super) fn set_attribute(
    tree: &Tree<'_>,
    element: NodeId,
    name: &str,
    value: &str,
) -> Option<Change> {
    let stated = tree.attributes(element).iter().find(|attribute| {
        let found = tree.attribute_name(attribute);
        *found.local == *name && found.namespace.is_empty()
    });
    if let Some(stated) = stated {
        let range = stated.at();
        let is_same = tree.source().get(range.clone()) == Some(value);
        return (!is_same).then(|| (range, value.to_owned()));
    }
    let at = tree.node(element).at().start + 1 + tree.name(element).qualified().len();
    Some((at..at, format!(" {name}=\"{value}\"")))
}

fn word_language(prefix: &str, language: &Language) -> String {
    format!("<{prefix}lang {prefix}{}=\"{}\"/>", attribute(language), language.as_str())
}

fn edit_language(tree: &Tree<'_>, properties: NodeId, language: &Language) -> Option<Change> {
    let (name, tag) = (attribute(language), language.as_str());
    let prefix = prefix(tree, properties);
    if prefix.is_empty() {
        return None;
    }
    let is_lang = |element: &NodeId| is_word(tree.name(*element), "lang");
    let Some(stated) = tree.elements(properties).find(is_lang) else {
        let new = word_language(&prefix, language);
        return insert(tree, properties, &AFTER_LANGUAGE, new);
    };
    let mut attributes = tree.attributes(stated).iter();
    if let Some(value) = attributes.find(|found| is_word(tree.attribute_name(found), name)) {
        let range = value.at();
        let is_same = tree.source().get(range.clone()) == Some(tag);
        return (!is_same).then(|| (range, tag.to_owned()));
    }
    let name_end = tree.node(stated).at().start + 1 + tree.name(stated).qualified().len();
    Some((name_end..name_end, format!(" {prefix}{name}=\"{tag}\"")))
}

/// Inserts an element into properties, before the first property in `later`.
fn insert(tree: &Tree<'_>, properties: NodeId, later: &[&str], new: String) -> Option<Change> {
    let is_later = |element: &NodeId| later.iter().any(|name| is_word(tree.name(*element), name));
    if let Some(element) = tree.elements(properties).find(is_later) {
        let at = tree.node(element).at().start;
        return Some((at..at, new));
    }
    let node = tree.node(properties);
    if !node.close().is_empty() {
        let at = content(node).end;
        return Some((at..at, new));
    }
    // An empty element gets an end tag.
    let tag = tree.source().get(node.at())?;
    let start = node.at().start + tag.strip_suffix("/>")?.len();
    let name = tree.name(properties).qualified();
    Some((start..node.at().end, format!(">{new}</{name}>")))
}

/// Turns a property on. It is off if its element is missing.
pub(super) fn switch_on(
    tree: &Tree<'_>,
    properties: NodeId,
    name: &str,
    later: &[&str],
) -> Option<Change> {
    let new = format!("<{}{name}/>", prefix(tree, properties));
    let Some(stated) = tree.elements(properties).find(|element| is_word(tree.name(*element), name))
    else {
        return insert(tree, properties, later, new);
    };
    let is_value = |value: &&str| matches!(*value, "0" | "false" | "off");
    let mut attributes = tree.attributes(stated).iter();
    let value = attributes.find(|found| is_word(tree.attribute_name(found), "val"));
    let value = value.and_then(|found| tree.source().get(found.at()));
    value.filter(is_value)?;
    Some((tree.node(stated).at().start..whole_end(tree.node(stated)), new))
}

/// Returns the properties of complex scripts that preserve the appearance of a run when it becomes
/// right-to-left.
fn complex_properties(tree: &Tree<'_>, properties: NodeId) -> Vec<Change> {
    let find =
        |name: &str| tree.elements(properties).find(|element| is_word(tree.name(*element), name));
    let edits = COMPLEX.into_iter().filter_map(|(name, complex)| {
        let stated = find(name).filter(|_| find(complex).is_none())?;
        let (node, qualified) = (tree.node(stated), tree.name(stated).qualified());
        let tag = tree.source().get(node.at())?;
        let attributes = tag.get(1 + qualified.len()..)?.trim_end_matches(['/', '>']);
        let end = whole_end(node);
        Some((end..end, format!("<{}{complex}{attributes}/>", prefix(tree, properties))))
    });
    edits.collect()
}

/// Returns the attribute of `w:lang` that is used for the script of a language.
fn attribute(language: &Language) -> &'static str {
    match language.primary() {
        "zh" | "ja" | "ko" | "yue" => "eastAsia",
        _ if language.is_right_to_left() => "bidi",
        _ => "val",
    }
}
