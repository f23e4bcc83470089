//! A JSON writer with a size limit.

use glossweave_base::error::{Error, ErrorKind, Result};

/// A writer of one JSON text, used to limit the size of the output while it is written.
#[derive(Debug)]
pub struct JsonWriter {
    out: Vec<u8>,
    /// The maximum size of the output, in bytes.
    most: usize,
}

impl JsonWriter {
    /// Creates a writer of at most `most` bytes.
    pub fn new(most: usize) -> JsonWriter {
        JsonWriter { out: Vec::new(), most }
    }

    /// Returns the JSON that was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Writes text without escapes.
    pub fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Writes a string with its quotation marks and escapes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::TooLarge`, with the parameter `max-output-bytes`, if the output would be too long.
    pub fn string(&mut self, text: &str) -> Result<()> {
        if self.out.len().saturating_add(text.len()) > self.most {
            let message = format!(
                "the annotations would exceed the limit of {} bytes; write fewer or \
                 shorter annotations, or raise `max-output-bytes`",
                self.most
            );
            return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("max-output-bytes"));
        }
        serde_json::to_writer(&mut self.out, text).map_err(|error| {
            Error::new(ErrorKind::Internal, "a text was not written").because(error)
        })
    }

    /// Writes a name and a string value.
    pub fn member(&mut self, name: &str, text: &str) -> Result<()> {
        self.string(name)?;
        self.raw(": ");
        self.string(text)
    }
}
