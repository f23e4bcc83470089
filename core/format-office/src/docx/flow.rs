//! The units of the parts, and their reading order.

use std::rc::Rc;

use super::bookmark::Bookmarks;
use super::element::{Class, label, value};
use super::index_entry::IndexEntry;
use super::run::{AllProperties, RunProperties};
use crate::drawing::{DrawingReader, Scope};
use crate::opc::{Space, UnitBuilder, is_plain, is_word, keeps_space};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{Builder, InsertionBarrier, InsertionContext};
use glossweave_format_base::PartTree;
use glossweave_markup::tree::{NodeId, Tree, XML};

/// A reader that reads parts into a document, one after the other.
pub(super) struct Flow {
    /// The reader used for charts and diagrams. It contains the units of all parts.
    drawings: DrawingReader,
    pub bookmarks: Bookmarks,
    pub properties: AllProperties,
    run: Rc<RunProperties>,
    /// The open fields. The value is `true` while the code of the field is read.
    fields: Vec<bool>,
    /// The number of open fields whose code is being read.
    codes: usize,
    /// The state of the index entry in the code of the current field.
    entry: IndexEntry,
}

/// A range of nodes in a paragraph that contains units, as its start and end.
type NodeRange = (NodeId, NodeId);

/// A part to read.
struct SourcePart<'a> {
    tree: &'a Tree<'a>,
    /// The classes of the elements, by the number of the element name.
    classes: Vec<Class>,
    /// The offset of the part in the joined parts.
    base: usize,
    /// `true` if the part contains `xml:space`.
    has_space: bool,
}

impl SourcePart<'_> {
    fn class(&self, node: NodeId) -> Class {
        let number = self.tree.name_number(node) as usize;
        self.classes.get(number).copied().unwrap_or(Class::Inline)
    }

    fn span(&self, node: NodeId) -> ByteSpan {
        let node = self.tree.node(node);
        let end = node.close().end.max(node.at().end);
        ByteSpan::new(self.base + node.at().start, self.base + end)
    }
}

impl Flow {
    pub fn new(builder: Builder, fallback: Option<Language>) -> Flow {
        Flow {
            drawings: DrawingReader::new(UnitBuilder::new(builder, fallback)),
            bookmarks: Bookmarks::default(),
            properties: AllProperties::default(),
            run: Rc::default(),
            fields: Vec::new(),
            codes: 0,
            entry: IndexEntry::default(),
        }
    }

    /// Reads the properties of the document.
    pub fn read_properties(&mut self, xml: &PartTree<'_>) {
        self.properties.enter();
        let language = self.properties.unstated().language("").cloned();
        self.drawings.units.set_fallback(language);
        self.without_insertions(InsertionBarrier::TextOnly, |drawings| {
            drawings.units.properties(xml)
        });
    }

    /// Reads the texts of a chart or diagram.
    pub fn read_drawing(&mut self, xml: &PartTree<'_>) {
        self.without_insertions(InsertionBarrier::TextOnly, |drawings| {
            drawings.read(xml, Scope::All)
        });
    }

    /// Reads texts that do not allow insertions.
    fn without_insertions(
        &mut self,
        barrier: InsertionBarrier,
        read: impl FnOnce(&mut DrawingReader),
    ) {
        let obstacle = Some(barrier);
        self.drawings.units.builder.set_zone(InsertionContext { obstacle });
        self.drawings.units.builder.set_heading(0);
        read(&mut self.drawings);
        self.drawings.units.builder.set_zone(InsertionContext::default());
    }

    /// Reads the paragraphs of a part.
    pub fn read(&mut self, xml: &PartTree<'_>) {
        let tree = &xml.tree;
        let part = SourcePart {
            tree,
            classes: tree.names().iter().map(Class::of).collect(),
            base: xml.base,
            has_space: tree.names().iter().any(|name| name.is(XML, "space")),
        };
        self.bookmarks.enter();
        self.properties.enter();
        self.fields.clear();
        self.codes = 0;
        self.entry = IndexEntry::default();
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
                match part.class(at) {
                    Class::Excluded | Class::Object => at = node.after,
                    Class::Paragraph => {
                        self.drawings.units.end_unit();
                        self.unit(&part, at, &mut nested);
                        at = node.after;
                        if !nested.is_empty() {
                            rest.push((at, end));
                            rest.extend(nested.drain(..).rev());
                            break;
                        }
                    }
                    Class::BookmarkStart | Class::BookmarkEnd => {
                        self.bookmark(tree, at);
                        at = at.next();
                    }
                    Class::Shape => {
                        self.without_insertions(InsertionBarrier::Attribute, |drawings| {
                            drawings.shape(xml, at)
                        });
                        at = at.next();
                    }
                    Class::Label(name) => {
                        if let Some(label) = label(tree, at, name) {
                            self.without_insertions(InsertionBarrier::Attribute, |drawings| {
                                drawings.units.attribute(xml, label)
                            });
                        }
                        at = at.next();
                    }
                    Class::FieldMark => {
                        if value(tree, at, "fldCharType") != Some("separate") {
                            // The entry ends when its field ends, because its last quotation mark
                            // may be missing.
                            self.drawings.units.end_unit();
                            self.entry = IndexEntry::default();
                        }
                        at = at.next();
                    }
                    Class::FieldCode => {
                        let mut entry = std::mem::take(&mut self.entry);
                        self.without_insertions(InsertionBarrier::TextOnly, |drawings| {
                            entry.read(xml, at, &mut drawings.units)
                        });
                        self.entry = entry;
                        at = node.after;
                    }
                    _ => at = at.next(),
                }
            }
        }
    }

    /// Adds a warning about unusual content that was read.
    pub fn warn(&mut self, message: String, at: ByteSpan) {
        self.drawings.units.builder.warn(message, at);
    }

    pub fn finish(self) -> Builder {
        self.drawings.units.builder
    }

    /// Reads the text of a paragraph, and collects the elements that contain separate units.
    fn unit(&mut self, part: &SourcePart<'_>, unit: NodeId, nested: &mut Vec<NodeRange>) {
        let tree = part.tree;
        let end = tree.node(unit).after;
        self.properties.enter_paragraph(tree, unit);
        self.run = self.properties.unstated();
        self.drawings.units.builder.set_heading(self.properties.heading);
        let mut at = unit.next();
        while at < end {
            let node = tree.node(at);
            if !node.is_element() {
                at = at.next();
                continue;
            }
            let mut after = node.after;
            match part.class(at) {
                Class::Run => {
                    self.run = self.properties.of(tree, at);
                    if !self.run.is_hidden {
                        self.drawings.units.builder.set_format(self.run.format);
                        after = at.next();
                    }
                }
                Class::Text => self.text(part, at),
                Class::Sign(sign) => self.sign(part, at, sign),
                // Breaks of another type end a page or column (clause 17.18.3).
                Class::Break => match value(tree, at, "type") {
                    None | Some("textWrapping") => self.sign(part, at, "\n"),
                    Some(_) => self.drawings.units.builder.part_words(),
                },
                Class::BookmarkStart | Class::BookmarkEnd => self.bookmark(tree, at),
                Class::FieldMark => {
                    self.field(tree, at);
                    nested.push((at, after));
                }
                Class::Label(_) => {
                    after = at.next();
                    nested.push((at, after));
                }
                Class::Inline | Class::Shape => after = at.next(),
                Class::Paragraph | Class::Flow | Class::FieldCode => nested.push((at, after)),
                Class::Figure => {
                    self.drawings.units.builder.part_words();
                    nested.push((at, after));
                }
                Class::Object => self.drawings.units.builder.part_words(),
                Class::Excluded => {}
            }
            at = after;
        }
        self.drawings.units.end_unit();
    }

    fn bookmark(&mut self, tree: &Tree<'_>, at: NodeId) {
        let Some(id) = value(tree, at, "id") else { return };
        match is_word(tree.name(at), "bookmarkEnd") {
            true => self.bookmarks.end(id, &mut self.drawings.units.builder),
            false => {
                let name = value(tree, at, "name").unwrap_or_default();
                self.bookmarks.start(name, id, &mut self.drawings.units.builder);
            }
        }
    }

    /// Reads a field character. The text between the begin and the separator is the code of the
    /// field (clause 17.16.18).
    fn field(&mut self, tree: &Tree<'_>, at: NodeId) {
        match value(tree, at, "fldCharType") {
            Some("begin") => {
                self.fields.push(true);
                self.codes += 1;
            }
            Some("separate") => {
                if let Some(code) = self.fields.last_mut() {
                    self.codes -= usize::from(std::mem::take(code));
                }
            }
            Some("end") => {
                self.codes -= usize::from(self.fields.pop().unwrap_or(false));
            }
            _ => {}
        }
    }

    /// Adds the character that an element represents.
    fn sign(&mut self, part: &SourcePart<'_>, at: NodeId, sign: &str) {
        if self.codes == 0 {
            self.drawings.units.builder.atom(sign, part.span(at));
        }
    }

    fn text(&mut self, part: &SourcePart<'_>, at: NodeId) {
        if self.codes > 0 {
            return;
        }
        let tree = part.tree;
        let keeps = !is_plain(tree, at) || part.has_space && keeps_space(tree, at);
        for text in tree.children(at).filter(|child| tree.node(*child).is_text()) {
            let raw = tree.source().get(tree.node(text).at()).unwrap_or_default();
            let language = self.run.language(raw);
            self.drawings.units.text((tree, part.base), text, language, (!keeps, Space::Spaces));
        }
    }
}
