//! The original bytes of a document.

use std::fmt;
use std::sync::Arc;

use crate::decode_options::DecodeOptions;
use crate::rule_set::RuleSet;
use glossweave_base::error::Location;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_markup::Encoding;

/// The unchanged bytes that a document was read from, with their format and encoding. Clones share
/// the bytes.
///
/// For a format that packs several files into one (OpenDocument), the files that contain text are
/// read: their unpacked bytes in UTF-8, concatenated, are what all offsets count.
#[derive(Clone)]
pub struct Source {
    bytes: Arc<Vec<u8>>,
    format: Format,
    encoding: Encoding,
    options: Arc<DecodeOptions>,
    package: Option<Arc<Vec<u8>>>,
    parts: Vec<Part>,
}

/// A file in a package, and the place of its bytes among those of all files that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name in the package, such as `content.xml`.
    pub name: Box<str>,
    /// The bytes of the file, which are UTF-8 whatever its encoding in the package is.
    pub span: ByteSpan,
    /// The encoding of the file in the package.
    pub encoding: Encoding,
}

impl Source {
    /// Returns the name of the bundled set of ITS rules with which XML was read.
    pub fn rule_set(&self) -> Option<&'static str> {
        self.options.rule_set.filter(|_| self.format == Format::Xml).map(RuleSet::name)
    }

    /// Returns the bytes that were read, which all offsets count: the original bytes, or for a
    /// package those of its [parts](Source::parts).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the original bytes: those of the package, if there is one.
    pub fn original(&self) -> &[u8] {
        self.package().unwrap_or(&self.bytes)
    }

    /// Returns the original bytes of the package that was unpacked; `None` for other formats.
    pub fn package(&self) -> Option<&[u8]> {
        self.package.as_deref().map(Vec::as_slice)
    }

    /// Returns the parts of a package whose bytes were read, in their order; empty for other
    /// formats.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the format as which the bytes were read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the encoding in which the bytes were read.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the encoding that the transport declared, if it did.
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

/// Methods of sources that the other crates of Glossweave call.
pub trait SourceExt: Sized {
    /// Creates a source from its bytes, which were read in a format and an encoding.
    fn new(bytes: Vec<u8>, format: Format, encoding: Encoding) -> Self;

    /// Sets the options with which it was read. Their ITS rules are all external rules, with the rules of a bundled set.
    fn read_with(self, options: &DecodeOptions) -> Self;

    /// Returns the options with which it was read.
    fn options(&self) -> &DecodeOptions;

    /// Marks the bytes as those of parts of a package.
    fn packed_in(self, package: Vec<u8>, parts: Vec<Part>) -> Self;

    /// Returns the end of the encoding declaration in the source, and how far it may move, if this declaration determines
    /// the encoding.
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
        let marked = Encoding::has_mark(&self.bytes);
        Encoding::space_before_declaration(&self.bytes).filter(|_| !marked)
    }
}
