//! Documents as lines of JSON.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;

use super::BatchDocument;
use glossweave_base::error::{Error, Location, Result};

/// The documents in lines of JSON.
#[derive(Debug)]
pub(super) struct JsonLines {
    bytes: Vec<u8>,
    /// The offset of the next line.
    start: usize,
    /// The number of the next line, from 1.
    line: u32,
}

/// A line of JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: Option<String>,
    media_type: Option<String>,
    content: Option<String>,
    base64: Option<String>,
}

impl JsonLines {
    pub fn new(bytes: Vec<u8>) -> JsonLines {
        let start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        JsonLines { bytes, start, line: 1 }
    }
}

impl Iterator for JsonLines {
    type Item = BatchDocument;

    fn next(&mut self) -> Option<BatchDocument> {
        loop {
            let rest = self.bytes.get(self.start..).filter(|rest| !rest.is_empty())?;
            let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            let (text, line) = (rest[..end].trim_ascii_end(), self.line);
            self.start += end + 1;
            self.line = self.line.saturating_add(1);
            if !text.trim_ascii().is_empty() {
                return Some(document(text, line));
            }
        }
    }
}

fn document(text: &[u8], number: u32) -> BatchDocument {
    let at = |column| Location::at_line(b"", number, column);
    let line: Line = match serde_json::from_slice(text) {
        Ok(line) => line,
        Err(error) => {
            let told = error.to_string();
            let told = told.rsplit_once(" at line ").map_or(&*told, |(told, _)| told);
            let message = format!("the line is not a document: {told}");
            let column = u32::try_from(error.column()).unwrap_or(u32::MAX).max(1);
            return BatchDocument::failed(Error::malformed(message).at(at(column)));
        }
    };
    let Line { name, media_type, content, base64 } = line;
    let content = read(content, base64).map_err(|error| error.at(at(1)));
    BatchDocument { name, media_type, content }
}

fn read(content: Option<String>, base64: Option<String>) -> Result<Vec<u8>> {
    match (content, base64) {
        (Some(content), None) => Ok(content.into_bytes()),
        (None, Some(coded)) => BASE64_STANDARD
            .decode(coded)
            .map_err(|error| Error::malformed(format!("`base64` of the line is wrong: {error}"))),
        (None, None) => Err(Error::malformed("the line has neither `content` nor `base64`")),
        (Some(_), Some(_)) => Err(Error::malformed("the line has both `content` and `base64`")),
    }
}
