//! XML schemas: RELAX NG and document type definitions, using libxml2.

#[cfg(feature = "xpath")]
mod libxml2;
#[cfg(all(test, feature = "xpath"))]
mod tests;
#[cfg(not(feature = "xpath"))]
mod without;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::tree::{NodeId, Tree};
use glossweave_base::error::{Error, ErrorKind, Result};
#[cfg(feature = "xpath")]
use libxml2::Compiled;
#[cfg(not(feature = "xpath"))]
use without::Compiled;

/// A schema to validate XML documents with: RELAX NG in the XML syntax, or a document type
/// definition. Requires the feature `its-rules`.
///
/// The schema must be a single file. References to other files are rejected (`include` and
/// `externalRef` in RELAX NG, external parameter entities in a document type definition), so no
/// other file is read. Because libxml2 does not limit the time of a validation, only use schemas
/// that you trust.
#[derive(Clone)]
pub struct Schema(Arc<Compiled>);

/// An error of validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The message from libxml2.
    pub message: String,
    /// The invalid element, if known.
    pub element: Option<NodeId>,
}

/// The maximum size of a schema, in bytes.
const BYTES: usize = 32 << 20;

impl Schema {
    /// Validates a document, and returns the errors. The list is empty if the document is valid.
    ///
    /// Returns `ErrorKind::TooLarge` if the document is too large for libxml2.
    #[doc(hidden)]
    pub fn validate(&self, tree: &Tree<'_>) -> Result<Vec<Invalid>> {
        self.0.validate(tree)
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Schema")
    }
}

glossweave_base::option_values!(Schema);

impl FromStr for Schema {
    type Err = Error;

    /// Parses a schema.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` if the text is not a schema, `ErrorKind::TooLarge` if it is
    /// larger than 32 MiB, and `ErrorKind::Unsupported` if it refers to other files, or in a build
    /// without the feature `its-rules`. The parameter is `schema`.
    fn from_str(text: &str) -> Result<Schema> {
        let text = text.trim_start_matches('\u{FEFF}');
        let parsed = match text.len() > BYTES {
            true => {
                let message = format!("the schema has more than {BYTES} bytes");
                Err(Error::new(ErrorKind::TooLarge, message))
            }
            false => Compiled::parse(text),
        };
        let compiled = parsed.map_err(|error| error.with_parameter("schema"))?;
        Ok(Schema(Arc::new(compiled)))
    }
}
