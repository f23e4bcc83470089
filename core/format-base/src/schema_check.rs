//! Validation of a source and of results against a schema.

use std::collections::HashMap;
use std::ops::Range;

use super::encoded::Encoded;
use glossweave_base::error::{Error, Location, Result, Side};
use glossweave_base::media::Format;
use glossweave_document::{Document, SourceExt};
use glossweave_markup::EncodingExt;
use glossweave_markup::schema::{Invalid, Schema};
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{Limits, parse};

/// The new elements of a result that is not valid.
pub struct Invalidity {
    /// The new elements, in order.
    elements: Vec<NewElement>,
}

/// A new element: its position in the source, its name, and the name of its parent element.
struct NewElement {
    at: usize,
    name: String,
    parent: String,
}

impl Invalidity {
    /// Returns the reason for skipping an annotation that begins at a position of the source. `name` is the local
    /// name of its element, if known.
    pub fn reason(&self, at: usize, name: Option<&str>) -> String {
        let fits = |element: &&NewElement| {
            let local = element.name.rsplit(':').next();
            name.is_none_or(|name| local == Some(name))
        };
        let before = self.elements.partition_point(|element| element.at <= at);
        match self.elements[..before].iter().rev().find(fits) {
            Some(element) => {
                format!("the schema does not allow `{}` in `{}`", element.name, element.parent)
            }
            None => "the schema does not allow it there".to_owned(),
        }
    }
}

/// Checks that a document is valid.
///
/// Returns `ErrorKind::Unsupported` for formats other than XML, and `ErrorKind::Invalid`, with the location, for the
/// first error.
pub fn check_source(document: &Document, schema: &Schema) -> Result<()> {
    let format = document.source().format();
    if format != Format::Xml {
        let message = format!("schemas are for `xml`, not for `{format}`");
        return Err(Error::unsupported(Side::Output, message).with_parameter("schema"));
    }
    let bytes = document.source().bytes();
    let found = Validated::of(document, bytes, schema)?;
    // An error in a small element also causes errors at the elements around it, so the smallest element is reported.
    let length =
        |error: &&Invalid| error.element.map_or(usize::MAX, |node| found.extent(node).len());
    let Some(first) = found.errors.iter().min_by_key(length) else { return Ok(()) };
    let message = format!("the source is not valid by the schema: {}", first.message);
    let mut error = Error::invalid(message).with_parameter("schema");
    if let Some(element) = first.element {
        let at = found.tree.node(element).at();
        let back = found.in_bytes(document, bytes, vec![at.start, at.end]);
        error = error.at(Location::in_source(bytes, back[&at.start]..back[&at.end]));
    }
    Err(error)
}

/// Validates a result. Returns `None` if the result is valid.
pub fn validate(
    document: &Document,
    encoded: &Encoded,
    schema: &Schema,
) -> Result<Option<Invalidity>> {
    let found = Validated::of(document, &encoded.bytes, schema)?;
    if found.errors.is_empty() {
        return Ok(None);
    }
    let tree = &found.tree;
    let inner = tree.nodes().filter_map(|node| {
        let parent = tree.node(node).parent.filter(|_| tree.node(node).is_element())?;
        Some((node, parent, tree.node(node).at().start))
    });
    let inner: Vec<_> = inner.collect();
    let places = inner.iter().map(|element| element.2).collect();
    let back = found.in_bytes(document, &encoded.bytes, places);
    let to_source = ToSource::new(encoded);
    let mut elements = Vec::new();
    for (node, parent, start) in inner {
        let at = back[&start];
        let before = encoded.inserted.partition_point(|span| span.start() <= at);
        if before.checked_sub(1).is_some_and(|last| at < encoded.inserted[last].end()) {
            elements.push(NewElement {
                at: to_source.position(at),
                name: tree.name(node).qualified().into_owned(),
                parent: tree.name(parent).qualified().into_owned(),
            });
        }
    }
    Ok(Some(Invalidity { elements }))
}

/// A parsed document with its validation errors.
struct Validated {
    tree: Tree<'static>,
    errors: Vec<Invalid>,
}

impl Validated {
    fn of(document: &Document, bytes: &[u8], schema: &Schema) -> Result<Validated> {
        let source = document.source();
        let decoded = source.encoding().decode_again(bytes);
        let limits = Limits { unknown: source.options().unknown_entities, ..Limits::default() };
        let tree = parse((&*decoded.text).into(), limits);
        let tree = tree.map_err(|fault| fault.in_source(bytes, &decoded))?;
        let errors = schema.validate(&tree)?;
        Ok(Validated { tree: tree.owning(), errors })
    }

    /// Returns the range of an element in the decoded text.
    fn extent(&self, node: NodeId) -> Range<usize> {
        let (at, close) = (self.tree.node(node).at(), self.tree.node(node).close());
        at.start..at.end.max(close.end)
    }

    /// Converts positions in the decoded text to positions in `bytes`.
    fn in_bytes(
        &self,
        document: &Document,
        bytes: &[u8],
        mut places: Vec<usize>,
    ) -> HashMap<usize, usize> {
        places.sort_unstable();
        places.dedup();
        let decoded = document.source().encoding().decode_again(bytes);
        let mut back = decoded.way_back();
        places.into_iter().map(|place| (place, back.source(place))).collect()
    }
}

/// A converter of positions in a result to positions in the source, which accepts positions in any order.
struct ToSource<'e> {
    encoded: &'e Encoded,
    /// The number of inserted bytes before each insertion.
    added: Vec<usize>,
    /// The number of bytes that the replacements before each replacement add.
    grown: Vec<isize>,
}

impl ToSource<'_> {
    fn new(encoded: &Encoded) -> ToSource<'_> {
        let mut sum = 0;
        let mut added = vec![0];
        added.extend(encoded.inserted.iter().map(|span| {
            sum += span.len();
            sum
        }));
        let mut sum = 0;
        let mut grown = vec![0];
        grown.extend(encoded.replaced.iter().map(|(from, to)| {
            sum += to.len() as isize - from.len() as isize;
            sum
        }));
        ToSource { encoded, added, grown }
    }

    fn position(&self, at: usize) -> usize {
        let Encoded { inserted, replaced, .. } = self.encoded;
        let before = inserted.partition_point(|span| span.start() < at);
        // The position may be within the last insertion.
        let rest = before.checked_sub(1).map_or(0, |last| inserted[last].end().saturating_sub(at));
        let grown = self.grown[replaced.partition_point(|(_, to)| to.end() <= at)];
        (at + rest - self.added[before]).saturating_add_signed(-grown)
    }
}
