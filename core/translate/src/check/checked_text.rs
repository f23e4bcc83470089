//! Texts with the codes, placeholders and addresses that the checks use.

use std::borrow::Cow;
use std::ops::Range;

use super::address;
use glossweave_base::text::inline::{InlinePiece, InlineText};
use glossweave_base::words::each_word;
use glossweave_format::{MessagePart, Placeholder, placeholders};

/// An inline code of a text.
pub(super) struct CheckedCode<'t> {
    /// The position of the code in the text.
    pub at: usize,
    pub spelling: Cow<'t, str>,
    /// The range of the code in the source, if there is one.
    pub source: Option<Range<usize>>,
}

/// A text with its codes and placeholders.
pub(super) struct CheckedText<'t> {
    pub text: &'t str,
    pub codes: Vec<CheckedCode<'t>>,
    /// The placeholders in the text itself.
    pub placeholders: Vec<Placeholder>,
    /// The text with its codes, if the codes include parts of an ICU argument.
    pub message: Option<MessageText>,
    /// The web and mail addresses.
    pub addresses: Vec<Range<usize>>,
}

/// A text with the spelling of its codes inserted, so that ICU arguments are found as a whole.
pub(super) struct MessageText {
    pub text: String,
    /// The arguments with branches.
    pub arguments: Vec<Placeholder>,
    /// The position and the length of each code.
    codes: Vec<(usize, usize)>,
}

impl MessageText {
    fn of(text: &str, codes: &[CheckedCode<'_>]) -> Option<MessageText> {
        let count = |text: &str, brace: char| text.matches(brace).count();
        let is_frame = |code: &CheckedCode<'_>| {
            let spelling = &*code.spelling;
            spelling.starts_with('{') && count(spelling, '{') != count(spelling, '}')
        };
        if !codes.iter().any(is_frame) {
            return None;
        }
        let mut message =
            MessageText { text: String::new(), arguments: Vec::new(), codes: Vec::new() };
        let mut done = 0;
        for code in codes {
            message.text.push_str(text.get(done..code.at).unwrap_or_default());
            done = code.at.max(done);
            message.codes.push((message.text.len(), code.spelling.len()));
            message.text.push_str(&code.spelling);
        }
        message.text.push_str(text.get(done..).unwrap_or_default());
        message.arguments = placeholders(&message.text, MessagePart::Whole);
        message.arguments.retain(|argument| !argument.branches.is_empty());
        Some(message)
    }

    /// Returns `true` if the code with this index is in an argument.
    pub fn is_in_argument(&self, code: usize) -> bool {
        let Some((at, _)) = self.codes.get(code) else { return false };
        let next = self.arguments.partition_point(|argument| argument.at.end <= *at);
        self.arguments.get(next).is_some_and(|argument| argument.at.start <= *at)
    }

    /// Converts a range in the text with codes to a range in the text without codes.
    pub fn at(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let before = self.codes.iter().take_while(|(start, _)| *start < at);
            at - before.map(|(start, length)| (*length).min(at - start)).sum::<usize>()
        };
        place(range.start)..place(range.end)
    }
}

impl<'t> CheckedText<'t> {
    pub fn new(text: &'t str, codes: Vec<CheckedCode<'t>>) -> CheckedText<'t> {
        let placeholders = placeholders(text, MessagePart::Whole);
        let message = MessageText::of(text, &codes);
        CheckedText { text, codes, placeholders, message, addresses: address::find(text) }
    }

    /// Creates a text whose codes are markers.
    pub fn of_inline(inline: &'t InlineText) -> CheckedText<'t> {
        let code = |(range, piece): (Range<usize>, InlinePiece<'_>)| match piece {
            InlinePiece::Code(code) => {
                let spelling = Cow::Owned(code.to_string());
                Some(CheckedCode { at: range.start, spelling, source: None })
            }
            InlinePiece::Text(_) => None,
        };
        CheckedText::new(inline.text(), inline.pieces().filter_map(code).collect())
    }

    /// Returns `true` if the text has no codes and only white space.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.text.trim().is_empty()
    }

    /// Returns `true` if there is a code before the first word, or after the last word if `at_end`.
    pub fn has_code_at(&self, at_end: bool) -> bool {
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len();
        self.codes.iter().any(|code| if at_end { code.at >= end } else { code.at <= start })
    }

    /// Returns `true` if the text ends with a placeholder that is a code.
    pub fn ends_with_placeholder(&self) -> bool {
        let end = self.text.trim_end().len();
        let last = self.codes.iter().rfind(|code| code.at >= end);
        last.is_some_and(|code| !code.spelling.starts_with('<'))
    }

    /// Returns the ranges of natural language in the text, in text order: everything except placeholders and
    /// addresses. The messages of branches are included.
    pub fn wording(&self) -> Vec<Range<usize>> {
        let mut others: Vec<Range<usize>> = self.addresses.clone();
        for placeholder in &self.placeholders {
            let mut start = placeholder.at.start;
            for (_, message) in &placeholder.branches {
                others.push(start..message.start);
                start = message.end;
            }
            others.push(start..placeholder.at.end);
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

    /// Returns the words of natural language in the text, folded, with their ranges.
    pub fn words(&self) -> Vec<(Range<usize>, String)> {
        let mut words = Vec::new();
        for part in self.wording() {
            each_word(self.text.get(part.clone()).unwrap_or_default(), |word| {
                let range = part.start + word.range.start..part.start + word.range.end;
                words.push((range, word.folded.to_owned()));
            });
        }
        words
    }
}
