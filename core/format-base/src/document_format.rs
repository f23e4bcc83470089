//! The trait that each document format implements.

use super::encode_options::EncodeOptions;
use super::encoded::{Encoded, Placement};
use super::fragment::TagScanner;
use super::markup_profile::RootElement;
use super::new_file::{Capabilities, Content, Output};
#[cfg(feature = "packages")]
use super::package;
use super::translate::{self, Moved, Written};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Splice};

/// A document format: its reader, and its writers if annotations or translations can be inserted.
///
/// The table of [`Format`] contains the names, media types, extensions and capabilities. The table is in a lower
/// crate because it also contains the RDF formats, and because crates that read no documents use it.
pub trait DocumentFormat: Sync {
    /// Returns the row of the format in the table of names.
    fn format(&self) -> Format;

    /// Decodes a source into a document.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document>;

    /// Decodes a result that has not been packed yet. The verification uses it to compare the result with its
    /// document.
    fn read_again(
        &self,
        _document: &Document,
        encoded: &Encoded,
        options: &DecodeOptions,
    ) -> Result<Document> {
        self.read(encoded.bytes.clone(), options)
    }

    /// Returns the insertions that add the requested annotations to the source. `placements` contains one entry for
    /// each annotation.
    fn annotate(
        &self,
        _document: &Document,
        _annotations: &[Annotation],
        _options: &EncodeOptions,
        _placements: &mut [Placement],
    ) -> Splice {
        Splice::default()
    }

    /// Returns the root element of a document. Returns `None` if the format does not support markup profiles.
    fn root_element(&self, _document: &Document) -> Option<RootElement> {
        None
    }

    /// Returns the replacements that write the requested translations into the source.
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

    /// Returns the annotation fields that a new file can store. Returns `None` if the format does not support export.
    fn capabilities(&self) -> Option<&'static Capabilities> {
        None
    }

    /// Writes a document of any format with its annotations as a new file.
    fn export(&self, _content: &mut Content<'_>, _output: &mut Output) -> Result<()> {
        let message = format!("documents are not exported as `{}`", self.format());
        Err(Error::unsupported(Side::Output, message))
    }

    /// Returns a scanner for the tags in a range of the source without text. Used to find the inline codes of texts.
    /// Returns `None` if the format has no tags.
    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        None
    }

    /// Returns `true` if [`tag_scanner`](DocumentFormat::tag_scanner) reads the whole source. The texts of all units
    /// are then generated together.
    fn scans_whole_source(&self) -> bool {
        false
    }

    /// Compares the texts of a result with the texts of its document, and returns the shift that translations cause.
    /// An error contains the positions of differences in the text of the document, or [`translate::ANYWHERE`].
    fn compare(
        &self,
        document: &Document,
        again: &Document,
        _encoded: &Encoded,
        written: &Written,
    ) -> std::result::Result<Option<Moved>, Vec<usize>> {
        Moved::of(document, again, written)
    }

    /// Returns `true` if new elements may match ITS rules of the source. Such a match adds annotations that the
    /// caller did not request, which are reported as faults.
    fn has_rules_for_new_elements(&self) -> bool {
        false
    }

    /// Packs a result when the source is a package.
    fn pack(&self, _document: &Document, encoded: Encoded, _verify: bool) -> Result<Encoded> {
        match self.format().is_package() {
            #[cfg(feature = "packages")]
            true => package::pack(_document, encoded, _verify),
            _ => Ok(encoded),
        }
    }
}
