//! Named entity recognition: trained taggers, mention models, and word classes.
//!
//! Programs should use the crate `glossweave`, which re-exports the public API. Other public items are used
//! by the other crates of Glossweave, and may change in any version.

mod feature_table;
mod hash;
mod kind;
mod label_source;
mod language;
mod mention;
mod mention_training;
mod name_list;
mod tagger;
mod token;
mod word_classes;

pub use hash::lower_key;
pub use kind::Kinds;
pub use label_source::LabelSource;
pub use mention::{MentionModel, MentionModelExt, Place, Probability, Withheld};
pub use mention_training::MentionTraining;
pub use tagger::{Corpus, Evaluation, LabeledSpan, Names, Scores, Sentence, Tagger, Training};
pub use word_classes::{WordClass, WordClasses, WordClassesExt};
