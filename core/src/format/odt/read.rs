//! A package to a document: its parts, unpacked one after the other.

use super::flow::Flow;
use super::package::{Limits, Package};
use crate::document::{Builder, Document, Part, Source};
use crate::error::{Error, Kind, Location, Result, Side};
use crate::format::DecodeOptions;
use crate::markup::tree::NONE;
use crate::markup::{Encoding, xml};
use crate::media::Format;
use crate::text::ByteSpan;

/// The parts with text, in the order in which they are read; the last one has metadata.
const PARTS: [&str; 3] = [super::package::CONTENT, "styles.xml", METADATA];

pub(super) const METADATA: &str = "meta.xml";

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads an OpenDocument text. Units are paragraphs and headings; what stands within one and has
/// paragraphs of its own, such as a note, comes after it.
pub(in crate::format) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let (joined, parts) = unpack(&bytes)?;
    let builder = read_parts(&joined, &parts, options)?;
    let source = Source::new(joined, Format::Odt, Encoding::UTF_8).packed_in(bytes, parts);
    Ok(builder.finish(source))
}

/// Reads parts that were changed.
pub(in crate::format) fn read_again(joined: Vec<u8>, parts: Vec<Part>) -> Result<Document> {
    let builder = read_parts(&joined, &parts, &DecodeOptions::default())?;
    let source = Source::new(joined, Format::Odt, Encoding::UTF_8);
    Ok(builder.finish(source.packed_in(Vec::new(), parts)))
}

fn unpack(bytes: &[u8]) -> Result<(Vec<u8>, Vec<Part>)> {
    let limits = Limits::default();
    let package = Package::open(bytes, limits)?;
    let mut joined: Vec<u8> = Vec::new();
    let mut parts = Vec::new();
    for name in PARTS {
        if !package.has(name) {
            continue;
        }
        let part = package.part_within(name, limits.unpacked - joined.len())?;
        let start = joined.len();
        match joined.is_empty() {
            true => joined = part,
            false => joined.extend_from_slice(&part),
        }
        parts.push(Part { name: name.into(), span: ByteSpan::new(start, joined.len()) });
    }
    Ok((joined, parts))
}

fn read_parts(joined: &[u8], parts: &[Part], options: &DecodeOptions) -> Result<Builder> {
    let mut builder = Builder::new();
    builder.set_language(options.language.as_ref());
    let mut flow = Flow::new(builder);
    let mut depth = 0;
    for part in parts {
        let bytes = joined.get(part.span.range()).unwrap_or_default();
        let fail = |kind, message: &str, at: std::ops::Range<usize>| {
            let message = format!("{message} in the part `{}`", part.name);
            Error::new(kind, message).at(Location::in_source(bytes, at))
        };
        let encoded = |name: &str| {
            let message =
                format!("the part `{}` is in the encoding {name}, expected UTF-8", part.name);
            Error::unsupported(Side::Input, message)
        };
        let skip = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
        if skip == 0 && Encoding::has_mark(bytes) {
            return Err(encoded("UTF-16"));
        }
        let body = &bytes[skip..];
        if let Some(label) = declared(body) {
            let known = Encoding::for_label(&label);
            let is_plain = known.is_some_and(|known| known.is_utf8()) || body.is_ascii();
            if !is_plain {
                return Err(encoded(&label));
            }
        }
        let decoded = Encoding::UTF_8.decode_part(body);
        if decoded.lengths.is_some() {
            let valid = body.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
            return Err(fail(Kind::Malformed, "a byte is not UTF-8", valid..valid + 1));
        }
        let tree = xml::parse(decoded.text, xml::Limits::default())
            .map_err(|fault| fail(fault.kind, &fault.message, fault.at))?;
        if tree.root() == NONE {
            return Err(fail(Kind::Malformed, "expected an element, found none", 0..0));
        }
        depth = depth.max(tree.depth());
        flow.read(&tree, part.span.start() + skip, *part.name == *METADATA);
    }
    let mut builder = flow.finish();
    builder.set_depth(depth as usize);
    Ok(builder)
}

/// The encoding that an XML declaration names.
fn declared(part: &[u8]) -> Option<String> {
    let rest = part.strip_prefix(b"<?xml")?;
    let end = rest.windows(2).position(|two| two == b"?>")?;
    let declaration = String::from_utf8_lossy(rest.get(..end)?);
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(label, _)| label.to_owned())
}
