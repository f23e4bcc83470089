//! Elements with their attributes and children.

use std::ops::Range;

/// An element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// The name with its prefix.
    pub name: Box<str>,
    /// The attributes by their names with prefixes.
    pub attributes: Vec<(Box<str>, Box<str>)>,
    /// The elements and texts inside, in their order.
    pub children: Vec<Child>,
    /// The start tag, in bytes of the decoded source.
    pub at: Range<usize>,
}

/// A child of an element. Neighbouring texts, references and CDATA sections are one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Child {
    /// An element.
    Element(Element),
    /// A text, with references resolved.
    Text(String),
}

impl Element {
    /// Returns the name without its prefix.
    pub fn local(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or_default()
    }

    /// Returns the value of an attribute by its name with prefix.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| **key == *name).map(|(_, value)| &**value)
    }

    /// Returns the elements in the element.
    pub fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// Returns the elements in the element that have a local name.
    pub fn named<'e>(&'e self, local: &'e str) -> impl Iterator<Item = &'e Element> {
        self.elements().filter(move |element| element.local() == local)
    }

    /// Returns the text of the element and of all elements below it.
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
