//! An HTML tokenizer that reports the source range of each token.
//!
//! It uses the tokenizer of html5gum, but not the copies that html5gum makes of the source. Only
//! ranges are stored, and texts and values are read from the source.

use std::convert::Infallible;

use glossweave_base::call_limits::is_exceeded;
use html5gum::{Emitter, Error, Reader, State, Tokenizer};

use crate::At;

/// The tokenizer state to use for the content of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Markup.
    Markup,
    /// Text with character references, up to the end tag, for example in `title`.
    Rcdata,
    /// Literal text, up to the end tag, for example in `style`.
    Raw,
    /// A script.
    Script,
    /// Literal text, up to the end of the source.
    Plain,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The range of the name.
    pub name: At,
    /// The range of the value, without quotes.
    pub value: At,
}

/// A start tag.
#[derive(Clone, Debug)]
pub struct StartTag<'a> {
    /// The range from `<` to `>`.
    pub at: At,
    /// The range of the name, in the original case.
    pub name: At,
    /// The attributes in order, including duplicates.
    pub attributes: &'a [Attribute],
    /// `true` if the tag ends with `/>`.
    pub self_closing: bool,
}

/// A document type declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doctype {
    /// The name.
    pub name: Vec<u8>,
    /// The public identifier, if any.
    pub public: Option<Vec<u8>>,
    /// The system identifier, if any.
    pub system: Option<Vec<u8>>,
    /// `true` if the page is in quirks mode regardless of the identifiers.
    pub force_quirks: bool,
}

/// A consumer of the tokens of a source, in order.
pub trait Tokens {
    /// Handles a contiguous range of character data. Its references are not resolved. CDATA
    /// sections do not contain references.
    fn text(&mut self, at: At, cdata: bool);
    /// Handles a start tag, and returns the tokenizer state for its content.
    fn start(&mut self, tag: &StartTag<'_>) -> Content;
    /// Handles an end tag.
    fn end(&mut self, at: At, name: At);
    /// Handles a comment, or markup that is treated as a comment.
    fn comment(&mut self) {}
    /// Handles a document type declaration.
    fn doctype(&mut self, _: &Doctype) {}
    /// Returns `true` if the current element belongs to SVG or MathML. CDATA sections are then
    /// text.
    fn is_foreign(&mut self) -> bool;
}

/// Tokenizes a source.
pub fn tokenize<T: Tokens>(source: &str, tokens: &mut T) {
    let emitter = Places {
        tokens,
        source: source.as_bytes(),
        position: 0,
        tag_start: 0,
        name: 0..0,
        is_end: false,
        self_closing: false,
        attributes: Vec::new(),
        last_start: 0..0,
        string_start: 0,
        string: None,
        cdata: false,
        doctype: Doctype::default(),
    };
    let reader = Bytes { rest: source.as_bytes() };
    let Ok(()) = Tokenizer::new_with_emitter(reader, emitter).finish();
}

/// A reader that passes the source to the tokenizer in chunks that are as long as possible. Texts
/// and quoted values are read from the source later, so the tokenizer does not need to stop at
/// references, NUL and line ends in them, because these never end a token.
#[derive(Debug)]
struct Bytes<'a> {
    rest: &'a [u8],
}

impl Reader for Bytes<'_> {
    type Error = Infallible;

    #[inline(always)]
    fn read_byte(&mut self) -> Result<Option<u8>, Infallible> {
        match self.rest.split_first() {
            Some((byte, rest)) => {
                self.rest = rest;
                Ok(Some(*byte))
            }
            None => Ok(None),
        }
    }

    #[inline(always)]
    fn try_read_string(
        &mut self,
        expected: &[u8],
        case_sensitive: bool,
    ) -> Result<bool, Infallible> {
        let Some(start) = self.rest.get(..expected.len()) else { return Ok(false) };
        let same = start == expected || !case_sensitive && start.eq_ignore_ascii_case(expected);
        if same {
            self.rest = &self.rest[expected.len()..];
        }
        Ok(same)
    }

    #[inline(always)]
    fn read_until<'b>(
        &'b mut self,
        needles: &[u8],
        _: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Infallible> {
        // Stop reading when the call has exceeded a limit.
        if self.rest.is_empty() || is_exceeded() {
            self.rest = &[];
            return Ok(None);
        }
        let end = match *needles {
            // A text or a quoted value, which make up most of a page. A single character ends it.
            [b'&', end, b'\0', b'\r'] | [end, b'&', b'\0', b'\r'] if end != b'\n' => {
                memchr::memchr(end, self.rest)
            }
            _ => first_of(needles, self.rest),
        };
        let (chunk, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()).max(1));
        self.rest = rest;
        Ok(Some(chunk))
    }
}

/// Returns the position of the first needle that ends a token. CR ends a token only if white space
/// does.
#[inline(always)]
fn first_of(needles: &[u8], rest: &[u8]) -> Option<usize> {
    let spaces = needles.contains(&b'\n');
    let stops = |byte: &u8| spaces || !matches!(byte, b'&' | b'\0' | b'\r');
    let mut few = [0; 3];
    let mut count = 0;
    for needle in needles.iter().filter(|needle| stops(needle)) {
        if let Some(place) = few.get_mut(count) {
            *place = *needle;
        }
        count += 1;
    }
    match count {
        0 => None,
        1 => memchr::memchr(few[0], rest),
        2 => memchr::memchr2(few[0], few[1], rest),
        3 => memchr::memchr3(few[0], few[1], few[2], rest),
        _ => rest.iter().position(|byte| needles.contains(byte)),
    }
}

struct Places<'a, T> {
    tokens: &'a mut T,
    source: &'a [u8],
    position: usize,
    tag_start: usize,
    name: At,
    is_end: bool,
    self_closing: bool,
    attributes: Vec<Attribute>,
    last_start: At,
    string_start: usize,
    string: Option<At>,
    cdata: bool,
    doctype: Doctype,
}

impl<T: Tokens> Places<'_, T> {
    fn flush(&mut self) {
        if let Some(string) = self.string.take() {
            self.tokens.text(string, self.cdata);
        }
    }

    fn restart(&mut self) {
        self.string_start = self.position;
    }
}

impl<T: Tokens> Emitter for Places<'_, T> {
    type Token = Infallible;

    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}

    fn emit_eof(&mut self) {
        self.flush();
    }

    fn emit_error(&mut self, _: Error) {}

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    #[inline]
    fn init_string(&mut self) {
        // Parts that the tokenizer drops without a token (`</>`, a CDATA marker) interrupt a text.
        if let Some(string) = self.string.as_mut().filter(|string| string.end != self.position) {
            if self.cdata {
                // The tokenizer reports brackets at the end of a section only when it has read the
                // closing `]]>`.
                string.end = string.end.min(self.position.saturating_sub("]]>".len()));
            }
            self.flush();
        }
        self.cdata &= self.string.is_some();
        if self.string.is_none() {
            self.string_start = self.position;
        }
    }

    #[inline]
    fn emit_string(&mut self, _: &[u8]) {
        match &mut self.string {
            Some(string) => string.end = self.position,
            None => self.string = Some(self.string_start..self.position),
        }
    }

    #[inline]
    fn init_start_tag(&mut self) {
        self.is_end = false;
        self.self_closing = false;
        self.attributes.clear();
        self.name = self.position..self.position;
    }

    #[inline]
    fn init_end_tag(&mut self) {
        self.is_end = true;
        self.attributes.clear();
        self.name = self.position..self.position;
    }

    fn init_comment(&mut self) {
        self.flush();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush();
        self.restart();
        let at = self.tag_start..self.position;
        let from = self.tag_start + 1 + usize::from(self.is_end);
        let name = from..self.name.end.max(from);
        if self.is_end {
            self.last_start = 0..0;
            self.tokens.end(at, name);
            return None;
        }
        self.last_start = name.clone();
        let tag =
            StartTag { at, name, attributes: &self.attributes, self_closing: self.self_closing };
        match self.tokens.start(&tag) {
            Content::Markup => None,
            Content::Rcdata => Some(State::RcData),
            Content::Raw => Some(State::RawText),
            Content::Script => Some(State::ScriptData),
            Content::Plain => Some(State::PlainText),
        }
    }

    fn emit_current_comment(&mut self) {
        self.tokens.comment();
        self.restart();
    }

    fn emit_current_doctype(&mut self) {
        self.tokens.doctype(&self.doctype);
        self.restart();
    }

    #[inline]
    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn set_force_quirks(&mut self) {
        self.doctype.force_quirks = true;
    }

    #[inline]
    fn push_tag_name(&mut self, _: &[u8]) {
        self.name.end = self.position;
    }

    fn push_comment(&mut self, _: &[u8]) {}

    fn push_doctype_name(&mut self, part: &[u8]) {
        self.doctype.name.extend(part);
    }

    fn init_doctype(&mut self) {
        self.flush();
        self.doctype = Doctype::default();
    }

    #[inline]
    fn init_attribute(&mut self) {
        let start = self.position.saturating_sub(1);
        self.attributes.push(Attribute { name: start..start, value: 0..0 });
    }

    #[inline]
    fn init_attribute_value(&mut self) {
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.value = self.position..self.position;
        }
    }

    #[inline]
    fn push_attribute_name(&mut self, _: &[u8]) {
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.name.end = self.position;
        }
    }

    #[inline]
    fn push_attribute_value(&mut self, _: &[u8]) {
        if let Some(attribute) = self.attributes.last_mut() {
            attribute.value.end = self.position;
        }
    }

    fn set_doctype_public_identifier(&mut self, value: &[u8]) {
        self.doctype.public = Some(value.to_vec());
    }

    fn set_doctype_system_identifier(&mut self, value: &[u8]) {
        self.doctype.system = Some(value.to_vec());
    }

    fn push_doctype_public_identifier(&mut self, part: &[u8]) {
        self.doctype.public.get_or_insert_default().extend(part);
    }

    fn push_doctype_system_identifier(&mut self, part: &[u8]) {
        self.doctype.system.get_or_insert_default().extend(part);
    }

    #[inline]
    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    #[inline]
    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        let name = self.tag_start + 2..self.name.end.max(self.tag_start + 2);
        let (open, close) = (self.source.get(self.last_start.clone()), self.source.get(name));
        match (open, close) {
            (Some(open), Some(close)) => !open.is_empty() && open.eq_ignore_ascii_case(close),
            _ => false,
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        // Called only at `<![CDATA[`. The text of the section starts here.
        let foreign = self.tokens.is_foreign();
        if foreign {
            self.flush();
            self.string_start = self.tag_start + "<![CDATA[".len();
            self.cdata = true;
        }
        foreign
    }
}

mod page_tree;
#[cfg(feature = "html-tree")]
pub mod tree;

pub use page_tree::page_tree;

#[cfg(test)]
mod tests;
