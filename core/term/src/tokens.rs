//! The words of a text, in the form that is used to compare them with terms.

use std::iter::Peekable;

use super::file::mix;
use glossweave_base::words::{Class, Token, Tokens, cell};

/// A word or a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub start: u32,
    pub end: u32,
    /// The key of the folded text.
    pub key: u64,
    /// `true` if only a hyphen separates the piece from the previous piece.
    pub is_hyphenated: bool,
    /// `true` if only white space separates the piece from the previous piece.
    pub is_spaced: bool,
}

impl Piece {
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An iterator over the words and symbols of a text. A dash directly between two words is not returned.
pub(super) struct Pieces<'t> {
    text: &'t str,
    tokens: Peekable<Tokens<'t>>,
    is_first: bool,
}

impl<'t> Pieces<'t> {
    pub(super) fn new(text: &'t str) -> Pieces<'t> {
        Pieces { text, tokens: Tokens::new(text).peekable(), is_first: true }
    }

    fn is_dash(&self, token: &Token) -> bool {
        let word = &self.text.as_bytes()[token.range()];
        match word.first() {
            Some(b'-') => true,
            Some(byte) if byte.is_ascii() => false,
            _ => {
                let first = self.text[token.range()].chars().next();
                first.is_some_and(|first| cell(first).class() == Class::Dash)
            }
        }
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let mut token = self.tokens.next()?;
        let mut is_hyphenated = false;
        let is_spaced = token.is_spaced();
        if !self.is_first
            && !token.is_spaced()
            && self.is_dash(&token)
            && let Some(next) = self.tokens.next_if(|next| !next.is_spaced())
        {
            token = next;
            is_hyphenated = true;
        }
        self.is_first = false;
        let range = token.range();
        let (start, end) = (range.start as u32, range.end as u32);
        Some(Piece { start, end, key: token.key(), is_hyphenated, is_spaced })
    }
}

/// The minimum number of letters in each part of a word that is split in two.
const PART: usize = 3;

/// Returns the hash of a position at which a word may be split in two. The hash depends on the key of the
/// first part and the next letters. Returns `None` if a part is too short or does not consist of letters.
pub(super) fn split(first: Option<&str>, key: u64, rest: &str) -> Option<u64> {
    let first = first?;
    // The length rules out most pairs.
    if first.len() < PART || rest.len() < PART {
        return None;
    }
    let mut next = [0; PART];
    match (first.as_bytes().last_chunk::<PART>(), rest.as_bytes().first_chunk::<PART>()) {
        (Some(last), Some(of_rest)) if last.is_ascii() && of_rest.is_ascii() => {
            if !last.iter().chain(of_rest).all(u8::is_ascii_alphabetic) {
                return None;
            }
            next = of_rest.map(|byte| u32::from(byte.to_ascii_lowercase()));
        }
        _ => {
            let mut letters = rest.chars().flat_map(char::to_lowercase);
            for letter in &mut next {
                *letter = letters.next().filter(|c| c.is_alphabetic())? as u32;
            }
            if first.chars().rev().take(PART).filter(|c| c.is_alphabetic()).count() < PART {
                return None;
            }
        }
    }
    let step =
        |hash: u64, c: u32| hash.rotate_left(5) ^ u64::from(c).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Some(mix(next.into_iter().fold(key, step)))
}

#[cfg(test)]
mod tests {
    use super::Pieces;

    #[test]
    fn a_hyphen_within_a_word_is_none_and_others_are() {
        let text = "re-use of -able – e\u{2011}mail, pre- and x--y";
        let words: Vec<_> = Pieces::new(text).map(|piece| &text[piece.range()]).collect();
        let expected =
            ["re", "use", "of", "-", "able", "–", "e", "mail", ",", "pre", "-", "and", "x", "y"];
        assert_eq!(words, expected);
        let hyphens = Pieces::new(text).filter(|piece| piece.is_hyphenated).count();
        assert_eq!(hyphens, 3);
    }
}
