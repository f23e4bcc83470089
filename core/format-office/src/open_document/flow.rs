//! The units of the parts, and their reading order.

use super::element::{Class, heading_level};
use super::element_annotation::Notes;
use super::kind::{Kind, is_numeric};
use glossweave_base::error::Result;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, InsertionBarrier, InsertionContext};
use glossweave_format_base::package::resolved;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// The maximum number of spaces of a `text:s`.
const SPACES: usize = 1_000;
/// The maximum number of spaces of all `text:s` elements. Each further element is read as a single
/// space.
const ALL_SPACES: usize = 4 << 20;

/// A reader that reads parts into a document, one after the other.
pub(super) struct Flow {
    kind: Kind,
    /// `true` if numbers and dates of cells are units.
    has_numbers: bool,
    builder: Builder,
    notes: Notes,
    next_id: u32,
    /// `true` if the next white space character is dropped, because it follows white space or
    /// begins the unit (part 3, clause 6.1.2).
    spaced: bool,
    /// The number of spaces that elements may still expand to.
    spaces: usize,
}

/// A part to read.
struct SourcePart<'a> {
    tree: &'a Tree<'a>,
    /// The classes of the elements, by the number of the element name.
    classes: Vec<Class>,
    /// The offset of the part in the joined parts.
    base: usize,
}

impl SourcePart<'_> {
    fn class(&self, node: NodeId) -> Class {
        let number = self.tree.name_number(node) as usize;
        self.classes.get(number).copied().unwrap_or(Class::Inline)
    }

    fn span(&self, at: std::ops::Range<usize>) -> ByteSpan {
        ByteSpan::new(self.base + at.start, self.base + at.end)
    }
}

impl Flow {
    pub fn new(builder: Builder, kind: Kind, has_numbers: bool) -> Flow {
        Flow {
            kind,
            has_numbers,
            builder,
            notes: Notes::default(),
            next_id: 1,
            spaced: true,
            spaces: ALL_SPACES,
        }
    }

    /// Reads a part that begins at `base`. Returns errors if ITS rules in the part are invalid.
    pub fn read(&mut self, tree: &Tree<'_>, base: usize, metadata: bool) -> Result<()> {
        let classes = tree.names().iter().map(|name| match Class::of(name) {
            Class::Metadata if metadata => Class::Plain,
            Class::Metadata => Class::Field,
            class => class,
        });
        let part = SourcePart { tree, classes: classes.collect(), base };
        self.notes.enter(tree)?;
        let mut rest = vec![(NodeId::FIRST, tree.end())];
        let mut nested = Vec::new();
        while let Some((from, end)) = rest.pop() {
            let mut at = from;
            while at < end {
                let node = tree.node(at);
                if !node.is_element() {
                    at = at.next();
                    continue;
                }
                let class = part.class(at);
                match class {
                    Class::Excluded => at = node.after,
                    _ if self.kind.leaves_out(tree, at, (class, self.has_numbers)) => {
                        at = node.after;
                    }
                    Class::Paragraph | Class::Plain => {
                        self.unit(&part, at, class, &mut nested);
                        at = node.after;
                        if !nested.is_empty() {
                            rest.push((at, end));
                            let ranges = nested.drain(..).rev();
                            rest.extend(ranges.map(|node| (node, tree.node(node).after)));
                            break;
                        }
                    }
                    _ => at = at.next(),
                }
            }
        }
        Ok(())
    }

    /// Adds a warning about unusual content that was read.
    pub fn warn(&mut self, message: String, at: ByteSpan) {
        self.builder.warn(message, at);
    }

    pub fn finish(self) -> Builder {
        self.builder
    }

    /// Reads the text of a unit, and collects the elements that contain separate units.
    fn unit(
        &mut self,
        part: &SourcePart<'_>,
        unit: NodeId,
        class: Class,
        nested: &mut Vec<NodeId>,
    ) {
        let tree = part.tree;
        let is_value =
            self.has_numbers && tree.node(unit).parent.is_some_and(|cell| is_numeric(tree, cell));
        let plain = match class {
            _ if is_value => Some(InsertionBarrier::CellValue),
            Class::Plain => Some(InsertionBarrier::TextOnly),
            _ => None,
        };
        self.builder.set_zone(InsertionContext { obstacle: plain });
        self.builder.set_heading(heading_level(tree, unit));
        self.spaced = true;
        let end = tree.node(unit).after;
        self.notes.open(tree, unit, &mut self.builder);
        let mut at = unit.next();
        while at < end {
            self.notes.close_before(at, &mut self.builder);
            let node = tree.node(at);
            match node.kind {
                NodeKind::Text | NodeKind::Cdata => self.text(part, at),
                NodeKind::Element => {
                    at = self.inline(part, at, plain, nested);
                    continue;
                }
                NodeKind::Comment | NodeKind::Instruction => {}
            }
            at = at.next();
        }
        self.notes.close_before(end, &mut self.builder);
        self.end_unit();
    }

    /// Reads an element within a unit, or the part before its content, and returns the next node to
    /// read.
    fn inline(
        &mut self,
        part: &SourcePart<'_>,
        at: NodeId,
        plain: Option<InsertionBarrier>,
        nested: &mut Vec<NodeId>,
    ) -> NodeId {
        let tree = part.tree;
        let after = tree.node(at).after;
        match part.class(at) {
            Class::Inline => {
                self.notes.open(tree, at, &mut self.builder);
                return at.next();
            }
            Class::Script => {
                self.builder
                    .set_zone(InsertionContext { obstacle: Some(InsertionBarrier::TextOnly) });
                for text in tree.below(at).filter(|text| tree.node(*text).is_text()) {
                    self.text(part, text);
                }
                self.builder.set_zone(InsertionContext { obstacle: plain });
            }
            Class::Spaces => {
                let count = tree.attribute(at, super::element::TEXT, "c");
                let count = count.map_or(1, |count| count.trim().parse().unwrap_or(1));
                let count = count.min(SPACES).min(self.spaces.max(1));
                self.spaces = self.spaces.saturating_sub(count);
                self.whole(part, at, &" ".repeat(count));
            }
            Class::Tab => self.whole(part, at, "\t"),
            Class::Break => {
                self.builder.part_words();
                self.spaced = false;
            }
            Class::Field | Class::Metadata => self.builder.part_words(),
            Class::Flow => nested.push(at),
            Class::Figure | Class::Paragraph | Class::Plain => {
                self.builder.part_words();
                nested.push(at);
            }
            Class::Nothing | Class::Excluded => {}
        }
        after
    }

    /// Adds a text that represents an element.
    fn whole(&mut self, part: &SourcePart<'_>, at: NodeId, text: &str) {
        let node = part.tree.node(at);
        let end = node.close().end.max(node.at().end);
        self.builder.atom(text, part.span(node.at().start..end));
        self.spaced = false;
    }

    fn end_unit(&mut self) {
        let text = self.builder.unit_text();
        if text.is_empty() {
            return;
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            self.builder.drop_unit();
            return;
        }
        self.builder.end_unit(self.next_id);
        self.next_id += 1;
    }

    /// Reads a text. White space is collapsed to single spaces, and references are resolved.
    fn text(&mut self, part: &SourcePart<'_>, at: NodeId) {
        let node = part.tree.node(at);
        let place = node.at();
        if node.inside {
            self.builder.atom(part.tree.text(at), part.span(place));
            return;
        }
        let raw = part.tree.source().get(place.clone()).unwrap_or_default();
        let base = part.base + place.start;
        let resolves = node.kind == NodeKind::Text;
        let bytes = raw.as_bytes();
        let mut from = 0;
        let mut next = 0;
        while let Some(byte) = bytes.get(next) {
            match byte {
                b' ' if !self.spaced => {
                    self.spaced = true;
                    next += 1;
                    continue;
                }
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.builder.literal(&raw[from..next], base + from);
                    // A line end is one character, so that nothing can be inserted into it.
                    let width = if raw[next..].starts_with("\r\n") { 2 } else { 1 };
                    if !std::mem::replace(&mut self.spaced, true) {
                        let at = base + next;
                        match width {
                            1 => self.builder.spaced_literal(&raw[next..=next], at),
                            _ => self.builder.atom(" ", ByteSpan::new(at, at + width)),
                        }
                    }
                    next += width;
                }
                b'&' if resolves => {
                    let width = raw[next..].find(';').map_or(1, |end| end + 1);
                    let reference = &raw[next..next + width];
                    self.builder.literal(&raw[from..next], base + from);
                    if let Some(char) = resolved(reference) {
                        let span = ByteSpan::new(base + next, base + next + width);
                        self.builder.atom(char.encode_utf8(&mut [0; 4]), span);
                        self.spaced = false;
                    }
                    next += width;
                }
                _ => {
                    self.spaced = false;
                    next += 1;
                    continue;
                }
            }
            from = next;
        }
        self.builder.literal(&raw[from..], base + from);
    }
}
