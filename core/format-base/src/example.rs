//! An example of a document format, compiled with the tests only: copy this file to add a format (CONTRIBUTING.md,
//! "Adding a document format").
//!
//! Each line of a file is a unit, and a line that begins with `#` is a comment. Annotations cannot be inserted. Translations
//! replace the text of a line.

use super::document_format::DocumentFormat;
use super::fragment::{NoTags, TagScanner};
use super::strings::InPlace;
use super::translate::{self, Written};
use super::{EncodeOptions, Placement};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Builder, DecodeOptions, Document, Source, SourceExt, Splice};
use glossweave_markup::{Encoding, encoding};

/// Lines of text with comments.
struct Lines;

impl DocumentFormat for Lines {
    /// Returns the row of the table of formats. A new format has its own variant of `Format`.
    fn format(&self) -> Format {
        Format::Text
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
        let encoding = decoded.encoding;
        let mut builder = Builder::default();
        builder.set_language(options.language.as_ref());
        // The text contains no inline codes.
        builder.list_codes();
        // Maps positions in the decoded text to positions in the bytes of the source.
        let mut back = decoded.way_back();
        let (mut position, mut id) = (0, 0);
        for line in decoded.text.split_inclusive('\n') {
            let text = line.trim_end_matches(['\r', '\n']);
            if !text.trim().is_empty() && !text.starts_with('#') {
                builder.decoded(text, position, &mut back, encoding);
                id += 1;
                builder.end_unit(id);
            }
            position += line.len();
        }
        let source = Source::new(bytes, Format::Text, encoding).read_with(options);
        Ok(builder.finish(source))
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        // A translation must not begin a new line, because a line is a unit.
        let escape = |text: &str, out: &mut String| out.push_str(&text.replace(['\r', '\n'], " "));
        translate::write(document, annotations, options, placements, &mut InPlace(escape))
    }

    fn tag_scanner<'d>(&self, _: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

const SOURCE: &[u8] = b"# A comment\nOne caf\xE9\r\n\nTwo\n";

fn document() -> Document {
    let options = DecodeOptions { charset: Encoding::for_label("latin1"), ..Default::default() };
    Lines.read(SOURCE.to_vec(), &options).unwrap()
}

#[test]
fn each_line_without_a_comment_is_a_unit() {
    let document = document();
    let units: Vec<_> = document.units().map(|unit| (unit.id(), unit.text().to_owned())).collect();
    assert_eq!(units, [(1, "One caf\u{e9}".to_owned()), (2, "Two".to_owned())]);
    // Every character has its position in the source.
    let accent = document.text().find('\u{e9}').unwrap();
    let span = document.source_span(TextSpan::new(accent, accent + '\u{e9}'.len_utf8())).unwrap();
    assert_eq!(&SOURCE[span.range()], b"\xE9");
}

#[test]
fn a_translation_replaces_its_line_and_no_other_byte() {
    let document = document();
    let span = document.units().next().unwrap().span();
    let german = Translation::new("Ein\nCaf\u{e9}", "de".parse().unwrap());
    let annotations = [Annotation::translation(span, german)];
    let options = EncodeOptions { translations: true, ..Default::default() };
    let mut placements = [Placement::Placed { fragments: 1 }];
    let (splice, _) = Lines.translate(&document, &annotations, &options, &mut placements);
    assert_eq!(placements, [Placement::Placed { fragments: 1 }]);
    assert_eq!(splice.apply(SOURCE).bytes, b"# A comment\nEin Caf\xE9\r\n\nTwo\n");
}
