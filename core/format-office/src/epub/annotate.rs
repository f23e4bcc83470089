//! Annotations in books: XHTML `span` elements with ITS attributes, whose spelling conforms to the
//! EPUB schemas.

use std::collections::HashSet;

use super::package_document::PackageDocument;
use super::refuse_signed;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Splice};
use glossweave_format_base::PartTree;
use glossweave_format_base::annotate::{self, Mark, MarkupWriter};
use glossweave_format_base::package::{PartTagScanner, in_section, refusal, sections, values};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_format_markup::Spelling;
use glossweave_markup::UnknownEntities;

/// Writes the requested annotations into a splice of the parts.
pub(crate) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    if refuse_signed(document, placements) {
        return Splice::default();
    }
    let gaps = PartTagScanner::new(document);
    annotate::mark(document, annotations, options, placements, gaps, &Spans::new(document))
}

/// Returns the package document of a book.
pub(super) fn package_document(document: &Document) -> Option<PackageDocument> {
    let source = document.source();
    let main = source.parts().last()?;
    let xml = PartTree::parse(source.bytes(), main, UnknownEntities::Omit).ok()?;
    PackageDocument::read(&xml, &main.name).ok()
}

/// The writer of `span` elements.
struct Spans {
    spelling: Spelling,
    /// The contents of the CDATA sections.
    sections: Vec<ByteSpan>,
}

impl Spans {
    fn new(document: &Document) -> Spans {
        let is_two = package_document(document).is_none_or(|package| package.is_two);
        Spans {
            spelling: if is_two { Spelling::Class } else { Spelling::Data },
            sections: sections(document.source().bytes()),
        }
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

impl MarkupWriter for Spans {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| {
            out.push_str("<span");
            self.attributes(mark, out);
            out.push('>');
        });
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| out.push_str("</span>"));
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        self.spelling.write(&values(mark), out);
    }

    fn parent(&self, _: &Annotation, _: &HashSet<u32>) -> Option<u32> {
        None
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        refusal(annotation)
    }
}
