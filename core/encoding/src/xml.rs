//! The encoding of XML, detected and checked according to XML 1.0 (clause 4.3.3, appendix F) and
//! RFC 7303.

use std::ops::Range;

use super::{Decoded, Encoding, EncodingExt, for_iana_label};
use glossweave_base::error::{Error, Location, Result, Side};

/// The number of bytes at the start of a source to search for the XML declaration.
const HEAD: usize = 1024;

/// The family of encodings, as indicated by the first bytes of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Utf16Le,
    Utf16Be,
    /// An ASCII-compatible encoding.
    Ascii,
}

/// Rejects an encoding that is neither UTF-16 nor ASCII-compatible, by name.
fn refuse(source: &[u8]) -> Result<()> {
    let name = match source {
        [0xFF, 0xFE, 0, 0, ..] | [b'<', 0, 0, 0, ..] => "UTF-32LE",
        [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, b'<', ..] => "UTF-32BE",
        [0x4C, 0x6F, 0xA7, 0x94, ..] => "EBCDIC",
        _ => return Ok(()),
    };
    Err(unsupported(name).at(Location::in_source(source, 0..4)))
}

fn unsupported(name: &str) -> Error {
    let message = format!("expected an encoding of the Encoding Standard, found `{name}`");
    Error::unsupported(Side::Input, message).with_parameter("charset")
}

fn family(source: &[u8]) -> Family {
    match source {
        [0xFF, 0xFE, ..] | [b'<', 0, ..] => Family::Utf16Le,
        [0xFE, 0xFF, ..] | [0, b'<', ..] => Family::Utf16Be,
        _ => Family::Ascii,
    }
}

fn by_family(family: Family) -> Option<Encoding> {
    match family {
        Family::Utf16Le => Some(Encoding::standard(encoding_rs::UTF_16LE)),
        Family::Utf16Be => Some(Encoding::standard(encoding_rs::UTF_16BE)),
        Family::Ascii => None,
    }
}

/// Returns the encoding label in the XML declaration, and its range. The reader checks later if the
/// declaration is well-formed.
fn label(source: &[u8], family: Family) -> Option<(String, Range<usize>)> {
    let skip = match source {
        [0xEF, 0xBB, 0xBF, ..] => 3,
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => 2,
        _ => 0,
    };
    let head = &source[skip..source.len().min(HEAD)];
    let (width, head): (usize, Vec<u8>) = match family {
        Family::Ascii => (1, head.to_vec()),
        Family::Utf16Le => (2, head.chunks_exact(2).map(|two| narrow(two[1], two[0])).collect()),
        Family::Utf16Be => (2, head.chunks_exact(2).map(|two| narrow(two[0], two[1])).collect()),
    };
    let body = head.strip_prefix(b"<?xml").filter(|rest| is_space(rest.first()))?;
    let body = &body[..memchr::memmem::find(body, b"?>")?];
    let mut rest = body;
    loop {
        rest = rest.trim_ascii_start();
        let (name, after) = rest.split_at(rest.iter().position(|byte| *byte == b'=')?);
        let value = after[1..].trim_ascii_start();
        let quote = value.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
        let end = 1 + value[1..].iter().position(|byte| byte == quote)?;
        if name.trim_ascii_end() == b"encoding" {
            let start = value.as_ptr().addr() - head.as_ptr().addr() + 1;
            let label = String::from_utf8_lossy(&value[1..end]).into_owned();
            return Some((label, skip + start * width..skip + (start + end - 1) * width));
        }
        rest = &value[end + 1..];
    }
}

/// Converts a UTF-16 code unit to ASCII.
fn narrow(high: u8, low: u8) -> u8 {
    if high == 0 { low } else { 0xFF }
}

fn is_space(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Returns the encoding for the label of a declaration.
fn named(label: &str, family: Family) -> Result<Encoding> {
    let encoding = for_iana_label(label).ok_or_else(|| unsupported(label))?;
    if let Some(found) = by_family(family) {
        agrees(label, found)?;
        return Ok(found);
    }
    if encoding.is_utf16() {
        let message = format!("expected the encoding of the declaration itself, found `{label}`");
        return Err(Error::malformed(message));
    }
    if [encoding_rs::REPLACEMENT, encoding_rs::X_USER_DEFINED].contains(&encoding.0) {
        return Err(unsupported(label));
    }
    Ok(encoding)
}

/// Checks a label against the encoding of the bytes, because a contradiction is a fatal error (XML
/// 1.0, clause 4.3.3). `UTF-16` matches both byte orders.
fn agrees(label: &str, found: Encoding) -> Result<()> {
    let is_same = match Encoding::for_label(label) {
        Some(_) if label.eq_ignore_ascii_case("utf-16") => !found.is_utf8(),
        Some(encoding) => encoding == found,
        None => return Err(unsupported(label)),
    };
    match is_same {
        true => Ok(()),
        false => {
            let message = format!("expected the encoding `{}`, found `{label}`", found.name());
            Err(Error::malformed(message))
        }
    }
}

fn place(source: &[u8], at: &Range<usize>) -> Location {
    Location::in_source(source, at.clone())
}

/// Returns the range of the first invalid bytes: bytes that were decoded to U+FFFD, but are not the
/// encoding of U+FFFD.
pub(super) fn broken(source: &[u8], decoded: &Decoded<'_>) -> Option<Range<usize>> {
    decoded.lengths.as_ref()?;
    let mark = match decoded.encoding.0 {
        encoding if encoding == encoding_rs::UTF_16LE => &[0xFD, 0xFF][..],
        encoding if encoding == encoding_rs::UTF_16BE => &[0xFF, 0xFD],
        encoding if encoding == encoding_rs::UTF_8 => "\u{FFFD}".as_bytes(),
        encoding if encoding == encoding_rs::GB18030 || encoding == encoding_rs::GBK => {
            &[0x84, 0x31, 0xA4, 0x37]
        }
        _ => &[],
    };
    let mut back = decoded.way_back();
    for (at, char) in decoded.text.match_indices(char::REPLACEMENT_CHARACTER) {
        let place = back.source(at)..back.source(at + char.len());
        if source.get(place.clone()) != Some(mark) {
            return Some(place);
        }
    }
    None
}

/// Detects the encoding of XML and decodes the source. A byte order mark takes precedence, then
/// the encoding that the transport declares, then the XML declaration. The default is UTF-8
/// (RFC 7303, clause 3).
///
/// As required by XML, labels in the declaration have the IANA meaning. For example,
/// `ISO-8859-1` is not windows-1252, as it is in HTML. The two differ in 0x80 to 0x9F, which
/// are control characters in ISO-8859-1, and letters and quotes in windows-1252.
///
/// # Errors
///
/// Returns `ErrorKind::Unsupported` if the encoding is not supported (UTF-32, EBCDIC, unknown
/// labels), and `ErrorKind::Malformed` if it contradicts the bytes or if bytes are invalid in
/// it. Both include the location.
pub fn decode_xml(source: &[u8], declared: Option<Encoding>) -> Result<Decoded<'_>> {
    refuse(source)?;
    let family = family(source);
    let declaration = label(source, family);
    let mark = encoding_rs::Encoding::for_bom(source);
    let stated = |(label, at): &(String, Range<usize>)| {
        named(label, family).map_err(|error| error.at(place(source, at)))
    };
    let (encoding, skip) = match (mark, declared, &declaration) {
        (Some((encoding, length)), ..) => {
            let encoding = Encoding::standard(encoding);
            if let Some((label, at)) = &declaration {
                agrees(label, encoding).map_err(|error| error.at(place(source, at)))?;
            }
            (encoding, length)
        }
        // The transport and the document use the same label, which the standard maps to a
        // larger encoding.
        (_, Some(declared), declaration) => {
            let label = declaration.as_ref().and_then(|declaration| for_iana_label(&declaration.0));
            (label.filter(|label| label.is_like(declared)).unwrap_or(declared), 0)
        }
        (_, None, Some(declaration)) => (stated(declaration)?, 0),
        (_, None, None) => (by_family(family).unwrap_or(Encoding::UTF_8), 0),
    };
    let decoded = Decoded { skip, ..encoding.decode_part(&source[skip..]) };
    let wrong = match encoding.is_ascii() {
        true => source.iter().position(|byte| !byte.is_ascii()).map(|at| at..at + 1),
        false => broken(source, &decoded),
    };
    match wrong {
        None => Ok(decoded),
        Some(at) => {
            let name = encoding.name();
            let bytes: Vec<_> =
                source[at.clone()].iter().take(4).map(|byte| format!("{byte:02X}")).collect();
            let message = format!("expected {name}, found the bytes `{}`", bytes.join(" "));
            Err(Error::malformed(message).at(Location::in_source(source, at)))
        }
    }
}
