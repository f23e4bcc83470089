//! The tree of the HTML Standard (13.2.6). html5ever builds it from the same tokens, and it
//! includes the position of each start tag.

mod bare;
mod grow;
mod growth;
mod state;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt::Write;

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::{Tag, TagKind, Token};
use html5ever::{Attribute as TreeAttribute, LocalName, Namespace, QualName};

use growth::Growth;
#[cfg(debug_assertions)]
pub use growth::WORK;

pub use bare::{Bare, BareTree, TagName};
pub use state::State;

use super::{Content, Doctype, StartTag, Tokens, tokenize};
use crate::charref::{Place, attribute_value, resolved};
use crate::tree::Tree;
use crate::{At, Decoded};

/// An event of a tree walk in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    /// The start of an element, with the source position of its start tag, if any.
    Open(LocalName, Option<usize>),
    /// The end of the innermost open element.
    Close,
    /// Text.
    Text(String),
}

/// The number of attributes above which a set is used to find duplicate names.
const FEW: usize = 32;

/// The name of the attribute that stores a position. It cannot occur in a source, because
/// tokenizers never produce names with spaces.
const PLACE: &str = " at";

/// Returns the events of a walk through the tree of a source. Returns `None` if the tree is
/// disproportionately large.
pub fn walk(source: &Decoded<'_>) -> Option<Vec<Walk>> {
    built(source, false).map(Arena::walk)
}

/// Returns the tree of a source. Returns `None` if the tree is disproportionately large. Start tags
/// and attribute values have positions in the decoded source, and texts have none. Elements without
/// a tag in the source have an empty range.
pub(super) fn tree(source: &Decoded<'_>) -> Option<Tree<'static>> {
    built(source, true).map(|arena| arena.grow(source.text.to_string()))
}

fn built(source: &Decoded<'_>, keep: bool) -> Option<Arena> {
    let mut feed = Feed {
        text: &source.text,
        back: source.way_back(),
        content: Content::Markup,
        growth: Growth::new(source.text.len(), keep),
    };
    tokenize(&source.text, &mut feed);
    feed.growth.finish()
}

struct Feed<'a> {
    text: &'a str,
    back: crate::WayBack<'a>,
    content: Content,
    growth: Growth,
}

impl Tokens for Feed<'_> {
    fn text(&mut self, at: At, cdata: bool) {
        let literal = cdata || !matches!(self.content, Content::Markup | Content::Rcdata);
        let raw = &self.text[at];
        // NUL is replaced in raw text and in text with references. In markup, the tree builder
        // handles it.
        let markup = self.content == Content::Markup;
        for (index, part) in raw.split('\0').enumerate() {
            if index > 0 && markup {
                self.growth.push(Token::NullCharacterToken);
            } else if index > 0 {
                self.growth.push(Token::CharacterTokens("\u{FFFD}".to_tendril()));
            }
            if part.is_empty() {
                continue;
            }
            let text = if literal {
                part.replace("\r\n", "\n").replace('\r', "\n")
            } else {
                resolved(part, Place::Text)
            };
            self.growth.push(Token::CharacterTokens(text.as_str().to_tendril()));
        }
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        let mut attrs: Vec<TreeAttribute> = Vec::with_capacity(tag.attributes.len() + 1);
        let keep = self.growth.keeps();
        let mut place = match keep {
            true => format!("{} {}", tag.at.start, tag.at.end),
            false => self.back.source(tag.at.start).to_string(),
        };
        attrs.push(plain_attribute(PLACE, ""));
        let mut met = HashSet::new();
        for attribute in tag.attributes {
            let name = self.text[attribute.name.clone()].to_ascii_lowercase();
            let first = match tag.attributes.len() {
                ..=FEW => attrs.iter().all(|other| *other.name.local != *name),
                _ => met.insert(name.clone()),
            };
            if first {
                let value = attribute_value(&self.text[attribute.value.clone()]);
                attrs.push(plain_attribute(&name, &value));
                if keep {
                    let _ = write!(place, " {} {}", attribute.value.start, attribute.value.end);
                }
            }
        }
        if let Some(first) = attrs.first_mut() {
            first.value = place.as_str().to_tendril();
        }
        let name = self.text[tag.name.clone()].to_ascii_lowercase();
        let tag = Tag {
            kind: TagKind::StartTag,
            name: LocalName::from(name),
            self_closing: tag.self_closing,
            attrs,
        };
        self.content = self.growth.push(Token::TagToken(tag));
        self.content
    }

    fn end(&mut self, _: At, name: At) {
        let name = self.text[name].to_ascii_lowercase();
        let tag = Tag {
            kind: TagKind::EndTag,
            name: LocalName::from(name),
            self_closing: false,
            attrs: Vec::new(),
        };
        self.growth.push(Token::TagToken(tag));
        self.content = Content::Markup;
    }

    fn comment(&mut self) {
        self.growth.push(Token::CommentToken(StrTendril::new()));
    }

    fn doctype(&mut self, doctype: &Doctype) {
        self.growth.doctype(doctype);
    }

    fn is_foreign(&mut self) -> bool {
        self.growth.is_foreign()
    }
}

fn plain_attribute(name: &str, value: &str) -> TreeAttribute {
    TreeAttribute {
        name: QualName::new(None, Namespace::from(""), LocalName::from(name)),
        value: value.to_tendril(),
    }
}

#[derive(Debug)]
enum Kind {
    Root,
    /// A comment or a document type.
    Aside,
    Element {
        name: QualName,
        place: Option<usize>,
        contents: Option<usize>,
        integration: bool,
        /// The attributes, if they are kept. The attribute with the position comes first.
        attributes: Vec<TreeAttribute>,
    },
    Text(StrTendril),
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    parent: Option<usize>,
    before: Option<usize>,
    after: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
}

impl Node {
    fn new(kind: Kind) -> Node {
        Node { kind, parent: None, before: None, after: None, first: None, last: None }
    }
}

/// The nodes of a tree, linked by index.
#[derive(Debug)]
struct Arena {
    nodes: RefCell<Vec<Node>>,
    /// `true` if attributes are kept.
    keep: bool,
    /// The number of times that the builder has queried a node.
    questions: Cell<usize>,
}

impl Arena {
    fn add(&self, kind: Kind) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node::new(kind));
        nodes.len() - 1
    }

    fn detach(&self, node: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let (parent, before, after) = (nodes[node].parent, nodes[node].before, nodes[node].after);
        match before {
            Some(before) => nodes[before].after = after,
            None => {
                if let Some(parent) = parent {
                    nodes[parent].first = after;
                }
            }
        }
        match after {
            Some(after) => nodes[after].before = before,
            None => {
                if let Some(parent) = parent {
                    nodes[parent].last = before;
                }
            }
        }
        (nodes[node].parent, nodes[node].before, nodes[node].after) = (None, None, None);
    }

    /// Inserts a node before another child of `parent`, or as the last child.
    fn insert(&self, parent: usize, next: Option<usize>, child: NodeOrText<usize>) {
        let before = match next {
            Some(next) => self.nodes.borrow()[next].before,
            None => self.nodes.borrow()[parent].last,
        };
        let node = match child {
            NodeOrText::AppendText(text) => {
                if let Some(before) = before
                    && let Kind::Text(old) = &mut self.nodes.borrow_mut()[before].kind
                {
                    old.push_tendril(&text);
                    return;
                }
                self.add(Kind::Text(text))
            }
            NodeOrText::AppendNode(node) => {
                self.detach(node);
                node
            }
        };
        let before = match next {
            Some(next) => self.nodes.borrow()[next].before,
            None => self.nodes.borrow()[parent].last,
        };
        let mut nodes = self.nodes.borrow_mut();
        (nodes[node].parent, nodes[node].before, nodes[node].after) = (Some(parent), before, next);
        match before {
            Some(before) => nodes[before].after = Some(node),
            None => nodes[parent].first = Some(node),
        }
        match next {
            Some(next) => nodes[next].before = Some(node),
            None => nodes[parent].last = Some(node),
        }
    }

    fn walk(self) -> Vec<Walk> {
        let nodes = self.nodes.into_inner();
        let mut steps = Vec::new();
        let mut todo = vec![(0usize, false)];
        while let Some((index, leaving)) = todo.pop() {
            let node = &nodes[index];
            if leaving {
                steps.push(Walk::Close);
                continue;
            }
            let mut child = node.last;
            match &node.kind {
                Kind::Aside => continue,
                Kind::Text(text) => {
                    steps.push(Walk::Text(text.to_string()));
                    continue;
                }
                Kind::Element { name, place, contents, .. } => {
                    steps.push(Walk::Open(name.local.clone(), *place));
                    todo.push((index, true));
                    if let Some(contents) = contents {
                        child = nodes[*contents].last;
                    }
                }
                Kind::Root => {}
            }
            while let Some(at) = child {
                todo.push((at, false));
                child = nodes[at].before;
            }
        }
        steps
    }
}

#[derive(Debug)]
struct Name {
    ns: Namespace,
    local: LocalName,
}

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

impl TreeSink for Arena {
    type Handle = usize;
    type Output = Arena;
    type ElemName<'a> = Name;

    fn finish(self) -> Arena {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        self.questions.set(self.questions.get() + 1);
        match &self.nodes.borrow()[*target].kind {
            Kind::Element { name, .. } => Name { ns: name.ns.clone(), local: name.local.clone() },
            _ => Name { ns: Namespace::from(""), local: LocalName::from("") },
        }
    }

    fn create_element(
        &self,
        name: QualName,
        attrs: Vec<TreeAttribute>,
        flags: ElementFlags,
    ) -> usize {
        let place = attrs.iter().find(|attribute| &*attribute.name.local == PLACE);
        let place = place.and_then(|attribute| attribute.value.parse().ok());
        let attributes = if self.keep { attrs } else { Vec::new() };
        let contents = flags.template.then(|| self.add(Kind::Root));
        let integration = flags.mathml_annotation_xml_integration_point;
        self.add(Kind::Element { name, place, contents, integration, attributes })
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(Kind::Aside)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(Kind::Aside)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.insert(*parent, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        if self.nodes.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        match &self.nodes.borrow()[*target].kind {
            Kind::Element { contents: Some(contents), .. } => *contents,
            _ => *target,
        }
    }

    fn same_node(&self, left: &usize, right: &usize) -> bool {
        self.questions.set(self.questions.get() + 1);
        left == right
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, new: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            self.insert(parent, Some(*sibling), new);
        }
    }

    fn add_attrs_if_missing(&self, target: &usize, more: Vec<TreeAttribute>) {
        if let Kind::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target].kind
            && self.keep
        {
            // The positions of these attributes are unknown, so the position from the first tag is
            // kept.
            let more = more.into_iter().filter(|attribute| &*attribute.name.local != PLACE);
            let names: HashSet<_> =
                attributes.iter().map(|attribute| attribute.name.clone()).collect();
            attributes.extend(more.filter(|attribute| !names.contains(&attribute.name)));
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        loop {
            let first = self.nodes.borrow()[*node].first;
            let Some(first) = first else { return };
            self.insert(*new_parent, None, NodeOrText::AppendNode(first));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &usize) -> bool {
        matches!(self.nodes.borrow()[*target].kind, Kind::Element { integration: true, .. })
    }
}
