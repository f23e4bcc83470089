//! Positions relative to the runs of a document.

use crate::opc::{
    PartTrees, content, is_plain, is_word, keeps_space, node_at, run_properties, whole_end,
};
use glossweave_document::Document;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// A position for markup next to the text of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunPlace {
    /// The position in the source.
    pub at: usize,
    pub kind: PlaceKind,
    /// The number of the part.
    pub part: usize,
    pub run: NodeId,
}

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceKind {
    /// Before or after a run.
    Beside,
    /// Between the children of a run.
    Between,
    /// Within the text of a `w:t`. The flag is `true` in a CDATA section.
    Within(NodeId, bool),
}

/// The runs of a document.
pub(super) struct Runs<'d> {
    trees: PartTrees<'d>,
}

impl<'d> Runs<'d> {
    pub fn new(document: &'d Document) -> Runs<'d> {
        Runs { trees: PartTrees::new(document) }
    }

    /// Returns the tree of a loaded part, and the offset of the part in the source.
    pub fn part(&self, number: usize) -> Option<(&Tree<'d>, usize)> {
        self.trees.part(number)
    }

    /// Returns the part, the child of a run, and the run that contain a byte. Returns `None` if no
    /// run contains the byte.
    pub fn child(&mut self, byte: usize) -> Option<(usize, NodeId, NodeId)> {
        let (number, mut child) = self.trees.at(byte)?;
        let (tree, _) = self.part(number)?;
        loop {
            let parent = tree.node(child).parent?;
            if tree.node(parent).is_element() && is_word(tree.name(parent), "r") {
                return Some((number, child, parent));
            }
            child = parent;
        }
    }

    /// Returns the position before a text that begins at a byte, or after a text that ends there.
    pub fn place(&mut self, at: usize, is_start: bool) -> Option<RunPlace> {
        let byte = if is_start { at } else { at.checked_sub(1)? };
        let (part, element, run) = self.child(byte)?;
        let (tree, base) = self.part(part)?;
        let source = tree.source();
        let local = at - base;
        let place = |at: usize, kind| Some(RunPlace { at: base + at, kind, part, run });
        let node = tree.node(element);
        if is_text(tree, element) {
            let content = content(node);
            let rest = match is_start {
                true => source.get(content.start..local)?,
                false => source.get(local..content.end)?,
            };
            let is_blank = rest.trim_ascii().is_empty()
                && is_plain(tree, element)
                && !keeps_space(tree, element);
            if !rest.is_empty() && !is_blank {
                let node = node_at(tree, byte - base)?;
                let is_section = tree.node(node).kind == NodeKind::Cdata;
                return place(local, PlaceKind::Within(element, is_section));
            }
        }
        let edge = if is_start { node.at().start } else { whole_end(node) };
        let inner = run_content(tree, run);
        let rest = match is_start {
            true => source.get(inner.start..edge)?,
            false => source.get(edge..inner.end)?,
        };
        if !rest.trim_ascii().is_empty() {
            return place(edge, PlaceKind::Between);
        }
        let run = tree.node(run);
        place(if is_start { run.at().start } else { whole_end(run) }, PlaceKind::Beside)
    }
}

/// Returns `true` for a `w:t`.
fn is_text(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.node(node).is_element() && is_word(tree.name(node), "t")
}

/// Returns the range of the content of a run after its properties.
fn run_content(tree: &Tree<'_>, run: NodeId) -> std::ops::Range<usize> {
    let inner = content(tree.node(run));
    match run_properties(tree, run) {
        Some(properties) => whole_end(tree.node(properties))..inner.end,
        None => inner,
    }
}

/// Returns the range from the start of a run to the end of its properties.
pub(super) fn run_start(tree: &Tree<'_>, run: NodeId) -> std::ops::Range<usize> {
    tree.node(run).at().start..run_content(tree, run).start
}
