//! The original bytes of a document.

use std::fmt;
use std::sync::Arc;

use crate::decode_options::DecodeOptions;
use crate::rule_set::RuleSet;
use glossweave_base::error::Location;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_encoding::{self as encoding, Encoding};

/// The unchanged bytes of a document, with their format and encoding. Clones share the bytes.
///
/// If the format is a package of several files (for example OpenDocument), the files with text are
/// unpacked, converted to UTF-8 and concatenated. All offsets are positions in these bytes.
#[derive(Clone)]
pub struct Source {
    bytes: Arc<Vec<u8>>,
    format: Format,
    encoding: Encoding,
    options: Arc<DecodeOptions>,
    package: Option<Arc<Vec<u8>>>,
    parts: Vec<Part>,
}

/// A file in a package, with the position of its bytes in the concatenated bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the file in the package, for example `content.xml`.
    pub name: Box<str>,
    /// The bytes of the file in UTF-8, even if the file in the package uses another encoding.
    pub span: ByteSpan,
    /// The encoding of the file in the package.
    pub encoding: Encoding,
}

impl Source {
    /// Returns the name of the bundled set of ITS rules that was used to read XML.
    pub fn rule_set(&self) -> Option<&'static str> {
        self.options.rule_set.filter(|_| self.format == Format::Xml).map(RuleSet::name)
    }

    /// Returns the bytes that all offsets refer to. These are the original bytes, or for a package
    /// the bytes of its [parts](Source::parts).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the original bytes. For a package, these are the packed bytes.
    pub fn original(&self) -> &[u8] {
        self.package().unwrap_or(&self.bytes)
    }

    /// Returns the original bytes of a package. Returns `None` for other formats.
    pub fn package(&self) -> Option<&[u8]> {
        self.package.as_deref().map(Vec::as_slice)
    }

    /// Returns the files of a package that were read, in order. Empty for other formats.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the format that was used to read the bytes.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the encoding that was used to read the bytes.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the encoding that the transport declared, if any.
    pub fn declared(&self) -> Option<Encoding> {
        self.options.charset.filter(|_| self.package.is_none())
    }

    /// Converts a span of bytes to a location with line and column.
    pub fn location(&self, span: ByteSpan) -> Location {
        Location::in_source(&self.bytes, span.range())
    }
}

impl fmt::Debug for Source {
    /// Formats the source without its bytes.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Source")
            .field("format", &self.format)
            .field("encoding", &self.encoding)
            .field("bytes", &self.bytes.len())
            .field("parts", &self.parts)
            .finish_non_exhaustive()
    }
}

/// Methods of [`Source`] for the other crates of Glossweave.
pub trait SourceExt: Sized {
    /// Creates a source from bytes in a format and an encoding.
    fn new(bytes: Vec<u8>, format: Format, encoding: Encoding) -> Self;

    /// Sets the options that were used for reading. Their ITS rules are all external rules,
    /// including the rules of a bundled set.
    fn read_with(self, options: &DecodeOptions) -> Self;

    /// Returns the options that were used for reading.
    fn options(&self) -> &DecodeOptions;

    /// Marks the bytes as the parts of a package.
    fn packed_in(self, package: Vec<u8>, parts: Vec<Part>) -> Self;

    /// Returns the end of the encoding declaration in the source, and the maximum distance to which
    /// it may move. Returns `None` if the encoding does not depend on a declaration.
    fn declaration_space(&self) -> Option<(usize, usize)>;
}

impl SourceExt for Source {
    fn new(bytes: Vec<u8>, format: Format, encoding: Encoding) -> Source {
        let (bytes, options) = (Arc::new(bytes), Arc::default());
        Source { bytes, format, encoding, options, package: None, parts: Vec::new() }
    }

    fn read_with(mut self, options: &DecodeOptions) -> Source {
        self.options = Arc::new(options.clone());
        self
    }

    fn options(&self) -> &DecodeOptions {
        &self.options
    }

    fn packed_in(mut self, package: Vec<u8>, parts: Vec<Part>) -> Source {
        self.package = Some(Arc::new(package));
        self.parts = parts;
        self
    }

    fn declaration_space(&self) -> Option<(usize, usize)> {
        if self.format != Format::Html || self.declared().is_some() {
            return None;
        }
        let marked = encoding::has_mark(&self.bytes);
        encoding::space_before_declaration(&self.bytes).filter(|_| !marked)
    }
}
