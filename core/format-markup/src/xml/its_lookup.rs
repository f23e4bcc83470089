//! Properties of the nodes of a tree: from ITS if the document uses ITS, otherwise from XML alone.

use std::borrow::Cow;
use std::sync::Arc;

use crate::its_spelling;
use glossweave_base::error::Result;
use glossweave_format_base::its::{Statements, is_carrier};
use glossweave_its::{self as its, Category, CategoryValue, Dialect, ITS, Resolved};
use glossweave_markup::tree::{NodeId, Tree, XHTML, XML};

/// The relation of an element to the surrounding text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    No,
    Yes,
    /// A separate text that does not split the surrounding text.
    Nested,
    /// No text.
    Hidden,
}

/// The properties of the content of an element.
#[derive(Clone, Debug)]
pub(super) struct Content<'f> {
    pub hidden: bool,
    pub preserve: bool,
    /// The language, when it changes with this element.
    pub language: Option<Cow<'f, str>>,
}

/// The properties of the nodes of a tree.
#[derive(Debug)]
pub(super) enum Facts {
    /// Only `xml:lang` and `xml:space`.
    Plain,
    Its(Box<Resolved>),
}

impl Facts {
    /// Resolves the ITS of a tree when the tree may use ITS.
    pub fn of(tree: &Tree<'_>, options: &its::Options) -> Result<Facts> {
        // HTML elements and attributes have ITS meanings too, regardless of the root element.
        let says = tree.names().iter().any(|name| matches!(&*name.namespace, ITS | XHTML));
        if !says && options.rules.is_empty() {
            return Ok(Facts::Plain);
        }
        Ok(Facts::Its(Box::new(its::resolve(tree, Dialect::Xml, options)?)))
    }

    /// Returns the warnings, for example for links that could not be opened.
    pub fn warnings(&self) -> &[String] {
        match self {
            Facts::Plain => &[],
            Facts::Its(all) => all.warnings(),
        }
    }

    pub fn is_plain(&self) -> bool {
        matches!(self, Facts::Plain)
    }

    pub fn within(&self, tree: &Tree<'_>, node: NodeId) -> Within {
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
                    || all.said(node).any(|value| value.category == Category::ElementsWithinText);
                if is_carrier(tree, node) && !says() { Within::Yes } else { Within::No }
            }
        }
    }

    /// Returns the properties of the content of an element. `preserve` is the white-space handling of its parent.
    pub fn content(&self, tree: &Tree<'_>, node: NodeId, preserve: bool) -> Content<'_> {
        match self {
            Facts::Plain => plain(tree, node, preserve),
            Facts::Its(all) => Content {
                hidden: !all.translate(node),
                preserve: all.preserves_space(node),
                language: all.language(node).map(Cow::Borrowed),
            },
        }
    }

    /// Returns the attributes of an element that are text.
    pub fn attributes<'f>(
        &'f self,
        tree: &'f Tree<'_>,
        node: NodeId,
    ) -> impl Iterator<Item = usize> {
        let all = match self {
            Facts::Plain => None,
            Facts::Its(all) => Some(all),
        };
        let numbers = all.map(|_| tree.attribute_numbers(node)).unwrap_or_default();
        numbers.filter(move |number| {
            all.is_some_and(|all| {
                let says = || {
                    let mut values = all.attribute_said(*number);
                    values.any(|value| value.category == Category::Translate)
                };
                all.attribute_translate(*number) && (is_prose(tree, *number) || says())
            })
        })
    }

    /// Returns the values that rules set for an attribute.
    pub fn attribute_said(&self, number: usize) -> impl Iterator<Item = &Arc<CategoryValue>> {
        let all = match self {
            Facts::Plain => None,
            Facts::Its(all) => Some(all),
        };
        all.into_iter().flat_map(move |all| all.attribute_said(number))
    }

    /// Returns the annotations of an element.
    pub fn statements(&self, tree: &Tree<'_>, node: NodeId) -> Option<Statements> {
        match self {
            Facts::Plain => None,
            Facts::Its(all) => {
                its_spelling::statements(tree, node).or_else(|| Statements::of(tree, node, all))
            }
        }
    }

    /// Returns the tool of a category that is in effect at an element.
    pub fn annotator(&self, node: NodeId, category: Category) -> Option<&str> {
        match self {
            Facts::Plain => None,
            Facts::Its(all) => all.annotator(node, category).filter(|tool| !tool.is_empty()),
        }
    }
}

/// Returns `true` if an attribute that HTML declares translatable contains readable text.
fn is_prose(tree: &Tree<'_>, attribute: usize) -> bool {
    let name = tree.attribute_name(tree.attribute_at(attribute));
    !matches!(&*name.local, "lang" | "style" | "srcdoc" | "download")
}

/// Returns `xml:lang` and `xml:space` of one element.
fn plain<'f>(tree: &Tree<'_>, node: NodeId, preserve: bool) -> Content<'f> {
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
