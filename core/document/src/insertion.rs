//! The places of a document at which its format allows markup.

/// A reason why no element can be inserted into a range of text.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InsertionBarrier {
    /// An element that holds text only: `title`, `textarea`, `option` and the like.
    TextOnly,
    /// Text between the parts of a table and not in a cell.
    Table,
    /// Text in SVG or MathML.
    Foreign,
    /// An element that does not allow phrasing content: `select`, `datalist`, `template`, `canvas`,
    /// objects and media with fallback text.
    NoPhrase,
    /// An encoding that shifts between character sets, so that an inserted byte has another meaning
    /// in each place (ISO-2022-JP).
    Encoding,
    /// Text from an entity that contains markup.
    Entity,
    /// Text in the value of an attribute.
    Attribute,
    /// Text in a source that ends within a tag or a character, which an inserted tag after it would
    /// continue.
    Unfinished,
    /// An address in Markdown, which would become another link or none with a tag in it.
    Address,
    /// A number or a date of a cell, whose text a program makes from its value.
    CellValue,
}

impl InsertionBarrier {
    /// Returns the rule in words, as shown in placement reports.
    pub const fn rule(self) -> &'static str {
        match self {
            InsertionBarrier::TextOnly => "the element holds text only",
            InsertionBarrier::Table => "the text stands between the parts of a table",
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
    /// The reason why nothing can be inserted, if nothing can.
    pub obstacle: Option<InsertionBarrier>,
}
