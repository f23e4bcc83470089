//! The original bytes of a document.

use std::sync::Arc;

use super::Columns;
use crate::its;
use crate::notation::Notations;
use glossweave_base::error::Location;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_markup::{Encoding, InvalidBytes, UnknownEntities};

/// The unchanged bytes that a document was read from, with their format and encoding. Clones share
/// the bytes.
///
/// For a format that packs several files into one (OpenDocument), the files that contain text are
/// read: their unpacked bytes in UTF-8, concatenated, are what all offsets count.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Arc<Vec<u8>>,
    format: Format,
    encoding: Encoding,
    declared: Option<Encoding>,
    rules: Option<Arc<its::Options>>,
    rule_set: Option<&'static str>,
    unknown: UnknownEntities,
    invalid: InvalidBytes,
    attributes: bool,
    numeric_cells: bool,
    columns: Option<Arc<Columns>>,
    placeholders: Option<Notations>,
    quotes: bool,
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
    #[doc(hidden)]
    pub fn new(bytes: Vec<u8>, format: Format, encoding: Encoding) -> Source {
        Source {
            bytes: Arc::new(bytes),
            format,
            encoding,
            declared: None,
            rules: None,
            rule_set: None,
            unknown: UnknownEntities::default(),
            invalid: InvalidBytes::default(),
            attributes: false,
            numeric_cells: false,
            columns: None,
            placeholders: None,
            quotes: false,
            package: None,
            parts: Vec::new(),
        }
    }

    pub(crate) fn declared_as(mut self, declared: Option<Encoding>) -> Source {
        self.declared = declared;
        self
    }

    /// Sets the external rules with which it was read.
    pub(crate) fn ruled_by(mut self, rules: its::Options) -> Source {
        self.rules = Some(Arc::new(rules));
        self
    }

    /// Sets the bundled set of rules with which it was read.
    pub(crate) fn with_rule_set(mut self, set: Option<&'static str>) -> Source {
        self.rule_set = set;
        self
    }

    /// Returns the name of the bundled set of ITS rules with which XML was read.
    pub fn rule_set(&self) -> Option<&'static str> {
        self.rule_set
    }

    /// Returns the external rules with which it was read.
    pub(crate) fn rules(&self) -> its::Options {
        self.rules.as_deref().cloned().unwrap_or_default()
    }

    /// Sets the reading of unknown entities.
    pub(crate) fn with_unknown(mut self, unknown: UnknownEntities) -> Source {
        self.unknown = unknown;
        self
    }

    /// Returns the reading of unknown entities.
    pub(crate) fn unknown(&self) -> UnknownEntities {
        self.unknown
    }

    /// Sets the reading of bytes that are invalid in the encoding.
    pub(crate) fn with_invalid(mut self, invalid: InvalidBytes) -> Source {
        self.invalid = invalid;
        self
    }

    /// Returns the reading of bytes that are invalid in the encoding.
    pub(crate) fn invalid(&self) -> InvalidBytes {
        self.invalid
    }

    /// Sets whether translatable attributes are units.
    pub(crate) fn with_attributes(mut self, are_units: bool) -> Source {
        self.attributes = are_units;
        self
    }

    /// Returns `true` if translatable attributes are units.
    pub(crate) fn has_attributes(&self) -> bool {
        self.attributes
    }

    /// Sets whether numbers and dates of cells are units.
    pub(crate) fn with_numeric_cells(mut self, are_units: bool) -> Source {
        self.numeric_cells = are_units;
        self
    }

    /// Returns `true` if numbers and dates of cells are units.
    pub(crate) fn has_numeric_cells(&self) -> bool {
        self.numeric_cells
    }

    /// Sets the columns of a table.
    pub(crate) fn with_columns(mut self, columns: Option<Columns>) -> Source {
        self.columns = columns.map(Arc::new);
        self
    }

    /// Returns the columns of a table, if they were named.
    pub(crate) fn columns(&self) -> Option<&Columns> {
        self.columns.as_deref()
    }

    /// Sets the notations of placeholders with which it was read, if an option named them.
    pub(crate) fn with_placeholders(mut self, notations: Option<Notations>) -> Source {
        self.placeholders = notations;
        self
    }

    /// Sets whether apostrophes quote braces in all texts, as in messages of ICU.
    pub(crate) fn with_quotes(mut self, quotes: bool) -> Source {
        self.quotes = quotes;
        self
    }

    /// Returns `true` if apostrophes quote braces in all texts.
    pub(crate) fn has_quotes(&self) -> bool {
        self.quotes
    }

    /// Returns the notations of placeholders with which it was read, if an option named them.
    pub(crate) fn placeholders(&self) -> Option<Notations> {
        self.placeholders
    }

    /// Marks the bytes as those of parts of a package.
    pub(crate) fn packed_in(mut self, package: Vec<u8>, parts: Vec<Part>) -> Source {
        self.package = Some(Arc::new(package));
        self.parts = parts;
        self
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
        self.declared
    }

    /// Returns the end of the encoding declaration in the source, and how far it may move, if this
    /// declaration determines the encoding.
    pub(crate) fn declaration_space(&self) -> Option<(usize, usize)> {
        if self.format != Format::Html || self.declared.is_some() {
            return None;
        }
        let marked = Encoding::has_mark(&self.bytes);
        Encoding::space_before_declaration(&self.bytes).filter(|_| !marked)
    }

    /// Converts a span of bytes to a location with line and column.
    pub fn location(&self, span: ByteSpan) -> Location {
        Location::in_source(&self.bytes, span.range())
    }
}
