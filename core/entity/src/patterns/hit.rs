//! The matches that the functions for the kinds of patterns check.

use std::ops::Range;

use glossweave_base::text::Language;
use glossweave_format::annotation::Entity;
use regex::{Captures, Match};

/// A match of an expression in a block of text.
pub struct Hit<'h, 't> {
    /// The whole block.
    pub text: &'t str,
    pub captures: &'h Captures<'t>,
    /// The language of the text, if known.
    pub language: Option<&'h Language>,
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

    /// Returns `true` if a range is no part of a longer row of digits with some characters between them.
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

/// Returns an entity of a class with an identifier in a collection.
pub fn named(class: &str, source: &str, ident: impl Into<Box<str>>) -> Entity {
    Entity::default().with_class(class).with_source(source, ident)
}
