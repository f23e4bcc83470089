//! GATE documents in XML.

use std::collections::HashMap;

use super::annotation::{Unread, mark};
use super::{CAPABILITIES, KEYS, NAME};
use crate::markup_text::{children, push_node};
use crate::offsets::{OffsetUnit, Offsets};
use crate::reading::{ReadPart, ReadUnit, Reading, read_xml};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::{Capabilities, Content, Output};
use glossweave_format_base::strings::Fault;
use glossweave_markup::escape::is_xml;
use glossweave_markup::tree::{NodeId, Tree};

/// GATE documents in XML. Annotations refer to nodes in the text, whose identifiers are offsets in
/// UTF-16 units.
pub struct GateXml;

impl DocumentFormat for GateXml {
    fn format(&self) -> Format {
        Format::GateXml
    }

    /// Reads the text as one unit, with the annotations of all sets.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_xml(bytes, Format::GateXml, options, document)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn document(tree: &Tree<'_>) -> std::result::Result<Reading, Fault> {
    let root = tree.root().filter(|root| *tree.name(*root).local == *"GateDocument");
    let text = root.and_then(|root| Some((root, children(tree, root, "TextWithNodes").next()?)));
    let Some((root, text)) = text else {
        let message = "expected a document of GATE, found no `TextWithNodes` in a `GateDocument`";
        return Err(Fault::new(message, 0..0));
    };
    let mut unit = ReadUnit::default();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for node in tree.below(text) {
        if tree.node(node).is_element() {
            if let Some(id) = tree.attribute(node, "", "id") {
                places.insert(id, unit.text.text.len());
            }
        } else {
            push_node(tree, node, &mut unit.text);
        }
    }
    let about = children(tree, root, "GateDocumentFeatures").flat_map(|all| values(tree, all));
    let about: Vec<(String, String)> = about.collect();
    let mut unread = Unread::default();
    unread.of_document(&about);
    let name = about.into_iter().find(|(key, _)| key == NAME).map(|(_, name)| name);
    for set in children(tree, root, "AnnotationSet") {
        let name = tree.attribute(set, "", "Name").unwrap_or_default();
        for annotation in children(tree, set, "Annotation") {
            let place = |attribute: &str| {
                let id = tree.attribute(annotation, "", attribute).unwrap_or_default();
                places.get(id).copied().ok_or_else(|| {
                    let message =
                        format!("expected a node of the text as `{attribute}`, found `{id}`");
                    Fault::new(message, tree.node(annotation).at())
                })
            };
            let (start, end) = (place("StartNode")?, place("EndNode")?);
            if end < start {
                let message = "the annotation ends before it begins";
                return Err(Fault::new(message, tree.node(annotation).at()));
            }
            let kind = tree.attribute(annotation, "", "Type").unwrap_or_default();
            let values = values(tree, annotation);
            unit.marks.extend(mark(name, kind, start..end, &values, &mut unread));
        }
    }
    let mut part = ReadPart { name, ..ReadPart::default() };
    if !unit.text.text.is_empty() {
        part.units.push(unit);
    }
    let mut reading = Reading { parts: vec![part], ..Reading::default() };
    unread.report(&mut reading);
    Ok(reading)
}

/// Returns the features of an annotation or a document.
fn values(tree: &Tree<'_>, element: NodeId) -> Vec<(String, String)> {
    let pair = |feature: NodeId| {
        let name = children(tree, feature, "Name").next()?;
        let value = children(tree, feature, "Value").next()?;
        Some((tree.string(name), tree.string(value)))
    };
    children(tree, element, "Feature").filter_map(pair).collect()
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    let broken = text.chars().filter(|c| !is_xml(*c)).count();
    content.lost("characters that XML does not allow", broken);
    let offsets = Offsets::new(text, OffsetUnit::Utf16);
    let Some(part) = content.parts.first() else { return Ok(()) };
    output.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<GateDocument version=\"3\">\n<GateDocumentFeatures>\n")?;
    if let Some(name) = part.name {
        feature(NAME, name, output)?;
    }
    output.text("</GateDocumentFeatures>\n<TextWithNodes>")?;
    let edges = part.marks.iter().flat_map(|mark| [mark.span.start(), mark.span.end()]);
    let mut edges: Vec<usize> = edges.chain([0, text.len()]).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut before = 0;
    for edge in edges {
        output.xml_text(text.get(before..edge).unwrap_or_default())?;
        output.text(&format!("<Node id=\"{}\"/>", offsets.of(edge)))?;
        before = edge;
    }
    output.text("</TextWithNodes>\n<AnnotationSet>\n")?;
    for (number, mark) in part.marks.iter().enumerate() {
        output.text(&format!("<Annotation Id=\"{number}\" Type=\""))?;
        output.xml_value(&mark.label)?;
        let (start, end) = (offsets.of(mark.span.start()), offsets.of(mark.span.end()));
        output.text(&format!("\" StartNode=\"{start}\" EndNode=\"{end}\">\n"))?;
        for (name, value) in KEYS.write(mark) {
            feature(name, &value, output)?;
        }
        output.text("</Annotation>\n")?;
    }
    output.text("</AnnotationSet>\n</GateDocument>\n")
}

fn feature(name: &str, value: &str, output: &mut Output) -> Result<()> {
    output.text(&format!("<Feature><Name className=\"java.lang.String\">{name}</Name>"))?;
    output.text("<Value className=\"java.lang.String\">")?;
    output.xml_text(value)?;
    output.text("</Value></Feature>\n")
}
