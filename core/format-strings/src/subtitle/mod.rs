//! Subtitles: SubRip (SRT) and WebVTT. Each cue is a unit.

mod parse;
#[cfg(test)]
mod tests;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Source, SourceExt, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::NoTags;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::strings::{Emitter, InPlace, Syntax, note};
use glossweave_format_base::translate::{self, Written};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{Encoding, EncodingExt, encoding};

/// The SubRip format.
pub struct Srt;

/// The WebVTT format.
pub struct Vtt;

impl DocumentFormat for Srt {
    fn format(&self) -> Format {
        Format::Srt
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let latin = Encoding::for_label("windows-1252").filter(|_| str::from_utf8(&bytes).is_err());
        read(bytes, Format::Srt, options.charset.or(latin), options)
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        let line_end = line_end(document);
        let escape = |text: &str, out: &mut String| out.push_str(&text.replace('\n', line_end));
        translate::write(document, annotations, options, placements, &mut InPlace(escape))
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

impl DocumentFormat for Vtt {
    fn format(&self) -> Format {
        Format::Vtt
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read(bytes, Format::Vtt, None, options)
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        let line_end = line_end(document);
        let escape = |text: &str, out: &mut String| {
            for char in text.chars() {
                match char {
                    '&' => out.push_str("&amp;"),
                    '<' => out.push_str("&lt;"),
                    '>' => out.push_str("&gt;"),
                    '\n' => out.push_str(line_end),
                    char => out.push(char),
                }
            }
        };
        translate::write(document, annotations, options, placements, &mut InPlace(escape))
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

fn line_end(document: &Document) -> &'static str {
    let source = document.source();
    if source.encoding().has_word(source.bytes(), "\r\n") { "\r\n" } else { "\n" }
}

fn read(
    bytes: Vec<u8>,
    format: Format,
    charset: Option<Encoding>,
    options: &DecodeOptions,
) -> Result<Document> {
    let decoded = encoding::decode_text(&bytes, charset, options.invalid_bytes)?;
    let encoding = decoded.encoding;
    let is_vtt = format == Format::Vtt;
    let mut emitter = Emitter::new(&decoded);
    emitter.builder.set_language(options.language.as_ref());
    let syntax = Syntax::of(format, options.placeholders).without_branches();
    let syntax = Syntax { all_tags: is_vtt, ..syntax };
    let read = |cue: parse::Cue<'_>| {
        let note = note(cue.note, "description");
        emitter.value(&cue.value, cue.name, syntax, note.as_slice());
    };
    let end = match is_vtt {
        true => parse::vtt(&decoded.text, read),
        false => parse::srt(&decoded.text, read),
    };
    end.map_err(|fault| fault.in_source(&bytes, &decoded))?;
    let builder = emitter.builder;
    drop(decoded);
    let source = Source::new(bytes, format, encoding).read_with(options);
    Ok(builder.finish(source))
}
