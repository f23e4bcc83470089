//! The words of scripts without spaces, where a match begins or ends among them.

use std::ops::Range;

use super::fold::{Class, cell};
use glossweave_base::text::word_breaks;

/// Finds out whether a match cuts a word in two. Of such scripts each character is a token, so that
/// the name `京都` would be found in `東京都`, which is read as `東京` and `都`.
#[derive(Default)]
pub(in crate::provider) struct Breaks {
    /// Those that the ranges asked for may still meet.
    stretches: Vec<Stretch>,
}

/// A stretch without a character of another script, a space or punctuation.
struct Stretch {
    range: Range<usize>,
    /// Between its words, in bytes of the text, from the first on.
    breaks: Vec<usize>,
}

impl Breaks {
    /// Forgets the text.
    pub(in crate::provider) fn clear(&mut self) {
        self.stretches.clear();
    }

    /// Whether a word lies across the start of the range or across its end, part of it within and
    /// part of it without. A range within one word cuts nothing: it is part of a compound.
    ///
    /// Ranges have to come in the order of their starts: each stretch is cut once.
    pub(in crate::provider) fn cuts(&mut self, text: &str, range: &Range<usize>) -> bool {
        // Nearly always this is all that there is to do.
        let is_ascii = |at: usize| text.as_bytes().get(at).is_none_or(u8::is_ascii);
        if is_ascii(range.start) && is_ascii(range.end) {
            return false;
        }
        self.stretches.retain(|stretch| stretch.range.end > range.start);
        self.word_around(text, range.start).is_some_and(|word| word.end < range.end)
            || self.word_around(text, range.end).is_some_and(|word| word.start > range.start)
    }

    /// The word that has characters on both sides of `at`.
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
