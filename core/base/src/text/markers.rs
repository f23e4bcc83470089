//! The markers of markup in the texts of translators: `<1>`, `</1>` and `<2/>`.

use std::ops::Range;

/// A stretch of text, or a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text, unescaped.
    Text(&'a str),
    /// A start marker, `<1>`.
    Open(u32),
    /// An end marker, `</1>`.
    Close(u32),
    /// An empty marker, `<1/>`.
    Alone(u32),
}

/// Returns the pieces of a text. Markers that do not nest, or occur twice, make the whole text
/// plain.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let pieces = scan(text);
    if nests(&pieces) { pieces } else { vec![Piece::Text(text)] }
}

/// Returns the pieces of a text, whether or not its markers nest.
pub fn scan(text: &str) -> Vec<Piece<'_>> {
    scan_places(text).into_iter().map(|(_, piece)| piece).collect()
}

/// Returns the pieces of a text with their byte ranges, whether or not its markers nest.
pub fn scan_places(text: &str) -> Vec<(Range<usize>, Piece<'_>)> {
    let mut pieces = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(at) = text[from..].find('<').map(|at| from + at) {
        from = at + 1;
        let Some((piece, length)) = marker(&text[at..]) else { continue };
        if start < at {
            pieces.push((start..at, Piece::Text(&text[start..at])));
        }
        pieces.push((at..at + length, piece));
        (start, from) = (at + length, at + length);
    }
    if start < text.len() {
        pieces.push((start..text.len(), Piece::Text(&text[start..])));
    }
    pieces
}

/// Returns the marker at the start of a text, with its length.
fn marker(text: &str) -> Option<(Piece<'static>, usize)> {
    let inner = text.strip_prefix('<')?;
    let (inner, closes) = match inner.strip_prefix('/') {
        Some(inner) => (inner, true),
        None => (inner, false),
    };
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let number: u32 = inner[..digits].parse().ok()?;
    let behind = &inner[digits..];
    let alone = behind.strip_prefix("/>").filter(|_| !closes);
    let rest = alone.or_else(|| behind.strip_prefix('>'))?;
    let piece = match (alone.is_some(), closes) {
        (true, _) if number == 0 => Piece::Text("<"),
        _ if number == 0 => return None,
        (true, _) => Piece::Alone(number),
        (false, true) => Piece::Close(number),
        (false, false) => Piece::Open(number),
    };
    Some((piece, text.len() - rest.len()))
}

/// Returns `true` if an answer has the markers of its text: each once, and nested.
pub fn has_all(answer: &[Piece<'_>], text: &[Piece<'_>]) -> bool {
    let names = |pieces: &[Piece<'_>]| {
        let mut names: Vec<(u32, bool)> = pieces
            .iter()
            .filter_map(|piece| match *piece {
                Piece::Open(number) => Some((number, true)),
                Piece::Alone(number) => Some((number, false)),
                Piece::Text(_) | Piece::Close(_) => None,
            })
            .collect();
        names.sort_unstable();
        names
    };
    nests(answer) && names(answer) == names(text)
}

fn nests(pieces: &[Piece<'_>]) -> bool {
    let (mut open, mut met) = (Vec::new(), Vec::new());
    let fits = pieces.iter().all(|piece| match *piece {
        Piece::Text(_) => true,
        Piece::Close(number) => open.pop() == Some(number),
        Piece::Alone(number) => {
            met.push(number);
            true
        }
        Piece::Open(number) => {
            met.push(number);
            open.push(number);
            true
        }
    });
    let count = met.len();
    met.sort_unstable();
    met.dedup();
    fits && open.is_empty() && met.len() == count
}

/// Appends text with escapes, so that nothing in it looks like a marker.
pub fn write_text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let behind = &rest[at + 1..];
        out.push_str(&rest[..at]);
        let looks = behind.trim_start().trim_start_matches('/').trim_start();
        // More text may follow.
        let plain = looks.starts_with(|char: char| !char.is_ascii_digit());
        out.push_str(if plain { "<" } else { "<0/>" });
        rest = behind;
    }
    out.push_str(rest);
}

/// Appends a piece.
pub fn write(piece: Piece<'_>, out: &mut String) {
    match piece {
        Piece::Text(text) => write_text(text, out),
        Piece::Open(number) => out.push_str(&format!("<{number}>")),
        Piece::Close(number) => out.push_str(&format!("</{number}>")),
        Piece::Alone(number) => out.push_str(&format!("<{number}/>")),
    }
}

/// Appends texts without the markers between them; an empty marker between two words becomes a
/// space.
pub fn write_texts(pieces: &[Piece<'_>], out: &mut String) {
    let mut apart = false;
    for piece in pieces {
        match piece {
            Piece::Text("") | Piece::Open(_) | Piece::Close(_) => {}
            Piece::Alone(_) => apart = !out.is_empty() && !out.ends_with(char::is_whitespace),
            Piece::Text(text) => {
                if apart && !text.starts_with(char::is_whitespace) {
                    out.push(' ');
                }
                apart = false;
                write_text(text, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces, write};

    #[test]
    fn markers_and_texts_come_apart_and_together() {
        let text = "The <1>red <2/></1> house < 5 <0/>3/> é";
        let found = pieces(text);
        assert_eq!(
            found,
            [
                Piece::Text("The "),
                Piece::Open(1),
                Piece::Text("red "),
                Piece::Alone(2),
                Piece::Close(1),
                Piece::Text(" house < 5 "),
                Piece::Text("<"),
                Piece::Text("3/> é"),
            ]
        );
        let mut back = String::new();
        found.into_iter().for_each(|piece| write(piece, &mut back));
        assert_eq!(back, text.replace("< 5", "<0/> 5"));
    }

    #[test]
    fn what_does_not_nest_is_text() {
        for text in ["<1>", "</1>", "<1><2></1></2>", "<1/><1/>", "<1>a</1><1/>", "<>", "</2/>"] {
            assert_eq!(pieces(text), [Piece::Text(text)], "{text}");
        }
        assert!(pieces("").is_empty());
    }
}
