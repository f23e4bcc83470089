//! Matches of regular expressions, which the functions for each kind of pattern validate.

use std::ops::Range;

use glossweave_base::text::Language;
use glossweave_document::annotation::Entity;
use regex::{Captures, Match};

/// A match of a regular expression in a block of text.
pub struct Hit<'h, 't> {
    /// The text of the block.
    pub text: &'t str,
    pub captures: &'h Captures<'t>,
    /// The language of the text, if known.
    pub language: Option<&'h Language>,
    /// The end of the previous accepted match of the same expression.
    pub previous: Option<usize>,
}

impl<'t> Hit<'_, 't> {
    /// Returns the range of the match.
    pub fn range(&self) -> Range<usize> {
        self.captures.get(0).map_or(0..0, |whole| whole.range())
    }

    pub fn group(&self, name: &str) -> Option<Match<'t>> {
        self.captures.name(name)
    }

    pub fn number(&self, name: &str) -> Option<u32> {
        self.group(name)?.as_str().parse().ok()
    }

    /// Returns `true` if a range is not part of a longer sequence of digits that are separated by the
    /// characters in `between`.
    pub fn is_alone(&self, range: &Range<usize>, between: &[char]) -> bool {
        let joins = |c: char| between.contains(&c);
        let mut before = self.text[..range.start].chars().rev();
        let mut after = self.text[range.end..].chars();
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let goes_on = |chars: &mut dyn Iterator<Item = char>| {
            chars.next().is_some_and(joins) && is_digit(chars.next())
        };
        !goes_on(&mut before) && !goes_on(&mut after)
    }
}

/// The maximum number of characters between two groups of a number.
const GAP: usize = 3;

/// The maximum number of characters of a group, which is longer than any number.
const LONGEST: usize = 64;

/// Returns the length of the gap between two groups of a number: spaces, at most one line end, and at most
/// one mark. Returns `None` if the gap contains other characters or no group follows.
pub fn gap(text: &str, marks: &[char], is_part: fn(char) -> bool) -> Option<usize> {
    let end = text.char_indices().take(GAP + 1).find(|(_, c)| is_part(*c))?.0;
    let between = &text[..end];
    let is_known = |c: char| matches!(c, ' ' | '\n') || marks.contains(&c);
    let is_gap = between.chars().all(is_known)
        && between.matches(marks).count() < 2
        && between.matches('\n').count() < 2;
    is_gap.then_some(end)
}

/// Returns the ranges of the groups of a number at the start of a text.
pub fn groups<'t>(
    text: &'t str,
    marks: &'static [char],
    is_part: fn(char) -> bool,
) -> impl Iterator<Item = Range<usize>> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = if at == 0 { 0 } else { at + gap(&text[at..], marks, is_part)? };
        let group = text[start..].chars().take(LONGEST).take_while(|c| is_part(*c));
        let length = group.map(char::len_utf8).sum::<usize>();
        at = start + length;
        (length > 0).then_some(start..at)
    })
}

/// Returns an entity of a class, with an identifier in a collection.
pub fn named(class: &str, source: &str, ident: impl Into<Box<str>>) -> Entity {
    Entity::default().with_class(class).with_source(source, ident)
}
