//! Texts as the checks see them.

use std::borrow::Cow;
use std::ops::Range;

use super::address;
use glossweave_base::text::inline::{InlinePiece, InlineText};
use glossweave_format::format::{Placeholder, placeholders};

/// A text with its codes and placeholders.
pub(super) struct CheckedText<'t> {
    pub text: &'t str,
    /// The inline codes: the position in the text, and what the code is known by.
    pub codes: Vec<(usize, Cow<'t, str>)>,
    /// The placeholders in the text itself.
    pub placeholders: Vec<Placeholder>,
    /// The addresses of the web and of mail.
    pub addresses: Vec<Range<usize>>,
}

impl<'t> CheckedText<'t> {
    pub fn new(text: &'t str, codes: Vec<(usize, Cow<'t, str>)>) -> CheckedText<'t> {
        let placeholders = placeholders(text, false);
        CheckedText { text, codes, placeholders, addresses: address::find(text) }
    }

    /// Creates a text whose codes are markers.
    pub fn of_inline(inline: &'t InlineText) -> CheckedText<'t> {
        let code = |(range, piece): (Range<usize>, InlinePiece<'_>)| match piece {
            InlinePiece::Code(code) => Some((range.start, Cow::Owned(code.to_string()))),
            InlinePiece::Text(_) => None,
        };
        CheckedText::new(inline.text(), inline.pieces().filter_map(code).collect())
    }

    /// Returns `true` if there is nothing but white space.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.text.trim().is_empty()
    }

    /// Returns the parts of the text that are words of a language, in their order: what is neither a placeholder nor
    /// an address. The messages of branches are among them.
    pub fn wording(&self) -> Vec<Range<usize>> {
        let mut others: Vec<Range<usize>> = self.addresses.clone();
        for one in &self.placeholders {
            let mut start = one.at.start;
            for (_, message) in &one.branches {
                others.push(start..message.start);
                start = message.end;
            }
            others.push(start..one.at.end);
        }
        others.sort_by_key(|range| (range.start, range.end));
        let (mut parts, mut start) = (Vec::new(), 0);
        for other in others {
            if start < other.start {
                parts.push(start..other.start);
            }
            start = start.max(other.end);
        }
        if start < self.text.len() {
            parts.push(start..self.text.len());
        }
        parts
    }

    /// Returns the words of a language in the text, in lower case, with their ranges.
    pub fn words(&self) -> Vec<(Range<usize>, String)> {
        let mut words = Vec::new();
        for part in self.wording() {
            let mut start = None;
            let text = self.text.get(part.clone()).unwrap_or_default();
            for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
                match (start, c.is_alphanumeric() || c == '\'' || c == '’') {
                    (None, true) if c.is_alphanumeric() => start = Some(at),
                    (Some(from), false) => {
                        let word = text[from..at].trim_end_matches(['\'', '’']);
                        let range = part.start + from..part.start + from + word.len();
                        words.push((range, word.to_lowercase()));
                        start = None;
                    }
                    _ => {}
                }
            }
        }
        words
    }
}
