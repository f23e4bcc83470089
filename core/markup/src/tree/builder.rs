//! A builder that creates a tree from left to right.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::{Attribute, Name, Node, NodeId, NodeKind, Reference, Tree, Unknown};
use crate::At;

/// A text or value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'v> {
    /// The same text as its range in the source.
    Same,
    /// A text that differs from the source, for example because references are resolved.
    Made(Cow<'v, str>),
}

/// A builder that creates a [`Tree`] from left to right. The caller resolves names. When the tree
/// is finished, all open elements are closed.
pub struct TreeBuilder<'a> {
    tree: Tree<'a>,
    /// The numbers of names by their hashes, so that lookups do not allocate.
    numbers: HashMap<u64, u32>,
    state: RandomState,
    open: Vec<NodeId>,
}

impl<'a> TreeBuilder<'a> {
    /// Creates a builder for the tree of a source.
    pub fn new(source: Cow<'a, str>) -> TreeBuilder<'a> {
        let tree = Tree {
            source,
            made: String::new(),
            nodes: Vec::new(),
            attributes: Vec::new(),
            names: Vec::new(),
            declarations: Vec::new(),
            ids: Vec::new(),
            references: Vec::new(),
            unknown: Vec::new(),
            root: None,
            depth: 0,
        };
        TreeBuilder { tree, numbers: HashMap::new(), state: RandomState::new(), open: Vec::new() }
    }

    /// Reserves capacity for nodes and attributes.
    pub fn reserve(&mut self, nodes: usize, attributes: usize) {
        self.tree.nodes.reserve(nodes);
        self.tree.attributes.reserve(attributes);
    }

    /// Returns the number of a name, and assigns one if the name is new.
    pub fn intern(&mut self, prefix: &str, local: &str, namespace: &str) -> u32 {
        let mut hash = self.state.hash_one((prefix, local, namespace));
        let names = &mut self.tree.names;
        // When two names have the same hash, the next hash is tried.
        while let Some(number) = self.numbers.get(&hash) {
            let known = &names[*number as usize];
            if *known.prefix == *prefix && known.is(namespace, local) {
                return *number;
            }
            hash = hash.wrapping_add(1);
        }
        let number = names.len() as u32;
        names.push(Name {
            prefix: prefix.into(),
            local: local.into(),
            namespace: namespace.into(),
        });
        self.numbers.insert(hash, number);
        number
    }

    /// Returns a name by its number.
    pub fn name(&self, number: u32) -> &Name {
        &self.tree.names[number as usize]
    }

    /// Returns the ID of the next node to be added.
    pub fn next(&self) -> NodeId {
        self.tree.end()
    }

    /// Returns the innermost open element.
    pub fn top(&self) -> Option<NodeId> {
        self.open.last().copied()
    }

    /// Returns the tree built so far.
    pub fn tree(&self) -> &Tree<'a> {
        &self.tree
    }

    fn push(&mut self, kind: NodeKind, name: u32, at: At, inside: bool) -> &mut Node {
        let id = self.next();
        self.tree.nodes.push(Node {
            kind,
            inside,
            made: false,
            name,
            parent: self.top(),
            after: id.next(),
            start: at.start as u32,
            end: at.end as u32,
            close: at.end as u32,
            close_end: at.end as u32,
            attributes: self.tree.attributes.len() as u32,
            attribute_count: 0,
        });
        &mut self.tree.nodes[id.index()]
    }

    /// Opens an element.
    pub fn open(&mut self, name: u32, at: At, inside: bool) -> NodeId {
        let element = self.next();
        self.push(NodeKind::Element, name, at, inside);
        if self.open.is_empty() && self.tree.root.is_none() {
            self.tree.root = Some(element);
        }
        self.open.push(element);
        self.tree.depth = self.tree.depth.max(self.open.len() as u32);
        element
    }

    /// Adds an attribute to the element that was just opened. `at` is the range of its value. Must
    /// be called before anything else is added.
    pub fn attribute(&mut self, name: u32, at: At, value: Value<'_>) {
        let range = match &value {
            Value::Same => at.clone(),
            Value::Made(text) => self.make(text),
        };
        self.tree.attributes.push(Attribute {
            name,
            made: value != Value::Same,
            value_start: range.start as u32,
            value_end: range.end as u32,
            start: at.start as u32,
            end: at.end as u32,
        });
        if let Some(node) = self.tree.nodes.last_mut() {
            node.attribute_count += 1;
        }
    }

    /// Marks the last attribute as an ID.
    pub fn identify(&mut self) {
        self.tree.ids.extend(self.tree.attributes.len().checked_sub(1));
    }

    /// Declares a namespace on the element that was just opened.
    pub fn declare(&mut self, prefix: &str, namespace: &str) {
        let Some(element) = self.next().previous() else { return };
        self.tree.declarations.push((element, prefix.into(), namespace.into()));
    }

    fn make(&mut self, text: &str) -> At {
        let start = self.tree.made.len();
        self.tree.made.push_str(text);
        start..self.tree.made.len()
    }

    /// Adds a node other than an element.
    pub fn leaf(&mut self, kind: NodeKind, name: u32, at: At, value: Value<'_>, inside: bool) {
        let made = match &value {
            Value::Same => None,
            Value::Made(text) => Some(self.make(text)),
        };
        let node = self.push(kind, name, at, inside);
        if let Some(made) = made {
            node.made = true;
            (node.close, node.close_end) = (made.start as u32, made.end as u32);
        }
    }

    /// Adds a reference of the source, and the length in bytes of the text that it represents.
    /// References must be added in order.
    pub fn reference(&mut self, at: At, length: usize) {
        let (start, end) = (at.start as u32, at.end as u32);
        self.tree.references.push(Reference { start, end, length: length as u32 });
    }

    /// Sets the list of references to unknown entities.
    pub fn unknown(&mut self, all: Vec<Unknown>) {
        self.tree.unknown = all;
    }

    /// Closes the innermost element. `at` is the range of its end tag, or empty if there is none.
    pub fn close(&mut self, at: At) {
        let after = self.next();
        if let Some(element) = self.open.pop() {
            let node = &mut self.tree.nodes[element.index()];
            node.after = after;
            (node.close, node.close_end) = (at.start as u32, at.end as u32);
        }
    }

    /// Returns the finished tree.
    pub fn finish(mut self) -> Tree<'a> {
        let end = self.tree.source.len();
        while !self.open.is_empty() {
            self.close(end..end);
        }
        self.tree
    }
}
