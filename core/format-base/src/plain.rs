//! Plain text: the source is the text.

use super::document_format::DocumentFormat;
use super::encode_options::EncodeOptions;
use super::encoded::Placement;
use super::fragment::{NoTags, TagScanner};
use super::strings::InPlace;
use super::translate::{self, Written};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Builder, DecodeOptions, Document, Source, SourceExt, Splice};
use glossweave_markup::encoding;

/// The plain text format.
pub struct PlainText;

impl DocumentFormat for PlainText {
    fn format(&self) -> Format {
        Format::Text
    }

    /// Decodes plain text as one unit. Line breaks and white space are preserved.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
        let mut builder = Builder::default();
        builder.set_language(options.language.as_ref());
        builder.list_codes();
        let encoding = decoded.encoding;
        let mut back = decoded.way_back();
        builder.decoded(&decoded.text, 0, &mut back, encoding);
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
        let mut target = InPlace(|text: &str, out: &mut String| out.push_str(text));
        translate::write(document, annotations, options, placements, &mut target)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

#[cfg(test)]
mod tests {
    use super::PlainText;
    use crate::Formats;
    use crate::PlacementExt;
    use crate::{EncodeOptions, Placement};
    use glossweave_base::error::ErrorKind;
    use glossweave_base::media::Format;
    use glossweave_base::text::TextSpan;
    use glossweave_document::DecodeOptions;
    use glossweave_document::Document;
    use glossweave_document::annotation::{Annotation, Entity, Translation};
    use glossweave_markup::Encoding;

    fn read(bytes: &[u8], charset: Option<&str>) -> Document {
        let charset = charset.and_then(Encoding::for_label);
        FORMATS
            .decode(bytes, Format::Text, &DecodeOptions { charset, ..Default::default() })
            .unwrap()
    }

    fn german(document: &Document, text: &str) -> Annotation {
        let span = document.units().next().unwrap().span();
        Annotation::translation(span, Translation::new(text, "de".parse().unwrap()))
    }

    const FORMATS: Formats = Formats(&[&[&PlainText]]);

    fn writing() -> EncodeOptions {
        EncodeOptions { translations: true, ..Default::default() }
    }

    #[test]
    fn a_translation_replaces_the_text_and_keeps_the_space_around_it() {
        type Case = (&'static [u8], Option<&'static str>, &'static str, &'static [u8]);
        let cases: [Case; 4] = [
            (
                b"\xEF\xBB\xBF  One.\r\nTwo.\n",
                None,
                "Eins.\r\nZwei & <3>.",
                b"\xEF\xBB\xBF  Eins.\r\nZwei & <3>.\n",
            ),
            (b"caf\xE9 a\n", Some("latin1"), "\u{e9}t\u{e9}", b"\xE9t\xE9\n"),
            (b"\xFF\xFEa\0 \0b\0\n\0", None, "\u{e4}", b"\xFF\xFE\xE4\0\n\0"),
            (b"\x88\xA5 a", Some("big5"), "b", b"b"),
        ];
        for (source, charset, text, expected) in cases {
            let document = read(source, charset);
            let back = FORMATS.encode(&document, &[german(&document, text)], &writing()).unwrap();
            assert_eq!(back.placements, [Placement::Placed { fragments: 1 }]);
            assert_eq!(back.bytes, expected);
        }
    }

    #[test]
    fn what_the_encoding_lacks_is_not_written() {
        let document = read(b"caf\xE9", Some("latin1"));
        let back = FORMATS.encode(&document, &[german(&document, "\u{43a}")], &writing()).unwrap();
        let rule = "the encoding of the document lacks a character of the translation";
        assert_eq!(back.placements, [Placement::not_placed(rule)]);
        assert_eq!(back.bytes, b"caf\xE9");
    }

    #[test]
    fn annotations_have_no_place() {
        let document = read(b"To Cork", None);
        let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
        let error = FORMATS
            .encode(&document, std::slice::from_ref(&cork), &EncodeOptions::default())
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        let both = [cork, german(&document, "Nach Cork")];
        let back = FORMATS.encode(&document, &both, &writing()).unwrap();
        let rule = "the format cannot store annotations";
        assert_eq!(back.placements[0], Placement::not_placed(rule));
        assert_eq!(back.bytes, b"Nach Cork");
    }
}
