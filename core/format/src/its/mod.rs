//! The Internationalization Tag Set 2.0: metadata that markup carries about its text.
//!
//! The values of a node come from the markup of the node itself, from rules, from its ancestors,
//! and from defaults, in this order
//! ([clause 5.5](https://www.w3.org/TR/its20/#selection-precedence)).

mod analysis;
mod annotators;
mod apply;
mod cascade;
mod collect;
mod computed;
mod css;
mod element;
mod html;
mod local;
mod origin;
mod resolver;
mod rule;
mod selector_context;
mod standoff;
#[cfg(test)]
mod tests;
mod value;
mod xpath_match;
mod xpath_subset;

use std::sync::Arc;

pub use analysis::{Analysis, Node, NodeKind};
use apply::AppliedRules;
use collect::Gathered;
pub(crate) use computed::Resolved;
pub(crate) use element::camel;
pub(crate) use local::HtmlMarkup;
pub use resolver::{Folder, Resolver};
pub(crate) use value::{CategoryValue, Within};

pub use crate::annotation::Category;
use glossweave_base::error::Result;
use glossweave_markup::tree::Tree;

/// The namespace of ITS.
pub(crate) const ITS: &str = "http://www.w3.org/2005/11/its";

/// The namespaces of MathML and SVG.
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const SVG: &str = "http://www.w3.org/2000/svg";

/// Rules from outside a document, and access to the files that it refers to.
///
/// By default there are no rules but those in the document, and no file is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Documents with `its:rules`, as XML. Rules of later ones take precedence over those of
    /// earlier ones, and the rules of the document over all of them.
    pub rules: Vec<Arc<str>>,
    /// The resolver that opens linked rules and records in other files. Without one such links are
    /// skipped.
    pub resolver: Option<Arc<dyn Resolver>>,
    /// The location of the document, which is passed to the resolver.
    pub base: String,
    /// Values for the variables of selectors; they take precedence over those of `its:param`.
    pub parameters: Vec<(String, String)>,
}

impl Options {
    /// Sets values for the variables of selectors.
    #[must_use]
    pub fn with_parameters(mut self, values: impl Into<Vec<(String, String)>>) -> Options {
        self.parameters = values.into();
        self
    }
}

/// The markup language of a tree, which determines the names of local ITS markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `its:translate`; on `its:span` also `translate`.
    Xml,
    /// `its-loc-note`, and HTML's own `translate`, `dir`, `lang`, `id`.
    Html,
    /// As XML.
    Xliff12,
}

/// Resolves the ITS values of every node of a tree.
///
/// Returns `ErrorKind::Malformed` or `ErrorKind::Invalid` with the place in the document if rules are broken,
/// and any error of the resolver.
pub(crate) fn resolve(tree: &Tree<'_>, dialect: Dialect, options: &Options) -> Result<Resolved> {
    let gathered = Gathered::new(tree, options)?;
    let mut book = AppliedRules::new(tree, dialect == Dialect::Html, gathered, options)?;
    let mut all = cascade::resolve(tree, dialect, &mut book)?;
    all.targets = std::mem::take(&mut book.targets);
    all.warnings = book.into_warnings();
    Ok(all)
}
