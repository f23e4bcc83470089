//! What is asked of e-Translation, and what it answers.

use super::srx::Srx;
use crate::enrich::request::yes;
use crate::enrich::{Recognition, Reply, Request};
use crate::provider::Origin;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::{Language, TextSpan};
use glossweave_format::document::{Document, Section};
use glossweave_store::acl::Secret;

/// What a translation is to be.
///
/// ```
/// use glossweave::enrich::Translating;
/// let mut wanted = Translating::new("en".parse()?, "es".parse()?);
/// wanted.set("domain", "news")?;
/// wanted.set("keep", "Glossweave,Cork City")?;
/// assert_eq!(wanted.kept, ["Glossweave", "Cork City"]);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Translating {
    /// The language of the text; what the document says, else what it looks like, where none is given.
    pub source: Option<Language>,
    /// The language that is wanted.
    pub target: Language,
    /// What the text is about: only a system for that is taken.
    pub domain: Option<String>,
    /// The key of a private system.
    pub key: Option<Secret>,
    /// Words that stay as they are, wherever they stand as whole words.
    pub kept: Vec<String>,
    /// Where sentences end; by the rules of Unicode where it is not given.
    pub srx: Option<Srx>,
    /// `true` if the source may name another target language, as a `file` of XLIFF does.
    pub any_target: bool,
}

impl Translating {
    /// The names that [`Translating::set`] knows.
    pub const NAMES: &[&str] =
        &["source-lang", "target-lang", "domain", "key", "keep", "srx", "any-target"];

    /// A translation about nothing in particular.
    pub fn new(source: Language, target: Language) -> Translating {
        Translating { source: Some(source), ..Translating::from_any(target) }
    }

    /// A translation from whatever language the text is in.
    pub fn from_any(target: Language) -> Translating {
        Translating {
            source: None,
            target,
            domain: None,
            key: None,
            kept: Vec::new(),
            srx: None,
            any_target: false,
        }
    }

    /// Sets one of them by its name: `source-lang` and `target-lang` to tags, `domain` and `key` to
    /// words, `keep` to words that are not translated, with commas between, `srx` to the text of a file of
    /// rules for sentences, `any-target` to `yes` or `no`. Kinds: Invalid, with the name as parameter, for a name or value that is not
    /// known; those of [`Srx::parse`].
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
            _ => return Err(Error::no_option(name, Translating::NAMES)),
        }
        Ok(())
    }
}

impl Translating {
    /// Refuses a document whose translations are to be in another language. Kind Invalid, with the
    /// parameter `target-lang`.
    pub(super) fn check(&self, document: &Document) -> Result<()> {
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

/// A document to translate, and what shall come back.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct TranslationRequest {
    /// What the translation is to be.
    pub wanted: Translating,
    /// The document, and what shall come back. In a document format, with `translations` as `write`,
    /// the translated document comes back; else the document as it was (e-Internationalization,
    /// rule 3).
    pub request: Request,
}

impl TranslationRequest {
    /// A request for what is wanted of a document.
    pub fn new(wanted: Translating, request: Request) -> TranslationRequest {
        TranslationRequest { wanted, request }
    }

    /// A request from names and values: those of [`Translating::set`], of which `target-lang` must
    /// be there, and those of [`Request::set`] but for what is to be found.
    ///
    /// Kinds: Invalid, with the name as parameter, for what is missing, not known or wrong;
    /// Unsupported for a format or an encoding that is not known.
    ///
    /// ```
    /// use glossweave::enrich::TranslationRequest;
    /// use glossweave::{Format, Request};
    /// let request = Request::new("<p>Hello", Format::Html);
    /// let languages = [("source-lang", "en"), ("target-lang", "es")];
    /// let request = TranslationRequest::from_fields(request, languages)?;
    /// assert_eq!(request.wanted.target.as_str(), "es");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn from_fields<'f>(
        mut request: Request,
        fields: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<TranslationRequest> {
        let fields: Vec<(&str, &str)> = fields.into_iter().collect();
        let name = "target-lang";
        let missing = || Error::invalid(format!("`{name}` is missing")).with_parameter(name);
        let target = fields.iter().rev().find(|(given, _)| *given == name);
        let mut wanted = Translating::from_any(language(name, target.ok_or_else(missing)?.1)?);
        for (name, value) in &fields {
            match Request::NAMES.contains(name) && !Recognition::NAMES.contains(name) {
                true => request.set(name, value)?,
                false => wanted.set(name, value)?,
            }
        }
        Ok(TranslationRequest { wanted, request })
    }
}

/// What became of a sentence.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentStatus {
    /// The number of the context of NIF that it is in, from 0; 0 in other documents.
    pub context: usize,
    /// The bytes of the text.
    pub span: TextSpan,
    /// Where its translation is from; none where there is no translation.
    pub origin: Option<Origin>,
}

impl SegmentStatus {
    /// One word for it: `machine`, `exact`, `fuzzy` or `untranslated`.
    pub fn name(&self) -> &'static str {
        match self.origin {
            None => "untranslated",
            Some(Origin::Exact) => "exact",
            Some(Origin::Fuzzy(_)) => "fuzzy",
            Some(Origin::Machine) => "machine",
        }
    }
}

/// The answer to a [`TranslationRequest`].
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct TranslationReply {
    /// The answer.
    pub reply: Reply,
    /// What became of each sentence that has letters.
    pub segments: Vec<SegmentStatus>,
}
