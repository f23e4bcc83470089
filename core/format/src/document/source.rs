//! The bytes of a document as they came in.

use std::sync::Arc;

use crate::its;
use glossweave_base::error::Location;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_markup::{Encoding, UnknownEntities};

/// The bytes that a document was read from, never changed, with what was found out about them.
/// Clones share the bytes.
///
/// A format that packs several files into one (OpenDocument) is read from those of them that have
/// text: their unpacked bytes in UTF-8, one file after the other, are what all places count.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Arc<Vec<u8>>,
    format: Format,
    encoding: Encoding,
    declared: Option<Encoding>,
    rules: Option<Arc<its::Options>>,
    unknown: UnknownEntities,
    package: Option<Arc<Vec<u8>>>,
    parts: Vec<Part>,
}

/// A file in a package, and where its bytes stand among those of all files that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the package, such as `content.xml`.
    pub name: Box<str>,
    /// Its bytes, which are UTF-8 whatever the file is in.
    pub span: ByteSpan,
    /// The encoding of the file in the package.
    pub encoding: Encoding,
}

impl Source {
    #[doc(hidden)]
    pub fn new(bytes: Vec<u8>, format: Format, encoding: Encoding) -> Source {
        Source {
            bytes: Arc::new(bytes),
            format,
            encoding,
            declared: None,
            rules: None,
            unknown: UnknownEntities::default(),
            package: None,
            parts: Vec::new(),
        }
    }

    pub(crate) fn declared_as(mut self, declared: Option<Encoding>) -> Source {
        self.declared = declared;
        self
    }

    /// Remembers the rules from outside with which it was read.
    pub(crate) fn ruled_by(mut self, rules: its::Options) -> Source {
        self.rules = Some(Arc::new(rules));
        self
    }

    /// The rules from outside with which it was read.
    pub(crate) fn rules(&self) -> its::Options {
        self.rules.as_deref().cloned().unwrap_or_default()
    }

    /// Remembers what unknown entities were read as.
    pub(crate) fn with_unknown(mut self, unknown: UnknownEntities) -> Source {
        self.unknown = unknown;
        self
    }

    /// What unknown entities were read as.
    pub(crate) fn unknown(&self) -> UnknownEntities {
        self.unknown
    }

    /// Says that the bytes are those of parts of a package.
    pub(crate) fn packed_in(mut self, package: Vec<u8>, parts: Vec<Part>) -> Source {
        self.package = Some(Arc::new(package));
        self.parts = parts;
        self
    }

    /// The bytes that were read, and that all places count: as they came in, or for a package those
    /// of its [parts](Source::parts).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes as they came in: those of the package, where there is one.
    pub fn original(&self) -> &[u8] {
        self.package().unwrap_or(&self.bytes)
    }

    /// The package that the bytes were unpacked from, as it came in; `None` for other formats.
    pub fn package(&self) -> Option<&[u8]> {
        self.package.as_deref().map(Vec::as_slice)
    }

    /// The parts of a package whose bytes were read, in their order; none for other formats.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The format they were read as.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The encoding they were read in.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The encoding that the transport declared, where it did.
    pub fn declared(&self) -> Option<Encoding> {
        self.declared
    }

    /// Where the source itself declares its encoding and that is what counts: the place where the
    /// declaration ends, and how far it may move.
    pub(crate) fn declaration_room(&self) -> Option<(usize, usize)> {
        if self.format != Format::Html || self.declared.is_some() {
            return None;
        }
        let marked = Encoding::has_mark(&self.bytes);
        Encoding::room_before_declaration(&self.bytes).filter(|_| !marked)
    }

    /// A place in the bytes as line and column.
    pub fn location(&self, span: ByteSpan) -> Location {
        Location::in_source(&self.bytes, span.range())
    }
}
