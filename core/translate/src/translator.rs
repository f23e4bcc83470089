//! The interface of translators.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use glossweave_base::error::{Result, Skipped};
use glossweave_base::text::Language;
use glossweave_base::token_usage::TokenUsage;

/// A request to a translator: segments of one document, in document order.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct TranslationBatch<'a> {
    /// The language of the texts.
    pub source: &'a Language,
    /// The target language.
    pub target: &'a Language,
    /// The domain of the texts, as named by the host. `None` if not given.
    pub domain: Option<&'a str>,
    /// The texts.
    pub segments: &'a [Segment<'a>],
    /// The list to which reasons for missing translations are added, up to [`Skipped::MOST`].
    pub skipped: Option<&'a Mutex<Vec<Skipped>>>,
}

impl<'a> TranslationBatch<'a> {
    /// Creates a batch without a domain.
    pub fn new(
        source: &'a Language,
        target: &'a Language,
        segments: &'a [Segment<'a>],
    ) -> TranslationBatch<'a> {
        TranslationBatch { source, target, domain: None, segments, skipped: None }
    }

    /// Sets the domain of the texts.
    pub fn about(mut self, domain: Option<&'a str>) -> TranslationBatch<'a> {
        self.domain = domain;
        self
    }
}

/// A text to translate: usually a sentence, without white space at its ends.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// The text. If the translator supports [markup](Capabilities::markup), the text contains the markers of
    /// [`marked_text`](glossweave_format::marked_text): `<1>` and `</1>` around marked text, `<2/>` for an
    /// empty element, and `<0/>` for a `<` that would look like a marker.
    pub text: &'a str,
    /// The required translations of terms in the text if the translator supports
    /// [terms](Capabilities::terms), empty otherwise.
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

/// A term in a text with its required translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedTerm<'a> {
    /// The term in the text.
    pub source: &'a str,
    /// The required translation.
    pub target: &'a str,
}

/// The features that a translator supports in addition to plain text. The caller works around missing
/// features.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// `true` if the translator preserves the markers of a text, each exactly once and around the same words.
    pub markup: bool,
    /// `true` if the translator applies [terms](Segment::terms).
    pub terms: bool,
}

impl Capabilities {
    /// Declares that the translator preserves markers.
    pub fn with_markup(mut self) -> Capabilities {
        self.markup = true;
        self
    }

    /// Declares that the translator applies terms.
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
    /// A translation of the same text from a memory.
    Exact,
    /// A translation of a similar text from a memory, with its score from 0 to 1.
    Fuzzy(f64),
}

/// The translation of one segment.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct TranslatedSegment {
    /// The text, with markers if the translator preserves them.
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

    /// Creates a translation from a memory. It is an exact match if `score` is 1, and a fuzzy match if it is
    /// less.
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
    /// Returns the translation of each segment, in the same order. A translation is `None` if there is none,
    /// for example in a memory without a similar text.
    ///
    /// # Errors
    ///
    /// Returns any error of the translator, for example `ErrorKind::Unavailable` if a service does not
    /// answer. Callers receive it unchanged.
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>>;

    /// Returns the features that the translator supports in addition to plain text.
    fn abilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Starts the translator, if that takes time. The engine calls this method before the first batch, and
    /// again after a stop.
    ///
    /// # Errors
    ///
    /// Returns any error of the translator. All callers that wait for the start receive it.
    fn start(&self) -> Result<()> {
        Ok(())
    }

    /// Returns `true` if the translator can accept a batch now, as far as that can be determined within
    /// `wait`. Lists of systems use it for systems that are running. The result may be some seconds old.
    fn is_reachable(&self, _wait: Duration) -> bool {
        true
    }

    /// Releases resources when the translator is not needed. Another batch may follow.
    fn stop(&self) {}

    /// Returns the tokens that its language models have used since it was created, or `None` if it uses no
    /// language model.
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
