//! Translations in IDML: the texts of a unit are replaced. All markup is kept, except for the
//! direction of paragraphs.

use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Splice};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::package::{in_section, right_to_left_edits, sections, set_attribute};
use glossweave_format_base::translate::{self, Target, Written};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::escape::{push_escaped, xml_text};
use glossweave_markup::tree::{NodeId, Tree};

/// Writes the requested translations into a splice of the parts.
pub(crate) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let mut target = IdmlTarget { sections: sections(document.source().bytes()) };
    let (splice, written) =
        translate::write(document, annotations, options, placements, &mut target);
    let is_range = |tree: &Tree<'_>, element: NodeId| tree.is(element, "", "ParagraphStyleRange");
    let edits = right_to_left_edits(document, &written, is_range, |xml, ranges| {
        let name = ("", "ParagraphDirection");
        let edit = |range: &NodeId| set_attribute(xml, *range, name, "RightToLeftDirection");
        ranges.iter().filter_map(edit).collect()
    });
    let mut directions = Splice::default();
    for edit in edits {
        directions.replace(edit.at).extend(edit.bytes);
    }
    (splice.merged(directions), written)
}

struct IdmlTarget {
    sections: Vec<ByteSpan>,
}

impl TagScanner for IdmlTarget {}

impl Target for IdmlTarget {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        // In `Content`, line breaks use U+2028 instead of line feeds.
        let text = text.replace("\r\n", "\u{2028}").replace(['\n', '\r'], "\u{2028}");
        match in_section(&self.sections, at.start()) {
            true => out.push_str(&text.replace("]]>", "]]]]><![CDATA[>")),
            false => push_escaped(&text, out, xml_text),
        }
    }
}
