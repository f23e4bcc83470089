//! The output buffer of a new file, with a size limit.

use std::io;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::escape::{not_xml, push_escaped, xml_text, xml_value};

/// The bytes of a new file, at most `most` bytes.
pub struct Output {
    bytes: Vec<u8>,
    most: usize,
}

impl Output {
    /// Creates an empty file of at most `most` bytes.
    pub fn new(most: usize) -> Output {
        Output { bytes: Vec::new(), most }
    }

    /// Appends a text. Returns `ErrorKind::TooLarge` if the file exceeds the limit.
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.raw(text.as_bytes())
    }

    /// Appends bytes. Returns `ErrorKind::TooLarge` if the file exceeds its limit.
    pub fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        if self.bytes.len().saturating_add(bytes.len()) > self.most {
            return Err(self.too_large());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Appends the value of an XML attribute.
    pub fn xml_value(&mut self, text: &str) -> Result<()> {
        let mut out = String::with_capacity(text.len());
        push_escaped(text, &mut out, |c| xml_value(c).or_else(|| not_xml(c)));
        self.text(&out)
    }

    /// Appends text between XML tags.
    pub fn xml_text(&mut self, text: &str) -> Result<()> {
        let mut out = String::with_capacity(text.len());
        push_escaped(text, &mut out, |c| xml_text(c).or_else(|| not_xml(c)));
        self.text(&out)
    }

    /// Appends a value as JSON.
    pub fn json(&mut self, value: &serde_json::Value) -> Result<()> {
        let written = serde_json::to_writer(Limited(self), value);
        written.map_err(|error| match error.is_io() {
            true => self.too_large(),
            false => Error::new(ErrorKind::Internal, "a value was not written").because(error),
        })
    }

    /// Returns the number of bytes that may still be written.
    pub fn remaining(&self) -> usize {
        self.most.saturating_sub(self.bytes.len())
    }

    /// Returns the bytes of the file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn too_large(&self) -> Error {
        let message = format!(
            "the file would exceed the limit of {} bytes; write less, or raise \
             `max-output-bytes`",
            self.most
        );
        Error::new(ErrorKind::TooLarge, message).with_parameter("max-output-bytes")
    }
}

/// An adapter that lets a serializer write to an output.
struct Limited<'o>(&'o mut Output);

impl io::Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.raw(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
