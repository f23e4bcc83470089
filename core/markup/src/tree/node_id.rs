//! Node identifiers.

use std::fmt;
use std::num::NonZeroU32;

/// A node of a tree, identified by its number in document order, starting from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(
    /// The number plus one, so that an `Option` does not use more memory.
    NonZeroU32,
);

const _: () = assert!(size_of::<Option<NodeId>>() == size_of::<u32>());

impl NodeId {
    /// The first node of every tree.
    pub const FIRST: NodeId = NodeId::new(0);

    /// Creates the ID of the node with a number. No tree has 2^32 nodes.
    #[inline]
    pub const fn new(number: u32) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(number))
    }

    /// Returns the number.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0.get() - 1
    }

    /// Returns the number for use as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.number() as usize
    }

    /// Returns the next node in document order. It may not exist.
    #[inline]
    pub fn next(self) -> NodeId {
        NodeId(self.0.saturating_add(1))
    }

    /// Returns the previous node in document order. Returns `None` for the first node.
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

/// An iterator over consecutive nodes in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nodes {
    next: NodeId,
    end: NodeId,
}

impl Nodes {
    /// Creates an iterator from `start` up to, but not including, `end`.
    pub fn new(start: NodeId, end: NodeId) -> Nodes {
        Nodes { next: start, end }
    }

    /// Returns `true` if the range contains a node.
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
