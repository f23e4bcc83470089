//! Apple strings files with plural variables (`.stringsdict`): the strings of an XML property list are the text, and
//! their keys are the names.

mod read;
#[cfg(test)]
mod tests;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document, DocumentExt, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::translate::{
    self, Content, Edit, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::escape::{push_escaped, xml_text};

/// The format of Apple strings files with plural variables.
pub struct Stringsdict;

/// The format number of text in a CDATA section.
const CDATA: u32 = 1;

impl DocumentFormat for Stringsdict {
    fn format(&self) -> Format {
        Format::Stringsdict
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::write(document, annotations, options, placements, &mut ListTarget)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

struct ListTarget;

impl TagScanner for ListTarget {}

impl Target for ListTarget {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        push_escaped(text, out, xml_text);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        let is_section = document.format_at(content.text.start()).0 == Some(CDATA);
        Ok(exchange(document, content, parts, |text, at, out| match is_section {
            true => out.push_str(text),
            false => self.text(text, at, out),
        }))
    }
}
