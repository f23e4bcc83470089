//! The rows of inflection tables.

use crate::part_of_speech::WordClass;

/// The endings of words of one class.
pub(super) struct Row {
    pub(super) class: WordClass,
    /// The ending of the words that the row applies to, which is replaced by `endings`.
    pub(super) end: &'static str,
    /// The endings of the forms, separated by spaces. `_` is an empty ending. An ending after `¨` changes the
    /// last vowel to its umlaut, and an ending after `ge-` requires that prefix.
    pub(super) endings: &'static str,
    /// The endings of forms that have another stem.
    pub(super) added: &'static str,
    /// `true` if later rows are not used for such words.
    pub(super) is_last: bool,
}

impl Row {
    /// Returns `true` if the endings include all spelling changes of nouns and adjectives.
    pub(super) fn is_spelled(&self) -> bool {
        self.class != WordClass::Verb && !self.end.is_empty()
    }
}

/// The spelling changes before an ending.
pub(super) enum Spelling {
    /// No changes.
    Fixed,
    /// Vowels are doubled in closed syllables, and consonants after short vowels. For example, `boom` has the
    /// plural `bomen`, and `bot` has `botten`.
    Dutch,
    /// Verbs change accents, `c`, `y` and consonants before their endings, for example `lever` and `lève`.
    French,
}

/// The inflection of a language.
pub(crate) struct Inflection {
    pub(super) language: &'static str,
    /// `true` if nouns are written with a capital.
    pub(crate) has_capital_nouns: bool,
    /// `true` if the main word of a term is the first word instead of the last word.
    pub(crate) is_head_first: bool,
    pub(super) spelling: Spelling,
    pub(super) rows: &'static [Row],
}
