//! Encodings of documents. They are detected according to the WHATWG Encoding and HTML standards, and
//! decoded with a map back to the source bytes.
//!
//! Programs use the crate `glossweave`, which re-exports all items for programs. The other public
//! items are for the crates of Glossweave, and may change in any version.

mod bulk;
mod invalid_bytes;
mod label;
mod repertoire;
mod sniff;
#[cfg(test)]
mod tests;
mod unknown_entities;
mod way;
mod xml;

use std::borrow::Cow;
use std::fmt;

pub use invalid_bytes::{InvalidBytes, decode_text};
use repertoire::Repertoire;
pub use repertoire::for_iana_label;
pub use unknown_entities::UnknownEntities;
pub use way::{At, Decoded, WayBack, ascii_length};
pub use xml::decode_xml;

/// An encoding of the WHATWG Encoding Standard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding, Repertoire);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding::standard(encoding_rs::UTF_8);

    /// Returns the encoding for a label, for example `utf-8`, `latin1` or `shift_jis`. Returns
    /// `None` if the standard does not list the label.
    pub fn for_label(label: &str) -> Option<Encoding> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Encoding::standard)
    }

    /// Returns the name in the standard. When XML or PO declares an encoding that the standard treats
    /// as a larger one, returns the IANA name instead.
    pub fn name(self) -> &'static str {
        self.1.name(self.0)
    }

    const fn standard(encoding: &'static encoding_rs::Encoding) -> Encoding {
        Encoding(encoding, Repertoire::Standard)
    }

    /// Returns `true` if this is UTF-8.
    pub fn is_utf8(self) -> bool {
        self.0 == encoding_rs::UTF_8
    }

    fn is_utf16(self) -> bool {
        [encoding_rs::UTF_16LE, encoding_rs::UTF_16BE].contains(&self.0)
    }

    /// Encodes a text. Characters that the encoding does not support become numeric character
    /// references.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        if self.0 == encoding_rs::UTF_16LE {
            Cow::Owned(text.encode_utf16().flat_map(u16::to_le_bytes).collect())
        } else if self.0 == encoding_rs::UTF_16BE {
            Cow::Owned(text.encode_utf16().flat_map(u16::to_be_bytes).collect())
        } else {
            self.encode_with_references(text).0
        }
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Encoding({})", self.name())
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Converts bytes that consist of strings to a string without spare capacity.
pub fn into_text(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            text.shrink_to_fit();
            text
        }
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

/// The location of an encoding declaration in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniff {
    /// No declaration.
    Nothing,
    /// A `meta` element (HTML Standard, 13.2.3.2).
    Meta,
}

/// Detects the encoding of a source and decodes it. `declared` is the encoding that the
/// transport declares (the `charset` of a media type). It takes precedence over a `meta`
/// element, but not over a byte order mark.
pub fn decode<'a>(source: &'a [u8], declared: Option<Encoding>, sniff: Sniff) -> Decoded<'a> {
    let (encoding, skip) = match encoding_rs::Encoding::for_bom(source) {
        Some((encoding, length)) => (Encoding::standard(encoding), length),
        None => (declared.unwrap_or_else(|| sniff::guess(source, sniff)), 0),
    };
    let body = &source[skip..];
    Decoded { skip, ..encoding.decode_part(body) }
}

/// Returns `true` if a source begins with a byte order mark.
pub fn has_mark(source: &[u8]) -> bool {
    encoding_rs::Encoding::for_bom(source).is_some()
}

/// Returns the position of a `meta` element that declares the encoding, and the number of bytes
/// by which it may move before it is no longer found.
pub fn space_before_declaration(source: &[u8]) -> Option<(usize, usize)> {
    let (_, end) = sniff::declaration(source)?;
    Some((end, sniff::PRESCAN - end))
}

/// Methods of encodings that the other crates of Glossweave call.
pub trait EncodingExt: Copy {
    /// Returns a streaming decoder for UTF-16. Returns `None` for any other encoding.
    fn utf16_decoder(self) -> Option<encoding_rs::Decoder>;

    /// Returns `true` if the meaning of a byte depends on distant earlier bytes (ISO-2022-JP), so
    /// that nothing can be inserted without reading them.
    fn is_stateful(self) -> bool;

    /// Returns `true` if the last character is incomplete and would swallow the bytes that follow.
    fn is_cut(self, bytes: &[u8]) -> bool;

    /// Returns `true` if the encoding supports all characters of a text.
    fn holds(self, text: &str) -> bool;

    /// Returns `true` if a source contains an ASCII word.
    fn has_word(self, source: &[u8], word: &str) -> bool;

    /// Returns the number of bytes of the first `chars` characters of a run. Returns `None` if
    /// there are fewer characters, or if a sequence that gives two characters would be split.
    fn bytes_of_chars(self, run: &[u8], chars: usize) -> Option<usize>;

    /// Decodes a source in this encoding, without detection.
    fn decode_again(self, source: &[u8]) -> Decoded<'_>;

    /// Decodes a part of a source. The part must start and end on character boundaries.
    fn decode_part(self, part: &[u8]) -> Decoded<'_>;
}

impl EncodingExt for Encoding {
    fn utf16_decoder(self) -> Option<encoding_rs::Decoder> {
        self.is_utf16().then(|| self.0.new_decoder_without_bom_handling())
    }

    fn is_stateful(self) -> bool {
        self.0 == encoding_rs::ISO_2022_JP
    }

    fn is_cut(self, bytes: &[u8]) -> bool {
        self.is_utf16() && !bytes.len().is_multiple_of(2)
    }

    fn holds(self, text: &str) -> bool {
        self.is_utf8() || self.is_utf16() || !self.encode_with_references(text).1
    }

    fn has_word(self, source: &[u8], word: &str) -> bool {
        memchr::memmem::find(source, &self.encode(word)).is_some()
    }

    fn bytes_of_chars(self, run: &[u8], chars: usize) -> Option<usize> {
        let mut remaining = chars;
        let mut bytes = 0;
        let mut cut = false;
        let (text, lengths) = self.decode_run(run);
        for length in lengths.each(&text) {
            if remaining == 0 {
                break;
            }
            remaining -= 1;
            cut = length == 0;
            bytes += usize::from(length);
        }
        (remaining == 0 && !cut).then_some(bytes)
    }

    fn decode_again(self, source: &[u8]) -> Decoded<'_> {
        decode(source, Some(self), Sniff::Nothing)
    }

    fn decode_part(self, part: &[u8]) -> Decoded<'_> {
        match simdutf8::basic::from_utf8(part) {
            Ok(text) if self.is_utf8() || self.0.is_ascii_compatible() && part.is_ascii() => {
                Decoded { encoding: self, skip: 0, text: Cow::Borrowed(text), lengths: None }
            }
            _ => {
                let (text, lengths) = self.decode_run(part);
                let text = Cow::Owned(text);
                Decoded { encoding: self, skip: 0, text, lengths: Some(lengths) }
            }
        }
    }
}
