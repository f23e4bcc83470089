//! NIF, the NLP Interchange Format: documents and annotations as triples, and back.
//!
//! Offsets count Unicode code points. The shape is that of NIF 2.0 with `#char=` IRIs (RFC 5147)
//! or of NIF 2.1 with `#offset_` IRIs and annotations in resources of their own.

mod annotate;
mod body;
mod bound;
mod check;
mod emit;
mod extend;
mod fault;
mod metadata;
mod option;
mod part;
mod places;
mod read;
mod skeleton;
mod uri;
mod write;

#[cfg(test)]
mod tests;

pub use check::{Finding, check};
#[doc(hidden)]
pub use read::read_within;
pub use read::{Context, Nif, read, read_lenient};
pub use skeleton::skeleton;
pub use uri::{Scheme, StringIri};
#[doc(hidden)]
pub use write::check_prefix;
pub use write::{dataset, graph, write};

use glossweave_base::allowance::Allowance;
use glossweave_base::text::Language;

/// What IRIs begin with where nobody says otherwise.
const DEFAULT_PREFIX: &str = "http://example.org/glossweave/";

/// How a document is written as NIF.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Options {
    /// What the IRIs of the document begin with: an http or https IRI, with or without `#` at its
    /// end.
    pub prefix: String,
    /// The version of NIF.
    pub version: Version,
    /// The language that texts are tagged with.
    pub language: Tagging,
    /// Which strings are written, and how.
    pub shape: Shape,
    /// The longest result, in bytes. Where it is not given the memory of the call is the bound: 64
    /// times the source with its annotations, and at least 64 MiB.
    pub max_output_bytes: Option<usize>,
    /// The memory of the call, where there is one.
    #[doc(hidden)]
    pub allowance: Option<Allowance>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            prefix: DEFAULT_PREFIX.to_owned(),
            version: Version::default(),
            language: Tagging::default(),
            shape: Shape::default(),
            max_output_bytes: None,
            allowance: None,
        }
    }
}

impl Options {
    /// The default under another prefix.
    pub fn under(prefix: impl Into<String>) -> Options {
        Options { prefix: prefix.into(), ..Options::default() }
    }

    /// Sets the version.
    pub fn with_version(mut self, version: Version) -> Options {
        self.version = version;
        self
    }

    /// Sets the language that texts are tagged with.
    pub fn with_language(mut self, language: Tagging) -> Options {
        self.language = language;
        self
    }

    /// Sets which strings are written, and how.
    pub fn with_shape(mut self, shape: Shape) -> Options {
        self.shape = shape;
        self
    }
}

/// A version of NIF.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// NIF 2.0: `#char=` IRIs, what is said of a string is said of it directly.
    #[default]
    V2_0,
    /// NIF 2.1: `#offset_` IRIs, each annotation is a resource of its own.
    V2_1,
}

/// Which strings of a document are written, and how.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The text, every unit with its text and identifier, and what is annotated; counts and
    /// confidences have datatypes.
    #[default]
    Units,
    /// The conversion of [ITS 2.0, Annex F](https://www.w3.org/TR/its20/#conversion-to-nif): the
    /// texts of the units with nothing between them, and only what is annotated, without its text;
    /// counts and confidences are plain literals, and texts have no language.
    Its,
}

/// Where the language tag of `nif:isString` and `nif:anchorOf` comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// What the document says of the first character of the text in question; where it says
    /// nothing the fallback; where there is none either, `en` in a document that was converted
    /// from markup and no tag in plain text.
    Document {
        /// The language of text of which the document says nothing.
        fallback: Option<Language>,
    },
    /// This language, whatever the document says.
    Fixed(Language),
}

impl Default for Tagging {
    fn default() -> Tagging {
        Tagging::Document { fallback: None }
    }
}
