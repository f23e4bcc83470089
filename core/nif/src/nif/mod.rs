//! NIF, the NLP Interchange Format: documents and annotations as triples, and back.
//!
//! Offsets count Unicode code points. The output is NIF 2.0 with `#char=` IRIs (RFC 5147) or NIF
//! 2.1 with `#offset_` IRIs and annotations in resources of their own.

mod annotate;
mod append;
mod bound;
mod check;
mod context_text;
mod fault;
mod metadata;
mod offsets;
mod options;
mod parse_annotation;
mod provenance;
mod read;
mod skeleton;
mod statement;
mod uri;
mod write;
mod writer;

#[cfg(test)]
mod tests;

pub use check::{Finding, check};
pub use read::read_within;
pub use read::{Context, Nif, read, read_lenient};
pub use skeleton::skeleton;
pub use uri::{Scheme, StringIri};
pub use write::check_prefix;
pub use write::{dataset, graph, write};

use glossweave_base::allowance::Allowance;
use glossweave_base::text::Language;
use glossweave_base::{option_words, request_options};

/// The default prefix of IRIs.
const DEFAULT_PREFIX: &str = "http://example.org/glossweave/";

request_options! {
    /// The options for documents in NIF.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// The prefix of the IRIs of the document: an http or https IRI, with or without `#` at its end. It is checked when
        /// it is used.
        pub prefix: String => "prefix": Text,
        /// The version of NIF.
        pub version: Version => "nif-version": Word(Version::VALUES) default "2.0",
        /// The language tags of texts.
        pub language: Tagging =>
            /// The language of all texts. Of `language` and `fallback-language`, the option that is set last counts.
            "language": Language with options::read_language;
            /// The language of texts for which the document declares none.
            "fallback-language": Language with options::read_fallback,
        /// The strings that are written, and their form: each unit, or only annotated spans as in ITS 2.0, Annex F.
        pub shape: Shape => "shape": Word(Shape::VALUES) default "units",
        /// The maximum size of the result. The default is the memory of the call: 64 times the source with its annotations,
        /// and at least 64 MiB.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
        /// The memory of the call, if there is one.
        pub allowance: Option<Allowance>,
    }
}

option_words!(Version, "version of NIF", "2.0" => V2_0, "2.1" => V2_1);
option_words!(Shape, "shape", "units" => Units, "its" => Its);

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
    /// Creates the default options with another prefix.
    pub fn under(prefix: impl Into<String>) -> Options {
        Options { prefix: prefix.into(), ..Options::default() }
    }
}

/// A version of NIF.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// NIF 2.0: `#char=` IRIs, with annotations stated on the strings directly.
    #[default]
    V2_0,
    /// NIF 2.1: `#offset_` IRIs, with each annotation in a resource of its own.
    V2_1,
}

/// The strings of a document that are written, and their form.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The text, every unit with its text and identifier, and annotated spans; counts and
    /// confidences have datatypes.
    #[default]
    Units,
    /// The conversion of [ITS 2.0, Annex F](https://www.w3.org/TR/its20/#conversion-to-nif): the
    /// texts of the units with nothing between them, and only annotated spans, without their text;
    /// counts and confidences are plain literals, and texts have no language.
    Its,
}

/// The origin of the language tags of `nif:isString` and `nif:anchorOf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// The language that the document declares for the first character of the text; if there is
    /// none, the fallback; if there is none either, `en` in a document that was converted from
    /// markup and no tag in plain text.
    Document {
        /// The language of text for which the document declares none.
        fallback: Option<Language>,
    },
    /// A fixed language, whatever the document declares.
    Fixed(Language),
}

impl Default for Tagging {
    fn default() -> Tagging {
        Tagging::Document { fallback: None }
    }
}
