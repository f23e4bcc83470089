//! Annotations in OpenDocument: `text:span` elements with the attributes of ITS 2.0.

use std::borrow::Cow;
use std::collections::HashSet;

use super::element::TEXT;
use super::scan::{OdtTagScanner, in_section, positions, sections};
use crate::annotation::{Annotation, Body, Category};
use crate::document::{Document, FRAGMENT, Splice};
use crate::format::annotate::{self, Mark, MarkupWriter, attribute};
use crate::format::its::{OWN, has_attribute, is_structure};
use crate::format::{EncodeOptions, Placement};
use crate::its::ITS;
use glossweave_base::text::ByteSpan;

/// Writes the wanted annotations into a splice of the parts.
pub(in crate::format) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let gaps = OdtTagScanner::new(document);
    annotate::mark(document, annotations, options, placements, gaps, &Spans::new(document))
}

/// The writer of `text:span` elements.
struct Spans {
    /// For each part its end, and `true` if `text` must be declared on use.
    parts: Vec<(usize, bool)>,
    /// The contents of the CDATA sections.
    sections: Vec<ByteSpan>,
}

impl Spans {
    fn new(document: &Document) -> Spans {
        let source = document.source();
        let parts = source.parts().iter().map(|part| {
            let bytes = source.bytes().get(part.span.range()).unwrap_or_default();
            (part.span.end(), !declares_text_once(bytes))
        });
        Spans { parts: parts.collect(), sections: sections(source.bytes()) }
    }

    /// Writes a tag; a CDATA section is closed before it and reopened after it.
    fn tag(&self, at: u32, out: &mut String, write: impl FnOnce(&mut String)) {
        let in_section = in_section(&self.sections, at as usize);
        if in_section {
            out.push_str("]]>");
        }
        write(out);
        if in_section {
            out.push_str("<![CDATA[");
        }
    }
}

/// Returns `true` if the prefix `text` is declared exactly once, on the root element, with its
/// usual namespace.
fn declares_text_once(part: &[u8]) -> bool {
    const PREFIX: &[u8] = b"xmlns:text=";
    let mut found = positions(part, PREFIX);
    let (Some(first), None) = (found.next(), found.next()) else { return false };
    let value = part.get(first + PREFIX.len() + 1..).unwrap_or_default();
    // Nothing but what may stand before it ends before the start tag of the root does.
    let starts = positions(&part[..first], b"<");
    let roots = starts.filter(|at| !matches!(part.get(at + 1), Some(b'?' | b'!'))).count();
    roots == 1 && value.starts_with(TEXT.as_bytes())
}

impl MarkupWriter for Spans {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| {
            out.push_str("<text:span");
            let part = self.parts.partition_point(|part| part.0 <= mark.at as usize);
            if self.parts.get(part).is_some_and(|part| part.1) {
                attribute("xmlns:text", &[TEXT], out);
            }
            self.attributes(mark, out);
            out.push('>');
        });
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| out.push_str("</text:span>"));
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        attribute("xmlns:its", &[ITS], out);
        attribute("its:version", &["2.0"], out);
        let more = values(mark);
        if more.iter().any(|(name, _)| name.starts_with("gw:")) {
            attribute("xmlns:gw", &[OWN], out);
        }
        for (name, value) in more {
            attribute(&name, &[&value], out);
        }
    }

    fn parent(&self, _: &Annotation, _: &HashSet<u32>) -> Option<u32> {
        None
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        let mut all = said(annotation);
        let annotator = annotation.annotator().map(|tool| ("".into(), tool.into()));
        all.extend(annotator);
        let fits = all.iter().all(|(_, value)| value.chars().all(is_xml));
        match annotation.body() {
            Body::Translation(_) => Some("translations are not markup"),
            Body::Metadata(said) if is_structure(said.category()) => {
                Some("this metadata is about the structure of the document")
            }
            Body::Metadata(said) if said.records().len() > 1 => {
                Some("several records cannot stand on one element")
            }
            _ if !fits => Some("a value has a character that XML does not allow"),
            _ => None,
        }
    }
}

/// Returns `true` if XML 1.0 allows a character (production 2).
fn is_xml(char: char) -> bool {
    !matches!(char, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}')
}

/// An attribute: its name with prefix, and its value.
type Value<'a> = (Cow<'static, str>, Cow<'a, str>);

/// Returns the attributes of an annotation, with those of its fragment and its tool.
fn values<'a>(mark: &Mark<'a>) -> Vec<Value<'a>> {
    let annotation = mark.annotation;
    let mut values = said(annotation);
    let category = match annotation.body() {
        Body::Term(_) => Category::Terminology,
        Body::Metadata(said) => said.category(),
        Body::Entity(_) | Body::Translation(_) => Category::TextAnalysis,
    };
    let name = match annotation.annotator() {
        Some(_) if !mark.tools.inherit_badly(annotation) => Some("its:annotatorsRef"),
        None if !mark.tools.any => None,
        _ => Some("gw:annotatorsRef"),
    };
    if let Some(name) = name {
        let tool = annotation.annotator().unwrap_or_default();
        values.push((name.into(), format!("{}|{tool}", category.identifier()).into()));
    }
    if let Some(number) = mark.fragment {
        values.push(("gw:id".into(), format!("{FRAGMENT}{number}").into()));
    }
    values
}

/// Returns the content of an annotation as attributes (ITS 2.0, clauses 8.4 and 8.9).
fn said(annotation: &Annotation) -> Vec<Value<'_>> {
    let mut said: Vec<Value<'_>> = Vec::new();
    match annotation.body() {
        Body::Entity(entity) => {
            let lists = [
                (&entity.idents, "its:taIdentRef", "gw:taIdentRefs"),
                (&entity.classes, "its:taClassRef", "gw:taClassRefs"),
            ];
            for (list, first_name, rest_name) in lists {
                let Some((first, rest)) = list.split_first() else { continue };
                said.push((first_name.into(), Cow::Borrowed(first)));
                if !rest.is_empty() {
                    said.push((rest_name.into(), rest.join(" ").into()));
                }
            }
            said.extend(
                entity.source.as_deref().map(|source| ("its:taSource".into(), source.into())),
            );
            said.extend(entity.ident.as_deref().map(|ident| ("its:taIdent".into(), ident.into())));
            let confidence = entity.confidence.map(|number| number.to_string().into());
            said.extend(confidence.map(|number| ("its:taConfidence".into(), number)));
            if entity.is_anonymous() {
                said.push(("gw:taSpot".into(), "yes".into()));
            }
        }
        Body::Term(term) => {
            said.push(("its:term".into(), "yes".into()));
            said.extend(term.info_ref.as_deref().map(|iri| ("its:termInfoRef".into(), iri.into())));
            said.extend(term.info.as_deref().map(|info| ("gw:termInfo".into(), info.into())));
            let confidence = term.confidence.map(|number| number.to_string().into());
            said.extend(confidence.map(|number| ("its:termConfidence".into(), number)));
        }
        Body::Metadata(metadata) => {
            let first = metadata.records().first().into_iter().flatten();
            let all = metadata.fields().iter().chain(first);
            said.extend(all.map(|(name, value)| {
                let prefix = if has_attribute(name) { "its" } else { "gw" };
                (format!("{prefix}:{name}").into(), (&**value).into())
            }));
        }
        Body::Translation(_) => {}
    }
    said
}
