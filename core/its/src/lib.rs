//! The Internationalization Tag Set 2.0: metadata that markup carries about its text.
//!
//! The values of a node come from the markup of the node itself, from rules, from its ancestors,
//! and from defaults, in this order
//! ([clause 5.5](https://www.w3.org/TR/its20/#selection-precedence)).
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

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
mod reference;
mod rule;
mod selector_context;
mod standoff;
#[cfg(test)]
mod tests;
mod value;
mod xpath_match;
mod xpath_subset;

pub use analysis::{Analysis, Node, NodeKind};
use apply::AppliedRules;
use collect::Gathered;
pub use computed::Resolved;
pub use element::camel;
pub use glossweave_document::its_options::{Folder, Options, Resolver};
pub use local::HtmlMarkup;
pub use value::{CategoryValue, Within};

use glossweave_base::error::Result;
pub use glossweave_document::annotation::Category;
use glossweave_markup::tree::Tree;

/// The namespace of ITS.
pub const ITS: &str = "http://www.w3.org/2005/11/its";

/// The namespaces of MathML and SVG.
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const SVG: &str = "http://www.w3.org/2000/svg";

/// The markup language of a tree, which determines the names of local ITS markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
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
pub fn resolve(tree: &Tree<'_>, dialect: Dialect, options: &Options) -> Result<Resolved> {
    let gathered = Gathered::new(tree, options)?;
    let mut book = AppliedRules::new(tree, dialect == Dialect::Html, gathered, options)?;
    let mut all = cascade::resolve(tree, dialect, &mut book)?;
    all.targets = std::mem::take(&mut book.targets);
    all.warnings = book.into_warnings();
    Ok(all)
}
