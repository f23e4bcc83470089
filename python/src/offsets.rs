//! Conversion between spans in code points, which Python uses, and spans in bytes, which the engine uses.

use glossweave::text::{CharIndex, CharSpan, TextSpan};
use glossweave::{Document, Error, Result};
use pyo3::prelude::*;

/// A text with the index of its code points.
#[derive(Clone, Copy)]
pub struct IndexedText<'a> {
    text: &'a str,
    index: &'a CharIndex,
}

impl<'a> IndexedText<'a> {
    /// Pairs a text with its index.
    pub fn new(text: &'a str, index: &'a CharIndex) -> IndexedText<'a> {
        IndexedText { text, index }
    }

    /// Returns the text of a document.
    pub fn of(document: &'a Document) -> IndexedText<'a> {
        IndexedText::new(document.text(), document.index())
    }

    /// Converts a span in code points to a span in bytes. Returns `ErrorKind::Invalid` if it exceeds the
    /// text.
    pub fn span(self, start: usize, end: usize) -> Result<TextSpan> {
        self.index.span(self.text, CharSpan::new(start, end)).ok_or_else(|| {
            let length = self.index.len();
            Error::invalid(format!(
                "the span {start}..{end} exceeds the text of {length} characters"
            ))
        })
    }

    /// Converts a span in bytes to code points.
    pub fn chars(self, span: TextSpan) -> (usize, usize) {
        let span = self.index.chars(self.text, span);
        (span.start(), span.end())
    }

    /// Returns the text of a span. Returns an empty text if the span exceeds the text.
    pub fn slice(self, span: TextSpan) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the start of the text, at most `limit` bytes.
    pub fn start(self, limit: usize) -> &'a str {
        let end = (0..=limit.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at));
        &self.text[..end.unwrap_or_default()]
    }

    /// Returns `true` if the text continues after its start.
    pub fn is_longer_than(self, start: &str) -> bool {
        self.text.len() > start.len()
    }
}

/// A file of a package (OpenDocument), and its span in the concatenated bytes of all files that were read.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Part {
    /// The name in the package, for example `content.xml`.
    name: String,
    /// The start offset.
    start: usize,
    /// The end offset. The bytes are UTF-8 even if the file uses another encoding.
    end: usize,
    /// The encoding of the file in the package.
    encoding: String,
}

impl From<&glossweave::document::Part> for Part {
    fn from(part: &glossweave::document::Part) -> Part {
        Part {
            name: part.name.to_string(),
            start: part.span.start(),
            end: part.span.end(),
            encoding: part.encoding.name().to_owned(),
        }
    }
}

#[pymethods]
impl Part {
    #[new]
    fn new(name: String, start: usize, end: usize, encoding: String) -> Part {
        Part { name, start, end, encoding }
    }

    fn __getnewargs__(&self) -> (&str, usize, usize, &str) {
        (&self.name, self.start, self.end, &self.encoding)
    }

    fn __repr__(&self) -> String {
        format!("<Part {} at {}..{}>", self.name, self.start, self.end)
    }
}
