//! Inline text: a text with numbered codes for the markup in it, as in XLIFF.
//!
//! Translation systems see a code as a marker: `<1>` and `</1>` for a pair of tags, and `<2/>` for all
//! other markup. `<0/>` represents a `<` of the text that would look like a marker.

mod text;

use std::fmt::{self, Write};
use std::ops::Range;

pub use text::InlineText;

/// An inline code with its number, from 1. Both ends of a pair have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InlineCode {
    /// The start of a pair, `<1>`.
    Open(u32),
    /// The end of a pair, `</1>`.
    Close(u32),
    /// A standalone code, `<1/>`.
    Empty(u32),
}

/// The treatment of spaces in markers, because translation systems insert some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spaces {
    /// A marker may contain white space.
    Allowed,
    /// A marker with white space is text.
    Forbidden,
}

impl InlineCode {
    /// Returns the number.
    pub fn number(self) -> u32 {
        match self {
            InlineCode::Open(number) | InlineCode::Close(number) | InlineCode::Empty(number) => {
                number
            }
        }
    }

    /// Returns the code with another number.
    pub fn with_number(self, number: u32) -> InlineCode {
        match self {
            InlineCode::Open(_) => InlineCode::Open(number),
            InlineCode::Close(_) => InlineCode::Close(number),
            InlineCode::Empty(_) => InlineCode::Empty(number),
        }
    }

    /// Returns the code whose marker is at the start of a text, and the length of the marker. `Empty(0)` is
    /// the escape of a `<`.
    pub fn at_start(text: &str, spaces: Spaces) -> Option<(InlineCode, usize)> {
        let skip = |rest: &'_ str| match spaces {
            Spaces::Allowed => rest.len() - rest.trim_start_matches(' ').len(),
            Spaces::Forbidden => 0,
        };
        // Returns whether there is a `/`, and the offset after it and the spaces around it.
        let slash = |rest: &'_ str| {
            let from = skip(rest);
            match rest[from..].strip_prefix('/') {
                Some(behind) => (true, from + 1 + skip(behind)),
                None => (false, from),
            }
        };
        let inner = text.strip_prefix('<')?;
        let (closes, from) = slash(inner);
        let inner = &inner[from..];
        let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
        let number: u32 = inner[..digits].parse().ok()?;
        let (is_empty, from) = slash(&inner[digits..]);
        let rest = inner[digits + from..].strip_prefix('>')?;
        let code = match (closes, is_empty) {
            (true, true) => return None,
            (false, true) => InlineCode::Empty(number),
            _ if number == 0 => return None,
            (true, false) => InlineCode::Close(number),
            (false, false) => InlineCode::Open(number),
        };
        Some((code, text.len() - rest.len()))
    }
}

impl fmt::Display for InlineCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InlineCode::Open(number) => write!(out, "<{number}>"),
            InlineCode::Close(number) => write!(out, "</{number}>"),
            InlineCode::Empty(number) => write!(out, "<{number}/>"),
        }
    }
}

/// A piece of an inline text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlinePiece<'a> {
    /// Text, unescaped.
    Text(&'a str),
    /// An inline code.
    Code(InlineCode),
}

impl InlinePiece<'_> {
    /// Appends the text, escaped, or the marker of the code.
    pub fn write(self, out: &mut String) {
        match self {
            InlinePiece::Text(text) => push_escaped(text, out),
            // Writing to a string does not fail.
            InlinePiece::Code(code) => _ = write!(out, "{code}"),
        }
    }

    fn code(&self) -> Option<InlineCode> {
        match self {
            InlinePiece::Code(code) => Some(*code),
            InlinePiece::Text(_) => None,
        }
    }
}

/// Returns the pieces of a text with markers. If markers do not nest or occur twice, the whole text is
/// plain.
pub fn pieces(marked: &str) -> Vec<InlinePiece<'_>> {
    let pieces: Vec<InlinePiece<'_>> = scan(marked).into_iter().map(|(_, piece)| piece).collect();
    let codes = || pieces.iter().filter_map(InlinePiece::code);
    let mut starts: Vec<u32> = codes()
        .filter(|code| !matches!(code, InlineCode::Close(_)))
        .map(InlineCode::number)
        .collect();
    starts.sort_unstable();
    let is_once = starts.windows(2).all(|pair| pair[0] != pair[1]);
    if is_once && nests(codes()) { pieces } else { vec![InlinePiece::Text(marked)] }
}

/// Returns the pieces of a text with their ranges, even if its markers do not nest.
pub fn scan(marked: &str) -> Vec<(Range<usize>, InlinePiece<'_>)> {
    let mut pieces = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(at) = marked[from..].find('<').map(|at| from + at) {
        from = at + 1;
        let found = InlineCode::at_start(&marked[at..], Spaces::Forbidden);
        let Some((code, length)) = found else { continue };
        if start < at {
            pieces.push((start..at, InlinePiece::Text(&marked[start..at])));
        }
        (start, from) = (at + length, at + length);
        let piece = match code {
            InlineCode::Empty(0) => InlinePiece::Text("<"),
            code => InlinePiece::Code(code),
        };
        pieces.push((at..start, piece));
    }
    if start < marked.len() {
        pieces.push((start..marked.len(), InlinePiece::Text(&marked[start..])));
    }
    pieces
}

/// Returns `true` if an answer contains the same codes as its text, and its pairs nest.
pub fn has_codes_of(answer: &[InlinePiece<'_>], text: &[InlinePiece<'_>]) -> bool {
    let codes = |pieces: &[InlinePiece<'_>]| pieces.iter().filter_map(InlinePiece::code).collect();
    same_codes(codes(answer), codes(text))
}

fn same_codes(mut answer: Vec<InlineCode>, mut text: Vec<InlineCode>) -> bool {
    let nests = nests(answer.iter().copied());
    answer.sort_unstable();
    text.sort_unstable();
    nests && answer == text
}

fn nests(mut codes: impl Iterator<Item = InlineCode>) -> bool {
    let mut open = Vec::new();
    let fits = codes.all(|code| match code {
        InlineCode::Open(number) => {
            open.push(number);
            true
        }
        InlineCode::Close(number) => open.pop() == Some(number),
        InlineCode::Empty(_) => true,
    });
    fits && open.is_empty()
}

/// Appends text with escapes, so that nothing in it looks like a marker, even if more text follows.
pub fn push_escaped(text: &str, out: &mut String) {
    escape(text, true, out);
}

/// Appends text like [`push_escaped`], but does not escape a `<` at its end. Use it when a code or the end
/// follows.
pub fn push_escaped_run(text: &str, out: &mut String) {
    escape(text, false, out);
}

fn escape(text: &str, at_end: bool, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let behind = &rest[at + 1..];
        out.push_str(&rest[..at]);
        let inner = behind.trim_start().trim_start_matches('/').trim_start();
        let looks = inner.chars().next().map_or(at_end, |first| first.is_ascii_digit());
        out.push_str(if looks { "<0/>" } else { "<" });
        rest = behind;
    }
    out.push_str(rest);
}

/// Appends texts without the codes between them. An empty code between two words becomes a space.
pub fn push_texts(pieces: &[InlinePiece<'_>], out: &mut String) {
    let mut apart = false;
    for piece in pieces {
        match piece {
            InlinePiece::Code(InlineCode::Empty(_)) => {
                apart = !out.is_empty() && !out.ends_with(char::is_whitespace);
            }
            InlinePiece::Text("") | InlinePiece::Code(_) => {}
            InlinePiece::Text(text) => {
                if apart && !text.starts_with(char::is_whitespace) {
                    out.push(' ');
                }
                apart = false;
                push_escaped(text, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InlineCode::{Close, Empty, Open};
    use super::InlinePiece::{self, Code, Text};
    use super::{InlineCode, Spaces, pieces, push_escaped, push_escaped_run};

    #[test]
    fn codes_and_texts_are_split_and_joined() {
        let text = "The <1>red <2/></1> house < 5 <0/>3/> é";
        let found = pieces(text);
        assert_eq!(
            found,
            [
                Text("The "),
                Code(Open(1)),
                Text("red "),
                Code(Empty(2)),
                Code(Close(1)),
                Text(" house < 5 "),
                Text("<"),
                Text("3/> é"),
            ]
        );
        let mut back = String::new();
        found.into_iter().for_each(|piece: InlinePiece<'_>| piece.write(&mut back));
        assert_eq!(back, text.replace("< 5", "<0/> 5"));
    }

    #[test]
    fn a_text_whose_markers_do_not_nest_is_plain() {
        for text in ["<1>", "</1>", "<1><2></1></2>", "<1/><1/>", "<1>a</1><1/>", "<>", "</2/>"] {
            assert_eq!(pieces(text), [Text(text)], "{text}");
        }
        assert!(pieces("").is_empty());
    }

    #[test]
    fn spaces_in_a_marker_are_read_if_they_are_allowed() {
        for (text, code) in [
            ("< 1 >a", Open(1)),
            ("< / 1>", Close(1)),
            ("<1 / >", Empty(1)),
            ("<0 />", Empty(0)),
            ("<04294967295/>", Empty(u32::MAX)),
        ] {
            let found = InlineCode::at_start(text, Spaces::Allowed);
            assert_eq!(found, Some((code, text.trim_end_matches('a').len())), "{text}");
            let strict = InlineCode::at_start(text, Spaces::Forbidden);
            assert_eq!(strict, found.filter(|_| !text.contains(' ')), "{text}");
        }
        for text in ["1>", "<>", "</1/>", "<0>", "</0>", "<4294967296/>", "<\u{a0}1>", "<1"] {
            assert_eq!(InlineCode::at_start(text, Spaces::Allowed), None, "{text}");
        }
    }

    #[test]
    fn a_less_than_sign_is_escaped_if_it_would_look_like_a_marker() {
        let escaped = |text: &str| {
            let (mut with_more, mut run) = (String::new(), String::new());
            push_escaped(text, &mut with_more);
            push_escaped_run(text, &mut run);
            (with_more, run)
        };
        assert_eq!(escaped("a < b <c"), ("a < b <c".into(), "a < b <c".into()));
        assert_eq!(escaped("< / 3"), ("<0/> / 3".into(), "<0/> / 3".into()));
        assert_eq!(escaped("a < "), ("a <0/> ".into(), "a < ".into()));
    }
}
