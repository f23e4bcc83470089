//! The identity of a node.

use std::fmt;
use std::num::NonZeroU32;

/// A node of a tree, by its number: nodes are counted in document order, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(
    /// One more than the number, so that an `Option` takes no more memory.
    NonZeroU32,
);

const _: () = assert!(size_of::<Option<NodeId>>() == size_of::<u32>());

impl NodeId {
    /// The first node of every tree.
    pub const FIRST: NodeId = NodeId::new(0);

    /// Creates the identity of the node with a number; no tree has 2^32 nodes.
    #[inline]
    pub const fn new(number: u32) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(number))
    }

    /// Returns the number.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0.get() - 1
    }

    /// Returns the number as an index into rows by node.
    #[inline]
    pub fn index(self) -> usize {
        self.number() as usize
    }

    /// Returns the next node in document order, which need not exist.
    #[inline]
    pub fn next(self) -> NodeId {
        NodeId(self.0.saturating_add(1))
    }

    /// Returns the previous node in document order; `None` for the first one.
    #[inline]
    pub fn previous(self) -> Option<NodeId> {
        NonZeroU32::new(self.number()).map(NodeId)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.number())
    }
}

/// Consecutive nodes in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    next: NodeId,
    end: NodeId,
}

impl Nodes {
    /// Returns the nodes from `start` up to, but not including, `end`.
    pub fn new(start: NodeId, end: NodeId) -> Nodes {
        Nodes { next: start, end }
    }

    /// Returns `true` if a node is one of them.
    pub fn contains(&self, node: NodeId) -> bool {
        (self.next..self.end).contains(&node)
    }
}

impl Iterator for Nodes {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let node = self.next;
        self.next = node.next();
        Some(node)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.end.index().saturating_sub(self.next.index());
        (count, Some(count))
    }
}

impl ExactSizeIterator for Nodes {}

impl DoubleEndedIterator for Nodes {
    fn next_back(&mut self) -> Option<NodeId> {
        let last = self.end.previous().filter(|last| *last >= self.next)?;
        self.end = last;
        Some(last)
    }
}
