//! The reader of a package: the slides in order, each with its notes and comments.

use std::collections::{HashMap, HashSet};

use crate::drawing::{DrawingReader, Scope, language_of_styles};
use crate::opc::{
    Package, Positions, Space, StandoffParts, UnitBuilder, is_annotations, join_properties,
    main_part, refuse_document_type, relationship_of,
};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, DecodeOptions, Document, Part, Source, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_format_base::unknown::messages;
use glossweave_markup::tree::{Name, NodeId};
use glossweave_markup::{Encoding, UnknownEntities};

/// The namespaces of transitional and strict presentations.
const PRESENTATION: [&str; 2] = [
    "http://schemas.openxmlformats.org/presentationml/2006/main",
    "http://purl.oclc.org/ooxml/presentationml/main",
];

/// The parts of a slide to read, in order after the slide. The drawing of a diagram repeats its
/// texts. Both are read because programs use the drawing until the diagram is changed
/// (MS-ODRAWXML).
const OF_SLIDE: [&[&str]; 3] =
    [&["chart", "chartEx", "diagramData", "diagramDrawing"], &["notesSlide"], &["comments"]];

/// Reads a presentation. Units are paragraphs.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let mut parts = Parts::of(&bytes)?;
    let Joined { bytes: joined, parts: all } = std::mem::take(&mut parts.joined);
    let (mut builder, positions) = read_parts(&joined, &all, options)?;
    for message in parts.left_out {
        builder.warn(message, ByteSpan::default());
    }
    let source = Source::new(joined, Format::Pptx, Encoding::UTF_8).packed_in(bytes, all);
    let document = builder.finish(source.read_with(options));
    Ok(positions.annotate(document))
}

/// Reads changed parts.
pub(crate) fn read_again(
    joined: Vec<u8>,
    parts: Vec<Part>,
    options: &DecodeOptions,
) -> Result<Document> {
    let (builder, positions) = read_parts(&joined, &parts, options)?;
    let source = Source::new(joined, Format::Pptx, Encoding::UTF_8);
    Ok(positions.annotate(builder.finish(source.packed_in(Vec::new(), parts))))
}

/// The parts to read.
#[derive(Default)]
struct Parts {
    joined: Joined,
    seen: HashSet<String>,
    left_out: Vec<String>,
}

impl Parts {
    /// Returns the joined parts of a package.
    fn of(bytes: &[u8]) -> Result<Parts> {
        let package = Package::open(bytes)?;
        let top = package.relationships("")?;
        let main = main_part(&package, &top)?;
        let links = package.relationships(&main.target)?;
        let mut parts = Parts::default();
        let custom: Vec<_> = links.iter().chain(&top).cloned().collect();
        StandoffParts::join(&package, main, &custom, &mut parts.joined)?;
        parts.join(&package, &main.target)?;
        let slides = slides(&parts.joined)?;
        let targets: HashMap<&str, &str> =
            links.iter().map(|link| (&*link.id, &*link.target)).collect();
        let mut layouts: Vec<Box<str>> = Vec::new();
        for slide in slides.iter().filter_map(|id| targets.get(id.as_str())) {
            if !parts.join(&package, slide)? {
                continue;
            }
            let links = package.relationships(slide)?;
            for kinds in OF_SLIDE {
                for link in links.iter().filter(|link| kinds.contains(&&*link.kind)) {
                    parts.join(&package, &link.target)?;
                }
            }
            let layout = links.into_iter().find(|link| &*link.kind == "slideLayout");
            layouts.extend(layout.map(|link| link.target));
        }
        let mut masters: Vec<Box<str>> = Vec::new();
        for layout in layouts {
            if parts.join(&package, &layout)? {
                let links = package.relationships(&layout)?;
                let master = links.into_iter().find(|link| &*link.kind == "slideMaster");
                masters.extend(master.map(|link| link.target));
            }
        }
        for master in masters {
            parts.join(&package, &master)?;
        }
        parts.left_out.extend(join_properties(&package, &top, &mut parts.joined)?);
        Ok(parts)
    }

    /// Joins a part that was not joined before. Returns `true` if the part is new and exists.
    fn join(&mut self, package: &Package<'_>, name: &str) -> Result<bool> {
        if !self.seen.insert(name.to_ascii_lowercase()) {
            return Ok(false);
        }
        let found = package.join(name, &mut self.joined)?;
        if !found {
            self.left_out.push(format!("the package has no record `{name}`"));
        }
        Ok(found)
    }
}

/// Returns the relationship identifiers of the slides (clause 19.2.1.34). The presentation is the
/// last joined part.
fn slides(joined: &Joined) -> Result<Vec<String>> {
    let Some(part) = joined.parts.last() else { return Ok(Vec::new()) };
    let xml = PartTree::parse(&joined.bytes, part, UnknownEntities::Omit)?;
    let tree = &xml.tree;
    let Some(root) = tree.root() else { return Ok(Vec::new()) };
    let lists = tree.elements(root).filter(|element| is(tree.name(*element), "sldIdLst"));
    let slides = lists.flat_map(|list| tree.elements(list));
    let slides = slides.filter(|slide| is(tree.name(*slide), "sldId"));
    Ok(slides.filter_map(|slide| relationship_of(tree, slide)).collect())
}

fn is(name: &Name, local: &str) -> bool {
    *name.local == *local && PRESENTATION.contains(&&*name.namespace)
}

fn read_parts(
    joined: &[u8],
    parts: &[Part],
    options: &DecodeOptions,
) -> Result<(Builder, Positions)> {
    let mut builder = Builder::default();
    // Each text is in a separate element, so that codes must keep their order.
    builder.set_irregular();
    let mut reader = DrawingReader::new(UnitBuilder::new(builder, options.language.clone()));
    let mut positions = Positions::default();
    let mut depth = 0;
    let mut is_presentation = false;
    let mut others = Vec::new();
    for part in parts {
        let xml = PartTree::parse(joined, part, options.unknown_entities)?;
        refuse_document_type(&xml)?;
        depth = depth.max(xml.tree.depth());
        let Some(root) = xml.tree.root() else { continue };
        let name = xml.tree.name(root);
        match &*name.local {
            _ if is_annotations(name) => {
                positions.read(&xml.tree, &mut reader.units.builder)?;
            }
            _ if is(name, "presentation") => {
                is_presentation = true;
                let mut elements = xml.tree.elements(root);
                let styles =
                    elements.find(|element| is(xml.tree.name(*element), "defaultTextStyle"));
                let language = styles.and_then(|styles| language_of_styles(&xml.tree, styles));
                reader.units.set_fallback(language);
            }
            _ if is(name, "sldLayout") || is(name, "sldMaster") => {
                reader.read(&xml, Scope::NoPlaceholders);
            }
            _ if is(name, "cmLst") => comments(&xml, root, &mut reader.units),
            "sld" | "notes" | "cmLst" | "chartSpace" | "dataModel" | "drawing" => {
                reader.read(&xml, Scope::All);
            }
            "coreProperties" => reader.units.properties(&xml),
            _ => others.push(name.qualified().into_owned()),
        }
        for (at, message) in messages(&xml.tree, options.unknown_entities) {
            let at = ByteSpan::new(xml.base + at.start, xml.base + at.end);
            reader.units.builder.warn(message, at);
        }
    }
    if !is_presentation {
        let found = others.last().map_or("none", String::as_str);
        let message =
            format!("expected a presentation with an element `p:presentation`, found `{found}`");
        return Err(Error::unsupported(Side::Input, message));
    }
    let mut builder = reader.units.builder;
    builder.set_depth(depth as usize);
    Ok((builder, positions))
}

/// Reads the comments of a slide (clause 19.4.4).
fn comments(xml: &PartTree<'_>, root: NodeId, units: &mut UnitBuilder) {
    let tree = &xml.tree;
    let comments = tree.elements(root).filter(|element| is(tree.name(*element), "cm"));
    for text in comments.flat_map(|comment| tree.elements(comment)) {
        if is(tree.name(text), "text") {
            units.element(xml, text, Space::Kept);
        }
    }
}
