//! The encodings of the parts of packages.

use std::borrow::Cow;

use glossweave_base::error::{Error, Location, Result, Side};
use glossweave_markup::{Encoding, Sniff, encoding};

/// Returns a part in UTF-8, with its original encoding (XML 1.0, appendix F).
pub fn in_utf8(name: &str, part: Vec<u8>) -> Result<(Vec<u8>, Encoding)> {
    let label = match part.get(..4) {
        Some(b"<\0?\0") => Some("utf-16le".to_owned()),
        Some(b"\0<\0?") => Some("utf-16be".to_owned()),
        _ => declared(&part),
    };
    let stated = match &label {
        // A declaration of UTF-16 is ignored when the bytes of the declaration are not UTF-16.
        Some(label) if is_utf16(label) && part.starts_with(b"<?") => None,
        Some(label) => {
            let found = encoding::for_iana_label(label);
            let unknown = || {
                let message = format!("the part `{name}` is in an unknown encoding `{label}`");
                Error::unsupported(Side::Input, message)
            };
            Some(found.ok_or_else(unknown)?)
        }
        None => None,
    };
    let decoded = encoding::decode(&part, stated.or(Some(Encoding::UTF_8)), Sniff::Nothing);
    let encoding = decoded.encoding;
    if encoding.is_utf8() {
        if decoded.lengths.is_some() {
            let valid = part.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
            return Err(misread(name, &part, valid, encoding));
        }
        return Ok((part, encoding));
    }
    let mark = if decoded.skip > 0 { "\u{FEFF}" } else { "" };
    let text = format!("{mark}{}", decoded.text);
    let back = encoding.encode(&text);
    if *back != *part {
        let first = back.iter().zip(&part).position(|(a, b)| a != b);
        return Err(misread(name, &part, first.unwrap_or(back.len()), encoding));
    }
    Ok((text.into_bytes(), encoding))
}

fn is_utf16(label: &str) -> bool {
    label.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("utf-16"))
}

fn misread(name: &str, part: &[u8], at: usize, encoding: Encoding) -> Error {
    let message = format!("a byte of the part `{name}` is not {}", encoding.name());
    Error::malformed(message).at(Location::in_source(part, at..at + 1))
}

/// Returns the encoding in an XML declaration.
fn declared(part: &[u8]) -> Option<String> {
    let rest = part.strip_prefix(b"<?xml")?;
    let end = rest.windows(2).position(|two| two == b"?>")?;
    let declaration = String::from_utf8_lossy(rest.get(..end)?);
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(label, _)| label.to_owned())
}

/// Returns a part in the encoding that the package uses. Only changed bytes differ, because the
/// reader has checked that decoding and encoding the part is lossless.
pub fn in_encoding(part: &[u8], encoding: Encoding) -> Cow<'_, [u8]> {
    match std::str::from_utf8(part) {
        Ok(text) if !encoding.is_utf8() => Cow::Owned(encoding.encode(text).into_owned()),
        _ => Cow::Borrowed(part),
    }
}
