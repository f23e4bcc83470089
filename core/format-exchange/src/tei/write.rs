//! The writer of TEI: the text with anchors, and spans between the anchors.

use crate::tei::{TEI, TERM};
use glossweave_base::error::Result;
use glossweave_format_base::new_file::{self, Content, Mark, Output, class_of};
use glossweave_markup::escape::not_xml;

pub(super) fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    let broken = text.chars().filter(|c| not_xml(*c).is_some()).count();
    content.lost("characters that XML does not allow", broken);
    let Some(part) = content.parts.first() else { return Ok(()) };
    output.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
    output.text(&format!("<TEI xmlns=\"{TEI}\">\n<teiHeader><fileDesc><titleStmt><title>"))?;
    output.xml_text(part.name.unwrap_or_default())?;
    output.text("</title></titleStmt><publicationStmt><p/></publicationStmt>")?;
    output.text("<sourceDesc><p/></sourceDesc></fileDesc></teiHeader>\n")?;
    let edges = part.marks.iter().flat_map(|mark| [mark.span.start(), mark.span.end()]);
    let mut edges: Vec<usize> = edges.collect();
    edges.sort_unstable();
    edges.dedup();
    let anchor = |edge: usize| edges.binary_search(&edge).unwrap_or_default();
    output.text("<standOff><spanGrp>\n")?;
    for mark in &part.marks {
        let (from, to) = (anchor(mark.span.start()), anchor(mark.span.end()));
        span(mark, from, to, output)?;
    }
    output.text("</spanGrp></standOff>\n<text")?;
    if let Some(language) = part.language {
        output.text(&format!(" xml:lang=\"{language}\""))?;
    }
    output.text("><body>\n")?;
    let mut next = 0;
    for unit in content.document.units() {
        let (mut at, end) = (unit.span().start(), unit.span().end());
        output.text("<ab xml:space=\"preserve\">")?;
        while let Some(edge) = edges.get(next).filter(|edge| **edge <= end) {
            output.xml_text(text.get(at..*edge).unwrap_or_default())?;
            output.text(&format!("<anchor xml:id=\"a{next}\"/>"))?;
            (at, next) = (*edge, next + 1);
        }
        output.xml_text(text.get(at..end).unwrap_or_default())?;
        output.text("</ab>\n")?;
    }
    output.text("</body></text>\n</TEI>\n")
}

fn span(mark: &Mark<'_>, from: usize, to: usize, output: &mut Output) -> Result<()> {
    output.text(&format!("<span from=\"#a{from}\" to=\"#a{to}\" type=\""))?;
    let is_term = mark.label == new_file::TERM;
    output.text(if is_term { TERM } else { "entity" })?;
    let mut attribute = |name: &str, value: &str| {
        output.text(&format!("\" {name}=\""))?;
        output.xml_value(value)
    };
    let label_class = class_of(&mark.label).filter(|_| !is_term);
    let classes: Vec<&str> =
        label_class.as_deref().into_iter().chain(mark.classes.iter().copied()).collect();
    if !classes.is_empty() {
        attribute("ana", &classes.join(" "))?;
    }
    if !mark.idents.is_empty() {
        let idents: Vec<String> =
            mark.idents.iter().map(|ident| ident.replace(' ', "%20")).collect();
        attribute("corresp", &idents.join(" "))?;
    }
    if let Some(confidence) = mark.confidence {
        attribute("cert", &confidence.to_string())?;
    }
    if let Some(tool) = mark.tool {
        attribute("resp", tool)?;
    }
    output.text("\">")?;
    output.xml_text(mark.info.unwrap_or_default())?;
    output.text("</span>\n")
}
