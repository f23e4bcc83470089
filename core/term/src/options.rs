//! The options of e-Terminology.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::options::{self, DATASETS, check_entries};
use glossweave_base::text::Language;
use glossweave_base::{option_values, request_options};

/// The detail of the statements about terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The annotations and their concepts, with the terms in the target language.
    #[default]
    Full,
    /// Only the annotations.
    Annotation,
}

impl FromStr for Detail {
    type Err = Error;

    /// Parses `full` or `annotation`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `mode`, for any other word.
    fn from_str(word: &str) -> Result<Detail> {
        match word {
            "full" => Ok(Detail::Full),
            "annotation" => Ok(Detail::Annotation),
            _ => {
                let error = Error::no_such("mode", word, "one of full, annotation");
                Err(error.with_parameter("mode"))
            }
        }
    }
}

request_options! {
    /// The options of e-Terminology.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct TermOptions {
        /// The language of the text. By default, the language of the document, or else the detected language.
        pub source: Option<Language> => "source-lang": Language,
        /// The target language, in which the terms of the concepts are returned. By default, no target terms
        /// are returned.
        pub target: Option<Language> => "target-lang": Language,
        /// The domain of the text. Concepts of this domain come first. By default, all concepts have the same
        /// rank.
        pub domain: Option<String> => "domain": Text,
        /// The stored term bases.
        pub datasets: Vec<String> => "dataset" | "collection": List with options::read_datasets,
        /// The detail of the statements: `full` for annotations with their concepts, `annotation` for
        /// annotations only.
        pub detail: Detail => "mode": Word(&["full", "annotation"]) default "full",
        /// The minimum confidence of a match, from 0 to 1. By default, all matches are returned.
        pub threshold: Option<f64> => "threshold": Fraction,
    }
}

option_values!(Detail);

impl TermOptions {
    /// Returns `ErrorKind::Invalid`, with the parameter `dataset`, if there are too many term bases.
    #[doc(hidden)]
    pub fn check(&self) -> Result<()> {
        check_entries("dataset", &self.datasets, DATASETS)
    }
}
