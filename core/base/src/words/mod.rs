//! Words: folding, tokens, word breaks and interned strings, as dictionaries and term bases use them.

mod breaks;
mod fold;
mod intern;
mod token;
mod word;

pub use breaks::Breaks;
pub use fold::{Cell, Class, cell, fold_char, fold_exactly, fold_string};
pub use intern::Pool;
pub use token::{Chain, Token, Tokens, fold_token};
pub use word::{Word, each_word};
