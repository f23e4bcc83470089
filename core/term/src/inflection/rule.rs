//! A row of the tables of inflection, and a table.

use crate::part_of_speech::WordClass;

/// The endings of words of one class.
pub(super) struct Row {
    pub(super) class: WordClass,
    /// The end of the words that the row is for; it is replaced by the endings.
    pub(super) end: &'static str,
    /// The endings of the forms, separated by spaces; `_` is none. One after `¨` changes the last
    /// vowel into its umlaut, one after `ge-` has that prefix.
    pub(super) endings: &'static str,
    /// Endings of forms that have another stem.
    pub(super) added: &'static str,
    /// `true` if later rows do not count for such words.
    pub(super) is_last: bool,
}

impl Row {
    /// Returns `true` if the endings have all that changes in the spelling of nouns and adjectives.
    pub(super) fn is_spelled(&self) -> bool {
        self.class != WordClass::Verb && !self.end.is_empty()
    }
}

/// The spelling of the part before the ending.
pub(super) enum Spelling {
    /// As it is.
    Fixed,
    /// Vowels are doubled in closed syllables, and consonants after short vowels: `boom`, `bomen`;
    /// `bot`, `botten`.
    Dutch,
    /// Verbs change accents, `c`, `y` and consonants before their endings: `lever`, `lève`.
    French,
}

/// The inflection of a language.
pub(crate) struct Inflection {
    pub(super) language: &'static str,
    /// `true` if nouns are written with a capital.
    pub(crate) has_capital_nouns: bool,
    /// `true` if the first word of a term is its main word, not the last one.
    pub(crate) is_head_first: bool,
    pub(super) spelling: Spelling,
    pub(super) rows: &'static [Row],
}
