//! The Internationalization Tag Set (ITS) 2.0: metadata about text, stored in its markup.
//!
//! The values of a node come from the markup of the node, from rules, from its ancestors, or from
//! defaults, in this order of precedence ([clause
//! 5.5](https://www.w3.org/TR/its20/#selection-precedence)).
//!
//! Programs use the crate `glossweave`, which re-exports all items for programs. The other public
//! items are for the crates of Glossweave, and may change in any version.

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

/// The ITS namespace.
pub const ITS: &str = "http://www.w3.org/2005/11/its";

/// The namespaces of MathML and SVG.
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const SVG: &str = "http://www.w3.org/2000/svg";

/// The markup language of a tree, which determines the names of local ITS markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XML, for example `its:translate`. On `its:span`, also `translate`.
    Xml,
    /// HTML, for example `its-loc-note`, and the native attributes `translate`, `dir`, `lang` and
    /// `id`.
    Html,
    /// XLIFF 1.2, which uses the same names as XML.
    Xliff12,
}

/// Computes the ITS values of all nodes of a tree.
///
/// Returns `ErrorKind::Malformed` or `ErrorKind::Invalid`, with the location in the document, if
/// rules are broken. Also returns any error of the resolver.
pub fn resolve(tree: &Tree<'_>, dialect: Dialect, options: &Options) -> Result<Resolved> {
    let gathered = Gathered::new(tree, options)?;
    let mut book = AppliedRules::new(tree, dialect == Dialect::Html, gathered, options)?;
    let mut all = cascade::resolve(tree, dialect, &mut book)?;
    all.targets = std::mem::take(&mut book.targets);
    all.warnings = book.into_warnings();
    Ok(all)
}
