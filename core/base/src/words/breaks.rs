//! Word breaks in scripts without spaces, at the start and end of a match.

use std::ops::Range;

use super::fold::{Class, cell};
use crate::text::word_breaks;

/// A check for matches that split a word. In scripts without spaces each character is a token, so that the
/// name `京都` would match in `東京都`, which consists of the words `東京` and `都`.
#[derive(Default)]
pub struct Breaks {
    /// The stretches that later ranges can still overlap.
    stretches: Vec<Stretch>,
}

/// A stretch of characters of these scripts, without spaces or punctuation.
struct Stretch {
    range: Range<usize>,
    /// The word breaks, in bytes of the text, including both ends.
    breaks: Vec<usize>,
}

impl Breaks {
    /// Clears the stretches. Call it before the next text.
    pub fn clear(&mut self) {
        self.stretches.clear();
    }

    /// Returns `true` if a word extends across the start or the end of the range. A range within one word
    /// splits nothing, because it is part of a compound.
    ///
    /// Ranges must be sorted by their starts, so that each stretch is segmented once.
    pub fn cuts(&mut self, text: &str, range: &Range<usize>) -> bool {
        // The fast path, which nearly all texts use.
        let is_ascii = |at: usize| text.as_bytes().get(at).is_none_or(u8::is_ascii);
        if is_ascii(range.start) && is_ascii(range.end) {
            return false;
        }
        self.stretches.retain(|stretch| stretch.range.end > range.start);
        self.word_around(text, range.start).is_some_and(|word| word.end < range.end)
            || self.word_around(text, range.end).is_some_and(|word| word.start > range.start)
    }

    /// Returns the word that contains the characters on both sides of `at`.
    fn word_around(&mut self, text: &str, at: usize) -> Option<Range<usize>> {
        let is_part = |c: &char| {
            !c.is_ascii() && matches!(cell(*c).class(), Class::Single | Class::Mark | Class::Format)
        };
        text[at..].chars().next().filter(is_part)?;
        text[..at].chars().next_back().filter(is_part)?;
        let holds = |stretch: &Stretch| stretch.range.start < at && at < stretch.range.end;
        let known = self.stretches.iter().position(holds);
        let number = known.unwrap_or_else(|| {
            let length = |c: char| c.len_utf8();
            let before: usize = text[..at].chars().rev().take_while(is_part).map(length).sum();
            let after: usize = text[at..].chars().take_while(is_part).map(length).sum();
            let range = at - before..at + after;
            let breaks = word_breaks(&text[range.clone()]).map(|place| range.start + place);
            self.stretches.push(Stretch { breaks: breaks.collect(), range });
            self.stretches.len() - 1
        });
        let breaks = &self.stretches[number].breaks;
        let next = breaks.binary_search(&at).err()?;
        Some(*breaks.get(next.checked_sub(1)?)?..*breaks.get(next)?)
    }
}
