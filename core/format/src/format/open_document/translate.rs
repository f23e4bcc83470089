//! Translations in OpenDocument: the texts of a unit are replaced, its spans stay.

use super::string_value::removed;
use crate::annotation::Annotation;
use crate::document::{Document, InsertionBarrier, Splice};
use crate::format::fragment::{Tag, TagScanner};
use crate::format::package::{PartTagScanner, in_section, sections};
use crate::format::translate::{self, Target, Written};
use crate::format::{EncodeOptions, Placement};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_markup::escape::{push_escaped, xml_text};

/// Writes the wanted translations into a splice of the parts.
pub(in crate::format) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let sections = sections(document.source().bytes());
    let mut target = OpenDocumentTarget { gaps: PartTagScanner::new(document), sections };
    let (splice, written) =
        translate::write(document, annotations, options, placements, &mut target);
    let is_sheet = document.source().format() == Format::Ods;
    let values = if is_sheet { removed(document, &written) } else { Splice::default() };
    (splice.merged(values), written)
}

/// Returns a scanner for the tags in a range of the parts without text.
pub(in crate::format) fn gaps(document: &Document) -> Box<dyn TagScanner + '_> {
    Box::new(PartTagScanner::new(document))
}

struct OpenDocumentTarget<'a> {
    gaps: PartTagScanner<'a>,
    sections: Vec<ByteSpan>,
}

impl TagScanner for OpenDocumentTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        self.gaps.tags(source, obstacle, tags);
    }
}

impl Target for OpenDocumentTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        if in_section(&self.sections, at.start()) {
            out.push_str(&text.replace("]]>", "]]]]><![CDATA[>"));
            return;
        }
        push_escaped(text, out, |char| match char {
            '\t' => Some("<text:tab/>"),
            '\r' => None,
            char => xml_text(char),
        });
    }
}
