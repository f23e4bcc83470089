//! e-Entity: dictionaries, taggers and other recognizers, and the service that finds the entities of documents.
//!
//! For example, a dictionary finds the names of a list:
//!
//! ```
//! use glossweave::entity::{Dictionary, Passage, Recognizer};
//! let names = "uri,label,weight\n\
//!     http://example.org/york,York,3\n\
//!     http://example.org/new-york,New York,9\n";
//! let dictionary = Dictionary::from_csv(names.as_bytes())?;
//! let found = dictionary.recognize(&Passage::new("From NEW\u{a0}YORK to York."))?;
//! assert_eq!(found.len(), 2);
//! assert_eq!(found[0].span().range(), 5..14);
//! assert_eq!(&*found[0].as_entity().unwrap().idents[0], "http://example.org/new-york");
//!
//! let error = Dictionary::from_csv("uri,label\nhttp://example.org/x,\n".as_bytes()).unwrap_err();
//! assert_eq!(error.to_string(), "`label` is empty at line 2 column 1");
//! # Ok::<(), glossweave::Error>(())
//! ```
//!
//! A linker chooses between entities that share a name:
//!
//! ```
//! use glossweave::entity::{Dictionary, EntityIndex, Linker, Passage, Patterns, Recognizer};
//! use glossweave::{Format, rdf};
//! let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
//!     <http://example.org/fish> rdfs:label 'Bass' ; rdfs:comment 'lives in lakes and rivers' .
//!     <http://example.org/shoes> rdfs:label 'Bass' ; rdfs:comment 'a company that makes shoes' .";
//! let graph = rdf::read(turtle, Format::Turtle, None)?;
//! let names = Dictionary::builder().rdf(&graph)?.build()?;
//! let index = EntityIndex::build(&graph, &|_| true)?;
//! let linker = Linker::new(Patterns::new(), names).with_entities(index);
//! let found = linker.recognize(&Passage::new("Shoes of the company Bass"))?;
//! assert_eq!(&*found[0].as_entity().unwrap().idents[0], "http://example.org/shoes");
//! # Ok::<(), glossweave::Error>(())
//! ```

#[cfg(feature = "engine")]
mod entities;
#[cfg(feature = "engine")]
mod explanations;
#[cfg(feature = "engine")]
mod models;
#[cfg(feature = "engine")]
mod named_recognizer;
#[cfg(all(test, feature = "engine"))]
mod tests;

#[cfg(feature = "engine")]
pub use entities::Entities;
#[doc(inline)]
pub use glossweave_document::recognizer::{NameVisitor, Passage, Recognizer, recognize};
#[doc(inline)]
pub use glossweave_entity::{
    Calibrated, Calibration, Candidate, ChangedEntries, Combination, CombinationRule, Corpus,
    Dictionary, DictionaryBuilder, DictionaryDifference, EntityIndex, EntityOptions, Entry,
    Evaluation, Evidence, Explained, Explanation, Feature, Features, Import, ImportReport,
    LabelCase, LabeledSpan, LinkedCorpus, Linker, Match, Mention, MentionCandidate, MentionModel,
    MentionTraining, Mentions, Modes, Pattern, PatternKind, Patterns, RankedCandidate, Ranking,
    RankingWeights, Scores, Sentence, SentenceEncoder, SkipReason, SkippedParts, Tagger, Training,
    WordClasses, disambiguate, open_recognizer, read_corpus,
};
#[cfg(feature = "neural")]
#[doc(inline)]
pub use glossweave_neural::{Aggregation, SentenceTransformer, SpanClassifier, TokenClassifier};
#[cfg(feature = "engine")]
pub use models::{ModelInfo, Models};
#[cfg(feature = "engine")]
pub use named_recognizer::NamedRecognizer;
