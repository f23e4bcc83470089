//! Schemas of XML: RELAX NG and document type definitions, by libxml2.

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

/// A schema that documents in XML are validated with: RELAX NG in the XML syntax, or a document
/// type definition. Needs the feature `its-rules`.
///
/// The schema is one file: `include` and `externalRef` of RELAX NG and external parameter entities of
/// a document type definition are refused, so nothing else is read. libxml2 has no limit for the time
/// of a validation, so use schemas that you trust.
#[derive(Clone)]
pub struct Schema(Arc<Compiled>);

/// An error of validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The message of libxml2.
    pub message: String,
    /// The element that is not valid, if it is known.
    pub element: Option<NodeId>,
}

/// The maximum number of bytes of a schema.
const BYTES: usize = 32 << 20;

impl Schema {
    /// Validates a document, and returns the errors: none if it is valid.
    ///
    /// Returns `ErrorKind::TooLarge` for a document that libxml2 cannot hold.
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
    /// Returns `ErrorKind::Malformed` for text that is not a schema, `ErrorKind::TooLarge` for more than
    /// 32 MiB, and `ErrorKind::Unsupported` for a schema with references to other files, and in a
    /// build without the feature `its-rules`. The parameter is `schema`.
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
