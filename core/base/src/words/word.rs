//! Words for other modules, split and folded like the words of the dictionary.

use std::ops::Range;

use super::fold::{Class, cell};
use super::token::{Tokens, fold_token};

/// A word of a text.
pub struct Word<'w> {
    /// The bytes of the word in the text.
    pub range: Range<usize>,
    /// The case-folded word.
    pub folded: &'w str,
    /// `true` if the word is a character of a script without spaces.
    pub is_single: bool,
}

/// Calls `take` for each word of a text, without symbols.
pub fn each_word(text: &str, mut take: impl FnMut(Word<'_>)) {
    let mut folded = String::new();
    for token in Tokens::new(text) {
        let word = &text[token.range()];
        let Some(first) = word.chars().next() else { continue };
        let is_single = !first.is_ascii() && cell(first).class() == Class::Single;
        if is_single || first.is_ascii_alphanumeric() || cell(first).class() == Class::Word {
            folded.clear();
            fold_token(word, &mut folded);
            take(Word { range: token.range(), folded: &folded, is_single });
        }
    }
}
