//! Apple strings files (`.strings`): each value is a text, and its key is the name.

mod parse;
#[cfg(test)]
mod tests;

use parse::Quotes;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document, DocumentExt, Source, SourceExt, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::strings::{Emitter, Syntax, note};
use glossweave_format_base::translate::{
    self, Content, Edit, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::encoding;

/// The format of Apple strings files.
pub struct AppleStrings;

impl DocumentFormat for AppleStrings {
    fn format(&self) -> Format {
        Format::AppleStrings
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
        let encoding = decoded.encoding;
        let entries =
            parse::parse(&decoded.text).map_err(|fault| fault.in_source(&bytes, &decoded))?;
        let mut emitter = Emitter::new(&decoded);
        emitter.builder.set_language(options.language.as_ref());
        // Arguments in braces have no meaning in this format.
        let syntax = Syntax::of(Format::AppleStrings, options.placeholders).without_branches();
        for entry in &entries {
            emitter.builder.set_format(entry.quotes as u32);
            let notes: Vec<_> = note(&entry.comment, "description").into_iter().collect();
            emitter.value(&entry.value, &entry.key, syntax, &notes);
        }
        let builder = emitter.builder;
        drop(decoded);
        let source = Source::new(bytes, Format::AppleStrings, encoding).read_with(options);
        Ok(builder.finish(source))
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::write(document, annotations, options, placements, &mut AppleTarget)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

struct AppleTarget;

impl TagScanner for AppleTarget {}

impl Target for AppleTarget {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        push_escaped(text, '"', out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        let quotes = document.format_at(content.text.start()).0.unwrap_or_default();
        let quote = if quotes == Quotes::Single as u32 { '\'' } else { '"' };
        let is_bare = |part: &TranslationPart| match part {
            TranslationPart::Text(text) => text.chars().all(parse::is_bare),
            TranslationPart::Code(_) => true,
        };
        let mut edits =
            exchange(document, content, parts, |text, _, out| push_escaped(text, quote, out));
        if quotes == Quotes::None as u32 && !parts.iter().all(is_bare) {
            // A bare value becomes a quoted value, because the translation contains characters that need quotes.
            let encoding = document.source().encoding();
            let quote = || encoding.encode("\"").into_owned();
            let (start, end) = (content.region.start(), content.region.end());
            edits.insert(0, Edit { at: ByteSpan::new(start, start), bytes: quote() });
            edits.push(Edit { at: ByteSpan::new(end, end), bytes: quote() });
        }
        Ok(edits)
    }
}

/// Appends a text with the escapes that it needs between quotes.
fn push_escaped(text: &str, quote: char, out: &mut String) {
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            char if char == quote => out.extend(['\\', char]),
            char if char < ' ' => out.push_str(&format!("\\U{:04x}", u32::from(char))),
            char => out.push(char),
        }
    }
}
