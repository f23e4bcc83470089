//! Java properties files: each value is a text, and its key is the name.

mod parse;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document, DocumentExt, Source, SourceExt, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::NoTags;
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::strings::{
    Emitter, Syntax, has_upper_escapes, is_ascii_file, note, push_unit_escape,
};
use glossweave_format_base::translate::{
    self, Content, Edit, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{Encoding, EncodingExt, encoding};

/// The format of Java properties files.
pub struct Properties;

/// Returns the encoding of a source without a byte order mark: the encoding from the transport, UTF-8 if the bytes
/// are valid UTF-8, or otherwise ISO 8859-1, as in `PropertyResourceBundle`.
fn charset(bytes: &[u8], declared: Option<Encoding>) -> Option<Encoding> {
    let latin = || Encoding::for_label("iso-8859-1").filter(|_| str::from_utf8(bytes).is_err());
    declared.or_else(latin)
}

impl DocumentFormat for Properties {
    fn format(&self) -> Format {
        Format::Properties
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let charset = charset(&bytes, options.charset);
        let decoded = encoding::decode_text(&bytes, charset, options.invalid_bytes)?;
        let encoding = decoded.encoding;
        let mut emitter = Emitter::new(&decoded);
        emitter.builder.set_language(options.language.as_ref());
        let syntax = Syntax::of(Format::Properties, options.placeholders);
        let syntax = Syntax { no_quotes: true, ..syntax };
        let end = parse::parse(&decoded.text, |entry| {
            let note = note(&entry.comment, "description");
            emitter.value(&entry.value, &entry.key, syntax, note.as_slice());
        });
        end.map_err(|fault| fault.in_source(&bytes, &decoded))?;
        let builder = emitter.builder;
        drop(decoded);
        let source = Source::new(bytes, Format::Properties, encoding);
        Ok(builder.finish(source.read_with(options)))
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        let source = document.source();
        let mut target = PropertiesTarget {
            encoding: source.encoding(),
            is_ascii: is_ascii_file(source),
            is_upper: has_upper_escapes(source),
            is_pattern: Cell::new(false),
        };
        translate::write(document, annotations, options, placements, &mut target)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

struct PropertiesTarget {
    encoding: Encoding,
    /// `true` if characters outside ASCII are written as escapes.
    is_ascii: bool,
    is_upper: bool,
    /// `true` if the text is a `MessageFormat` pattern, in which an apostrophe is doubled.
    is_pattern: Cell<bool>,
}

impl TagScanner for PropertiesTarget {}

impl PropertiesTarget {
    /// Returns `true` if the encoding, as Java decodes it, supports a character.
    fn has(&self, char: char) -> bool {
        match self.encoding.name() {
            "windows-1252" => ('\u{A0}'..='\u{FF}').contains(&char),
            _ => {
                let text = char.encode_utf8(&mut [0; 4]).to_owned();
                self.encoding.decode_part(&self.encoding.encode(&text)).text == *text
            }
        }
    }
}

impl Target for PropertiesTarget {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        for char in text.chars() {
            match char {
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\u{C}' => out.push_str("\\f"),
                '\'' if self.is_pattern.get() => out.push_str("''"),
                char if char.is_ascii_control() => push_unit_escape(char, self.is_upper, out),
                char if !char.is_ascii() && (self.is_ascii || !self.has(char)) => {
                    push_unit_escape(char, self.is_upper, out);
                }
                char => out.push(char),
            }
        }
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        let codes = document.unit_at(content.text.start()).and_then(|unit| document.codes_of(unit));
        let is_pattern = codes.iter().flatten().any(|code| parse::is_pattern(code.chars));
        // When a value contains only single apostrophes, it is not used as a `MessageFormat` pattern.
        let source = document.source().bytes().get(content.region.range()).unwrap_or_default();
        let source = self.encoding.decode_part(source).text;
        self.is_pattern.set(is_pattern && (!source.contains('\'') || source.contains("''")));
        Ok(exchange(document, content, parts, |text, at, out| self.text(text, at, out)))
    }
}
