//! The reader of a package, which reads the related parts one after the other.

use super::flow::Flow;
use crate::opc::{
    Package, StandoffParts, is_annotations, is_word, join_properties, main_part,
    refuse_document_type,
};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, DecodeOptions, Document, Part, Source, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_format_base::unknown::messages;
use glossweave_markup::Encoding;

/// The kinds of parts with paragraphs, in reading order after the body.
const STORIES: [&str; 5] = ["header", "footer", "footnotes", "endnotes", "comments"];

/// The kinds of parts with texts of figures. They are read after the part that refers to them.
const FIGURES: [&str; 4] = ["chart", "chartEx", "diagramData", "diagramDrawing"];

/// Reads a text. Units are paragraphs. A text box within a paragraph follows the paragraph.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let (joined, left_out) = unpack(&bytes)?;
    let mut builder = read_parts(&joined.bytes, &joined.parts, options)?;
    for message in left_out {
        builder.warn(message, ByteSpan::default());
    }
    let source = Source::new(joined.bytes, Format::Docx, Encoding::UTF_8);
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
    let source = Source::new(joined, Format::Docx, Encoding::UTF_8);
    Ok(builder.finish(source.packed_in(Vec::new(), parts)))
}

/// Returns the joined parts to read, and messages about skipped parts.
fn unpack(bytes: &[u8]) -> Result<(Joined, Vec<String>)> {
    let package = Package::open(bytes)?;
    let top = package.relationships("")?;
    let relationship = main_part(&package, &top)?;
    let main = &*relationship.target;
    let links = package.relationships(main)?;
    let mut joined = Joined::default();
    StandoffParts::join(&package, relationship, &links, &mut joined)?;
    let mut left_out = Vec::new();
    let kinds = |kind: &'static str| links.iter().filter(move |link| *link.kind == *kind);
    let stories = STORIES.iter().flat_map(|kind| kinds(kind));
    let names = kinds("styles").take(1).map(|link| &*link.target).chain([main]);
    let names: Vec<&str> = names.chain(stories.map(|link| &*link.target)).collect();
    let mut seen = std::collections::HashSet::new();
    let mut join = |name: &str, joined: &mut Joined| {
        let is_new = seen.insert(name.to_ascii_lowercase());
        let is_read = is_new && package.join(name, joined)?;
        if is_new && !is_read {
            left_out.push(format!("the package has no record `{name}`"));
        }
        Result::Ok(is_read)
    };
    for name in names {
        if !join(name, &mut joined)? {
            continue;
        }
        let links = package.relationships(name)?;
        for link in links.iter().filter(|link| FIGURES.contains(&&*link.kind)) {
            join(&link.target, &mut joined)?;
        }
    }
    left_out.extend(join_properties(&package, &top, &mut joined)?);
    Ok((joined, left_out))
}

fn read_parts(joined: &[u8], parts: &[Part], options: &DecodeOptions) -> Result<Builder> {
    let mut builder = Builder::default();
    // Each text is in a separate element, so that codes must keep their order.
    builder.set_irregular();
    let mut flow = Flow::new(builder, options.language.clone());
    let mut depth = 0;
    let mut others = Vec::new();
    let mut is_text = false;
    for part in parts {
        let xml = PartTree::parse(joined, part, options.unknown_entities)?;
        refuse_document_type(&xml)?;
        depth = depth.max(xml.tree.depth());
        let Some(root) = xml.tree.root() else { continue };
        let name = xml.tree.name(root);
        let is = |local: &str| is_word(name, local);
        if is_annotations(name) {
            flow.bookmarks.read(&xml.tree)?;
        } else if is("styles") {
            flow.properties.read_styles(&xml.tree);
        } else if ["document", "hdr", "ftr", "footnotes", "endnotes", "comments"]
            .into_iter()
            .any(is)
        {
            is_text |= is("document");
            flow.read(&xml);
        } else if ["chartSpace", "dataModel", "drawing"].contains(&&*name.local) {
            flow.read_drawing(&xml);
        } else if &*name.local == "coreProperties" {
            flow.read_properties(&xml);
        } else {
            others.push(name.qualified().into_owned());
        }
        for (at, message) in messages(&xml.tree, options.unknown_entities) {
            flow.warn(message, ByteSpan::new(xml.base + at.start, xml.base + at.end));
        }
    }
    if !is_text {
        let found = others.last().map_or("none", String::as_str);
        let message = format!("expected a text with an element `w:document`, found `{found}`");
        return Err(Error::unsupported(Side::Input, message));
    }
    let mut builder = flow.finish();
    builder.set_depth(depth as usize);
    Ok(builder)
}
