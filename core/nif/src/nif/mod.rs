//! NIF, the NLP Interchange Format: conversion of documents and annotations to triples, and back.
//!
//! Offsets count Unicode code points. The output is NIF 2.0 with `#char=` IRIs (RFC 5147), or NIF
//! 2.1 with `#offset_` IRIs and a separate resource for each annotation.

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
pub use read::{Context, Nif};
#[cfg(feature = "parse")]
pub use read::{read, read_lenient, read_within};
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
    /// Options for documents in NIF.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// The prefix of the IRIs of the document. Must be an http or https IRI, optionally with
        /// `#` at its end. It is checked when it is used.
        pub prefix: String => "prefix": Text,
        /// The NIF version to write.
        pub version: Version => "nif-version": Word(Version::VALUES) default "2.0",
        /// The language tags of texts.
        pub language: Tagging =>
            /// The language of all texts. Overrides `fallback-language` if it is set later, and the
            /// reverse.
            "language": Language with options::read_language;
            /// The language of texts for which the document declares none.
            "fallback-language": Language with options::read_fallback,
        /// The strings to write, and their form: every unit, or only annotated spans as in ITS 2.0,
        /// Annex F.
        pub shape: Shape => "shape": Word(Shape::VALUES) default "units",
        /// The maximum size of the result. If unset, the limit is the memory of the call: 64 times
        /// the source with its annotations, and at least 64 MiB.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
        /// The memory allowance of the call, if any.
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
    /// Creates default options with another prefix.
    pub fn under(prefix: impl Into<String>) -> Options {
        Options { prefix: prefix.into(), ..Options::default() }
    }
}

/// A version of NIF.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Version {
    /// NIF 2.0: `#char=` IRIs, and annotations as properties of strings.
    #[default]
    V2_0,
    /// NIF 2.1: `#offset_` IRIs, and a separate resource for each annotation.
    V2_1,
}

/// The strings of a document to write, and their form.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The whole text, every unit with its text and identifier, and annotated spans. Counts and
    /// confidences have datatypes.
    #[default]
    Units,
    /// The conversion of [ITS 2.0, Annex F](https://www.w3.org/TR/its20/#conversion-to-nif). The
    /// text is the concatenation of all units without separators. Only annotated spans are written,
    /// without their text. Counts and confidences are plain literals, and texts have no language.
    Its,
}

/// The source of the language tags for `nif:isString` and `nif:anchorOf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// The language that the document declares for the first character of the text. If none is
    /// declared, the fallback is used. Without a fallback, the tag is `en` for documents converted
    /// from markup, and plain text has no tag.
    Document {
        /// The language of text for which the document declares none.
        fallback: Option<Language>,
    },
    /// A fixed language, which overrides declarations in the document.
    Fixed(Language),
}

impl Default for Tagging {
    fn default() -> Tagging {
        Tagging::Document { fallback: None }
    }
}
