//! Ranges of a document in which its format allows markup.

/// A reason why no element can be inserted into a range of text.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InsertionBarrier {
    /// An element that may contain only text, for example `title`, `textarea` or `option`.
    TextOnly,
    /// Text between the parts of a table, outside any cell.
    Table,
    /// Text in SVG or MathML.
    Foreign,
    /// An element that does not allow phrasing content: `select`, `datalist`, `template`, `canvas`,
    /// and objects and media with fallback text.
    NoPhrase,
    /// An encoding that switches between character sets (ISO-2022-JP), in which the meaning of an
    /// inserted byte depends on its position.
    Encoding,
    /// Text from an entity that contains markup.
    Entity,
    /// Text in an attribute value.
    Attribute,
    /// Text in a source that ends within a tag or a character. The unfinished part would swallow an
    /// inserted tag.
    Unfinished,
    /// An address in Markdown. With a tag in it, the link would change or disappear.
    Address,
    /// A number or date in a cell. The displayed text is computed from the value.
    CellValue,
}

impl InsertionBarrier {
    /// Returns the rule in words, for use in placement reports.
    pub const fn rule(self) -> &'static str {
        match self {
            InsertionBarrier::TextOnly => "the element holds text only",
            InsertionBarrier::Table => "the text is between the parts of a table",
            InsertionBarrier::Foreign => "the text belongs to SVG or MathML",
            InsertionBarrier::NoPhrase => "the element takes no phrasing markup",
            InsertionBarrier::Encoding => "the encoding shifts between character sets",
            InsertionBarrier::Entity => "the text comes from an entity",
            InsertionBarrier::Attribute => "the text is an attribute's value",
            InsertionBarrier::Unfinished => "the source ends within a tag or a character",
            InsertionBarrier::CellValue => "the text is a number or a date of a cell",
            InsertionBarrier::Address => "a tag would change the link that the address becomes",
        }
    }
}

/// The insertions that a range of text allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InsertionContext {
    /// The reason why nothing can be inserted, or `None` if insertion is possible.
    pub obstacle: Option<InsertionBarrier>,
}
