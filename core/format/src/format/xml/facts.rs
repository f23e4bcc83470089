//! What holds for the nodes of a tree: by ITS where there is any, else by XML alone.

use std::borrow::Cow;
use std::sync::Arc;

use crate::format::its::{Statements, is_carrier};
use crate::its::{self, Category, Dialect, ITS, Resolved, Said};
use glossweave_base::error::Result;
use glossweave_markup::tree::{Tree, XHTML, XML};

/// How an element stands to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    No,
    Yes,
    /// A text of its own that leaves the one around it whole.
    Nested,
    /// It is no text at all.
    Hidden,
}

/// What holds for the content of an element.
#[derive(Clone, Debug)]
pub(super) struct Content<'f> {
    pub hidden: bool,
    pub preserve: bool,
    /// The language where it changes with this element.
    pub language: Option<Cow<'f, str>>,
}

/// What holds for the nodes of a tree.
#[derive(Debug)]
pub(super) enum Facts {
    /// Nothing but `xml:lang` and `xml:space`.
    Plain,
    Its(Box<Resolved>),
}

impl Facts {
    /// Looks whether there can be anything of ITS.
    pub fn of(tree: &Tree<'_>, options: &its::Options) -> Result<Facts> {
        // Elements and attributes of HTML say things too, whatever the root is.
        let says = tree.names().iter().any(|name| matches!(&*name.namespace, ITS | XHTML));
        if !says && options.rules.is_empty() {
            return Ok(Facts::Plain);
        }
        Ok(Facts::Its(Box::new(its::resolve(tree, Dialect::Xml, options)?)))
    }

    /// What was skipped: links that nothing opened.
    pub fn warnings(&self) -> &[String] {
        match self {
            Facts::Plain => &[],
            Facts::Its(all) => all.warnings(),
        }
    }

    pub fn is_plain(&self) -> bool {
        matches!(self, Facts::Plain)
    }

    pub fn within(&self, tree: &Tree<'_>, node: u32) -> Within {
        let Facts::Its(all) = self else { return Within::No };
        let name = tree.name(node);
        match (&*name.namespace, &*name.local) {
            (ITS, local) if local != "span" => return Within::Hidden,
            (XHTML, "script" | "style") => return Within::Hidden,
            _ => {}
        }
        match all.within_text(node) {
            its::Within::Yes => Within::Yes,
            its::Within::Nested => Within::Nested,
            its::Within::No => {
                let says =
                    || all.said(node).any(|said| said.category == Category::ElementsWithinText);
                if is_carrier(tree, node) && !says() { Within::Yes } else { Within::No }
            }
        }
    }

    /// What holds for the content of an element, when this held for that of its parent.
    pub fn content(&self, tree: &Tree<'_>, node: u32, preserve: bool) -> Content<'_> {
        match self {
            Facts::Plain => plain(tree, node, preserve),
            Facts::Its(all) => Content {
                hidden: !all.translate(node),
                preserve: all.preserves_space(node),
                language: all.language(node).map(Cow::Borrowed),
            },
        }
    }

    /// The attributes of an element that are text.
    pub fn attributes<'f>(&'f self, tree: &'f Tree<'_>, node: u32) -> impl Iterator<Item = usize> {
        let all = match self {
            Facts::Plain => None,
            Facts::Its(all) => Some(all),
        };
        let numbers = all.map(|_| tree.attribute_numbers(node)).unwrap_or_default();
        numbers.filter(move |number| {
            all.is_some_and(|all| {
                let says = || {
                    let mut said = all.attribute_said(*number);
                    said.any(|said| said.category == Category::Translate)
                };
                all.attribute_translate(*number) && (is_prose(tree, *number) || says())
            })
        })
    }

    /// What rules say of an attribute.
    pub fn attribute_said(&self, number: usize) -> impl Iterator<Item = &Arc<Said>> {
        let all = match self {
            Facts::Plain => None,
            Facts::Its(all) => Some(all),
        };
        all.into_iter().flat_map(move |all| all.attribute_said(number))
    }

    /// What an element says of its text.
    pub fn statements(&self, tree: &Tree<'_>, node: u32) -> Option<Statements> {
        match self {
            Facts::Plain => None,
            Facts::Its(all) => Statements::of(tree, node, all),
        }
    }

    /// The tool of a category that is in force at an element.
    pub fn annotator(&self, node: u32, category: Category) -> Option<&str> {
        match self {
            Facts::Plain => None,
            Facts::Its(all) => all.annotator(node, category).filter(|tool| !tool.is_empty()),
        }
    }
}

/// Whether an attribute that HTML has translated holds a text to read.
fn is_prose(tree: &Tree<'_>, attribute: usize) -> bool {
    let name = tree.attribute_name(tree.attribute_at(attribute));
    !matches!(&*name.local, "lang" | "style" | "srcdoc" | "download")
}

/// `xml:lang` and `xml:space` of one element.
fn plain<'f>(tree: &Tree<'_>, node: u32, preserve: bool) -> Content<'f> {
    let mut content = Content { hidden: false, preserve, language: None };
    for attribute in tree.attributes(node) {
        let name = tree.attribute_name(attribute);
        if *name.namespace != *XML {
            continue;
        }
        match (&*name.local, tree.value(attribute)) {
            ("lang", value) => content.language = Some(Cow::Owned(value.to_owned())),
            ("space", value) => match value.trim() {
                "preserve" => content.preserve = true,
                "default" => content.preserve = false,
                _ => {}
            },
            _ => {}
        }
    }
    content
}
