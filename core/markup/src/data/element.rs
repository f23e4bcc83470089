//! Elements with their attributes and children.

use std::ops::Range;

/// An element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// The name, including its prefix.
    pub name: Box<str>,
    /// The attributes by name, including prefixes.
    pub attributes: Vec<(Box<str>, Box<str>)>,
    /// The child elements and texts, in order.
    pub children: Vec<Child>,
    /// The range of the start tag in the decoded source, in bytes.
    pub at: Range<usize>,
}

/// A child of an element. Adjacent texts, references and CDATA sections form one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Child {
    /// An element.
    Element(Element),
    /// A text, with references resolved.
    Text(String),
}

impl Element {
    /// Returns the name without its prefix, for example `p` for `h:p`.
    pub fn local(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or_default()
    }

    /// Returns the value of an attribute by its name, including the prefix.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| **key == *name).map(|(_, value)| &**value)
    }

    /// Returns the child elements.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// Returns the child elements with a given local name.
    pub fn named<'e>(&'e self, local: &'e str) -> impl Iterator<Item = &'e Element> {
        self.elements().filter(move |element| element.local() == local)
    }

    /// Returns the text of the element and all its descendants.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.push_text(&mut out);
        out
    }

    fn push_text(&self, out: &mut String) {
        for child in &self.children {
            match child {
                Child::Element(element) => element.push_text(out),
                Child::Text(text) => out.push_str(text),
            }
        }
    }
}
