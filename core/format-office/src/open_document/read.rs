//! The reader of a package, which unpacks the parts one after the other.

use super::element::OFFICE;
use super::flow::Flow;
use super::kind::Kind;
use super::package::{self, CONTENT};
use glossweave_archive::Limits;
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, DecodeOptions, Document, Part, Source, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::in_utf8;
use glossweave_format_base::unknown::messages;
use glossweave_markup::{Encoding, UnknownEntities};

/// The parts with text, in reading order. The last part contains metadata.
const PARTS: [&str; 3] = [CONTENT, STYLES, METADATA];

const STYLES: &str = "styles.xml";

pub(super) const METADATA: &str = "meta.xml";

/// Reads a document of a kind. Units are paragraphs and headings. When an element within a unit
/// contains separate paragraphs, for example a note, its paragraphs follow the unit.
pub(crate) fn read(bytes: Vec<u8>, kind: Kind, options: &DecodeOptions) -> Result<Document> {
    let (joined, parts, left_out) = unpack(&bytes, kind)?;
    let mut builder = read_parts(&joined, &parts, kind, options)?;
    if let Some(error) = left_out {
        builder.warn(not_read(&error), ByteSpan::default());
    }
    let source = Source::new(joined, kind.format(), Encoding::UTF_8).packed_in(bytes, parts);
    Ok(builder.finish(source.read_with(options)))
}

/// Reads changed parts.
pub(crate) fn read_again(
    joined: Vec<u8>,
    parts: Vec<Part>,
    kind: Kind,
    options: &DecodeOptions,
) -> Result<Document> {
    let builder = read_parts(&joined, &parts, kind, options)?;
    let source = Source::new(joined, kind.format(), Encoding::UTF_8);
    Ok(builder.finish(source.packed_in(Vec::new(), parts)))
}

/// Returns the message used for broken metadata, which do not prevent reading the text.
fn not_read(error: &Error) -> String {
    format!("`{METADATA}` was not read: {}", error.message())
}

/// Returns `true` if a part can be skipped after an error. Broken metadata are skipped, but
/// exceeded limits are errors.
fn is_dispensable(name: &str, error: &Error) -> bool {
    name == METADATA && error.kind() == ErrorKind::Malformed
}

/// Returns the joined parts with text, and the error of a skipped part.
fn unpack(bytes: &[u8], kind: Kind) -> Result<(Vec<u8>, Vec<Part>, Option<Error>)> {
    let limits = Limits::default();
    let package = package::open(bytes, kind, limits)?;
    let mut joined: Vec<u8> = Vec::new();
    let mut parts = Vec::new();
    for name in PARTS {
        if !package.has(name) {
            continue;
        }
        let part = package.read_within(name, limits.unpacked.saturating_sub(joined.len()))?;
        let (text, encoding) = match in_utf8(name, part) {
            Err(error) if is_dispensable(name, &error) => return Ok((joined, parts, Some(error))),
            read => read?,
        };
        let start = joined.len();
        match joined.is_empty() {
            true => joined = text,
            false => joined.extend_from_slice(&text),
        }
        let span = ByteSpan::new(start, joined.len());
        parts.push(Part { name: name.into(), span, encoding });
    }
    Ok((joined, parts, None))
}

fn read_parts(
    joined: &[u8],
    parts: &[Part],
    kind: Kind,
    options: &DecodeOptions,
) -> Result<Builder> {
    let mut builder = Builder::default();
    builder.set_language(options.language.as_ref());
    let mut flow = Flow::new(builder, kind, options.numeric_cells);
    let mut depth = 0;
    for part in parts {
        match read_part(&mut flow, joined, part, options.unknown_entities) {
            Ok(part) => depth = depth.max(part),
            Err(error) if is_dispensable(&part.name, &error) => {
                flow.warn(not_read(&error), ByteSpan::new(part.span.start(), part.span.start()));
            }
            Err(error) => return Err(error),
        }
    }
    let mut builder = flow.finish();
    builder.set_depth(depth as usize);
    Ok(builder)
}

/// Reads a part and returns its nesting depth.
fn read_part(flow: &mut Flow, joined: &[u8], part: &Part, unknown: UnknownEntities) -> Result<u32> {
    let xml = PartTree::parse(joined, part, unknown)?;
    let PartTree { tree, base, .. } = &xml;
    let root = roots(&part.name);
    if !tree.root().is_some_and(|top| tree.is(top, OFFICE, root)) {
        let message = match tree.root() {
            None => format!("expected an element `office:{root}`, found none"),
            Some(found) => {
                let found = tree.name(found).qualified();
                format!("expected an element `office:{root}`, found `{found}`")
            }
        };
        return Err(xml.fault(ErrorKind::Malformed, &message, 0..0));
    }
    // ODF uses neither of them, and external resources are never read.
    let prolog = xml.prolog();
    for word in ["SYSTEM", "PUBLIC"] {
        if let Some(at) = prolog.windows(word.len()).position(|found| found == word.as_bytes()) {
            let message = format!("expected no external entity or subset, found `{word}`");
            let error = xml.fault(ErrorKind::Unsupported, &message, at..at + word.len());
            return Err(error.with_side(Side::Input));
        }
    }
    flow.read(tree, *base, *part.name == *METADATA)?;
    for (at, message) in messages(tree, unknown) {
        flow.warn(message, ByteSpan::new(base + at.start, base + at.end));
    }
    Ok(tree.depth())
}

/// Returns the local name of the root element of a part (ODF 1.3, part 3, clause 3.1.3).
fn roots(part: &str) -> &'static str {
    match part {
        METADATA => "document-meta",
        STYLES => "document-styles",
        _ => "document-content",
    }
}
