//! The tree of a part.

use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_document::Part;
use glossweave_markup::tree::Tree;
use glossweave_markup::{Encoding, EncodingExt, UnknownEntities, xml};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The tree of a part, and its position in the joined parts.
pub struct PartTree<'a> {
    /// The XML of the part.
    pub tree: Tree<'a>,
    /// The offset of the source of the tree in the joined parts.
    pub base: usize,
    bytes: &'a [u8],
    /// The length of the byte order mark.
    skip: usize,
    name: Box<str>,
}

impl<'a> PartTree<'a> {
    /// Parses a part. Returns `ErrorKind::Malformed` if it is not well-formed, and the errors of
    /// the XML limits.
    pub fn parse(joined: &'a [u8], part: &Part, unknown: UnknownEntities) -> Result<PartTree<'a>> {
        let bytes = joined.get(part.span.range()).unwrap_or_default();
        let skip = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let decoded = Encoding::UTF_8.decode_part(&bytes[skip..]);
        let limits = xml::Limits { unknown, ..xml::Limits::default() };
        let tree = xml::parse(decoded.text, limits)
            .map_err(|fault| located(bytes, &part.name, fault.kind, &fault.message, fault.at))?;
        let base = part.span.start() + skip;
        Ok(PartTree { tree, base, bytes, skip, name: part.name.clone() })
    }

    /// Returns the bytes before the root element.
    pub fn prolog(&self) -> &'a [u8] {
        let root = self.tree.root().map_or(0, |root| self.tree.node(root).at().start);
        &self.bytes[..(self.skip + root).min(self.bytes.len())]
    }

    /// Returns an error about the part. `at` is the location in the tree source.
    pub fn fault(&self, kind: ErrorKind, message: &str, at: std::ops::Range<usize>) -> Error {
        located(self.bytes, &self.name, kind, message, at)
    }
}

fn located(
    bytes: &[u8],
    name: &str,
    kind: ErrorKind,
    message: &str,
    at: std::ops::Range<usize>,
) -> Error {
    let message = format!("{message} in the part `{name}`");
    Error::new(kind, message).at(Location::in_source(bytes, at))
}
