//! Rules of ITS from outside a document.

mod resolver;

use std::sync::Arc;

pub use resolver::{Folder, Resolver};

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
