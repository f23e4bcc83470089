//! Those who find things in text: traits, and what is built in. A provider takes text and gives
//! annotations; it never sees markup or RDF.

mod apertium;
mod context;
mod dictionary;
mod endpoint;
pub(crate) mod marker;
mod memory;
pub mod network;
mod recognize;
mod registry;
mod remote;
mod sparql;
mod spotlight;
mod termbase;
mod trained;
mod translate;
mod watch;

pub use apertium::Apertium;
pub use context::{Choice, Context, Feature, Features, Name, Ranking, Sense, rank};
pub use dictionary::{Candidate, Dictionary, DictionaryBuilder, Entry, Match};
pub(crate) use dictionary::{Row, each_row, is_label};
pub use endpoint::{Answer, QueryEndpoint};
pub use memory::{Memory, MemoryBuilder, Pair, Remembered};
pub use network::Network;
pub use recognize::recognize;
pub(crate) use recognize::recognize_within;
pub use registry::Registry;
pub use remote::{Apy, DeepL, Google, LibreTranslate, remote_translator};
pub use sparql::{QueryForm, SparqlEndpoint};
pub use spotlight::Spotlight;
pub use termbase::{
    Concept, ConceptField, Definition, Extraction, Tbx, TbxStyle, TermBase, TermBaseBuilder,
    TermCandidate, TermEntry, TermMatch, TermSense, TermStatus, TermTarget, extract_terms,
};
pub use trained::{Corpus, Evaluation, Mention, Sentence, Tagger, Tally, Training};
pub use translate::{Abilities, Job, Origin, Segment, Translated, Translator, WantedTerm};
pub(crate) use watch::Reporter;
pub use watch::{Progress, Watch};

use glossweave_base::allowance::Allowance;
use glossweave_base::error::Result;
use glossweave_base::text::{Language, TextSpan};
use glossweave_format::annotation::Annotation;

/// A text to look through. [`recognize`] makes one of a document.
///
/// ```
/// use glossweave::provider::Passage;
/// use glossweave::text::TextSpan;
/// let cells = [TextSpan::new(0, 3), TextSpan::new(4, 8)];
/// let passage = Passage::new("New York").with_pieces(&cells);
/// assert!(passage.pieces().all(|cell| &passage.text()[cell.range()] != "New York"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Passage<'a> {
    text: &'a str,
    pieces: &'a [TextSpan],
    language: Option<&'a Language>,
    memory: Option<&'a Allowance>,
}

impl<'a> Passage<'a> {
    /// A text as one piece, in a language that is not known.
    pub fn new(text: &'a str) -> Passage<'a> {
        Passage { text, pieces: &[], language: None, memory: None }
    }

    /// Says which stretches belong together, in their order and without overlap: no annotation
    /// reaches from one into another.
    pub fn with_pieces(mut self, pieces: &'a [TextSpan]) -> Passage<'a> {
        self.pieces = pieces;
        self
    }

    /// Sets the language of the text.
    pub fn with_language(mut self, language: &'a Language) -> Passage<'a> {
        self.language = Some(language);
        self
    }

    /// Says what what is found in it draws on.
    pub(crate) fn drawing_on(mut self, memory: &'a Allowance) -> Passage<'a> {
        self.memory = Some(memory);
        self
    }

    /// What it draws on: where nothing is said, what its text has.
    pub(crate) fn memory(&self) -> Allowance {
        self.memory.cloned().unwrap_or_else(|| Allowance::for_input(self.text.len()))
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The language, where it is known.
    pub fn language(&self) -> Option<&'a Language> {
        self.language
    }

    /// The stretches that belong together; the whole text where none were named.
    pub fn pieces(&self) -> impl Iterator<Item = TextSpan> + 'a {
        let whole = self.pieces.is_empty().then(|| TextSpan::new(0, self.text.len()));
        whole.into_iter().chain(self.pieces.iter().copied())
    }

    /// Those annotations that stay within one of the pieces, in the order of their spans.
    pub(crate) fn keep_within(&self, mut found: Vec<Annotation>) -> Vec<Annotation> {
        let pieces: Vec<TextSpan> = self.pieces().collect();
        found.retain(|annotation| {
            let span = annotation.span();
            let after = pieces.partition_point(|piece| piece.start() <= span.start());
            after > 0 && span.end() <= pieces[after - 1].end()
        });
        found.sort_by_key(|annotation| (annotation.span().start(), annotation.span().end()));
        found
    }
}

/// Finds named entities in text.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::provider::{Passage, Recognizer};
/// use glossweave::text::TextSpan;
///
/// struct Cork;
/// impl Recognizer for Cork {
///     fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
///         let found = passage.text().match_indices("Cork").map(|(at, name)| {
///             let span = TextSpan::new(at, at + name.len());
///             Annotation::entity(span, Entity::new("http://dbpedia.org/resource/Cork"))
///         });
///         Ok(found.collect())
///     }
/// }
/// assert_eq!(Cork.recognize(&Passage::new("to Cork"))?[0].span().range(), 3..7);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Recognizer: Send + Sync {
    /// The annotations of a passage, in the order of their spans. Spans count bytes of the whole
    /// text of the passage and stay within one of its pieces.
    ///
    /// Kinds: whatever the recognizer fails with, such as Unavailable for a service that does not
    /// answer; callers get it as it is.
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>>;

    /// Whether it can only look through a text whose language is known. Then a language that nobody
    /// names is [identified](glossweave_base::text::Language::identify) before it is asked.
    fn needs_language(&self) -> bool {
        false
    }
}
