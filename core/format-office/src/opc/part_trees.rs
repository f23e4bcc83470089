//! The trees of the parts of a document, each parsed when it is first needed.

use glossweave_document::{Document, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_markup::tree::{NodeId, Tree};

/// The trees of the parts of a document, each parsed when it is first needed.
pub(crate) struct PartTrees<'d> {
    document: &'d Document,
    parts: Vec<Option<PartTree<'d>>>,
}

impl<'d> PartTrees<'d> {
    pub fn new(document: &'d Document) -> PartTrees<'d> {
        let parts = document.source().parts().iter().map(|_| None);
        PartTrees { document, parts: parts.collect() }
    }

    /// Loads the tree of the part that contains a byte of the source, and returns the number of the
    /// part.
    fn load(&mut self, byte: usize) -> Option<usize> {
        let source = self.document.source();
        let parts = source.parts();
        let number = parts.partition_point(|part| part.span.end() <= byte);
        let slot = self.parts.get_mut(number)?;
        if slot.is_none() {
            let part = parts.get(number)?;
            *slot = PartTree::parse(source.bytes(), part, source.options().unknown_entities).ok();
        }
        slot.as_ref().map(|_| number)
    }

    /// Returns the number of the part that contains a byte of the source, and the last node that
    /// begins at or before that byte.
    pub fn at(&mut self, byte: usize) -> Option<(usize, NodeId)> {
        let number = self.load(byte)?;
        let (tree, base) = self.part(number)?;
        Some((number, node_at(tree, byte.checked_sub(base)?)?))
    }

    /// Returns the tree of a loaded part, and the offset of the part in the source.
    pub fn part(&self, number: usize) -> Option<(&Tree<'d>, usize)> {
        let xml = self.parts.get(number)?.as_ref()?;
        Some((&xml.tree, xml.base))
    }
}

/// Returns the last node that begins at or before a position. Uses binary search, because nodes are
/// numbered in source order.
pub(crate) fn node_at(tree: &Tree<'_>, at: usize) -> Option<NodeId> {
    let (mut low, mut high) = (NodeId::FIRST.index(), tree.end().index());
    while low < high {
        let middle = low + (high - low) / 2;
        match tree.node(NodeId::new(middle as u32)).at().start <= at {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low.checked_sub(1).map(|index| NodeId::new(index as u32))
}
