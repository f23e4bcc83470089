//! The reader of a package, which unpacks the stories one after the other.

use super::flow::Flow;
use super::package::Package;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, DecodeOptions, Document, Part, Source, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_format_base::unknown::messages;
use glossweave_markup::Encoding;

/// Reads a document. Units are the paragraphs of its stories, in the order in which spreads show
/// them.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let (joined, missing) = unpack(&bytes)?;
    let mut builder = read_parts(&joined.bytes, &joined.parts, options)?;
    for name in missing {
        builder.warn(format!("the package has no record `{name}`"), ByteSpan::default());
    }
    let source = Source::new(joined.bytes, Format::Idml, Encoding::UTF_8);
    let source = source.packed_in(bytes, joined.parts);
    Ok(builder.finish(source.read_with(options)))
}

/// Reads changed parts.
pub(crate) fn read_again(
    joined: Vec<u8>,
    parts: Vec<Part>,
    options: &DecodeOptions,
) -> Result<Document> {
    let builder = read_parts(&joined, &parts, options)?;
    let source = Source::new(joined, Format::Idml, Encoding::UTF_8);
    Ok(builder.finish(source.packed_in(Vec::new(), parts)))
}

fn unpack(bytes: &[u8]) -> Result<(Joined, Vec<String>)> {
    let mut package = Package::open(bytes)?;
    let (stories, missing) = package.stories()?;
    let mut joined = Joined::default();
    for name in stories {
        package.join(&name, &mut joined)?;
    }
    Ok((joined, missing))
}

fn read_parts(joined: &[u8], parts: &[Part], options: &DecodeOptions) -> Result<Builder> {
    let mut builder = Builder::default();
    builder.set_language(options.language.as_ref());
    // The markup between two texts ends a range and begins another one, so that codes must keep
    // their order.
    builder.set_irregular();
    let mut flow = Flow::new(builder, options.language.clone());
    let mut depth = 0;
    for part in parts {
        let xml = PartTree::parse(joined, part, options.unknown_entities)?;
        crate::opc::refuse_document_type(&xml)?;
        depth = depth.max(xml.tree.depth());
        flow.read(&xml);
        for (at, message) in messages(&xml.tree, options.unknown_entities) {
            flow.builder.warn(message, ByteSpan::new(xml.base + at.start, xml.base + at.end));
        }
    }
    flow.builder.set_depth(depth as usize);
    Ok(flow.builder)
}
