//! The options of e-Terminology.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::options::{DATASETS, check_entries, list};
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
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_rdf as rdf; pub use glossweave_term as term; pub use glossweave_format::recognizer as entity; }
/// use glossweave::term::TermOptions;
/// let mut wanted = TermOptions::default();
/// wanted.set("source-lang", "en")?;
/// wanted.set("collection", "astronomy")?;
/// assert_eq!(wanted.datasets, ["astronomy"]);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
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
    /// The names that [`TermOptions::set`] accepts.
    pub const NAMES: &[&str] =
        &["source-lang", "target-lang", "domain", "dataset", "collection", "mode", "threshold"];

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
