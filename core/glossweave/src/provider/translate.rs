//! Translators: texts in one language in, texts in another out.

use std::sync::Arc;
use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_base::text::Language;

/// What is asked of a translator: segments of one document, in their order.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The language of the texts.
    pub source: &'a Language,
    /// The language that is wanted.
    pub target: &'a Language,
    /// What the texts are about, in the words of the host; none where the caller says nothing.
    pub domain: Option<&'a str>,
    /// The texts.
    pub segments: &'a [Segment<'a>],
}

impl<'a> Job<'a> {
    /// Texts that are about nothing in particular.
    pub fn new(source: &'a Language, target: &'a Language, segments: &'a [Segment<'a>]) -> Job<'a> {
        Job { source, target, domain: None, segments }
    }

    /// Says what the texts are about.
    pub fn about(mut self, domain: Option<&'a str>) -> Job<'a> {
        self.domain = domain;
        self
    }
}

/// One text to translate: a sentence, as a rule, without white space at its ends.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// The text. For a translator that keeps [markup](Abilities::markup) it has the markers of
    /// [`Document::marked_text`](glossweave_format::Document::marked_text): `<1>` and `</1>` around what is marked,
    /// `<2/>` for what stands for itself, `<0/>` for a `<` that would look like one of them.
    pub text: &'a str,
    /// How terms of the text are to be translated, for a translator that takes
    /// [terms](Abilities::terms); empty for others.
    pub terms: &'a [WantedTerm<'a>],
}

impl<'a> Segment<'a> {
    /// A text without terms.
    pub fn new(text: &'a str) -> Segment<'a> {
        Segment { text, terms: &[] }
    }

    /// Says how terms of it are to be translated.
    pub fn with_terms(mut self, terms: &'a [WantedTerm<'a>]) -> Segment<'a> {
        self.terms = terms;
        self
    }
}

/// A term of a text and how it is to be translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedTerm<'a> {
    /// The words of the text.
    pub source: &'a str,
    /// The words that are wanted for them.
    pub target: &'a str,
}

/// What a translator can do beside translating plain text. What it cannot do is done around it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Whether it gives back the markers in a text, each once, around what they were around.
    pub markup: bool,
    /// Whether it takes [terms](Segment::terms) into account by itself.
    pub terms: bool,
}

impl Abilities {
    /// Keeps markers.
    pub fn with_markup(mut self) -> Abilities {
        self.markup = true;
        self
    }

    /// Takes terms.
    pub fn with_terms(mut self) -> Abilities {
        self.terms = true;
        self
    }
}

/// How a translation came about.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// A machine made it.
    Machine,
    /// The memory has the same text.
    Exact,
    /// The memory has a text that is alike, by this part of 1.
    Fuzzy(f64),
}

/// The translation of one segment.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Translated {
    /// The text, with markers where the translator keeps them.
    pub text: Box<str>,
    /// How sure it is, from 0 to 1, where that is known.
    pub confidence: Option<f64>,
    /// How it came about.
    pub origin: Origin,
}

impl Translated {
    /// What a machine made of a text.
    pub fn machine(text: impl Into<Box<str>>) -> Translated {
        Translated { text: text.into(), confidence: None, origin: Origin::Machine }
    }

    /// What a memory has for the same text, or one that is alike by `score` (less than 1).
    pub fn remembered(text: impl Into<Box<str>>, score: f64) -> Translated {
        let origin = if score < 1.0 { Origin::Fuzzy(score) } else { Origin::Exact };
        Translated { text: text.into(), confidence: Some(score), origin }
    }

    /// Sets how sure it is.
    pub fn with_confidence(mut self, confidence: Option<f64>) -> Translated {
        self.confidence = confidence;
        self
    }
}

/// Translates texts.
///
/// ```
/// use glossweave::provider::{Job, Segment, Translated, Translator};
///
/// struct Shout;
/// impl Translator for Shout {
///     fn translate(&self, job: &Job<'_>) -> glossweave::Result<Vec<Option<Translated>>> {
///         let all = job.segments.iter();
///         Ok(all.map(|segment| Some(Translated::machine(segment.text.to_uppercase()))).collect())
///     }
/// }
/// let (quiet, loud) = ("en".parse()?, "en-x-loud".parse()?);
/// let done = Shout.translate(&Job::new(&quiet, &loud, &[Segment::new("hello")]))?;
/// assert_eq!(&*done[0].as_ref().unwrap().text, "HELLO");
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Translator: Send + Sync {
    /// The translation of each segment, in their order; `None` where there is none, as in a memory
    /// that has nothing alike.
    ///
    /// Kinds: whatever it fails with, such as Unavailable for a service that does not answer;
    /// callers get it as it is.
    fn translate(&self, job: &Job<'_>) -> Result<Vec<Option<Translated>>>;

    /// What it can do beside.
    fn abilities(&self) -> Abilities {
        Abilities::default()
    }

    /// Makes it ready, where that takes time: called before the first job, and after a stop.
    fn start(&self) -> Result<()> {
        Ok(())
    }

    /// Returns `true` if it could take a job now, as far as that can be found out within `wait`; lists of
    /// systems ask this of those that have been started. Answers may be some seconds old.
    fn is_reachable(&self, _wait: Duration) -> bool {
        true
    }

    /// Gives up what it holds while nobody needs it. A job may come again.
    fn stop(&self) {}
}

impl Translator for Arc<dyn Translator> {
    fn translate(&self, job: &Job<'_>) -> Result<Vec<Option<Translated>>> {
        (**self).translate(job)
    }

    fn abilities(&self) -> Abilities {
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
}
