//! The words around a position in a text, which are read on demand.
//!
//! Most occurrences of names are rejected without their context, so the text is not split into words in
//! advance. Words are read in both directions from a byte offset, and both directions find the same words.

use std::ops::Range;

use crate::hash::{form_key, lower_key};
use crate::word_classes::{WordClass, WordClasses, WordClassesExt};

/// The case of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// There is no word, or it contains no letter.
    None,
    Lower,
    /// Only the first letter is a capital.
    Capital,
    /// All letters are capitals.
    Upper,
    Mixed,
}

/// A word with its precomputed properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// The hash of the word in lower case, with all digits as 0.
    pub lower: u64,
    /// The hash of the word as written.
    pub form: u64,
    pub case: Case,
    pub has_digit: bool,
    pub class: WordClass,
    /// The first character if it is ASCII and neither a letter nor a digit, 0 for a letter or digit, or
    /// [`MARK_EDGE`] or [`MARK_OTHER`]. Models store hashes of this value.
    pub mark: u8,
}

/// The mark of the boundary of a text.
pub(super) const MARK_EDGE: u8 = 1;
/// The mark of a character outside ASCII that is neither a letter nor a digit, for example `«`.
pub(super) const MARK_OTHER: u8 = 2;

/// The word that represents the boundary of a text.
pub(crate) const EDGE: Word = Word {
    lower: 0x52,
    form: 0x51,
    case: Case::None,
    has_digit: false,
    class: WordClass::UNKNOWN,
    mark: MARK_EDGE,
};

impl Word {
    pub fn new(text: &str, classes: &WordClasses) -> Word {
        Word::unclassified(text).with_class(classes)
    }

    /// Adds the class of the word.
    pub fn with_class(self, classes: &WordClasses) -> Word {
        Word { class: classes.find(self.lower), ..self }
    }

    /// Creates a word without a class.
    pub fn unclassified(text: &str) -> Word {
        let (mut lower, mut upper, mut digit, mut first_upper) = (0, 0, false, false);
        for (at, c) in text.chars().enumerate() {
            if c.is_ascii_lowercase() {
                lower += 1;
            } else if c.is_ascii_uppercase() || !c.is_ascii() && c.is_uppercase() {
                upper += 1;
                first_upper |= at == 0;
            } else if c.is_ascii_digit() {
                digit = true;
            } else if !c.is_ascii() && c.is_lowercase() {
                lower += 1;
            }
        }
        let case = match (lower, upper) {
            (0, 0) => Case::None,
            (_, 0) => Case::Lower,
            (0, 1) if first_upper => Case::Capital,
            (0, _) => Case::Upper,
            (_, 1) if first_upper => Case::Capital,
            _ => Case::Mixed,
        };
        let first = text.chars().next().unwrap_or(' ');
        let mark = match first.is_alphanumeric() {
            true => 0,
            false if first.is_ascii() => first as u8,
            false => MARK_OTHER,
        };
        Word {
            lower: lower_key(text),
            form: form_key(text),
            case,
            has_digit: digit,
            class: WordClass::UNKNOWN,
            mark,
        }
    }

    pub fn is_word(&self) -> bool {
        self.mark == 0
    }

    pub fn is_capital(&self) -> bool {
        matches!(self.case, Case::Capital | Case::Upper | Case::Mixed)
    }
}

/// Returns `true` for a mark that joins two letters or digits to one word, for example in `U.S` or `AT&T`.
fn is_inner(c: char) -> bool {
    matches!(c, '-' | '.' | '\'' | '’' | '&')
}

/// The maximum length of a word in characters, because words of scripts without spaces have no
/// other end.
const MAX_CHARS: usize = 256;

/// Returns the word that starts at or after a position and before `end`: a run of letters and digits,
/// optionally with single marks between them, or one other character.
pub(crate) fn after(text: &str, at: usize, end: usize) -> Option<Range<usize>> {
    let rest = text.get(at..end)?;
    let start = at + (rest.len() - rest.trim_start().len());
    let word = text.get(start..end)?;
    let mut chars = word.char_indices().peekable();
    let (_, first) = chars.next()?;
    if !first.is_alphanumeric() {
        return Some(start..start + first.len_utf8());
    }
    let mut length = word.len();
    let mut count = 1;
    while let Some((at, c)) = chars.next() {
        let joins = is_inner(c) && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if count == MAX_CHARS || !(c.is_alphanumeric() || joins) {
            length = at;
            break;
        }
        count += 1;
    }
    Some(start..start + length)
}

/// Returns the word that ends at or before a position and after `start`.
pub(crate) fn before(text: &str, at: usize, start: usize) -> Option<Range<usize>> {
    let word = text.get(start..at)?.trim_end();
    let mut chars = word.char_indices().rev().peekable();
    let (mut from, last) = chars.next()?;
    if last.is_alphanumeric() {
        let mut count = 1;
        while let Some((at, c)) = chars.next() {
            let joins = is_inner(c) && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
            if count == MAX_CHARS || !(c.is_alphanumeric() || joins) {
                break;
            }
            from = at;
            count += 1;
        }
    }
    Some(start + from..start + word.len())
}

#[cfg(test)]
mod tests {
    use super::{Case, Word, after, before};
    use crate::word_classes::WordClasses;

    #[test]
    fn words_are_read_in_both_directions_alike() {
        let text = "The U.S. 'team', well-known — «São Paulo».";
        let (mut forward, mut at) = (Vec::new(), 0);
        while let Some(word) = after(text, at, text.len()) {
            at = word.end;
            forward.push(&text[word]);
        }
        let (mut backward, mut at) = (Vec::new(), text.len());
        while let Some(word) = before(text, at, 0) {
            at = word.start;
            backward.insert(0, &text[word]);
        }
        assert_eq!(forward, backward);
        let expected = [
            "The",
            "U.S",
            ".",
            "'",
            "team",
            "'",
            ",",
            "well-known",
            "—",
            "«",
            "São",
            "Paulo",
            "»",
            ".",
        ];
        assert_eq!(forward, expected);
    }

    #[test]
    fn words_have_a_case() {
        let classes = WordClasses::default();
        for (word, case) in [
            ("cork", Case::Lower),
            ("Cork", Case::Capital),
            ("CORK", Case::Upper),
            ("McCork", Case::Mixed),
            ("iPhone", Case::Mixed),
            ("1999", Case::None),
            ("A", Case::Capital),
            ("Äußeres", Case::Capital),
            (",", Case::None),
        ] {
            assert_eq!(Word::new(word, &classes).case, case, "{word}");
        }
    }
}
