//! The options of e-Translation.

use super::srx::Srx;
use super::translator::Origin;
use glossweave_base::error::{Error, Result};
use glossweave_base::secret::Secret;
use glossweave_base::text::{Language, TextSpan, yes};
use glossweave_format::document::{Document, Section};

/// The options of e-Translation.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_translate as translate; }
/// use glossweave::translate::TranslationOptions;
/// let mut wanted = TranslationOptions::new("en".parse()?, "es".parse()?);
/// wanted.set("domain", "news")?;
/// wanted.set("keep", "Glossweave,Cork City")?;
/// assert_eq!(wanted.kept, ["Glossweave", "Cork City"]);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
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
    /// The rules for the ends of sentences; those of Unicode if it is not given.
    pub srx: Option<Srx>,
    /// `true` if the source may name another target language, as a `file` of XLIFF does.
    pub any_target: bool,
}

impl TranslationOptions {
    /// The names that [`TranslationOptions::set`] accepts.
    pub const NAMES: &[&str] =
        &["source-lang", "target-lang", "domain", "key", "keep", "srx", "any-target"];

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
            srx: None,
            any_target: false,
        }
    }

    /// Sets an option by its name: `source-lang` and `target-lang` to tags, `domain` and `key` to words,
    /// `keep` to words that are not translated, separated by commas, `srx` to the text of a file of rules
    /// for sentences, `any-target` to `yes` or `no`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known, and
    /// the errors of [`Srx::parse`].
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

fn language(name: &str, value: &str) -> Result<Language> {
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
