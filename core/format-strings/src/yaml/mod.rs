//! YAML: scalar values are the text, and their paths are the names.

use glossweave_document::{DecodeOptions, Document, Source, SourceExt, Splice};
mod parse;
mod scalar;
#[cfg(test)]
mod tests;
mod translate;

pub(super) use parse::{Scalar, parse as scalars};
pub(super) use translate::YamlTarget;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::NoTags;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::strings::{Emitter, Syntax, note};
use glossweave_format_base::translate::Written;
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::encoding;

/// The YAML format.
pub struct Yaml;

impl DocumentFormat for Yaml {
    fn format(&self) -> Format {
        Format::Yaml
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
        let encoding = decoded.encoding;
        let scalars =
            parse::parse(&decoded.text).map_err(|fault| fault.in_source(&bytes, &decoded))?;
        let mut emitter = Emitter::new(&decoded);
        emitter.builder.set_language(scalars.language.as_ref().or(options.language.as_ref()));
        let syntax = Syntax::of(Format::Yaml, options.placeholders);
        // A single ICU message makes all texts of a file messages.
        let mut texts = scalars.texts.iter();
        let quotes = texts.any(|scalar| syntax.of_message(&scalar.value.text).quotes);
        let syntax = Syntax { quotes, ..syntax };
        for scalar in &scalars.texts {
            let notes: Vec<_> = note(&scalar.note, "description").into_iter().collect();
            emitter.value(&scalar.value, &scalar.path, syntax, &notes);
        }
        let mut builder = emitter.builder;
        builder.set_quotes(quotes);
        drop(scalars);
        drop(decoded);
        let source = Source::new(bytes, Format::Yaml, encoding).read_with(options);
        Ok(builder.finish(source))
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

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}
