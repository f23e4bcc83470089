//! The interface between the formats and what works with all of them.

use super::encode_options::EncodeOptions;
use super::encoded::{Encoded, Placement};
use super::fragment::TagScanner;
use super::markup_profile::RootElement;
use super::new_file::{Capabilities, Content, Output};
use super::package;
use super::translate::{self, Moved, Written};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};

/// A document format: its reader, and its writers if annotations can be inserted.
///
/// Names, media types, extensions and abilities are in the table of [`Format`]. That table stands in
/// a lower crate since it has the notations of RDF too, and crates that read no documents use it.
pub(super) trait DocumentFormat: Sync {
    /// Returns the row of the format in the table of names.
    fn format(&self) -> Format;

    /// Reads a source.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document>;

    /// Reads a result again, which has not been packed yet.
    fn read_again(
        &self,
        _document: &Document,
        encoded: &Encoded,
        options: &DecodeOptions,
    ) -> Result<Document> {
        self.read(encoded.bytes.clone(), options)
    }

    /// Writes the wanted annotations into a splice of the source. `placements` has one entry for each
    /// of `annotations`.
    fn annotate(
        &self,
        _document: &Document,
        _annotations: &[Annotation],
        _options: &EncodeOptions,
        _placements: &mut [Placement],
    ) -> Splice {
        Splice::default()
    }

    /// Returns the root element, if markup profiles are for documents of the format.
    fn root_element(&self, _document: &Document) -> Option<RootElement> {
        None
    }

    /// Writes the wanted translations into a splice of the source.
    fn translate(
        &self,
        _document: &Document,
        annotations: &[Annotation],
        _options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::refuse(annotations, placements, "translations are not written into this format");
        Default::default()
    }

    /// Returns the parts of annotations that a new file has a place for; `None` if nothing is exported in the
    /// format.
    fn capabilities(&self) -> Option<&'static Capabilities> {
        None
    }

    /// Writes a document of any format with its annotations as a new file.
    fn export(&self, _content: &mut Content<'_>, _output: &mut Output) -> Result<()> {
        let message = format!("documents are not exported as `{}`", self.format());
        Err(Error::unsupported(Side::Output, message))
    }

    /// Returns a scanner for the tags in a range of the source without text, if the format has tags.
    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        None
    }

    /// Returns `true` if [`tag_scanner`](DocumentFormat::tag_scanner) reads the whole source, so that the texts of all units
    /// are made together.
    fn scans_whole_source(&self) -> bool {
        false
    }

    /// Compares the texts of a result with those of its document, and returns their shift by
    /// translations. The error is the positions of differences in the text of the document, or
    /// [`translate::ANYWHERE`].
    fn compare(
        &self,
        document: &Document,
        again: &Document,
        _encoded: &Encoded,
        written: &Written,
    ) -> std::result::Result<Option<Moved>, Vec<usize>> {
        Moved::of(document, again, written)
    }

    /// Returns `true` if new elements may match rules of the source, so that a result can have
    /// annotations that nobody placed. They are faults then.
    fn has_rules_for_new_elements(&self) -> bool {
        false
    }

    /// Packs a result, if the source is a package.
    fn pack(&self, document: &Document, encoded: Encoded, verify: bool) -> Result<Encoded> {
        match self.format().is_package() {
            true => package::pack(document, encoded, verify),
            false => Ok(encoded),
        }
    }
}
