//! The options of e-Translation.

use super::srx::Srx;
use super::translator::Origin;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::{self, OptionValue, YES_NO};
use glossweave_base::request_options;
use glossweave_base::secret::Secret;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::{Document, Section};

request_options! {
    /// The options of e-Translation.
    #[derive(Clone, Debug)]
    pub struct TranslationOptions no from_pairs {
        /// The language of the text. By default, the language of the document, or else the detected language.
        pub source: Option<Language> => "source-lang": Language,
        /// The target language.
        pub target: Language => "target-lang": Language is required,
        /// The domain of the text. Only a system for that domain is used. By default, systems for any domain
        /// are used.
        pub domain: Option<String> => "domain": Text,
        /// The key for using a private system.
        pub key: Option<Secret> => "key": Secret,
        /// The words that are not translated. Only whole words match.
        pub kept: Vec<String> => "keep": List,
        /// The term bases whose terms the translation uses: term bases of the engine, or stored term bases.
        pub datasets: Vec<String> => "dataset" | "collection": List with options::read_datasets,
        /// The rules for the ends of sentences, as the text of an SRX file. By default, the rules of Unicode
        /// (UAX #29) are used.
        pub srx: Option<Srx> => "srx": File,
        /// Translate a source that names another target language, too, for example a `file` of XLIFF. By
        /// default, such a source is an error.
        pub any_target: bool => "any-target": Word(YES_NO) default "no",
        /// The maximum severity of the issues of a translation. A unit with a more severe issue keeps its
        /// text, and its issues are reported. The default accepts all translations.
        pub max_severity: u8 => "max-severity": Range(0, 100) default "100",
    }
}

impl OptionValue for Srx {
    fn is_given(value: &str) -> bool {
        !value.is_empty()
    }

    fn read(value: &str) -> Result<Srx> {
        if value.trim_start().starts_with(['<', '\u{FEFF}']) {
            return Srx::parse(value);
        }
        let start: String = value.chars().take(40).collect();
        Err(Error::no_such("rules", &start, "the text of a file in SRX"))
    }
}

/// The maximum severity of an issue.
const WORST: u8 = 100;

impl TranslationOptions {
    /// Creates options for texts of any domain.
    pub fn new(source: Language, target: Language) -> TranslationOptions {
        TranslationOptions { source: Some(source), ..TranslationOptions::from_any(target) }
    }

    /// Creates options for texts in any language.
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
}

impl TranslationOptions {
    /// Returns `ErrorKind::Invalid`, with the parameter `target-lang`, if the document requires another
    /// target language and `any_target` is not set.
    #[doc(hidden)]
    pub fn check(&self, document: &Document) -> Result<()> {
        let target_of = |section: Section<'_>| section.target_language.cloned();
        let is_other = |language: &Language| {
            !language.is(self.target.as_str()) && !self.target.is(language.as_str())
        };
        match document.sections().filter_map(target_of).find(is_other) {
            Some(language) if !self.any_target => {
                let target = &self.target;
                let message = format!(
                    "the document requires translations into `{language}`, not `{target}`; use `any-target` to allow it"
                );
                Err(Error::invalid(message).with_parameter("target-lang"))
            }
            _ => Ok(()),
        }
    }
}

/// The translation status of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentStatus {
    /// The number of the NIF context, from 0. Other documents have only context 0.
    pub context: usize,
    /// The byte span of the sentence in the text.
    pub span: TextSpan,
    /// The origin of the translation. `None` if there is no translation.
    pub origin: Option<Origin>,
}

impl SegmentStatus {
    /// Returns the name of the status: `machine`, `exact`, `fuzzy` or `untranslated`.
    pub fn name(&self) -> &'static str {
        match self.origin {
            None => "untranslated",
            Some(Origin::Exact) => "exact",
            Some(Origin::Fuzzy(_)) => "fuzzy",
            Some(Origin::Machine) => "machine",
        }
    }
}
