//! The texts of a unit, and the segments of a target, by key.

use std::collections::HashMap;

use super::name::{Element, Names};
use glossweave_markup::tree::{NodeId, Tree};

/// The key of a text of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key<'t> {
    Whole,
    /// A segment of XLIFF 1.2, by its `mid`.
    Segment(&'t str),
    /// A text within a code, by its number.
    Sub(u32),
}

/// A text that became a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<'t> {
    pub key: Key<'t>,
    /// The unit. `None` if the text contains only white space.
    pub unit: Option<u32>,
    pub id: u32,
}

/// The texts of an XLIFF unit, in order.
#[derive(Debug, Default)]
pub(super) struct Links<'t> {
    all: Vec<Link<'t>>,
    /// The index of the first text with each key.
    places: HashMap<Key<'t>, usize>,
}

impl<'t> Links<'t> {
    pub fn push(&mut self, link: Link<'t>) {
        self.places.entry(link.key).or_insert(self.all.len());
        self.all.push(link);
    }

    pub fn all(&self) -> &[Link<'t>] {
        &self.all
    }

    /// Returns the first text with a key.
    pub fn find(&self, key: Key<'_>) -> Option<&Link<'t>> {
        self.all.get(*self.places.get(&key)?)
    }
}

/// Returns `true` if an element is a segment of XLIFF 1.2.
pub(super) fn is_segment(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.attribute(node, "", "mtype") == Some("seg")
}

/// The segments of a target.
#[derive(Debug)]
pub(super) struct Segments {
    by_mid: HashMap<Box<str>, NodeId>,
    /// `true` if there are no segments.
    pub is_empty: bool,
    /// `true` if the target contains only white space.
    pub is_blank: bool,
}

impl Segments {
    pub fn of(tree: &Tree<'_>, names: &Names, target: NodeId) -> Segments {
        let mut segments = Segments {
            by_mid: HashMap::new(),
            is_empty: true,
            is_blank: tree.string(target).trim().is_empty(),
        };
        for node in tree.below(target).filter(|node| tree.node(*node).is_element()) {
            if names.element(tree, node) == Element::Mrk && is_segment(tree, node) {
                segments.is_empty = false;
                if let Some(mid) = tree.attribute(node, "", "mid") {
                    segments.by_mid.entry(mid.into()).or_insert(node);
                }
            }
        }
        segments
    }

    /// Returns the first segment with a `mid`.
    pub fn find(&self, mid: &str) -> Option<NodeId> {
        self.by_mid.get(mid).copied()
    }
}
