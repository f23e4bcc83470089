//! The characters of a `w:t`.

use crate::document::Builder;
use crate::format::package::resolved;
use glossweave_base::text::ByteSpan;
use glossweave_markup::tree::{NodeId, Tree, XML};

/// Returns `true` if white space at the ends of the text of an element counts (XML 1.0, clause 2.10).
pub(super) fn keeps_space(tree: &Tree<'_>, element: NodeId) -> bool {
    let mut all = std::iter::once(element).chain(tree.ancestors(element));
    all.find_map(|one| tree.attribute(one, XML, "space")) == Some("preserve")
}

/// Returns a text without the white space at its ends, and the length of that at its start.
pub(super) fn trimmed(raw: &str) -> (usize, &str) {
    const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];
    let rest = raw.trim_start_matches(SPACE);
    (raw.len() - rest.len(), rest.trim_end_matches(SPACE))
}

/// Reads characters that begin at a position: each white space is a space, references are resolved unless the
/// characters are those of a CDATA section.
pub(super) fn read(raw: &str, base: usize, is_section: bool, builder: &mut Builder) {
    let bytes = raw.as_bytes();
    let (mut from, mut next) = (0, 0);
    while let Some(byte) = bytes.get(next) {
        let at = base + next;
        match byte {
            // A line end is one character: nothing comes into it.
            b'\r' if raw[next..].starts_with("\r\n") => {
                builder.literal(&raw[from..next], base + from);
                builder.atom(" ", ByteSpan::new(at, at + 2));
                next += 2;
            }
            b'\t' | b'\n' | b'\r' => {
                builder.literal(&raw[from..next], base + from);
                builder.spaced_literal(&raw[next..=next], at);
                next += 1;
            }
            b'&' if !is_section => {
                let width = raw[next..].find(';').map_or(1, |end| end + 1);
                builder.literal(&raw[from..next], base + from);
                if let Some(char) = resolved(&raw[next..next + width]) {
                    // A line feed would be the text of `w:br`.
                    let char = if char.is_ascii_whitespace() { ' ' } else { char };
                    let span = ByteSpan::new(at, at + width);
                    builder.atom(char.encode_utf8(&mut [0; 4]), span);
                }
                next += width;
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
