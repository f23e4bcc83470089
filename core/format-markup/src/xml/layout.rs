//! The positions of the tags of an XML document in its source.

use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, InsertionBarrier};
use glossweave_format_base::fragment::{ImpliedEnd, Tag, TagScanner};
use glossweave_markup::EncodingExt;
use glossweave_markup::tree::{NodeId, NodeKind, Nodes, Tree};
use glossweave_markup::xml::{Limits, parse};

/// The tree of a document that is written, with the positions of its tags and CDATA sections in the bytes of the
/// source.
pub(crate) struct Layout {
    pub tree: Tree<'static>,
    pub root: NodeId,
    tags: Vec<Tag>,
    /// The element of each tag.
    elements: Vec<NodeId>,
    /// The elements that consist of a single tag, with their positions.
    empty: Vec<(u32, NodeId)>,
    /// The content of each CDATA section.
    sections: Vec<(u32, u32)>,
    /// The number of bytes that `<` uses in the encoding of the source.
    width: u32,
}

impl Layout {
    pub fn new(document: &Document) -> Option<Layout> {
        let source = document.source();
        let decoded = source.encoding().decode_again(source.bytes());
        let tree = parse((&*decoded.text).into(), Limits::default()).ok()?;
        let root = tree.root()?;
        let mut layout = Layout {
            tags: Vec::new(),
            elements: Vec::new(),
            empty: Vec::new(),
            sections: Vec::new(),
            width: source.encoding().encode("<").len() as u32,
            root,
            tree: tree.owning(),
        };
        let mut back = decoded.way_back();
        let mut open: Vec<NodeId> = Vec::new();
        let end = layout.tree.end();
        for number in Nodes::new(NodeId::FIRST, end.next()) {
            while let Some(last) = open
                .last()
                .copied()
                .filter(|last| number == end || layout.tree.node(*last).after <= number)
            {
                open.pop();
                let at = layout.tree.node(last).close();
                layout.tag(last, back.source(at.start), back.source(at.end), false);
            }
            if number == end {
                break;
            }
            let node = layout.tree.node(number);
            if node.inside {
                continue;
            }
            match node.kind {
                NodeKind::Element if !node.close().is_empty() => {
                    let at = node.at();
                    open.push(number);
                    layout.tag(number, back.source(at.start), back.source(at.end), true);
                }
                NodeKind::Element => {
                    let start = back.source(node.at().start) as u32;
                    layout.empty.push((start, number));
                }
                NodeKind::Cdata => {
                    let at = node.at();
                    let place = (back.source(at.start) as u32, back.source(at.end) as u32);
                    layout.sections.push(place);
                }
                _ => {}
            }
        }
        Some(layout)
    }

    fn tag(&mut self, element: NodeId, start: usize, end: usize, opens: bool) {
        self.tags.push(Tag {
            start: start as u32,
            end: end as u32,
            name: u64::from(self.tree.name_number(element)),
            opens,
            cuts: false,
            family: ImpliedEnd::None,
        });
        self.elements.push(element);
    }

    /// Returns the innermost element around a position, or the element whose start tag contains the position.
    pub fn element(&self, at: u32) -> Option<NodeId> {
        let before = self.tags.partition_point(|tag| tag.start < at).checked_sub(1)?;
        let element = self.elements[before];
        match self.tags[before].opens {
            true => Some(element),
            false => self.tree.node(element).parent,
        }
    }

    /// Returns the start tag of an element that begins shortly before a position, and the tag that ends the element.
    pub fn tags_before(&self, at: u32, element: NodeId) -> Option<[Tag; 2]> {
        let before = self.tags.partition_point(|tag| tag.start < at);
        let is_of = |index: &usize| self.elements[*index] == element;
        let open = (0..before).rev().find(|index| is_of(index) && self.tags[*index].opens)?;
        let close = (open + 1..self.tags.len()).find(is_of)?;
        Some([self.tags[open], self.tags[close]])
    }

    /// Returns the elements that start in a range.
    pub fn starting_in(&self, start: u32, end: u32) -> impl Iterator<Item = NodeId> + '_ {
        let from = self.tags.partition_point(|tag| tag.start < start);
        let to = self.tags.partition_point(|tag| tag.start < end);
        let opens = (from..to).filter(|index| self.tags[*index].opens);
        let first = self.empty.partition_point(|element| element.0 < start);
        let last = self.empty.partition_point(|element| element.0 < end);
        let empty = self.empty[first..last].iter().map(|element| element.1);
        opens.map(|index| self.elements[index]).chain(empty)
    }

    /// Returns all tags with their elements, in source order.
    pub fn all(&self) -> impl Iterator<Item = (NodeId, Tag)> + '_ {
        self.elements.iter().copied().zip(self.tags.iter().copied())
    }

    /// Returns the element whose start tag ends at a position, with this tag.
    pub fn starting(&self, end: u32) -> Option<(NodeId, Tag)> {
        let index = self.tags.partition_point(|tag| tag.end < end);
        let tag = *self.tags.get(index)?;
        (tag.opens && tag.end == end).then(|| (self.elements[index], tag))
    }

    /// Returns `true` if an end tag of an element starts at a position.
    pub fn ends(&self, element: NodeId, start: u32) -> bool {
        let index = self.tags.partition_point(|tag| tag.start < start);
        self.tags
            .get(index)
            .is_some_and(|tag| !tag.opens && tag.start == start && self.elements[index] == element)
    }

    /// Returns the content of the CDATA section at a position. The ends of the content are included.
    fn section(&self, at: u32) -> Option<(u32, u32)> {
        let index = self.sections.partition_point(|section| section.1 < at);
        self.sections.get(index).copied().filter(|section| section.0 <= at)
    }

    /// Returns `true` if a position is in a CDATA section.
    pub fn in_section(&self, at: u32) -> bool {
        self.section(at).is_some()
    }

    /// Returns the encoded length of an ASCII text.
    fn bytes(&self, text: &str) -> u32 {
        text.len() as u32 * self.width
    }
}

impl TagScanner for &Layout {
    fn tags(&mut self, source: ByteSpan, _: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        let from = self.tags.partition_point(|tag| (tag.start as usize) < source.start());
        let within = self.tags[from..].iter().take_while(|tag| tag.end as usize <= source.end());
        tags.extend(within);
    }

    fn start(&self, at: u32) -> u32 {
        match self.section(at) {
            Some((start, end)) if start == at && start < end => at - self.bytes("<![CDATA["),
            _ => at,
        }
    }

    fn end(&self, at: u32) -> u32 {
        match self.section(at) {
            Some((start, end)) if end == at && start < end => at + self.bytes("]]>"),
            _ => at,
        }
    }
}
