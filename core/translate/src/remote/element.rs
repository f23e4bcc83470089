//! Markers as elements, for services that preserve elements: `<g id="1">…</g>` and `<x id="2"></x>`, which
//! have the same meaning in HTML and XML.

use std::borrow::Cow;

use glossweave_base::text::inline::{InlineCode, InlinePiece, has_codes_of, push_texts};
use glossweave_markup::escape::{push_escaped, xml_text};

/// Returns a text with its markers as elements.
pub(super) fn write(pieces: &[InlinePiece<'_>]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match *piece {
            InlinePiece::Text(text) => escape(text, &mut out),
            InlinePiece::Code(InlineCode::Open(number)) => {
                out.push_str(&format!("<g id=\"{number}\">"));
            }
            InlinePiece::Code(InlineCode::Close(_)) => out.push_str("</g>"),
            InlinePiece::Code(InlineCode::Empty(number)) => {
                out.push_str(&format!("<x id=\"{number}\"></x>"));
            }
        }
    }
    out
}

/// Appends a text with escapes for HTML or XML. Line ends are not escaped.
fn escape(text: &str, out: &mut String) {
    push_escaped(text, out, |char| xml_text(char).filter(|_| char != '\r'));
}

/// Returns a translation with its markers restored. If it does not have each marker of the text exactly once,
/// it is returned without markers.
pub(super) fn read(answer: &str, text: &[InlinePiece<'_>]) -> String {
    let parts = parts(answer);
    let pieces: Vec<InlinePiece<'_>> = parts.iter().map(MarkupPart::piece).collect();
    let mut out = String::with_capacity(answer.len());
    match has_codes_of(&pieces, text) {
        true => pieces.into_iter().for_each(|piece| piece.write(&mut out)),
        false => push_texts(&pieces, &mut out),
    }
    out
}

enum MarkupPart<'a> {
    Text(Cow<'a, str>),
    Code(InlineCode),
}

impl MarkupPart<'_> {
    fn piece(&self) -> InlinePiece<'_> {
        match self {
            MarkupPart::Text(text) => InlinePiece::Text(text),
            MarkupPart::Code(code) => InlinePiece::Code(*code),
        }
    }
}

fn parts(answer: &str) -> Vec<MarkupPart<'_>> {
    let mut parts = Vec::new();
    let mut open = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(at) = answer[from..].find('<').map(|at| from + at) {
        from = at + 1;
        let Some((tag, length)) = tag(&answer[at..]) else { continue };
        let code = match tag {
            Tag::Pair(number) => {
                open.push(number);
                Some(InlineCode::Open(number))
            }
            Tag::Alone(number) => Some(InlineCode::Empty(number)),
            // An end tag without a start tag is dropped.
            Tag::PairEnd => open.pop().map(InlineCode::Close),
            Tag::AloneEnd => None,
        };
        parts.push(MarkupPart::Text(unescape(&answer[start..at])));
        parts.extend(code.map(MarkupPart::Code));
        (start, from) = (at + length, at + length);
    }
    parts.push(MarkupPart::Text(unescape(&answer[start..])));
    parts
}

enum Tag {
    Pair(u32),
    PairEnd,
    Alone(u32),
    AloneEnd,
}

/// Parses a tag of one of the two elements at the start of a text, and returns it with its length. Spaces are
/// allowed, because translators insert them into tags.
fn tag(text: &str) -> Option<(Tag, usize)> {
    // No such tag is longer, even with inserted spaces.
    let mut most = text.len().min(64);
    while !text.is_char_boundary(most) {
        most -= 1;
    }
    let (inner, _) = text[..most].strip_prefix('<')?.split_once('>')?;
    let length = inner.len() + 2;
    let inner = inner.trim();
    if let Some(name) = inner.strip_prefix('/') {
        return match name.trim() {
            "g" | "G" => Some((Tag::PairEnd, length)),
            "x" | "X" => Some((Tag::AloneEnd, length)),
            _ => None,
        };
    }
    let (name, rest) = inner.split_once(char::is_whitespace)?;
    let (attribute, value) = rest.split_once('=')?;
    let value = value.trim().trim_end_matches('/').trim();
    let number = value.trim_matches(['"', '\'']).trim().parse().ok()?;
    match (name, attribute.trim()) {
        ("g" | "G", "id" | "ID") => Some((Tag::Pair(number), length)),
        ("x" | "X", "id" | "ID") => Some((Tag::Alone(number), length)),
        _ => None,
    }
}

/// The maximum length of a character reference.
const REFERENCE: usize = 10;

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(REFERENCE).position(|byte| byte == b';');
        match end.and_then(|end| Some((character(&rest[1..end])?, end))) {
            Some((char, end)) => {
                out.push(char);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the character of a reference. The names that services use and all numbers are supported.
fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use glossweave_base::text::inline::pieces;

    #[test]
    fn markers_become_elements_and_come_back() {
        let text = "The <1>red <2/></1> R&D < <0/>3> house";
        let pieces = pieces(text);
        let sent = write(&pieces);
        let expected = "The <g id=\"1\">red <x id=\"2\"></x></g> R&amp;D &lt; &lt;3&gt; house";
        assert_eq!(sent, expected);
        assert_eq!(read(&sent, &pieces), text);
        let other = "<x id='2'/> I&#39;m &#x41;&nope; < G ID = \"1\" >a</ g > &lt;b&gt; & c";
        assert_eq!(read(other, &pieces), "<2/> I'm A&nope; <1>a</1> <b> & c");
    }

    #[test]
    fn an_answer_without_a_marker_is_given_without_any() {
        let pieces = pieces("<1>a</1> <2/>");
        for lost in [
            "<g id=\"1\">x</g> y",
            "x <x id=\"2\"></x> y",
            "<g id=\"1\">x</g> <g id=\"1\"><x id=\"2\"/> y</g>",
            "<g id=\"1\">x <x id=\"2\"/> y",
            "<g id=\"3\">x</g> <x id=\"2\"/> y",
            "<x id=\"1\"/>x <x id=\"2\"/> y",
        ] {
            assert_eq!(read(lost, &pieces).replace("  ", " "), "x y", "{lost}");
        }
        assert_eq!(read("one<x id='2'/>two", &pieces), "one two");
        assert_eq!(read("<b>x</b> &lt;5 <", &pieces), "<b>x</b> <0/>5 <0/>");
    }
}
