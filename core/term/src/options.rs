//! The options of e-Terminology.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::options::{DATASETS, check_entries, list};
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::text::Language;

/// The detail of the statements about the terms that are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The annotations, and their concepts, with the words in the target language.
    #[default]
    Full,
    /// The annotations alone.
    Annotation,
}

impl FromStr for Detail {
    type Err = Error;

    /// Parses `full` or `annotation`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `mode`, for another word.
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

/// The options of e-Terminology: the terms to find.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TermOptions {
    /// The language of the text. If it is not given, that of the document, else the one that is
    /// identified.
    pub source: Option<Language>,
    /// The language of the words for the concepts.
    pub target: Option<Language>,
    /// The domain of the text: concepts of that domain come first.
    pub domain: Option<String>,
    /// The stored term bases.
    pub datasets: Vec<String>,
    /// The detail of the statements.
    pub detail: Detail,
    /// The least confidence that is wanted, from 0 to 1.
    pub threshold: Option<f64>,
}

impl TermOptions {
    /// Sets the language of the text.
    #[must_use]
    pub fn with_source(mut self, language: Language) -> TermOptions {
        self.source = Some(language);
        self
    }

    /// Sets the language of the words for the concepts.
    #[must_use]
    pub fn with_target(mut self, language: Language) -> TermOptions {
        self.target = Some(language);
        self
    }

    /// Sets the least confidence that is wanted, from 0 to 1.
    #[must_use]
    pub fn with_threshold(mut self, least: f64) -> TermOptions {
        self.threshold = Some(least);
        self
    }

    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new("source-lang", ParameterType::Language, "The language of the input."),
        Parameter::new("target-lang", ParameterType::Language, "The language that is wanted."),
        Parameter::new("domain", ParameterType::Text, "The subject of the input."),
        Parameter::new(
            "dataset",
            ParameterType::List,
            "The stored term bases, separated by commas.",
        ),
        Parameter::new("collection", ParameterType::List, "The same as `dataset`."),
        Parameter::new(
            "mode",
            ParameterType::Word(&["full", "annotation"]),
            "The annotations with their concepts, or alone.",
        )
        .with_default("full"),
        Parameter::new("threshold", ParameterType::Fraction, "The minimum confidence."),
    ];

    /// The names that [`TermOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<7>(&[TermOptions::PARAMETERS]);

    /// Sets an option by its name: `source-lang` and `target-lang` to tags, `domain` to a word, `dataset`
    /// or `collection` to at most 16 names of term bases separated by commas, `mode` to `full` or
    /// `annotation`, `threshold` to a number from 0 to 1.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let language = || -> Result<Option<Language>> {
            value.parse().map(Some).map_err(|error: Error| error.with_parameter(name))
        };
        match name {
            "source-lang" => self.source = language()?,
            "target-lang" => self.target = language()?,
            "domain" => self.domain = Some(value.to_owned()).filter(|word| !word.is_empty()),
            "dataset" | "collection" => self.datasets = list(value),
            "mode" => self.detail = value.parse()?,
            "threshold" => {
                let least = value.parse().ok().filter(|least| (0.0..=1.0).contains(least));
                let wrong = || Error::no_such(name, value, "a number from 0 to 1");
                self.threshold = Some(least.ok_or_else(|| wrong().with_parameter(name))?);
            }
            _ => return Err(Error::no_option(name, TermOptions::NAMES)),
        }
        self.check()
    }

    /// Returns `ErrorKind::Invalid`, with the parameter `dataset`, for too many term bases.
    #[doc(hidden)]
    pub fn check(&self) -> Result<()> {
        check_entries("dataset", &self.datasets, DATASETS)
    }
}
