//! Translators of texts from one language into another.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use glossweave_base::error::{Result, Skipped};
use glossweave_base::text::Language;
use glossweave_base::token_usage::TokenUsage;

/// A request to a translator: segments of one document, in their order.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct TranslationBatch<'a> {
    /// The language of the texts.
    pub source: &'a Language,
    /// The target language.
    pub target: &'a Language,
    /// The subject of the texts, in the words of the host; `None` if not given.
    pub domain: Option<&'a str>,
    /// The texts.
    pub segments: &'a [Segment<'a>],
    /// The list for the reasons why texts have no translation, up to [`Skipped::MOST`].
    pub skipped: Option<&'a Mutex<Vec<Skipped>>>,
}

impl<'a> TranslationBatch<'a> {
    /// Creates a job without a subject.
    pub fn new(
        source: &'a Language,
        target: &'a Language,
        segments: &'a [Segment<'a>],
    ) -> TranslationBatch<'a> {
        TranslationBatch { source, target, domain: None, segments, skipped: None }
    }

    /// Sets the subject of the texts.
    pub fn about(mut self, domain: Option<&'a str>) -> TranslationBatch<'a> {
        self.domain = domain;
        self
    }
}

/// One text to translate: usually a sentence, without white space at its ends.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// The text. For a translator that keeps [markup](Capabilities::markup) it has the markers of
    /// [`marked_text`](glossweave_format::marked_text): `<1>` and `</1>` around
    /// marked text, `<2/>` for an empty element, `<0/>` for a `<` that would look like one of them.
    pub text: &'a str,
    /// The required translations of terms in the text, for a translator that supports
    /// [terms](Capabilities::terms); empty for others.
    pub terms: &'a [WantedTerm<'a>],
}

impl<'a> Segment<'a> {
    /// Creates a segment without terms.
    pub fn new(text: &'a str) -> Segment<'a> {
        Segment { text, terms: &[] }
    }

    /// Sets the required translations of terms.
    pub fn with_terms(mut self, terms: &'a [WantedTerm<'a>]) -> Segment<'a> {
        self.terms = terms;
        self
    }
}

/// A term of a text with its required translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedTerm<'a> {
    /// The term in the text.
    pub source: &'a str,
    /// The required translation.
    pub target: &'a str,
}

/// The features of a translator beside translating plain text. The caller makes up for missing
/// ones.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// `true` if it keeps the markers of a text, each once, around the same words.
    pub markup: bool,
    /// `true` if it applies [terms](Segment::terms) by itself.
    pub terms: bool,
}

impl Capabilities {
    /// Declares that markers are kept.
    pub fn with_markup(mut self) -> Capabilities {
        self.markup = true;
        self
    }

    /// Declares that terms are applied.
    pub fn with_terms(mut self) -> Capabilities {
        self.terms = true;
        self
    }
}

/// The origin of a translation.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// A machine translation.
    Machine,
    /// A translation from a memory that has the same text.
    Exact,
    /// A translation from a memory that has a similar text, with its score from 0 to 1.
    Fuzzy(f64),
}

/// The translation of one segment.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct TranslatedSegment {
    /// The text, with markers if the translator keeps them.
    pub text: Box<str>,
    /// The confidence, from 0 to 1, if known.
    pub confidence: Option<f64>,
    /// The origin.
    pub origin: Origin,
}

impl TranslatedSegment {
    /// Creates a machine translation.
    pub fn machine(text: impl Into<Box<str>>) -> TranslatedSegment {
        TranslatedSegment { text: text.into(), confidence: None, origin: Origin::Machine }
    }

    /// Creates a translation from a memory of the same text, or of one that is similar by `score`
    /// (less than 1).
    pub fn remembered(text: impl Into<Box<str>>, score: f64) -> TranslatedSegment {
        let origin = if score < 1.0 { Origin::Fuzzy(score) } else { Origin::Exact };
        TranslatedSegment { text: text.into(), confidence: Some(score), origin }
    }

    /// Sets the confidence.
    pub fn with_confidence(mut self, confidence: Option<f64>) -> TranslatedSegment {
        self.confidence = confidence;
        self
    }
}

/// A translator of texts.
pub trait Translator: Send + Sync {
    /// Returns the translation of each segment, in their order; `None` if there is none, as from a
    /// memory without a similar text.
    ///
    /// # Errors
    ///
    /// Returns any error of the translator, such as `ErrorKind::Unavailable` for a service that does not
    /// answer; callers get it unchanged.
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>>;

    /// Returns its features beside translating plain text.
    fn abilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Starts the translator if that takes time: called before the first job, and after a stop.
    ///
    /// # Errors
    ///
    /// Returns any error of the translator, which the callers get who wait for it.
    fn start(&self) -> Result<()> {
        Ok(())
    }

    /// Returns `true` if it could take a job now, as far as that can be determined within `wait`;
    /// lists of systems call this for started ones. The result may be some seconds old.
    fn is_reachable(&self, _wait: Duration) -> bool {
        true
    }

    /// Releases resources while the translator is not needed. Another job may follow.
    fn stop(&self) {}

    /// Returns the use of its language models since it was created; `None` if it has none.
    fn token_usage(&self) -> Option<TokenUsage> {
        None
    }
}

impl Translator for Arc<dyn Translator> {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        (**self).translate(job)
    }

    fn abilities(&self) -> Capabilities {
        (**self).abilities()
    }

    fn start(&self) -> Result<()> {
        (**self).start()
    }

    fn is_reachable(&self, wait: Duration) -> bool {
        (**self).is_reachable(wait)
    }

    fn stop(&self) {
        (**self).stop();
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        (**self).token_usage()
    }
}
