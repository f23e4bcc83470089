//! Words: folding, tokens, word breaks and interned strings.
//!
//! Dictionaries, term bases, term extraction and disambiguation all split texts into [`Tokens`] and compare
//! them with the same folding. In addition, a term base skips hyphens within words, and disambiguation
//! skips symbols ([`each_word`]). Only a tagger uses different tokens: the tokens of its training corpora.

mod abbreviation;
mod breaks;
mod fold;
mod function_word;
mod intern;
mod keyed;
mod label_case;
mod sentence;
mod stop_words;
mod token;
mod word;

pub use abbreviation::keeps_full_stop;
pub use breaks::Breaks;
pub use fold::{Cell, Class, cell, composed, fold_char, fold_exactly, fold_string};
pub use function_word::{function_word_languages, likely_languages, may_be_in, stop_words};
pub use intern::{Pool, hash};
pub use keyed::{AsItIs, Keyed};
pub use label_case::LabelCase;
pub use sentence::sentence_breaks;
pub use stop_words::STOP_WORDS;
pub use token::{Chain, Token, Tokens, fold_token};
pub use word::{Word, each_word};
