//! Markdown parsed by `pulldown-cmark`: CommonMark with the tables, strikethrough, task lists, footnotes and alerts
//! of GitHub, as tokens with their ranges.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// A kind of block that affects how its texts are handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Cell,
    /// Code, whose text is skipped.
    Code,
    Html,
    /// A heading, with its level.
    Heading(u8),
    Other,
}

/// Markup that contains text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    Emphasis,
    Strong,
    Strikethrough,
    Link { has_title: bool, is_collapsed: bool },
    Image { has_title: bool, is_named: bool, is_collapsed: bool },
    Autolink,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    OpenBlock(Block),
    CloseBlock(Block),
    Open(Inline),
    Close(Inline),
    Text(Cow<'t, str>),
    /// A tag, a comment or similar.
    Tag,
    /// A line of HTML, or a part of a line.
    Html,
    /// A code span or a reference to a footnote.
    Code,
    SoftBreak,
    HardBreak,
    /// A marker without text between blocks.
    Mark,
}

/// The memory in bytes that the parser uses for a character that may be markup, or for a line: one node for the
/// character, and one node for the text after it.
const NODES: usize = 2 * 96;

/// Returns the maximum memory that the parser uses for a text, in bytes. Used to check the memory allowance in
/// advance.
pub(super) fn parser_memory(text: &str) -> usize {
    let is_markup = |byte: &&u8| {
        matches!(byte, b'*' | b'_' | b'~' | b'`' | b'[' | b']' | b'<' | b'&' | b'\\' | b'|' | b'\n')
    };
    text.as_bytes().iter().filter(is_markup).count().saturating_mul(NODES)
}

/// Returns the tokens of a text with their ranges, which are shifted by `base`.
pub(super) fn tokens(text: &str, base: usize) -> impl Iterator<Item = (Token<'_>, Range<usize>)> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM;
    // The end event of a link contains neither its title nor its type, so the start is stored.
    let mut open: Vec<Inline> = Vec::new();
    Parser::new_ext(text, options).into_offset_iter().map(move |(event, at)| {
        let token = match event {
            Event::Start(tag) => match inline(&tag) {
                Some(inline) => {
                    open.push(inline);
                    Token::Open(inline)
                }
                None => Token::OpenBlock(block(&tag)),
            },
            Event::End(
                TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image,
            ) => open.pop().map_or(Token::Mark, Token::Close),
            Event::End(TagEnd::TableCell) => Token::CloseBlock(Block::Cell),
            Event::End(TagEnd::CodeBlock) => Token::CloseBlock(Block::Code),
            Event::End(TagEnd::Heading(level)) => Token::CloseBlock(Block::Heading(level as u8)),
            Event::End(TagEnd::HtmlBlock) => Token::CloseBlock(Block::Html),
            Event::End(_) => Token::CloseBlock(Block::Other),
            Event::Text(text) => Token::Text(match text {
                CowStr::Borrowed(text) => Cow::Borrowed(text),
                other => Cow::Owned(other.into_string()),
            }),
            Event::InlineHtml(_) => Token::Tag,
            Event::Html(_) => Token::Html,
            Event::Code(_)
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => Token::Code,
            Event::SoftBreak => Token::SoftBreak,
            Event::HardBreak => Token::HardBreak,
            Event::Rule | Event::TaskListMarker(_) => Token::Mark,
        };
        (token, base + at.start..base + at.end)
    })
}

fn inline(tag: &Tag<'_>) -> Option<Inline> {
    let is_collapsed =
        |kind: &LinkType| matches!(kind, LinkType::Collapsed | LinkType::CollapsedUnknown);
    let is_inline = |kind: &LinkType| matches!(kind, LinkType::Inline);
    Some(match tag {
        Tag::Emphasis => Inline::Emphasis,
        Tag::Strong => Inline::Strong,
        Tag::Strikethrough => Inline::Strikethrough,
        Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. } => Inline::Autolink,
        Tag::Link { link_type, title, .. } => Inline::Link {
            // The title of a reference is in its definition.
            has_title: is_inline(link_type) && !title.is_empty(),
            is_collapsed: is_collapsed(link_type),
        },
        Tag::Image { link_type, title, .. } => Inline::Image {
            has_title: is_inline(link_type) && !title.is_empty(),
            is_named: !matches!(link_type, LinkType::Inline | LinkType::Reference),
            is_collapsed: is_collapsed(link_type),
        },
        _ => return None,
    })
}

fn block(tag: &Tag<'_>) -> Block {
    match tag {
        Tag::TableCell => Block::Cell,
        Tag::CodeBlock(_) | Tag::MetadataBlock(_) => Block::Code,
        Tag::HtmlBlock => Block::Html,
        Tag::Heading { level, .. } => Block::Heading(*level as u8),
        _ => Block::Other,
    }
}
