//! The reader of a package: the shared strings, then the contents of each sheet.

use super::parts::Parts;
use super::string::{Strings, is_sheet};
use crate::drawing::{DrawingReader, Scope};
use crate::opc::{Positions, Space, UnitBuilder, is_annotations, refuse_document_type};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, DecodeOptions, Document, Part, Source, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_format_base::unknown::messages;
use glossweave_markup::Encoding;
use glossweave_markup::tree::NodeId;

/// Reads a workbook. Units are the texts of cells and comments, and the paragraphs of drawings.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let mut parts = Parts::of(&bytes, options.numeric_cells)?;
    let Joined { bytes: joined, parts: all } = std::mem::take(&mut parts.joined);
    let (mut builder, positions) = read_parts(&joined, &all, &parts, options)?;
    for message in parts.left_out {
        builder.warn(message, ByteSpan::default());
    }
    let source = Source::new(joined, Format::Xlsx, Encoding::UTF_8).packed_in(bytes, all);
    let document = builder.finish(source.read_with(options));
    Ok(positions.annotate(document))
}

/// Reads changed parts. Sheets that were not read have not changed.
pub(crate) fn read_again(
    document: &Document,
    joined: Vec<u8>,
    parts: Vec<Part>,
    options: &DecodeOptions,
) -> Result<Document> {
    let old = Parts::emptied(document.source().original(), options.numeric_cells)?;
    let (builder, positions) = read_parts(&joined, &parts, &old, options)?;
    let source = Source::new(joined, Format::Xlsx, Encoding::UTF_8);
    Ok(positions.annotate(builder.finish(source.packed_in(Vec::new(), parts))))
}

fn read_parts(
    joined: &[u8],
    parts: &[Part],
    found: &Parts,
    options: &DecodeOptions,
) -> Result<(Builder, Positions)> {
    let mut builder = Builder::default();
    // Each text is in a separate element, so that codes must keep their order.
    builder.set_irregular();
    let mut drawings = DrawingReader::new(UnitBuilder::new(builder, options.language.clone()));
    let mut strings = Strings::default();
    let mut positions = Positions::default();
    let mut depth = 0;
    let mut is_workbook = false;
    let mut others = Vec::new();
    for part in parts {
        let xml = PartTree::parse(joined, part, options.unknown_entities)?;
        refuse_document_type(&xml)?;
        depth = depth.max(xml.tree.depth());
        let Some(root) = xml.tree.root() else { continue };
        let name = xml.tree.name(root);
        let units = &mut drawings.units;
        match &*name.local {
            _ if is_annotations(name) => positions.read(&xml.tree, &mut units.builder)?,
            _ if is_sheet(name, "workbook") => is_workbook = true,
            _ if is_sheet(name, "sst") => {
                let items = xml.tree.elements(root).filter(|element| is(&xml, *element, "si"));
                for (_, item) in items.enumerate().filter(|(number, _)| found.used.has(*number)) {
                    strings.item(&xml, item, units);
                }
            }
            _ if is_sheet(name, "worksheet") => {
                for node in xml.tree.nodes() {
                    if is(&xml, node, "is") {
                        strings.item(&xml, node, units);
                    } else if let Some(formats) = &found.formats
                        && is(&xml, node, "c")
                    {
                        formats.cell(&xml, node, units);
                    }
                }
            }
            _ if is_sheet(name, "comments") => comments(&xml, root, &mut strings, units),
            "ThreadedComments" => {
                for comment in xml.tree.elements(root) {
                    let texts = xml.tree.elements(comment);
                    for text in texts.filter(|element| &*xml.tree.name(*element).local == "text") {
                        units.element(&xml, text, Space::Kept);
                    }
                }
            }
            "wsDr" | "chartSpace" | "dataModel" | "drawing" => {
                drawings.read(&xml, Scope::NoStrings)
            }
            "coreProperties" => units.properties(&xml),
            _ => others.push(name.qualified().into_owned()),
        }
        for (at, message) in messages(&xml.tree, options.unknown_entities) {
            let at = ByteSpan::new(xml.base + at.start, xml.base + at.end);
            drawings.units.builder.warn(message, at);
        }
    }
    if !is_workbook {
        let found = others.last().map_or("none", String::as_str);
        let message = format!("expected a workbook with an element `workbook`, found `{found}`");
        return Err(Error::unsupported(Side::Input, message));
    }
    let mut builder = drawings.units.builder;
    builder.set_depth(depth as usize);
    Ok((builder, positions))
}

fn is(xml: &PartTree<'_>, node: NodeId, local: &str) -> bool {
    xml.tree.node(node).is_element() && is_sheet(xml.tree.name(node), local)
}

/// Reads the comments of a sheet (clause 18.7). A comment whose author is a thread is skipped
/// because it repeats the thread.
fn comments(xml: &PartTree<'_>, root: NodeId, strings: &mut Strings, units: &mut UnitBuilder) {
    let tree = &xml.tree;
    let inner = |parent: NodeId, local: &'static str| {
        tree.elements(parent).filter(move |element| is(xml, *element, local))
    };
    let authors = inner(root, "authors").flat_map(|all| inner(all, "author"));
    let is_thread: Vec<bool> =
        authors.map(|author| tree.string(author).starts_with("tc=")).collect();
    for comment in inner(root, "commentList").flat_map(|all| inner(all, "comment")) {
        let author = tree.attribute(comment, "", "authorId").and_then(|id| id.parse().ok());
        let author: usize = author.unwrap_or(usize::MAX);
        if is_thread.get(author) != Some(&true) {
            inner(comment, "text").for_each(|text| strings.item(xml, text, units));
        }
    }
}
