//! The parts of a document: the files of a package, or the whole source.

use std::borrow::Cow;
use std::ops::Range;

use super::segment::{Segment, is_markup, segments};
use glossweave_archive::{Archive, Limits as ArchiveLimits};
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_format::{part_in_encoding, part_in_utf8};
use glossweave_markup::{Decoded, Encoding, EncodingExt};

/// A part of a document.
pub struct DocumentPart<'d> {
    /// The name in the package. `None` for a source that is not a package.
    pub name: Option<String>,
    /// The bytes. A text in a package is converted to UTF-8.
    pub bytes: Cow<'d, [u8]>,
    /// The encoding in the package or source. `None` if the part is not text.
    pub encoding: Option<Encoding>,
    /// The position of the bytes in the bytes that the document was read from. `None` if the part was not
    /// read.
    pub start: Option<usize>,
    /// The parts of an embedded package. `None` if the part is not a package, or cannot be opened.
    pub inner: Option<Vec<DocumentPart<'static>>>,
    /// `true` for an HTML page.
    pub is_html: bool,
}

/// The maximum depth of nested packages.
const DEPTH: usize = 3;

/// The file that contains only the media type of a package (OpenDocument 1.3, part 2, 3.3).
const MEDIA_TYPE: &str = "mimetype";

/// The parts of a document.
pub struct Parts<'d> {
    all: Vec<DocumentPart<'d>>,
    /// The positions of the parts that were read, in ascending order, with the indexes of the parts.
    read: Vec<(usize, usize)>,
}

impl<'d> Parts<'d> {
    /// Returns the parts of a document, in package order.
    ///
    /// Returns the errors of opening a package again, and `ErrorKind::TooLarge` if it unpacks to more than
    /// the limit.
    pub fn of(document: &'d Document) -> Result<Parts<'d>> {
        let all = parts(document)?;
        let starts = all.iter().enumerate().filter_map(|(index, part)| Some((part.start?, index)));
        let mut read: Vec<(usize, usize)> = starts.collect();
        read.sort_unstable();
        Ok(Parts { all, read })
    }

    /// Returns all parts.
    pub fn all(&self) -> &[DocumentPart<'d>] {
        &self.all
    }

    /// Returns the index and the start of the part that contains a position in the bytes that the document
    /// was read from.
    pub fn at(&self, place: usize) -> Option<(usize, usize)> {
        let next = self.read.partition_point(|(start, _)| *start <= place);
        let (start, index) = next.checked_sub(1).and_then(|last| self.read.get(last))?;
        Some((*index, *start))
    }
}

fn parts(document: &Document) -> Result<Vec<DocumentPart<'_>>> {
    let source = document.source();
    let Some(package) = source.package() else {
        return Ok(vec![DocumentPart {
            name: None,
            bytes: Cow::Borrowed(source.bytes()),
            encoding: Some(source.encoding()),
            start: Some(0),
            inner: None,
            is_html: source.format() == Format::Html,
        }]);
    };
    let limits = ArchiveLimits::default();
    let archive = Archive::open(package, limits)?;
    let mut budget = limits.unpacked;
    let mut parts = Vec::new();
    for name in archive.names().map(Cow::into_owned).filter(|name| name != MEDIA_TYPE) {
        let read = source.parts().iter().find(|part| *part.name == *name);
        if let Some((part, bytes)) =
            read.and_then(|part| Some((part, source.bytes().get(part.span.range())?)))
        {
            parts.push(DocumentPart {
                name: Some(name),
                bytes: Cow::Borrowed(bytes),
                encoding: Some(part.encoding),
                start: Some(part.span.start()),
                inner: None,
                is_html: false,
            });
            continue;
        }
        let bytes = archive.read_within(&name, budget)?;
        budget = budget.saturating_sub(bytes.len());
        parts.push(unread(name, bytes).opened(&mut budget, 1)?);
    }
    Ok(parts)
}

/// Creates a part that was not read as part of a document. It is text if its bytes can be decoded as text.
pub fn unread(name: String, bytes: Vec<u8>) -> DocumentPart<'static> {
    let is_text = |bytes: &[u8]| !bytes.is_empty() && !bytes.contains(&0);
    let decoded = part_in_utf8(&name, bytes.clone()).ok().filter(|(text, _)| is_text(text));
    let (bytes, encoding) = match decoded {
        Some((text, encoding)) => (text, Some(encoding)),
        None => (bytes, None),
    };
    let (name, bytes) = (Some(name), Cow::Owned(bytes));
    DocumentPart { name, bytes, encoding, start: None, inner: None, is_html: false }
}

impl DocumentPart<'static> {
    /// Opens the part if it is a package. `budget` is the remaining number of bytes that may be unpacked.
    ///
    /// Returns `ErrorKind::TooLarge` if it unpacks to more. A package that cannot be opened has no parts.
    pub fn opened(mut self, budget: &mut usize, depth: usize) -> Result<DocumentPart<'static>> {
        if depth <= DEPTH && self.bytes.starts_with(b"PK\x03\x04") {
            self.inner = inner(&self.bytes, budget, depth)?;
        }
        Ok(self)
    }
}

/// Returns the parts of an embedded package, or `None` if it cannot be opened.
fn inner(
    bytes: &[u8],
    budget: &mut usize,
    depth: usize,
) -> Result<Option<Vec<DocumentPart<'static>>>> {
    let Ok(archive) = Archive::open(bytes, ArchiveLimits::default()) else { return Ok(None) };
    let mut inner = Vec::new();
    for name in archive.names().map(Cow::into_owned).filter(|name| name != MEDIA_TYPE) {
        let bytes = match archive.read_within(&name, *budget) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::TooLarge => return Err(error),
            Err(_) => return Ok(None),
        };
        *budget = budget.saturating_sub(bytes.len());
        inner.push(unread(name, bytes).opened(budget, depth + 1)?);
    }
    Ok(Some(inner))
}

impl DocumentPart<'_> {
    /// Returns `true` for a file in a package.
    pub fn is_packed(&self) -> bool {
        self.name.is_some()
    }

    /// Decodes the text, with the mapping to positions in the bytes. Returns `None` if the part is not text.
    pub fn decoded(&self) -> Option<Decoded<'_>> {
        let encoding = self.encoding?;
        Some(match self.name {
            Some(_) => Encoding::UTF_8.decode_part(&self.bytes),
            None => encoding.decode_again(&self.bytes),
        })
    }

    /// Returns the segments of a text of the part, or `None` if it is not markup.
    pub fn segments<'t>(&self, text: &'t str) -> Option<Vec<Segment<'t>>> {
        let is_html = self.is_html || text.get(..200).unwrap_or(text).contains("<html");
        (self.is_html || is_markup(text)).then(|| segments(text, is_html))
    }

    /// Returns the given ranges that overlap this part, relative to its start.
    pub fn ranges_within(&self, ranges: &[Range<usize>]) -> Vec<Range<usize>> {
        let Some(start) = self.start else { return Vec::new() };
        let end = start + self.bytes.len();
        let first = ranges.partition_point(|range| range.end <= start);
        let overlapping = ranges[first..].iter().take_while(|range| range.start < end);
        overlapping
            .map(|range| range.start.max(start) - start..range.end.min(end) - start)
            .collect()
    }

    /// Encodes an ASCII text in the encoding that the part uses.
    pub fn encoded(&self, text: &str) -> Vec<u8> {
        match (&self.name, self.encoding) {
            (None, Some(encoding)) => encoding.encode(text).into_owned(),
            _ => text.as_bytes().to_vec(),
        }
    }

    /// Encodes changed bytes in the encoding that the part uses in the package.
    pub fn packed(&self, bytes: Vec<u8>) -> Vec<u8> {
        match self.encoding.filter(|_| self.name.is_some()) {
            Some(encoding) => part_in_encoding(&bytes, encoding).into_owned(),
            None => bytes,
        }
    }
}

/// Converts ranges of a decoded text to ranges of its bytes.
pub fn in_bytes(decoded: &Decoded<'_>, ranges: &mut [Range<usize>]) {
    let mut way_back = decoded.way_back();
    ranges.sort_by_key(|range| range.start);
    for range in ranges {
        let start = way_back.source(range.start);
        *range = start..way_back.clone().source(range.end);
    }
}
