//! Translations in IDML: the texts of a unit are replaced, all markup stays.

use crate::annotation::Annotation;
use crate::document::{Document, Splice};
use crate::format::fragment::TagScanner;
use crate::format::package::{in_section, sections};
use crate::format::translate::{self, Target, Written};
use crate::format::{EncodeOptions, Placement};
use glossweave_base::text::ByteSpan;
use glossweave_markup::escape::{push_escaped, xml_text};

/// Writes the wanted translations into a splice of the parts.
pub(in crate::format) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let mut target = IdmlTarget { sections: sections(document.source().bytes()) };
    translate::write(document, annotations, options, placements, &mut target)
}

struct IdmlTarget {
    sections: Vec<ByteSpan>,
}

impl TagScanner for IdmlTarget {}

impl Target for IdmlTarget {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        // A line feed is no line break in `Content`.
        let text = text.replace("\r\n", "\u{2028}").replace(['\n', '\r'], "\u{2028}");
        match in_section(&self.sections, at.start()) {
            true => out.push_str(&text.replace("]]>", "]]]]><![CDATA[>")),
            false => push_escaped(&text, out, xml_text),
        }
    }
}
