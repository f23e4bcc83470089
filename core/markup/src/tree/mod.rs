//! A tree of markup as rows in document order, each with its place in the decoded source.
//!
//! XML and HTML make the same tree. A node is known by its number; the nodes of a subtree have
//! consecutive numbers, so that walks need neither recursion nor links.

mod grow;
#[cfg(test)]
pub mod oracle;
#[cfg(test)]
mod tests;
pub mod xpath;

use std::borrow::Cow;

pub use grow::{Grower, Value};

use super::html::At;

/// The namespace of XML's own attributes.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of HTML elements.
pub const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// The namespace of links.
pub const XLINK: &str = "http://www.w3.org/1999/xlink";
/// What stands for the parent of what has none.
pub const NONE: u32 = u32::MAX;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Element,
    Text,
    /// Text of a CDATA section.
    Cdata,
    Comment,
    Instruction,
}

/// A node. Places count bytes of the decoded source.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: NodeKind,
    /// Whether it comes from the expansion of an entity; its place is then that of the reference.
    pub inside: bool,
    /// Whether the text of the node is not that of its place: references, line ends.
    made: bool,
    /// The name of an element, the target of an instruction.
    name: u32,
    /// The number of the parent, [`NONE`] for what stands beside the root.
    pub parent: u32,
    /// The number of the first node that is not below this one.
    pub after: u32,
    /// The start tag, or the content of any other node without its delimiters.
    pub start: u32,
    pub end: u32,
    /// Elements: the end tag, empty at the end of the start tag where there is none. Others: their
    /// text in what was made.
    close: u32,
    close_end: u32,
    attributes: u32,
    attribute_count: u32,
}

impl Node {
    /// The start tag of an element, the content of any other node.
    pub fn at(&self) -> At {
        self.start as usize..self.end as usize
    }

    /// The end tag of an element; empty where it has none of its own.
    pub fn close(&self) -> At {
        self.close as usize..self.close_end as usize
    }

    /// Whether it is text, of a CDATA section or not.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, NodeKind::Text | NodeKind::Cdata)
    }

    pub fn is_element(&self) -> bool {
        self.kind == NodeKind::Element
    }
}

/// A qualified name, with the prefix that the source uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    pub prefix: Box<str>,
    pub local: Box<str>,
    pub namespace: Box<str>,
}

impl Name {
    /// The name as it stands in the source.
    pub fn qualified(&self) -> Cow<'_, str> {
        match &*self.prefix {
            "" => Cow::Borrowed(&self.local),
            prefix => Cow::Owned(format!("{prefix}:{}", self.local)),
        }
    }

    /// Whether it is this name in this namespace.
    pub fn is(&self, namespace: &str, local: &str) -> bool {
        // Most names differ in their length or their first byte, which costs no call.
        let (ours, theirs) = (self.local.as_bytes(), local.as_bytes());
        ours.len() == theirs.len()
            && ours.first() == theirs.first()
            && self.namespace.len() == namespace.len()
            && ours == theirs
            && *self.namespace == *namespace
    }
}

/// An attribute. Declarations of namespaces are none.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    name: u32,
    made: bool,
    value_start: u32,
    value_end: u32,
    /// Where its value stands in the source, without the quotes; empty where it was not written.
    start: u32,
    end: u32,
}

impl Attribute {
    /// Where its value stands in the source, without the quotes.
    pub fn at(&self) -> At {
        self.start as usize..self.end as usize
    }
}

/// Something of a tree that an XPath may be asked from, or may select.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeRef {
    /// What is above the root element.
    Document,
    /// A node by its number.
    Node(u32),
    /// An attribute by its number, which counts over the whole tree.
    Attribute(usize),
}

/// A reference in a text: to a character, or to an entity that is text.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    start: u32,
    end: u32,
    length: u32,
}

impl Reference {
    /// Where it stands in the source, from `&` to `;`.
    pub fn at(&self) -> At {
        self.start as usize..self.end as usize
    }

    /// For how many bytes of the text it stands.
    pub fn length(&self) -> usize {
        self.length as usize
    }
}

/// A reference to an entity that is external or that nobody declares.
#[derive(Clone, Debug)]
pub struct Unknown {
    pub name: Box<str>,
    /// Where it stands in the source, or the reference to the entity that it is in.
    pub at: At,
    pub is_external: bool,
}

/// A tree of markup.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    source: Cow<'a, str>,
    /// Texts and values that are not those of their places.
    made: String,
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    names: Vec<Name>,
    /// Declarations: the element, the prefix, the namespace; by element.
    declarations: Vec<(u32, Box<str>, Box<str>)>,
    /// The numbers of attributes that a document type declares as IDs, growing.
    ids: Vec<usize>,
    /// In texts of the source, in their order.
    references: Vec<Reference>,
    /// The first references to unknown entities, in the order in which they were met.
    unknown: Vec<Unknown>,
    root: u32,
    depth: u32,
}

impl Tree<'_> {
    /// The same tree with a source of its own.
    pub fn owning(self) -> Tree<'static> {
        Tree { source: Cow::Owned(self.source.into_owned()), ..self }
    }
}

impl<'a> Tree<'a> {
    /// How many nodes there are; their numbers are those below.
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The decoded source.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The number of the root element, [`NONE`] where there is none.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// How deep its elements nest.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// A node by its number, which must be one.
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// All nodes in document order.
    #[cfg(test)]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All names of elements and attributes, by the numbers that [`Tree::name_number`] gives.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The number of the name of an element, the same for the same name and prefix.
    pub fn name_number(&self, node: u32) -> u32 {
        self.nodes[node as usize].name
    }

    /// The name of an element.
    pub fn name(&self, node: u32) -> &Name {
        &self.names[self.nodes[node as usize].name as usize]
    }

    /// Whether a node is an element of this name.
    pub fn is(&self, node: u32, namespace: &str, local: &str) -> bool {
        self.node(node).is_element() && self.name(node).is(namespace, local)
    }

    /// The children of a node, by their numbers.
    pub fn children(&self, node: u32) -> Children<'_> {
        Children { tree: &self.nodes, next: node + 1, end: self.node(node).after }
    }

    /// The children that are elements.
    pub fn elements(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.children(node).filter(|child| self.node(*child).is_element())
    }

    /// All nodes below a node, in document order.
    pub fn below(&self, node: u32) -> std::ops::Range<u32> {
        node + 1..self.node(node).after
    }

    /// The elements above a node, from its parent to the root.
    pub fn ancestors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |number: u32| Some(self.nodes[number as usize].parent).filter(|p| *p != NONE);
        std::iter::successors(parent(node), move |number| parent(*number))
    }

    /// The attributes of an element, in the order of the source.
    pub fn attributes(&self, node: u32) -> &[Attribute] {
        &self.attributes[self.attribute_numbers(node)]
    }

    /// The numbers of the attributes of an element, which count over the whole tree.
    pub fn attribute_numbers(&self, node: u32) -> std::ops::Range<usize> {
        let node = self.node(node);
        match node.kind {
            NodeKind::Element => {
                let first = node.attributes as usize;
                first..first + node.attribute_count as usize
            }
            _ => 0..0,
        }
    }

    /// An attribute by its number.
    pub fn attribute_at(&self, number: usize) -> &Attribute {
        &self.attributes[number]
    }

    /// How many attributes the tree has.
    pub fn attribute_len(&self) -> usize {
        self.attributes.len()
    }

    /// The name of an attribute.
    pub fn attribute_name(&self, attribute: &Attribute) -> &Name {
        &self.names[attribute.name as usize]
    }
    /// The element that an attribute belongs to, by their numbers.
    pub fn owner(&self, attribute: usize) -> u32 {
        let after = self.nodes.partition_point(|node| node.attributes as usize <= attribute);
        after.saturating_sub(1) as u32
    }

    /// The numbers of the attributes that a document type declares as IDs, growing.
    pub fn ids(&self) -> &[usize] {
        &self.ids
    }

    /// The number of the name of an attribute, as [`Tree::name_number`] counts.
    pub fn attribute_name_number(&self, attribute: &Attribute) -> u32 {
        attribute.name
    }

    /// The value of an attribute, normalized (XML 1.0, clause 3.3.3).
    pub fn value(&self, attribute: &Attribute) -> &str {
        let range = attribute.value_start as usize..attribute.value_end as usize;
        if attribute.made { &self.made[range] } else { &self.source[range] }
    }

    /// The value of an attribute of an element by its name; no namespace is "".
    pub fn attribute(&self, node: u32, namespace: &str, local: &str) -> Option<&str> {
        let mut all = self.attributes(node).iter();
        all.find(|one| self.attribute_name(one).is(namespace, local)).map(|one| self.value(one))
    }

    /// The text of a node that is no element: references resolved, line ends made LF. Of an
    /// instruction, what follows its target.
    pub fn text(&self, node: u32) -> &str {
        let node = self.node(node);
        match (node.kind, node.made) {
            (NodeKind::Element, _) => "",
            (_, true) => &self.made[node.close()],
            (_, false) => &self.source[node.at()],
        }
    }

    /// The references in a text of the source, in their order. What stands between them is text as
    /// it is, but for its line ends. Trees of HTML have none.
    pub fn references(&self, text: u32) -> &[Reference] {
        let node = self.node(text);
        // A text with references is never that of its place.
        if !node.made {
            return &[];
        }
        let from = self.references.partition_point(|one| one.start < node.start);
        let to = self.references.partition_point(|one| one.start < node.end);
        match node.is_text() && !node.inside {
            true => &self.references[from..to.max(from)],
            false => &[],
        }
    }

    /// The first references to entities that are not known, in the order in which they were met.
    pub fn unknown(&self) -> &[Unknown] {
        &self.unknown
    }

    /// The text of all that is below an element.
    pub fn string(&self, node: u32) -> String {
        let texts = self.below(node).filter(|below| self.node(*below).is_text());
        texts.map(|text| self.text(text)).collect()
    }

    /// The namespace that a prefix stands for at an element; "" is the default namespace.
    pub fn namespace_of(&self, node: u32, prefix: &str) -> Option<&str> {
        if prefix == "xml" {
            return Some(XML);
        }
        std::iter::once(node).chain(self.ancestors(node)).find_map(|element| {
            self.declared(element).iter().find(|one| *one.1 == *prefix).map(|one| &*one.2)
        })
    }

    /// The namespaces that an element itself declares: the element, the prefix, the namespace.
    pub fn declared(&self, element: u32) -> &[(u32, Box<str>, Box<str>)] {
        let from = self.declarations.partition_point(|one| one.0 < element);
        let to = self.declarations.partition_point(|one| one.0 <= element);
        &self.declarations[from..to]
    }
}

/// The children of a node.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a [Node],
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.next >= self.end {
            return None;
        }
        let number = self.next;
        self.next = self.tree[number as usize].after;
        Some(number)
    }
}
