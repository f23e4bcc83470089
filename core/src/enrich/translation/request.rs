//! What is asked of e-Translation, and what it answers.

use crate::acl::Secret;
use crate::enrich::{Recognition, Reply, Request};
use crate::error::{Error, Result};
use crate::provider::Origin;
use crate::text::{Language, TextSpan};

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
    /// The language of the text.
    pub source: Language,
    /// The language that is wanted.
    pub target: Language,
    /// What the text is about: only a system for that is taken.
    pub domain: Option<String>,
    /// The key of a private system.
    pub key: Option<Secret>,
    /// Words that stay as they are, wherever they stand as whole words.
    pub kept: Vec<String>,
}

impl Translating {
    /// The names that [`Translating::set`] knows.
    pub const NAMES: &[&str] = &["source-lang", "target-lang", "domain", "key", "keep"];

    /// A translation about nothing in particular.
    pub fn new(source: Language, target: Language) -> Translating {
        Translating { source, target, domain: None, key: None, kept: Vec::new() }
    }

    /// Sets one of them by its name: `source-lang` and `target-lang` to tags, `domain` and `key` to
    /// words, `keep` to words that are not translated, with commas between. Kind Invalid, with the
    /// name as parameter, for a name or value that is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "source-lang" => self.source = language(name, value)?,
            "target-lang" => self.target = language(name, value)?,
            "domain" => self.domain = Some(value.to_owned()).filter(|word| !word.is_empty()),
            "key" => self.key = Some(Secret::new(value)).filter(|_| !value.is_empty()),
            "keep" => {
                let words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
                self.kept = words.map(str::to_owned).collect();
            }
            _ => return Err(Error::no_option(name, Translating::NAMES)),
        }
        Ok(())
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
    /// A request that takes the languages from `wanted`.
    pub fn new(wanted: Translating, request: Request) -> TranslationRequest {
        TranslationRequest { wanted, request }
    }

    /// A request from names and values: those of [`Translating::set`], of which `source-lang` and
    /// `target-lang` must be there, and those of [`Request::set`] but for what is to be found.
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
        let named = |name: &str| {
            let value = fields.iter().rev().find(|(given, _)| *given == name);
            let missing = || Error::invalid(format!("`{name}` is missing")).with_parameter(name);
            language(name, value.ok_or_else(missing)?.1)
        };
        let mut wanted = Translating::new(named("source-lang")?, named("target-lang")?);
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
