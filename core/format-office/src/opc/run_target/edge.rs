//! The positions of the ends of texts relative to runs.

use crate::opc::{PartTrees, keeps_space};
use glossweave_markup::tree::{Name, Node, NodeId, NodeKind, Tree};

/// The namespaces of DrawingML, in transitional and strict documents.
pub(crate) const DRAWING: [&str; 2] = [
    "http://schemas.openxmlformats.org/drawingml/2006/main",
    "http://purl.oclc.org/ooxml/drawingml/main",
];

/// The namespaces of SpreadsheetML.
pub(crate) const SHEET: [&str; 2] = [
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
];

/// The namespaces of WordprocessingML.
pub(crate) const WORD: [&str; 2] = [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
];

/// Returns `true` if a name is in WordprocessingML and has this local name.
pub(crate) fn is_word(name: &Name, local: &str) -> bool {
    *name.local == *local && WORD.contains(&&*name.namespace)
}

/// The position of an end of a text relative to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Outside of a run.
    Outside,
    /// In a run, before its text. In WordprocessingML: in a run, next to its texts.
    Before,
    /// In the text of a run.
    Within,
    /// In a run, after its text.
    After,
}

/// The kind of the text around a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Runs of DrawingML.
    Drawing,
    /// Texts of spreadsheets, with or without runs.
    Sheet,
    /// Runs of WordprocessingML, which may contain several texts, and elements for tabs and line
    /// feeds.
    Word,
    /// The value of an attribute.
    Attribute,
    /// An element that contains only text.
    Element,
}

/// An end of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub kind: Kind,
    pub level: Level,
    pub part: usize,
    pub run: Option<NodeId>,
    /// The element at the position: a text, a run or a break.
    pub element: Option<NodeId>,
    pub is_field: bool,
    /// `true` if the text contains only characters.
    pub is_plain: bool,
}

/// The role of an element, for example a run or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Run,
    Field,
    Text,
    Break,
    /// The code of a field, which contains only text.
    Code,
    Other,
}

fn role(name: &Name) -> (Role, Kind) {
    let kind = match &*name.namespace {
        namespace if DRAWING.contains(&namespace) => Kind::Drawing,
        namespace if SHEET.contains(&namespace) => Kind::Sheet,
        namespace if WORD.contains(&namespace) => Kind::Word,
        _ => return (Role::Other, Kind::Element),
    };
    let role = match &*name.local {
        "r" => Role::Run,
        "t" => Role::Text,
        "fld" if kind == Kind::Drawing => Role::Field,
        "br" if kind == Kind::Drawing => Role::Break,
        "instrText" if kind == Kind::Word => Role::Code,
        _ => Role::Other,
    };
    (role, kind)
}

impl Edge {
    fn new(kind: Kind) -> Edge {
        Edge {
            kind,
            level: Level::Within,
            part: 0,
            run: None,
            element: None,
            is_field: false,
            is_plain: true,
        }
    }

    /// Returns the edge of a text that begins at a position.
    pub fn before(trees: &mut PartTrees<'_>, at: usize) -> Edge {
        Edge::at(trees, at, at)
    }

    /// Returns the edge of a text that ends at a position.
    pub fn after(trees: &mut PartTrees<'_>, at: usize) -> Edge {
        Edge::at(trees, at, at.saturating_sub(1))
    }

    fn at(trees: &mut PartTrees<'_>, at: usize, byte: usize) -> Edge {
        let found = trees.at(byte);
        let Some((part, node)) = found else { return Edge::new(Kind::Element) };
        let Some((tree, base)) = trees.part(part) else { return Edge::new(Kind::Element) };
        let edge = Edge::in_tree(tree, node, at.saturating_sub(base));
        Edge { part, ..edge }
    }

    fn in_tree(tree: &Tree<'_>, node: NodeId, at: usize) -> Edge {
        let found = tree.node(node);
        let tag = found.at();
        if found.is_element() && tag.start < at && at < tag.end {
            return Edge::new(Kind::Attribute);
        }
        let ancestors = std::iter::once(node).chain(tree.ancestors(node));
        for element in ancestors.filter(|node| tree.node(*node).is_element()) {
            let (role, kind) = role(tree.name(element));
            let place = tree.node(element);
            match role {
                Role::Other => {}
                Role::Code => {
                    let is_plain = is_plain(tree, element);
                    return Edge { is_plain, ..Edge::new(Kind::Element) };
                }
                Role::Break => {
                    let element = Some(element);
                    return Edge { level: Level::Outside, element, ..Edge::new(kind) };
                }
                Role::Text => {
                    let content = content(place);
                    let run = run_of(tree, element);
                    if content.start <= at && at <= content.end {
                        return Edge {
                            run: run.map(|run| run.0),
                            element: Some(element),
                            is_field: run.is_some_and(|run| run.1),
                            is_plain: is_plain(tree, element),
                            ..Edge::new(kind)
                        };
                    }
                    if run.is_none() {
                        let element = Some(element);
                        return Edge { level: Level::Outside, element, ..Edge::new(kind) };
                    }
                }
                Role::Run | Role::Field => {
                    let text = tree.elements(element).find(|child| {
                        let name = tree.name(*child);
                        &*name.local == "t" && name.namespace == tree.name(element).namespace
                    });
                    let text = text.map(|text| tree.node(text).at().start);
                    let level = match text {
                        _ if at <= place.at().start || whole_end(place) <= at => Level::Outside,
                        Some(text) if text < at && kind != Kind::Word => Level::After,
                        _ => Level::Before,
                    };
                    return Edge {
                        level,
                        run: Some(element),
                        element: Some(element),
                        is_field: role == Role::Field,
                        ..Edge::new(kind)
                    };
                }
            }
        }
        Edge::new(Kind::Element)
    }

    /// Returns the position for an attribute that makes white space of the text significant.
    /// Returns `None` if no attribute is needed or possible.
    pub fn space_attribute(&self, trees: &PartTrees<'_>) -> Option<usize> {
        let text =
            self.element.filter(|_| self.kind == Kind::Sheet && self.level == Level::Within)?;
        let (tree, base) = trees.part(self.part)?;
        let end = tree.node(text).at().end;
        (!keeps_space(tree, text)).then(|| base + end - 1)
    }
}

/// Returns the run that contains a text, and `true` if it is a field.
fn run_of(tree: &Tree<'_>, text: NodeId) -> Option<(NodeId, bool)> {
    let parent = tree.node(text).parent.filter(|parent| tree.node(*parent).is_element())?;
    match role(tree.name(parent)).0 {
        Role::Run => Some((parent, false)),
        Role::Field => Some((parent, true)),
        _ => None,
    }
}

/// Returns `true` if an element contains at most one text node and nothing else. In other elements,
/// leading and trailing white space is significant.
pub(crate) fn is_plain(tree: &Tree<'_>, element: NodeId) -> bool {
    let mut children = tree.children(element);
    let first = children.next().is_none_or(|child| tree.node(child).kind == NodeKind::Text);
    first && children.next().is_none()
}

/// Returns the range of the content of an element.
pub(crate) fn content(element: &Node) -> std::ops::Range<usize> {
    element.at().end..element.close().start.max(element.at().end)
}

/// Returns the end of an element.
pub(crate) fn whole_end(element: &Node) -> usize {
    element.close().end.max(element.at().end)
}
