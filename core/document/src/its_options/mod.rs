//! ITS rules from outside a document.

mod resolver;

use std::sync::Arc;

pub use resolver::{Folder, Resolver};

/// ITS rules from outside a document, and access to the files that the document refers to.
///
/// By default, only the rules in the document apply, and no file is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// XML documents with `its:rules`. Later documents take precedence over earlier ones, and the
    /// rules in the source over all of them.
    pub rules: Vec<Arc<str>>,
    /// The resolver that opens linked rules and records in other files. When it is `None`, such links are
    /// skipped.
    pub resolver: Option<Arc<dyn Resolver>>,
    /// The location of the document, which is passed to the resolver.
    pub base: String,
    /// Values for the variables of selectors. They take precedence over the values of `its:param`.
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
