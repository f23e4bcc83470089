//! Encodings: found by the rules of the WHATWG Encoding and HTML standards, decoded with a way back
//! to the bytes.

mod label;
mod sniff;
#[cfg(test)]
mod tests;
mod xml;

use std::borrow::Cow;
use std::fmt;

use encoding_rs::DecoderResult;

/// An encoding of the WHATWG Encoding Standard.
///
/// ```
/// use glossweave::markup::Encoding;
/// let latin = Encoding::for_label("ISO-8859-1").unwrap();
/// assert_eq!(latin.name(), "windows-1252");
/// assert_eq!(latin.encode("é").as_ref(), b"\xE9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(encoding_rs::UTF_8);

    /// The encoding of a label such as `utf-8`, `latin1` or `shift_jis`, or `None` for a label that
    /// the standard does not list.
    pub fn for_label(label: &str) -> Option<Encoding> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Encoding)
    }

    /// The name in the standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether this is UTF-8.
    pub fn is_utf8(self) -> bool {
        self.0 == encoding_rs::UTF_8
    }

    /// Whether what a byte means depends on bytes long before it (ISO-2022-JP), so that nothing
    /// can be inserted without looking at them.
    pub fn is_stateful(self) -> bool {
        self.0 == encoding_rs::ISO_2022_JP
    }

    /// Text in this encoding; what it cannot express becomes a numeric character reference.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        if self.0 == encoding_rs::UTF_16LE {
            Cow::Owned(text.encode_utf16().flat_map(u16::to_le_bytes).collect())
        } else if self.0 == encoding_rs::UTF_16BE {
            Cow::Owned(text.encode_utf16().flat_map(u16::to_be_bytes).collect())
        } else {
            self.0.encode(text).0
        }
    }

    /// Whether a source has a word of ASCII somewhere.
    pub(crate) fn has_word(self, source: &[u8], word: &str) -> bool {
        memchr::memmem::find(source, &self.encode(word)).is_some()
    }

    /// How many bytes the first characters of a run occupy, or `None` where there are fewer or
    /// where they end within a sequence of bytes for two characters.
    pub(crate) fn bytes_of_chars(self, run: &[u8], chars: usize) -> Option<usize> {
        let mut left = chars;
        let mut bytes = 0;
        let mut cut = false;
        for length in self.decode_run(run).1 {
            if left == 0 {
                break;
            }
            left -= 1;
            cut = length == 0;
            bytes += usize::from(length);
        }
        (left == 0 && !cut).then_some(bytes)
    }

    /// Finds the encoding of a source and decodes it. `declared` is what the transport says (the
    /// `charset` of a media type); a byte order mark wins over it, it wins over a `meta` element.
    pub(crate) fn decode<'a>(
        source: &'a [u8],
        declared: Option<Encoding>,
        sniff: Sniff,
    ) -> Decoded<'a> {
        let (encoding, skip) = match encoding_rs::Encoding::for_bom(source) {
            Some((encoding, length)) => (Encoding(encoding), length),
            None => (declared.unwrap_or_else(|| sniff::guess(source, sniff)), 0),
        };
        let body = &source[skip..];
        Decoded { skip, ..encoding.decode_part(body) }
    }

    /// Whether a source begins with a byte order mark.
    pub(crate) fn has_mark(source: &[u8]) -> bool {
        encoding_rs::Encoding::for_bom(source).is_some()
    }

    /// How far the place of a `meta` that declares the encoding may move, and that place: where it
    /// moves further, it is not found any more.
    pub(crate) fn room_before_declaration(source: &[u8]) -> Option<(usize, usize)> {
        let (_, end) = sniff::declaration(source)?;
        Some((end, sniff::PRESCAN - end))
    }

    /// Decodes a source that was found to have this encoding.
    pub(crate) fn decode_again(self, source: &[u8]) -> Decoded<'_> {
        Encoding::decode(source, Some(self), Sniff::Nothing)
    }

    /// Decodes a part of a source that begins and ends between two characters.
    pub(crate) fn decode_part(self, part: &[u8]) -> Decoded<'_> {
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

    /// Decodes bytes and says for each character how many bytes it took.
    fn decode_run(self, bytes: &[u8]) -> (String, Vec<u8>) {
        let mut out = Run { text: String::with_capacity(bytes.len()), lengths: Vec::new() };
        if self.is_utf8() {
            for chunk in bytes.utf8_chunks() {
                chunk.valid().chars().for_each(|char| out.push(char, char.len_utf8()));
                if !chunk.invalid().is_empty() {
                    out.push(char::REPLACEMENT_CHARACTER, chunk.invalid().len());
                }
            }
        } else if self.0 == encoding_rs::UTF_16LE {
            decode_utf16(bytes, u16::from_le_bytes, &mut out);
        } else if self.0 == encoding_rs::UTF_16BE {
            decode_utf16(bytes, u16::from_be_bytes, &mut out);
        } else {
            self.decode_bytewise(bytes, &mut out);
        }
        (out.text, out.lengths)
    }

    /// Feeds the decoder one byte at a time, so that each character shows which bytes made it.
    fn decode_bytewise(self, bytes: &[u8], out: &mut Run) {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let mut buffer = [0u8; 32];
        let mut waiting = 0usize;
        for at in 0..=bytes.len() {
            let last = at == bytes.len();
            let mut step = if last { &[][..] } else { &bytes[at..=at] };
            loop {
                let (result, read, written) =
                    decoder.decode_to_utf8_without_replacement(step, &mut buffer, last);
                step = &step[read..];
                waiting += read;
                let (broken, after) = match result {
                    DecoderResult::Malformed(broken, after) => {
                        (usize::from(broken), usize::from(after))
                    }
                    _ => (0, 0),
                };
                let mut taken = waiting.saturating_sub(broken + after);
                let made = std::str::from_utf8(&buffer[..written]).unwrap_or_default();
                let mut chars = made.chars().peekable();
                while let Some(char) = chars.next() {
                    // What a broken sequence leaves is decoded again: single bytes, and perhaps
                    // the beginning of another sequence. Big5 has two characters for one sequence:
                    // the second one has all of its bytes.
                    let single = char.is_ascii() && !self.is_stateful();
                    let length = match chars.peek() {
                        Some(_) => usize::from(char.is_ascii() || self.is_stateful()),
                        None if single => 1,
                        None => taken,
                    };
                    let length = length.min(taken);
                    out.push(char, length);
                    taken -= length;
                    waiting -= length;
                }
                match result {
                    DecoderResult::InputEmpty => break,
                    DecoderResult::OutputFull => {}
                    DecoderResult::Malformed(..) => {
                        let length = waiting.saturating_sub(after);
                        out.push(char::REPLACEMENT_CHARACTER, length);
                        waiting -= length;
                    }
                }
            }
        }
        if let (true, Some(last)) = (waiting > 0, out.lengths.last_mut()) {
            *last = last.saturating_add(u8::try_from(waiting).unwrap_or(u8::MAX));
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

/// Bytes that were put together from texts as a text, in no more memory than it needs.
pub(crate) fn into_text(bytes: Vec<u8>) -> String {
    match simdutf8::basic::from_utf8(&bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

/// Where a source may name its own encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sniff {
    /// Nowhere.
    Nothing,
    /// In a `meta` element (HTML Standard, 13.2.3.2).
    Meta,
}

struct Run {
    text: String,
    lengths: Vec<u8>,
}

impl Run {
    fn push(&mut self, char: char, length: usize) {
        self.text.push(char);
        self.lengths.push(u8::try_from(length).unwrap_or(u8::MAX));
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, out: &mut Run) {
    let pairs = bytes.as_chunks::<2>();
    for char in char::decode_utf16(pairs.0.iter().map(|pair| unit(*pair))) {
        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.push(char, char.len_utf16() * 2);
    }
    if !pairs.1.is_empty() {
        out.push(char::REPLACEMENT_CHARACTER, 1);
    }
}

/// A source as UTF-8, with the way back to its bytes.
pub(crate) struct Decoded<'a> {
    pub encoding: Encoding,
    /// The length of the byte order mark.
    pub skip: usize,
    pub text: Cow<'a, str>,
    /// Bytes of the source for each character, where they are not those of the text.
    pub lengths: Option<Vec<u8>>,
}

impl Decoded<'_> {
    pub fn way_back(&self) -> WayBack<'_> {
        WayBack {
            text: &self.text,
            lengths: self.lengths.as_deref(),
            at: 0,
            source: self.skip,
            next: 0,
        }
    }
}

/// Finds the source of growing positions of a decoded text.
#[derive(Clone, Debug)]
pub(crate) struct WayBack<'a> {
    text: &'a str,
    lengths: Option<&'a [u8]>,
    at: usize,
    source: usize,
    next: usize,
}

impl WayBack<'_> {
    /// Whether positions differ by the byte order mark only.
    pub fn is_straight(&self) -> bool {
        self.lengths.is_none()
    }

    /// The place in the source of a position of the text, which is not before the last one asked.
    pub fn source(&mut self, text: usize) -> usize {
        let Some(lengths) = self.lengths else {
            self.source = self.source + text - self.at;
            self.at = text;
            return self.source;
        };
        for char in self.text[self.at..text].chars() {
            let _ = char;
            self.source += lengths.get(self.next).copied().map_or(0, usize::from);
            self.next += 1;
        }
        self.at = text;
        self.source
    }
}
