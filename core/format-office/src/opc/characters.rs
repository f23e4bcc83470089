//! The characters of texts.

use glossweave_base::text::ByteSpan;
use glossweave_document::Builder;
use glossweave_format_base::package::resolved;
use glossweave_markup::escape::is_xml;
use glossweave_markup::find_byte;
use glossweave_markup::tree::{NodeId, Tree, XML};

/// Returns `true` if leading and trailing white space of the text of an element is significant (XML
/// 1.0, clause 2.10).
pub(crate) fn keeps_space(tree: &Tree<'_>, element: NodeId) -> bool {
    let mut all = std::iter::once(element).chain(tree.ancestors(element));
    all.find_map(|node| tree.attribute(node, XML, "space")) == Some("preserve")
}

/// Returns a text without leading and trailing white space, and the length of the leading white
/// space.
pub(crate) fn trimmed(raw: &str) -> (usize, &str) {
    const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];
    let rest = raw.trim_start_matches(SPACE);
    (raw.len() - rest.len(), rest.trim_end_matches(SPACE))
}

/// The interpretation of white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Each white space character is a space, because elements are used for line feeds and tabs.
    Spaces,
    /// Line feeds and tabs are characters.
    Kept,
    /// Like `Kept`, with escapes such as `_x000D_` (clause 22.9.2.19).
    Escaped,
}

/// Returns the code point of an escape at a position.
pub(crate) fn escape_at(text: &str, at: usize) -> Option<u32> {
    let escape = text.get(at..at + 7)?.strip_prefix("_x")?.strip_suffix('_')?;
    let is_hex = escape.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(escape, 16).ok().filter(|_| is_hex)
}

/// Returns the character of an escape at a position, if XML allows the character in texts.
fn escaped_at(text: &str, at: usize) -> Option<char> {
    let char = char::from_u32(escape_at(text, at)?)?;
    is_xml(char).then_some(char)
}

/// Resolves the escapes in a text.
pub(crate) fn unescaped_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let escaped = if char == '_' { escaped_at(text, at) } else { None };
        out.push(escaped.unwrap_or(char));
        at += if escaped.is_some() { 7 } else { char.len_utf8() };
    }
    out
}

/// Reads characters that begin at a position. References are resolved, except in a CDATA section.
pub(crate) fn read(raw: &str, base: usize, is_section: bool, space: Space, builder: &mut Builder) {
    let is_kept = space != Space::Spaces;
    let bytes = raw.as_bytes();
    let (mut from, mut next) = (0, 0);
    let is_special = |byte| {
        (byte == b'\r') | (byte == b'\n') | (byte == b'\t') | (byte == b'&') | (byte == b'_')
    };
    while let Some(found) = bytes.get(next..).and_then(|rest| find_byte(rest, is_special)) {
        next += found;
        let at = base + next;
        match bytes[next] {
            // A line end is one character, so that nothing can be inserted into it.
            b'\r' if raw[next..].starts_with("\r\n") => {
                builder.literal(&raw[from..next], base + from);
                builder.atom(if is_kept { "\n" } else { " " }, ByteSpan::new(at, at + 2));
                next += 2;
            }
            b'\r' if is_kept => {
                builder.literal(&raw[from..next], base + from);
                builder.literal("\n", at);
                next += 1;
            }
            b'\t' | b'\n' | b'\r' if !is_kept => {
                builder.literal(&raw[from..next], base + from);
                builder.spaced_literal(&raw[next..=next], at);
                next += 1;
            }
            b'&' if !is_section => {
                let width = raw[next..].find(';').map_or(1, |end| end + 1);
                builder.literal(&raw[from..next], base + from);
                if let Some(char) = resolved(&raw[next..next + width]) {
                    let is_space = char.is_ascii_whitespace() && !is_kept;
                    let char = if is_space { ' ' } else { char };
                    let span = ByteSpan::new(at, at + width);
                    builder.atom(char.encode_utf8(&mut [0; 4]), span);
                }
                next += width;
            }
            b'_' if space == Space::Escaped => {
                let Some(char) = escaped_at(raw, next) else {
                    next += 1;
                    continue;
                };
                builder.literal(&raw[from..next], base + from);
                builder.atom(char.encode_utf8(&mut [0; 4]), ByteSpan::new(at, at + 7));
                next += 7;
            }
            _ => {
                next += 1;
                continue;
            }
        }
        from = next;
    }
    builder.literal(&raw[from..], base + from);
}
