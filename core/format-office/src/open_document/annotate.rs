//! Annotations in OpenDocument: `text:span` elements with ITS 2.0 attributes.

use std::collections::HashSet;

use super::element::TEXT;
use super::flat_span::refuse_nested;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Splice};
use glossweave_format_base::annotate::{self, Mark, MarkupWriter, attribute};
use glossweave_format_base::its::OWN;
use glossweave_format_base::package::{
    PartTagScanner, in_section, positions, refusal, sections, values,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_its::ITS;

/// Writes the requested annotations into a splice of the parts.
pub(crate) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    if document.source().format() == Format::Ods {
        refuse_nested(document, annotations, placements);
    }
    let gaps = PartTagScanner::new(document);
    annotate::mark(document, annotations, options, placements, gaps, &Spans::new(document))
}

/// The writer of `text:span` elements.
struct Spans {
    /// The end of each part, and `true` if the prefix `text` must be declared where it is used.
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

    /// Writes a tag. If the tag is in a CDATA section, the section is closed before the tag and
    /// reopened after it.
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
    // Only declarations, comments and processing instructions can end before the start tag of the
    // root.
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
        refusal(annotation)
    }
}
