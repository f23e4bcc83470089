//! The options of e-Translation.

use super::srx::Srx;
use super::translator::Origin;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::{DATASETS, check_entries, list};
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::secret::Secret;
use glossweave_base::text::{Language, TextSpan, yes};
use glossweave_format::document::{Document, Section};

/// The options of e-Translation.
#[derive(Clone, Debug)]
pub struct TranslationOptions {
    /// The language of the text. If it is not given, that of the document, else the one that is
    /// identified.
    pub source: Option<Language>,
    /// The target language.
    pub target: Language,
    /// The domain of the text: only a system for that domain is used.
    pub domain: Option<String>,
    /// The key of a private system.
    pub key: Option<Secret>,
    /// The words that stay as they are, if they are whole words.
    pub kept: Vec<String>,
    /// The term bases whose terms the translation has: those of the engine, or stored ones.
    pub datasets: Vec<String>,
    /// The rules for the ends of sentences; those of Unicode if it is not given.
    pub srx: Option<Srx>,
    /// `true` if the source may name another target language, as a `file` of XLIFF does.
    pub any_target: bool,
    /// The maximum severity, from 0 to 100, of the issues of a translation that is taken: a unit with a worse one keeps its
    /// text, and its issues are reported. By default all translations are taken.
    pub max_severity: u8,
}

/// The greatest severity of an issue.
const WORST: u8 = 100;

impl TranslationOptions {
    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new("source-lang", ParameterType::Language, "The language of the input."),
        Parameter::new("target-lang", ParameterType::Language, "The language that is wanted.")
            .required(),
        Parameter::new("domain", ParameterType::Text, "The subject of the input."),
        Parameter::new("key", ParameterType::Secret, "The key of a private system."),
        Parameter::new(
            "keep",
            ParameterType::List,
            "The words that are not translated, separated by commas.",
        ),
        Parameter::new(
            "dataset",
            ParameterType::List,
            "The term bases whose terms the translation has, separated by commas.",
        ),
        Parameter::new("collection", ParameterType::List, "The same as `dataset`."),
        Parameter::new(
            "srx",
            ParameterType::Text,
            "The rules for the ends of sentences: the text of a file in SRX.",
        ),
        Parameter::new(
            "any-target",
            ParameterType::Word(&["yes", "no"]),
            "`yes` if XLIFF that names another target language is translated.",
        )
        .with_default("no"),
        Parameter::new(
            "max-severity",
            ParameterType::Range(0, 100),
            "The maximum severity of issues in a translation that is taken; a unit with a worse one keeps its text.",
        )
        .with_default("100"),
    ];

    /// The names that [`TranslationOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<10>(&[TranslationOptions::PARAMETERS]);

    /// Creates a translation for texts of any domain.
    pub fn new(source: Language, target: Language) -> TranslationOptions {
        TranslationOptions { source: Some(source), ..TranslationOptions::from_any(target) }
    }

    /// Creates a translation from any language.
    pub fn from_any(target: Language) -> TranslationOptions {
        TranslationOptions {
            source: None,
            target,
            domain: None,
            key: None,
            kept: Vec::new(),
            datasets: Vec::new(),
            srx: None,
            any_target: false,
            max_severity: WORST,
        }
    }

    /// Sets the language of the text.
    #[must_use]
    pub fn with_source(mut self, language: Language) -> TranslationOptions {
        self.source = Some(language);
        self
    }

    /// Sets the target language.
    #[must_use]
    pub fn with_target(mut self, language: Language) -> TranslationOptions {
        self.target = language;
        self
    }

    /// Sets the key of a private system.
    #[must_use]
    pub fn with_key(mut self, key: Secret) -> TranslationOptions {
        self.key = Some(key);
        self
    }

    /// Sets an option by its name: `source-lang` and `target-lang` to tags, `domain` and `key` to words,
    /// `keep` to words that are not translated, separated by commas, `dataset` or `collection` to at most 16
    /// names of term bases, separated by commas, `srx` to the text of a file of rules
    /// for sentences, `any-target` to `yes` or `no`, `max-severity` to a number from 0 to 100.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known, and
    /// the errors of [`Srx::parse`].
    ///
    /// A file of rules has its place.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "source-lang" => self.source = Some(language(name, value)?),
            "target-lang" => self.target = language(name, value)?,
            "domain" => self.domain = Some(value.to_owned()).filter(|word| !word.is_empty()),
            "key" => self.key = Some(Secret::new(value)).filter(|_| !value.is_empty()),
            "keep" => {
                let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
                self.kept = words.map(str::to_owned).collect();
            }
            "dataset" | "collection" => {
                self.datasets = list(value);
                check_entries("dataset", &self.datasets, DATASETS)?;
            }
            "srx" if value.is_empty() => self.srx = None,
            "srx" if !value.trim_start().starts_with(['<', '\u{FEFF}']) => {
                let start: String = value.chars().take(40).collect();
                let error = Error::no_such("rules", &start, "the text of a file in SRX");
                return Err(error.with_parameter(name));
            }
            "srx" => self.srx = Some(Srx::parse(value)?),
            "any-target" => {
                self.any_target = yes(value).map_err(|error| error.with_parameter(name))?;
            }
            "max-severity" => {
                let number = value.parse().ok().filter(|number| *number <= WORST);
                let wrong = || Error::no_such("value", value, "a number from 0 to 100");
                self.max_severity = number.ok_or_else(|| wrong().with_parameter(name))?;
            }
            _ => return Err(Error::no_option(name, TranslationOptions::NAMES)),
        }
        Ok(())
    }
}

impl TranslationOptions {
    /// Returns `ErrorKind::Invalid`, with the parameter `target-lang`, for a document that requires another
    /// target language.
    #[doc(hidden)]
    pub fn check(&self, document: &Document) -> Result<()> {
        let said = |one: Section<'_>| one.target_language.cloned();
        let is_other =
            |said: &Language| !said.is(self.target.as_str()) && !self.target.is(said.as_str());
        match document.sections().filter_map(said).find(is_other) {
            Some(said) if !self.any_target => {
                let target = &self.target;
                let message = format!(
                    "the document wants translations into `{said}`, not into `{target}`; \
                     `any-target` allows it"
                );
                Err(Error::invalid(message).with_parameter("target-lang"))
            }
            _ => Ok(()),
        }
    }
}

/// Parses a tag. An error has the name of the option as its parameter.
pub(crate) fn language(name: &str, value: &str) -> Result<Language> {
    value.parse().map_err(|error: Error| error.with_parameter(name))
}

/// The status of a sentence.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentStatus {
    /// The number of its context of NIF, from 0; 0 in other documents.
    pub context: usize,
    /// The byte span in the text.
    pub span: TextSpan,
    /// The origin of its translation; `None` if there is no translation.
    pub origin: Option<Origin>,
}

impl SegmentStatus {
    #[doc(hidden)]
    pub fn new(context: usize, span: TextSpan, origin: Option<Origin>) -> SegmentStatus {
        SegmentStatus { context, span, origin }
    }

    /// Returns the status as a word: `machine`, `exact`, `fuzzy` or `untranslated`.
    pub fn name(&self) -> &'static str {
        match self.origin {
            None => "untranslated",
            Some(Origin::Exact) => "exact",
            Some(Origin::Fuzzy(_)) => "fuzzy",
            Some(Origin::Machine) => "machine",
        }
    }
}
