//! A markup tree, stored as rows in document order with ranges of the decoded source.
//!
//! XML and HTML use the same tree type. A node is identified by its number, a [`NodeId`]. The nodes
//! of a subtree have consecutive numbers, so that tree walks need neither recursion nor links.

mod builder;
mod node_id;
#[cfg(all(test, feature = "xpath"))]
pub mod oracle;
#[cfg(test)]
mod tests;
#[cfg(not(feature = "xpath"))]
pub mod without_xpath;
#[cfg(feature = "xpath")]
pub mod xpath;
#[cfg(not(feature = "xpath"))]
pub use without_xpath as xpath;

use std::borrow::Cow;

pub use builder::{TreeBuilder, Value};
pub use node_id::{NodeId, Nodes};

use super::At;

/// The namespace of predefined XML attributes.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of HTML elements.
pub const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// The XLink namespace.
pub const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The number that represents a missing name.
pub const NO_NAME: u32 = u32::MAX;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An element.
    Element,
    /// A text.
    Text,
    /// The text of a CDATA section.
    Cdata,
    /// A comment.
    Comment,
    /// A processing instruction.
    Instruction,
}

/// A node. Ranges count bytes of the decoded source.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The kind of the node.
    pub kind: NodeKind,
    /// `true` if the node comes from the expansion of an entity. Its range is then the range of the
    /// reference.
    pub inside: bool,
    /// `true` if the text of the node differs from its range in the source, for example because of
    /// references or line ends.
    made: bool,
    /// The name of an element, or the target of a processing instruction.
    name: u32,
    /// The parent. `None` for the root and its siblings.
    pub parent: Option<NodeId>,
    /// The first node after the subtree. It may not exist.
    pub after: NodeId,
    /// The start of the start tag of an element, or of the content of any other node without its
    /// delimiters.
    pub start: u32,
    /// The end of that range.
    pub end: u32,
    /// For elements, the start of the end tag. If there is no end tag, an empty range at the end of
    /// the start tag. For other nodes, the start of their text in `made`.
    close: u32,
    close_end: u32,
    attributes: u32,
    attribute_count: u32,
}

impl Node {
    /// Returns the range of the start tag of an element, or of the content of any other node.
    pub fn at(&self) -> At {
        self.start as usize..self.end as usize
    }

    /// Returns the range of the end tag of an element. Empty if there is no end tag.
    pub fn close(&self) -> At {
        self.close as usize..self.close_end as usize
    }

    /// Returns `true` if the node is text, including CDATA sections.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, NodeKind::Text | NodeKind::Cdata)
    }

    /// Returns `true` if the node is an element.
    pub fn is_element(&self) -> bool {
        self.kind == NodeKind::Element
    }
}

/// A qualified name with the prefix used in the source, for example `xlink:href`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The prefix without the colon. Empty if there is none.
    pub prefix: Box<str>,
    /// The local name.
    pub local: Box<str>,
    /// The namespace IRI. Empty if there is none.
    pub namespace: Box<str>,
}

impl Name {
    /// Returns the name as written in the source.
    pub fn qualified(&self) -> Cow<'_, str> {
        match &*self.prefix {
            "" => Cow::Borrowed(&self.local),
            prefix => Cow::Owned(format!("{prefix}:{}", self.local)),
        }
    }

    /// Returns `true` if the name has the given namespace and local name.
    pub fn is(&self, namespace: &str, local: &str) -> bool {
        // Compare lengths and first bytes first, which rules out most names without a function
        // call.
        let (ours, theirs) = (self.local.as_bytes(), local.as_bytes());
        ours.len() == theirs.len()
            && ours.first() == theirs.first()
            && self.namespace.len() == namespace.len()
            && ours == theirs
            && *self.namespace == *namespace
    }
}

/// An attribute. Namespace declarations are not attributes.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    name: u32,
    made: bool,
    value_start: u32,
    value_end: u32,
    /// The start of the value in the source, without quotes. The range is empty if the attribute is
    /// not written in the source.
    start: u32,
    end: u32,
}

impl Attribute {
    /// Returns the range of the value in the source, without quotes.
    pub fn at(&self) -> At {
        self.start as usize..self.end as usize
    }
}

/// A node that an XPath expression selects or is evaluated on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeRef {
    /// The document, which is the parent of the root element.
    Document,
    /// A node.
    Node(NodeId),
    /// An attribute, by its number in the whole tree.
    Attribute(usize),
}

/// A reference in a text, to a character or to an entity that contains only text.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    start: u32,
    end: u32,
    length: u32,
}

impl Reference {
    /// Returns the range of the reference in the source, from `&` to `;`.
    pub fn at(&self) -> At {
        self.start as usize..self.end as usize
    }

    /// Returns the length in bytes of the text that the reference represents.
    pub fn length(&self) -> usize {
        self.length as usize
    }
}

/// A reference to an external or undeclared entity.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The name of the entity.
    pub name: Box<str>,
    /// The range of the reference in the source. If the reference is in another entity, the range
    /// of the reference to that entity.
    pub at: At,
    /// `true` if an external file declares it.
    pub is_external: bool,
}

/// A markup tree.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    source: Cow<'a, str>,
    /// The texts and values that differ from their ranges in the source.
    made: String,
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    names: Vec<Name>,
    /// The namespace declarations, sorted by element: the element, the prefix, and the namespace.
    declarations: Vec<(NodeId, Box<str>, Box<str>)>,
    /// The numbers of the attributes that a document type declares as IDs, in ascending order.
    ids: Vec<usize>,
    /// The references in texts of the source, in order.
    references: Vec<Reference>,
    /// The first references to unknown entities, in order of occurrence.
    unknown: Vec<Unknown>,
    root: Option<NodeId>,
    depth: u32,
}

impl Tree<'_> {
    /// Returns the same tree with an owned source.
    pub fn owning(self) -> Tree<'static> {
        Tree { source: Cow::Owned(self.source.into_owned()), ..self }
    }
}

impl<'a> Tree<'a> {
    /// Returns the number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "no caller needs `is_empty`")]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Returns the decoded source.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the root element, or `None` if the tree is empty.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Returns the nesting depth of the elements.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the row of a node. The node must exist.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    /// Returns all nodes in document order.
    pub fn nodes(&self) -> Nodes {
        Nodes::new(NodeId::FIRST, self.end())
    }

    /// Returns the ID that follows the last node.
    pub fn end(&self) -> NodeId {
        NodeId::new(self.len())
    }

    /// Returns the names of all elements and attributes, indexed by [`Tree::name_number`].
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns the number of the name of an element. Equal names with equal prefixes have the same
    /// number.
    pub fn name_number(&self, node: NodeId) -> u32 {
        self.node(node).name
    }

    /// Returns the name of an element.
    pub fn name(&self, node: NodeId) -> &Name {
        &self.names[self.node(node).name as usize]
    }

    /// Returns `true` if a node is an element with the given name.
    pub fn is(&self, node: NodeId, namespace: &str, local: &str) -> bool {
        self.node(node).is_element() && self.name(node).is(namespace, local)
    }

    /// Returns the children of a node.
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { tree: &self.nodes, next: node.next(), end: self.node(node).after }
    }

    /// Returns the child elements of a node.
    pub fn elements(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(node).filter(|child| self.node(*child).is_element())
    }

    /// Returns all descendants of a node, in document order.
    pub fn below(&self, node: NodeId) -> Nodes {
        Nodes::new(node.next(), self.node(node).after)
    }

    /// Returns the ancestors of a node, from its parent to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let parent = |node: NodeId| self.node(node).parent;
        std::iter::successors(parent(node), move |node| parent(*node))
    }

    /// Returns the attributes of an element, in the order of the source.
    pub fn attributes(&self, node: NodeId) -> &[Attribute] {
        &self.attributes[self.attribute_numbers(node)]
    }

    /// Returns the numbers of the attributes of an element. They are unique in the tree.
    pub fn attribute_numbers(&self, node: NodeId) -> std::ops::Range<usize> {
        let node = self.node(node);
        match node.kind {
            NodeKind::Element => {
                let first = node.attributes as usize;
                first..first + node.attribute_count as usize
            }
            _ => 0..0,
        }
    }

    /// Returns an attribute by its number.
    pub fn attribute_at(&self, number: usize) -> &Attribute {
        &self.attributes[number]
    }

    /// Returns the number of attributes in the tree.
    pub fn attribute_len(&self) -> usize {
        self.attributes.len()
    }

    /// Returns the name of an attribute.
    pub fn attribute_name(&self, attribute: &Attribute) -> &Name {
        &self.names[attribute.name as usize]
    }

    /// Returns the element that an attribute belongs to.
    pub fn owner(&self, attribute: usize) -> NodeId {
        let after = self.nodes.partition_point(|node| node.attributes as usize <= attribute);
        NodeId::new(after.saturating_sub(1) as u32)
    }

    /// Returns the numbers of the attributes that a document type declares as IDs, in ascending
    /// order.
    pub fn ids(&self) -> &[usize] {
        &self.ids
    }

    /// Returns the number of the name of an attribute, in the same numbering as
    /// [`Tree::name_number`].
    pub fn attribute_name_number(&self, attribute: &Attribute) -> u32 {
        attribute.name
    }

    /// Returns the normalized value of an attribute (XML 1.0, clause 3.3.3).
    pub fn value(&self, attribute: &Attribute) -> &str {
        let range = attribute.value_start as usize..attribute.value_end as usize;
        if attribute.made { &self.made[range] } else { &self.source[range] }
    }

    /// Returns the value of an attribute of an element by its name. Use "" for names without a
    /// namespace.
    pub fn attribute(&self, node: NodeId, namespace: &str, local: &str) -> Option<&str> {
        let mut all = self.attributes(node).iter();
        all.find(|attribute| self.attribute_name(attribute).is(namespace, local))
            .map(|attribute| self.value(attribute))
    }

    /// Returns the text of a node other than an element, with references resolved and line ends
    /// normalized to LF. For a processing instruction, this is the content after the target.
    pub fn text(&self, node: NodeId) -> &str {
        let node = self.node(node);
        match (node.kind, node.made) {
            (NodeKind::Element, _) => "",
            (_, true) => &self.made[node.close()],
            (_, false) => &self.source[node.at()],
        }
    }

    /// Returns the references in a text of the source, in order. The text between them is literal,
    /// except for line ends. HTML trees do not store references.
    pub fn references(&self, text: NodeId) -> &[Reference] {
        let node = self.node(text);
        // The text of a node with references always differs from its range in the source.
        if !node.made {
            return &[];
        }
        let from = self.references.partition_point(|reference| reference.start < node.start);
        let to = self.references.partition_point(|reference| reference.start < node.end);
        match node.is_text() && !node.inside {
            true => &self.references[from..to.max(from)],
            false => &[],
        }
    }

    /// Returns the first references to unknown entities, in order of occurrence.
    pub fn unknown(&self) -> &[Unknown] {
        &self.unknown
    }

    /// Returns the text of all descendants of an element.
    pub fn string(&self, node: NodeId) -> String {
        let texts = self.below(node).filter(|below| self.node(*below).is_text());
        texts.map(|text| self.text(text)).collect()
    }

    /// Returns the namespace bound to a prefix at an element. Use "" for the default namespace.
    pub fn namespace_of(&self, node: NodeId, prefix: &str) -> Option<&str> {
        if prefix == "xml" {
            return Some(XML);
        }
        std::iter::once(node).chain(self.ancestors(node)).find_map(|element| {
            self.declared(element)
                .iter()
                .find(|declaration| *declaration.1 == *prefix)
                .map(|declaration| &*declaration.2)
        })
    }

    /// Returns the namespace declarations on an element: the element, the prefix, and the
    /// namespace.
    pub fn declared(&self, element: NodeId) -> &[(NodeId, Box<str>, Box<str>)] {
        let from = self.declarations.partition_point(|declaration| declaration.0 < element);
        let to = self.declarations.partition_point(|declaration| declaration.0 <= element);
        &self.declarations[from..to]
    }
}

/// An iterator over the children of a node.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a [Node],
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let node = self.next;
        self.next = self.tree[node.index()].after;
        Some(node)
    }
}
