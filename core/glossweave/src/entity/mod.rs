//! e-Entity: dictionaries, taggers and other recognizers, and the service that finds the entities of documents.

mod entities;
#[cfg(test)]
mod tests;

pub use entities::Entities;
#[doc(inline)]
pub use glossweave_entity::{
    Candidate, Choice, Context, Corpus, Dictionary, DictionaryBuilder, Entry, Evaluation, Evidence,
    Explained, Explanation, Feature, Features, Match, Mention, Modes, Name, NifService, Ranking,
    Recognition, Sense, Sentence, Spotlight, Tagger, Tally, Training, rank,
};
#[doc(inline)]
pub use glossweave_format::recognizer::{Passage, Recognizer, recognize};
