//! An XML source as decoded text. At most one element is kept in memory.

use std::io::{BufRead, Read};
use std::ops::Range;

use encoding_rs::Decoder;
use glossweave_encoding::EncodingExt;

use crate::encoding;
use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The number of bytes to read at a time.
const STEP: usize = 64 << 10;
/// The maximum size of an element that is read as a whole, and of the data between two elements, in
/// bytes.
const MAX_ELEMENT: usize = 16 << 20;
/// The maximum size of a file in an encoding other than UTF-8 or UTF-16. Such files are rare, old
/// and small.
const MAX_OTHER: usize = 256 << 20;

pub(super) struct Source<R> {
    reader: R,
    /// The decoder for UTF-16. `None` for UTF-8.
    utf16: Option<Decoder>,
    /// The bytes that are not decoded yet.
    raw: Vec<u8>,
    /// The decoded text that is still in memory.
    text: String,
    /// The number of consumed bytes of the text.
    consumed: usize,
    is_over: bool,
    /// The position of the text in the source: bytes, line ends, and characters of the current
    /// line.
    before: (usize, u32, u32),
    /// The error that ended reading.
    pub failure: Option<Error>,
}

impl<R: Read> Source<R> {
    /// Detects the encoding from the first bytes, and consumes a byte order mark.
    pub fn new(mut reader: R) -> Result<Source<R>> {
        let mut raw = Vec::new();
        reader.by_ref().take(1024).read_to_end(&mut raw).map_err(unread)?;
        let head = raw.iter().position(|byte| *byte == b'>').map_or(raw.len(), |at| at + 1);
        let is_wide = raw.starts_with(&[0xFE, 0xFF])
            || raw.starts_with(&[0xFF, 0xFE])
            || raw.iter().take(4).any(|byte| *byte == 0);
        let head = if is_wide { head.next_multiple_of(2).min(raw.len()) } else { head };
        let found = encoding::decode_xml(&raw[..head], None)?;
        let (encoding, skip) = (found.encoding, found.skip);
        drop(found);
        let mut source = Source {
            reader,
            utf16: encoding.utf16_decoder(),
            raw: Vec::new(),
            text: String::new(),
            consumed: 0,
            is_over: false,
            before: (0, 0, 0),
            failure: None,
        };
        if source.utf16.is_none() && !encoding.is_utf8() {
            source.reader.by_ref().take(MAX_OTHER as u64).read_to_end(&mut raw).map_err(unread)?;
            if raw.len() >= MAX_OTHER {
                let message =
                    format!("a file in {encoding} of 256 MB is too large, expected UTF-8");
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            source.text = encoding::decode_xml(&raw, None)?.text.into_owned();
            source.is_over = true;
            return Ok(source);
        }
        raw.drain(..skip);
        source.raw = raw;
        source.decode()?;
        Ok(source)
    }

    /// Decodes the bytes read so far. An incomplete character is kept until more bytes are read.
    fn decode(&mut self) -> Result<()> {
        if let Some(decoder) = &mut self.utf16 {
            let most = decoder.max_utf8_buffer_length(self.raw.len());
            self.text.reserve(most.unwrap_or_default());
            let (_, read, _) = decoder.decode_to_string(&self.raw, &mut self.text, self.is_over);
            self.raw.drain(..read);
            return Ok(());
        }
        let wrong = match simdutf8::compat::from_utf8(&self.raw) {
            Ok(text) => {
                self.text.push_str(text);
                self.raw.clear();
                return Ok(());
            }
            Err(wrong) => wrong,
        };
        let (valid, rest) = self.raw.split_at(wrong.valid_up_to());
        self.text.push_str(std::str::from_utf8(valid).unwrap_or_default());
        if wrong.error_len().is_some() || self.is_over {
            let message = format!("expected UTF-8, found the byte `{:02X}`", rest[0]);
            let end = self.text.len();
            return Err(Error::malformed(message).at(self.location_in_text(end..end + 1)));
        }
        self.raw.drain(..wrong.valid_up_to());
        Ok(())
    }

    /// Reads more bytes.
    fn more(&mut self) -> Result<()> {
        if self.text.len() > MAX_ELEMENT {
            let message = format!("no element ends within {MAX_ELEMENT} bytes");
            let location = self.location_in_text(0..0);
            return Err(Error::new(ErrorKind::TooLarge, message).at(location));
        }
        let before = self.raw.len();
        self.reader.by_ref().take(STEP as u64).read_to_end(&mut self.raw).map_err(unread)?;
        self.is_over = self.raw.len() == before;
        self.decode()
    }

    /// Drops the consumed text. Its locations can no longer be computed.
    pub fn advance(&mut self) {
        if self.consumed < STEP {
            return;
        }
        let (bytes, lines, columns) = self.before;
        let consumed = &self.text.as_bytes()[..self.consumed];
        let (lines, columns) = match memchr::memchr(b'\r', consumed) {
            // Without CR, lines are counted without a test of each byte.
            None => match memchr::memrchr(b'\n', consumed) {
                None => (lines, columns + self.text[..self.consumed].chars().count() as u32),
                Some(last) => (
                    lines + memchr::memchr_iter(b'\n', consumed).count() as u32,
                    self.text[last + 1..self.consumed].chars().count() as u32,
                ),
            },
            Some(_) => {
                let location = self.location_in_text(self.consumed..self.consumed);
                (location.line() - 1, location.column() - 1)
            }
        };
        self.before = (bytes + self.consumed, lines, columns);
        self.text.drain(..self.consumed);
        self.consumed = 0;
    }

    /// Returns the location of a range of the decoded source.
    pub fn location(&self, at: Range<usize>) -> Location {
        let within = |at: usize| at.saturating_sub(self.before.0);
        self.location_in_text(within(at.start)..within(at.end))
    }

    fn location_in_text(&self, at: Range<usize>) -> Location {
        let (bytes, lines, columns) = self.before;
        Location::in_source(self.text.as_bytes(), at).behind(bytes, lines, columns)
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Source<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        while self.consumed == self.text.len() && !self.is_over {
            if let Err(failure) = self.more() {
                self.failure = Some(failure);
                return Err(std::io::Error::other("see the failure"));
            }
        }
        Ok(&self.text.as_bytes()[self.consumed..])
    }

    fn consume(&mut self, count: usize) {
        self.consumed += count;
    }
}

fn unread(cause: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the source cannot be read: {cause}")).because(cause)
}
