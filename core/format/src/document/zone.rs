//! Where the format of a document lets markup stand.

/// Why no element can be inserted into a stretch of text.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The element holds text only: `title`, `textarea`, `option` and their like.
    TextOnly,
    /// The text stands between the parts of a table and not in a cell.
    Table,
    /// The text belongs to SVG or MathML.
    Foreign,
    /// The element is no place for phrases: `select`, `datalist`, `template`, `canvas`, objects and
    /// media with fallback text.
    NoPhrase,
    /// The encoding shifts between character sets, so that a byte inserted means another thing in
    /// each place (ISO-2022-JP).
    Encoding,
    /// The text comes from an entity that has markup in it.
    Entity,
    /// The text is the value of an attribute.
    Attribute,
    /// The source ends within a tag or a character, which a tag behind it would go on with.
    Unfinished,
}

impl Obstacle {
    /// The rule in words, as placement reports show it.
    pub const fn rule(self) -> &'static str {
        match self {
            Obstacle::TextOnly => "the element holds text only",
            Obstacle::Table => "the text stands between the parts of a table",
            Obstacle::Foreign => "the text belongs to SVG or MathML",
            Obstacle::NoPhrase => "the element takes no phrasing markup",
            Obstacle::Encoding => "the encoding shifts between character sets",
            Obstacle::Entity => "the text comes from an entity",
            Obstacle::Attribute => "the text is an attribute's value",
            Obstacle::Unfinished => "the source ends within a tag or a character",
        }
    }
}

/// What may be inserted into a stretch of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Why nothing can, where nothing can.
    pub obstacle: Option<Obstacle>,
}
