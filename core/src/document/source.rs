//! The bytes of a document as they came in.

use std::sync::Arc;

use crate::error::Location;
use crate::its;
use crate::markup::Encoding;
use crate::media::Format;
use crate::text::ByteSpan;

/// The bytes that a document was read from, never changed, with what was found out about them.
/// Clones share the bytes.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Arc<Vec<u8>>,
    format: Format,
    encoding: Encoding,
    declared: Option<Encoding>,
    rules: Option<Arc<its::Options>>,
}

impl Source {
    pub(crate) fn new(bytes: Vec<u8>, format: Format, encoding: Encoding) -> Source {
        Source { bytes: Arc::new(bytes), format, encoding, declared: None, rules: None }
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

    /// The bytes as they came in.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
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
