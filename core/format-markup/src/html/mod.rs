//! HTML. Pages are parsed as the HTML Standard requires of browsers, and unchanged content is
//! written back byte for byte.

mod annotate;
#[cfg(feature = "html-tree")]
mod compare;
mod element;
mod element_annotation;
mod head;
mod its_lookup;
mod open_elements;
mod read;
mod standoff;
mod text;
mod translate;

#[cfg(test)]
mod tests;

pub use annotate::attributes;
pub use element::Element;
pub use element_annotation::ElementAnnotations;
pub use translate::{direction, in_attribute, say};

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::markup_profile::RootElement;
use glossweave_format_base::translate::{Moved, Written};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};
use glossweave_markup::tree::XHTML;

/// HTML.
pub struct Html;

impl DocumentFormat for Html {
    fn format(&self) -> Format {
        Format::Html
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
    }

    fn annotate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> Splice {
        annotate::mark(document, annotations, options, placements)
    }

    fn root_element(&self, _: &Document) -> Option<RootElement> {
        let (namespace, local) = (XHTML.to_owned(), "html".to_owned());
        Some(RootElement { namespace, local, children: Vec::new() })
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::translate(document, annotations, options, placements)
    }

    fn tag_scanner<'d>(&self, document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(translate::gaps(document))
    }

    fn compare(
        &self,
        document: &Document,
        again: &Document,
        encoded: &Encoded,
        written: &Written,
    ) -> std::result::Result<Option<Moved>, Vec<usize>> {
        let moved = Moved::of(document, again, written)?;
        if document.is_regular() {
            return Ok(moved);
        }
        #[cfg(feature = "html-tree")]
        let difference = compare::tree_difference(document, again, encoded, moved.is_some());
        // An insertion into a page that does not nest well cannot be verified without its tree.
        #[cfg(not(feature = "html-tree"))]
        let difference =
            (!encoded.inserted.is_empty()).then_some(glossweave_format_base::translate::ANYWHERE);
        difference.map_or(Ok(moved), |at| Err(vec![at]))
    }

    fn has_rules_for_new_elements(&self) -> bool {
        true
    }
}
