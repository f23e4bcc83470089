//! JSON and JSONC: string values are the text, and their paths are the names.

mod plural;
mod select;
#[cfg(test)]
mod tests;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document, Source, SourceExt, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::json_tree;
use glossweave_format_base::strings::{
    Emitter, InPlace, Syntax, has_upper_escapes, is_ascii_file, note, push_escaped,
    push_unit_escape,
};
use glossweave_format_base::translate::{self, Written};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{EncodingExt, encoding};

/// The format of JSON with comments.
pub struct Jsonc;

impl DocumentFormat for Jsonc {
    fn format(&self) -> Format {
        Format::Jsonc
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
        let encoding = decoded.encoding;
        let tree =
            json_tree::parse(&decoded.text).map_err(|fault| fault.in_source(&bytes, &decoded))?;
        let texts = select::select(&tree);
        let mut emitter = Emitter::new(&decoded);
        let syntax = Syntax::of(Format::Jsonc, options.placeholders);
        // A single ICU message makes all strings of a file messages. ARB is an exception because its readers differ.
        let mut strings = tree.strings.iter();
        let quotes =
            !texts.is_arb && strings.any(|text| syntax.of_message(&text.value.text).quotes);
        let syntax = Syntax { quotes, ..syntax };
        emitter.builder.set_language(texts.language.as_ref().or(options.language.as_ref()));
        let has_plurals =
            |text: &json_tree::Text| text.key.as_deref().is_some_and(|key| key.ends_with("_other"));
        let has_plurals = !texts.is_arb && tree.strings.iter().any(has_plurals);
        let plurals = has_plurals.then(|| plural::Plurals::of(&tree));
        for text in &texts.texts {
            let leaf = &tree.strings[text.string];
            let notes: Vec<_> =
                text.note.and_then(|text| note(text, "description")).into_iter().collect();
            let count = emitter.builder.unit_count();
            emitter.value(&leaf.value, &leaf.pointer, syntax, &notes);
            // A text with branches of an ICU argument would need plural forms for each branch, so it gets none.
            if emitter.builder.unit_count() == count + 1
                && let Some(forms) = plurals.as_ref().and_then(|plurals| plurals.categories(leaf))
            {
                emitter.builder.set_plural_forms(forms);
            }
        }
        let mut builder = emitter.builder;
        builder.set_quotes(syntax.quotes);
        drop(plurals);
        drop(texts);
        drop(tree);
        drop(decoded);
        let source = Source::new(bytes, Format::Jsonc, encoding);
        Ok(builder.finish(source.read_with(options)))
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        let escapes = Escapes::of(document.source());
        let escape = |text: &str, out: &mut String| escapes.push(text, out);
        let source = document.source();
        let mut translations = annotations.iter().filter_map(Annotation::as_translation);
        let has_forms = translations.any(|translation| translation.plural_form.is_some());
        let decoded = has_forms.then(|| source.encoding().decode_again(source.bytes()));
        let tree = decoded.as_ref().and_then(|decoded| json_tree::parse(&decoded.text).ok());
        let file = decoded.as_ref().zip(tree.as_ref());
        let file = file.map(|(decoded, tree)| plural::PluralFile::of(decoded, tree));
        let mut target = plural::JsonTarget { texts: InPlace(escape), file };
        translate::write(document, annotations, options, placements, &mut target)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

/// The style of escapes in a file.
pub(super) struct Escapes {
    /// `true` if slashes are escaped, as in the output of PHP.
    has_slashes: bool,
    is_ascii: bool,
    is_upper: bool,
}

impl Escapes {
    pub fn of(source: &Source) -> Escapes {
        let text = source.encoding().decode_again(source.bytes()).text;
        Escapes {
            has_slashes: text.contains("\\/"),
            is_ascii: is_ascii_file(source) && text.contains("\\u"),
            is_upper: has_upper_escapes(source),
        }
    }

    /// Appends a text with the escapes that it needs between quotes.
    pub fn push(&self, text: &str, out: &mut String) {
        let is_special = |byte: u8| {
            (byte < b' ')
                | (byte == b'"')
                | (byte == b'\\')
                | (byte == b'/') & self.has_slashes
                | (byte >= 0xC0) & self.is_ascii
        };
        push_escaped(text, is_special, out, |char, out| match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{C}' => out.push_str("\\f"),
            '/' => out.push_str("\\/"),
            char => push_unit_escape(char, self.is_upper, out),
        });
    }
}
