//! UIMA CAS in XMI 1.0.

use super::structure::{Feature, Sofa, Structure, reading};
use super::{CAPABILITIES, META_DATA, NAMED_ENTITY, NO_LANGUAGE, VIEW};
use crate::markup_text::value_of;
use crate::offsets::{OffsetUnit, Offsets};
use crate::reading::{Reading, read_xml};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};
use glossweave_format_base::strings::Fault;
use glossweave_markup::escape::not_xml;
use glossweave_markup::tree::{NodeId, Tree};

/// UIMA CAS XMI, which UIMA, DKPro Core, INCEpTION and dkpro-cassis read and write.
pub struct CasXmi;

const XMI: &str = "http://www.omg.org/XMI";

impl DocumentFormat for CasXmi {
    fn format(&self) -> Format {
        Format::CasXmi
    }

    /// Reads each view that contains text as a section of one unit.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_xml(bytes, Format::CasXmi, options, texts)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

/// Returns the texts and named entities of a structure.
pub(super) fn texts(tree: &Tree<'_>) -> std::result::Result<Reading, Fault> {
    structure(tree).and_then(reading)
}

fn structure(tree: &Tree<'_>) -> std::result::Result<Structure, Fault> {
    let root = tree.root().filter(|root| tree.is(*root, XMI, "XMI"));
    let Some(root) = root else {
        let message = "expected a structure of UIMA, found no root element `xmi:XMI`";
        return Err(Fault::new(message, 0..0));
    };
    let mut structure = Structure::default();
    for element in tree.elements(root) {
        let attribute = |name: &str| tree.attribute(element, "", name);
        let id = tree.attribute(element, XMI, "id").unwrap_or_default();
        let kind = kind(tree, element);
        let at = tree.node(element).at();
        if kind == "uima.cas.Sofa" {
            let mut all = tree.attributes(element).iter();
            let text = all.find(|attribute| tree.attribute_name(attribute).is("", "sofaString"));
            structure.sofas.push(Sofa {
                id: id.to_owned(),
                name: attribute("sofaID").unwrap_or_default().to_owned(),
                text: text.map(|text| value_of(tree, text)),
                at: text.map_or(at, |text| text.at()),
            });
            continue;
        }
        let Some(sofa) = attribute("sofa").filter(|_| kind != "uima.cas.View") else { continue };
        let values = tree.attributes(element).iter().map(|attribute| {
            (tree.attribute_name(attribute).local.to_string(), tree.value(attribute).to_owned())
        });
        // Features with several values are child elements.
        let several = tree.elements(element);
        let values = values.chain(
            several.map(|element| (tree.name(element).local.to_string(), tree.string(element))),
        );
        let number = |name: &str| attribute(name).and_then(|number| number.parse().ok());
        structure.features.push(Feature {
            sofa: sofa.to_owned(),
            begin: number("begin"),
            end: number("end"),
            values: values.collect(),
            shown: format!("the annotation `{id}`"),
            kind,
            at,
        });
    }
    Ok(structure)
}

/// Returns the type name of an element, whose namespace has the form
/// `http:///PATH/OF/PACKAGE.ecore`.
fn kind(tree: &Tree<'_>, element: NodeId) -> String {
    let name = tree.name(element);
    let package = name.namespace.strip_prefix("http:///").unwrap_or(&name.namespace);
    let package = package.strip_suffix(".ecore").unwrap_or(package);
    match package {
        "uima/noNamespace" | "" => name.local.to_string(),
        package => format!("{}.{}", package.replace('/', "."), name.local),
    }
}

/// Writes a structure.
pub(super) fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    content.lost(
        "characters that XML does not allow",
        text.chars().filter(|c| not_xml(*c).is_some()).count(),
    );
    let offsets = Offsets::new(text, OffsetUnit::Utf16);
    let Some(part) = content.parts.first() else { return Ok(()) };
    let namespace = |kind: &str| {
        let package = kind.rsplit_once('.').map_or("", |(package, _)| package);
        format!("http:///{}.ecore", package.replace('.', "/"))
    };
    output.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xmi:XMI xmlns:xmi=\"")?;
    output.text(XMI)?;
    output
        .text("\" xmlns:cas=\"http:///uima/cas.ecore\" xmlns:tcas=\"http:///uima/tcas.ecore\"")?;
    output.text(&format!(" xmlns:ner=\"{}\"", namespace(NAMED_ENTITY)))?;
    if part.name.is_some() {
        output.text(&format!(" xmlns:metadata=\"{}\"", namespace(META_DATA)))?;
    }
    output.text(" xmi:version=\"2.0\">\n  <cas:NULL xmi:id=\"0\"/>\n")?;
    let language = part.language.map_or(NO_LANGUAGE, |language| language.as_str());
    let element =
        if part.name.is_some() { "metadata:DocumentMetaData" } else { "tcas:DocumentAnnotation" };
    let end = offsets.of(text.len());
    output.text(&format!(
        "  <{element} xmi:id=\"2\" sofa=\"1\" begin=\"0\" end=\"{end}\" language=\"{language}\""
    ))?;
    if let Some(name) = part.name {
        for attribute in ["documentTitle", "documentId"] {
            output.text(&format!(" {attribute}=\""))?;
            output.xml_value(name)?;
            output.text("\"")?;
        }
    }
    output.text("/>\n")?;
    for (number, mark) in part.marks.iter().enumerate() {
        let (begin, end) = (offsets.of(mark.span.start()), offsets.of(mark.span.end()));
        let id = number + 3;
        output.text(&format!(
            "  <ner:NamedEntity xmi:id=\"{id}\" sofa=\"1\" begin=\"{begin}\" end=\"{end}\" value=\""
        ))?;
        output.xml_value(&mark.label)?;
        if let Some(ident) = mark.idents.first() {
            output.text("\" identifier=\"")?;
            output.xml_value(ident)?;
        }
        output.text("\"/>\n")?;
    }
    output.text(&format!("  <cas:Sofa xmi:id=\"1\" sofaNum=\"1\" sofaID=\"{VIEW}\" mimeType=\"text/plain\" sofaString=\""))?;
    output.xml_value(text)?;
    output.text("\"/>\n  <cas:View sofa=\"1\" members=\"")?;
    for id in 2..part.marks.len() + 3 {
        output.text(&format!("{}{id}", if id > 2 { " " } else { "" }))?;
    }
    output.text("\"/>\n</xmi:XMI>\n")
}
