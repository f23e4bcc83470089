//! BioC in XML.

use super::CAPABILITIES;
use super::collection::{Annotation, Collected, Passage, infons, passages, reading};
use crate::markup_text::{children, text_of};
use crate::reading::read_xml;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};
use glossweave_format_base::strings::Fault;
use glossweave_markup::escape::not_xml;
use glossweave_markup::tree::{NodeId, Tree};

/// [BioC](https://bioc.sourceforge.net/) in XML.
pub struct BiocXml;

impl DocumentFormat for BiocXml {
    fn format(&self) -> Format {
        Format::BiocXml
    }

    /// Reads each document as a section, and each passage as a unit.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_xml(bytes, Format::BiocXml, options, |tree| documents(tree).and_then(reading))
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn documents(tree: &Tree<'_>) -> std::result::Result<Vec<Collected>, Fault> {
    let root = tree.root().filter(|root| *tree.name(*root).local == *"collection");
    let Some(root) = root else {
        let message = "expected a collection of BioC, found no root element `collection`";
        return Err(Fault::new(message, 0..0));
    };
    Ok(children(tree, root, "document").map(|element| document(tree, element)).collect())
}

fn document(tree: &Tree<'_>, element: NodeId) -> Collected {
    let count = |element: NodeId| children(tree, element, "relation").count();
    let id = children(tree, element, "id").next().map(|id| tree.string(id).trim().to_owned());
    let mut collected = Collected { id, relations: count(element), ..Default::default() };
    for passage in children(tree, element, "passage") {
        collected.relations += count(passage);
        let mut sentences = children(tree, passage, "sentence").peekable();
        if sentences.peek().is_none() {
            collected.passages.push(read_passage(tree, passage));
        }
        for sentence in sentences {
            collected.relations += count(sentence);
            collected.passages.push(read_passage(tree, sentence));
        }
    }
    collected
}

fn read_passage(tree: &Tree<'_>, element: NodeId) -> Passage {
    let stated = children(tree, element, "offset").next();
    let text = children(tree, element, "text").next();
    let annotations = children(tree, element, "annotation").map(|child| annotation(tree, child));
    Passage {
        offset: stated.and_then(|stated| tree.string(stated).trim().parse().ok()),
        text: text.map(|text| text_of(tree, text)).unwrap_or_default(),
        annotations: annotations.collect(),
        at: tree.node(element).at(),
    }
}

fn annotation(tree: &Tree<'_>, element: NodeId) -> Annotation {
    let infons = children(tree, element, "infon").filter_map(|infon| {
        Some((tree.attribute(infon, "", "key")?.to_owned(), tree.string(infon)))
    });
    let locations = children(tree, element, "location").map(|location| {
        let number = |name: &str| tree.attribute(location, "", name)?.trim().parse().ok();
        Some((number("offset")?, number("length")?))
    });
    let text = children(tree, element, "text").next();
    Annotation {
        id: tree.attribute(element, "", "id").unwrap_or_default().to_owned(),
        infons: infons.collect(),
        // A location without numbers has no position in the passage, so that the annotation is
        // rejected.
        locations: locations.collect::<Option<_>>().unwrap_or_default(),
        text: text.map(|text| tree.string(text)),
        at: tree.node(element).at(),
    }
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    let broken = text.chars().filter(|c| not_xml(*c).is_some()).count();
    content.lost("characters that XML does not allow", broken);
    output.text(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE collection SYSTEM \"BioC.dtd\">\n",
    )?;
    output.text("<collection>\n<source>glossweave</source>\n<date></date>\n<key></key>\n")?;
    for (number, part) in content.parts.iter().enumerate() {
        let id = part.name.map_or_else(|| (number + 1).to_string(), str::to_owned);
        output.text("<document>\n<id>")?;
        output.xml_text(&id)?;
        output.text("</id>\n")?;
        let mut count = 0;
        passages(content, part, |passage| {
            output.text(&format!("<passage>\n<offset>{}</offset>\n<text>", passage.offset))?;
            output.xml_text(text.get(passage.span.range()).unwrap_or_default())?;
            output.text("</text>\n")?;
            for mark in passage.marks {
                count += 1;
                output.text(&format!("<annotation id=\"{count}\">\n"))?;
                for (key, value) in infons(mark) {
                    output.text(&format!("<infon key=\"{key}\">"))?;
                    output.xml_text(&value)?;
                    output.text("</infon>\n")?;
                }
                let (start, length) = passage.location(mark);
                output
                    .text(&format!("<location offset=\"{start}\" length=\"{length}\"/>\n<text>"))?;
                output.xml_text(text.get(mark.span.range()).unwrap_or_default())?;
                output.text("</text>\n</annotation>\n")?;
            }
            output.text("</passage>\n")
        })?;
        output.text("</document>\n")?;
    }
    output.text("</collection>\n")
}
