//! Decoding of long stretches of bytes, with the source length of each character.

use super::EncodingExt;
use encoding_rs::{CoderResult, DecoderResult};

use super::Encoding;
use super::way::{Break, Lengths, weigh};

/// The minimum number of bytes to decode at once, if the source is long enough.
const STRETCH: usize = 16 << 10;

/// The text and lengths decoded so far.
struct Run {
    text: String,
    /// The source lengths of the non-ASCII characters, or of all characters if `each` is set.
    lengths: Vec<u8>,
    each: bool,
}

impl Run {
    fn push(&mut self, char: char, length: usize) {
        if char.is_ascii() && length != 1 {
            self.list_each();
        }
        self.text.push(char);
        if self.each || !char.is_ascii() {
            self.lengths.push(u8::try_from(length).unwrap_or(u8::MAX));
        }
    }

    /// Converts the list to the lengths of all characters.
    fn list_each(&mut self) {
        if std::mem::replace(&mut self.each, true) {
            return;
        }
        let mut others = std::mem::take(&mut self.lengths).into_iter();
        let length = |char: char| match char.is_ascii() {
            true => 1,
            false => others.next().unwrap_or(0),
        };
        self.lengths = self.text.chars().map(length).collect();
    }

    fn grow_last(&mut self, by: usize) {
        self.list_each();
        if let Some(last) = self.lengths.last_mut() {
            *last = last.saturating_add(u8::try_from(by).unwrap_or(u8::MAX));
        }
    }

    fn finish(self) -> (String, Lengths) {
        let lengths = match self.each {
            true => Lengths::Each(self.lengths),
            false if self.lengths.iter().all(|length| *length == 2) => Lengths::Two,
            false => Lengths::Others(self.lengths),
        };
        (self.text, lengths)
    }
}

impl Encoding {
    /// Decodes bytes, and returns the text with the source length of each character.
    pub(super) fn decode_run(self, bytes: &[u8]) -> (String, Lengths) {
        if self.0.is_single_byte() {
            let text = self.decode_controls(bytes, |bytes| self.decode_single(bytes));
            return (text, Lengths::One);
        }
        if self.is_utf8() {
            return decode_utf8(bytes);
        }
        let mut out =
            Run { text: String::with_capacity(bytes.len()), lengths: Vec::new(), each: false };
        if self.0 == encoding_rs::UTF_16LE {
            decode_utf16(bytes, u16::from_le_bytes, &mut out);
        } else if self.0 == encoding_rs::UTF_16BE {
            decode_utf16(bytes, u16::from_be_bytes, &mut out);
        } else if self.is_stateful() || !self.0.is_ascii_compatible() {
            out.each = true;
            self.decode_bytewise(bytes, &mut out);
        } else {
            self.decode_by_stretches(bytes, &mut out);
        }
        out.finish()
    }

    /// Decodes a single-byte encoding. The initial capacity assumes few non-ASCII characters,
    /// because allocating the maximum of three bytes for each byte would take longer than decoding.
    fn decode_single(self, bytes: &[u8]) -> String {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        let mut rest = bytes;
        loop {
            let (result, read, _) = decoder.decode_to_string(rest, &mut text, true);
            rest = &rest[read..];
            match result {
                CoderResult::InputEmpty => return text,
                CoderResult::OutputFull => text.reserve(rest.len() + rest.len() / 2 + 8),
            }
        }
    }

    /// Decodes one stretch after the other. No multi-byte sequence contains a byte below `0`, so
    /// each stretch ends with such a byte. A stretch without invalid bytes is decoded at once.
    fn decode_by_stretches(self, bytes: &[u8], out: &mut Run) {
        let mut rest = bytes;
        let lengths = self.sequences();
        while !rest.is_empty() {
            let ahead = rest.get(STRETCH..).unwrap_or_default();
            let end = ahead.iter().position(|byte| *byte < b'0');
            let (stretch, after) = rest.split_at(end.map_or(rest.len(), |at| STRETCH + at + 1));
            // When all lengths are listed, each character has to be decoded separately.
            if out.each || !self.decode_at_once(stretch, &lengths, out) {
                self.decode_bytewise(stretch, out);
            }
            rest = after;
        }
    }

    /// Decodes a stretch at once. Returns `false` without any effect if the stretch is irregular.
    fn decode_at_once(self, stretch: &[u8], lengths: &[u8; 256], out: &mut Run) -> bool {
        let Some(text) = self.0.decode_without_bom_handling_and_without_replacement(stretch) else {
            return false;
        };
        let known = out.lengths.len();
        out.lengths.reserve(stretch.len() / 2);
        let (mut at, mut plain) = (0, 0);
        while let Some(first) = stretch.get(at) {
            let mut length = lengths[usize::from(*first)];
            if first.is_ascii() {
                plain += 1;
            } else {
                if length == 0 {
                    let second = stretch.get(at + 1).copied().unwrap_or(0);
                    length = if second.is_ascii_digit() { 4 } else { 2 };
                }
                out.lengths.push(length);
            }
            at += usize::from(length);
        }
        // The counts differ when one sequence gives two characters, or when an ASCII character uses two
        // bytes.
        let others = weigh(text.as_bytes(), |byte| u8::from(byte >= 0xC0));
        let fits = at == stretch.len()
            && others == out.lengths.len() - known
            && weigh(text.as_bytes(), |byte| u8::from(byte.is_ascii())) == plain;
        match fits {
            true => out.text.push_str(&text),
            false => out.lengths.truncate(known),
        }
        fits
    }

    /// Returns the lengths of valid sequences by their first byte. 0 means that the second byte
    /// determines the length.
    fn sequences(self) -> [u8; 256] {
        let encoding = self.0;
        let digits = encoding == encoding_rs::GBK || encoding == encoding_rs::GB18030;
        std::array::from_fn(|first| match first {
            0..=0x80 | 0xFF => 1,
            0xA1..=0xDF if encoding == encoding_rs::SHIFT_JIS => 1,
            0x8F if encoding == encoding_rs::EUC_JP => 3,
            _ if digits => 0,
            _ => 2,
        })
    }

    /// Decodes one byte at a time to find the bytes of each character.
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
                    // The bytes after a broken sequence are decoded again: single bytes, and
                    // possibly the start of another sequence. In Big5, one sequence can give two
                    // characters. Its bytes are assigned to the second one.
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
        if waiting > 0 {
            out.grow_last(waiting);
        }
    }
}

fn decode_utf8(bytes: &[u8]) -> (String, Lengths) {
    let mut text = String::with_capacity(bytes.len());
    let mut breaks = Vec::new();
    let mut end = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let length = chunk.invalid().len();
        end += chunk.valid().len() + length;
        if length > 0 {
            // A broken sequence has at most three bytes.
            breaks.push(Break { text: text.len(), end, length: length as u8 });
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    (text, Lengths::Broken(breaks))
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, out: &mut Run) {
    out.each = true;
    let pairs = bytes.as_chunks::<2>();
    for char in char::decode_utf16(pairs.0.iter().map(|pair| unit(*pair))) {
        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.push(char, char.len_utf16() * 2);
    }
    if !pairs.1.is_empty() {
        out.push(char::REPLACEMENT_CHARACTER, 1);
    }
}
