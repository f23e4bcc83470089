//! Plain text: the source is the text.

use super::decode_options::DecodeOptions;
use super::document_format::DocumentFormat;
use crate::document::{Builder, Document, Source};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_markup::{Encoding, Sniff};

/// Plain text.
pub(super) struct PlainText;

impl DocumentFormat for PlainText {
    fn format(&self) -> Format {
        Format::Text
    }

    /// Reads plain text as one unit. Line ends and white space stay as they are.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = Encoding::decode(&bytes, options.charset, Sniff::Nothing);
        let mut builder = Builder::default();
        builder.set_language(options.language.as_ref());
        let encoding = decoded.encoding;
        let mut back = decoded.way_back();
        builder.decoded(&decoded.text, 0, &mut back, encoding);
        Ok(builder.finish(Source::new(bytes, Format::Text, encoding).declared_as(options.charset)))
    }
}
