//! Shared code of the string formats: values with escapes, placeholders as inline codes, and writing.

use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::Translation;
use glossweave_document::{Document, DocumentExt, Source};
mod beside;
mod emit;
mod notation;
mod placeholder;
#[cfg(test)]
mod tests;
mod value;

pub use beside::{finished, is_codes, is_written, spliced};
pub use emit::{Emitter, note};
pub use placeholder::{FoundPlaceholder, Kind, Printf, Syntax, find};
pub use placeholder::{MessagePart, Placeholder, placeholders};
pub use value::Value;

use super::fragment::TagScanner;
use super::translate::{Content, Edit, Target, TranslationPart, exchange, texts_of};
use glossweave_base::error::{Error, ErrorKind, Location};
use glossweave_markup::{Decoded, EncodingExt, find_byte};
use std::ops::Range;

impl<F: Fn(&str, &mut String)> TagScanner for InPlace<F> {}

/// A format whose translations replace the texts of the source, with the function that writes escapes.
pub struct InPlace<F>(pub F);

impl<F: Fn(&str, &mut String)> Target for InPlace<F> {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        (self.0)(text, out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let mut written = String::new();
        texts_of(parts).for_each(|text| (self.0)(text, &mut written));
        held(document, &written)?;
        Ok(exchange(document, content, parts, |text, _, out| (self.0)(text, out)))
    }
}

/// Returns the rule that prevents a text if the encoding of the document does not support one of its characters.
/// String formats have no character references for such characters.
pub fn held(document: &Document, text: &str) -> Result<(), &'static str> {
    let is_held = document.source().encoding().holds(text);
    is_held.then_some(()).ok_or("the encoding of the document lacks a character of the translation")
}

/// Returns a translation with its codes, and with the white space around the text.
pub fn whole_value(
    document: &Document,
    content: &Content,
    parts: &[TranslationPart],
) -> Option<String> {
    let unit = document.unit_at(content.text.start())?;
    let codes = document.codes_of(unit)?;
    let base = unit.span().start();
    let mut value = unit.text().get(..content.text.start() - base)?.to_owned();
    for part in parts {
        match part {
            TranslationPart::Text(text) => value.push_str(text),
            TranslationPart::Code(code) => value.push_str(codes.get(*code)?.chars),
        }
    }
    value.push_str(unit.text().get(content.text.end() - base..)?);
    Some(value)
}

/// A fault in a source, with its range in the decoded text.
#[derive(Debug)]
pub struct Fault {
    kind: ErrorKind,
    /// The description of the fault.
    pub message: String,
    /// The range of the fault, in bytes of the decoded text.
    pub at: Range<usize>,
}

impl Fault {
    /// Creates a fault of kind `ErrorKind::Malformed`.
    pub fn new(message: impl Into<String>, at: Range<usize>) -> Fault {
        Fault { kind: ErrorKind::Malformed, message: message.into(), at }
    }

    /// Creates a fault of kind `ErrorKind::TooLarge`.
    pub fn too_large(message: impl Into<String>, at: Range<usize>) -> Fault {
        Fault { kind: ErrorKind::TooLarge, message: message.into(), at }
    }

    /// Converts the fault into an error that uses its location in the source.
    pub fn in_source(self, bytes: &[u8], decoded: &Decoded<'_>) -> Error {
        let mut back = decoded.way_back();
        let start = back.source(self.at.start);
        let end = back.source(self.at.end.max(self.at.start));
        Error::new(self.kind, self.message).at(Location::in_source(bytes, start..end))
    }
}

/// Returns `true` if a source contains only ASCII, either because it uses escapes for other characters or because it
/// has no such characters. Translations then use escapes too.
pub fn is_ascii_file(source: &Source) -> bool {
    source.encoding().decode_again(source.bytes()).text.is_ascii()
}

/// Appends a key to a path, using the escapes of RFC 6901.
pub fn push_step(key: &str, path: &mut String) {
    match key.contains(['~', '/']) {
        true => path.push_str(&key.replace('~', "~0").replace('/', "~1")),
        false => path.push_str(key),
    }
}

/// Appends a text. Characters that begin with a special byte are written by `escape`.
pub fn push_escaped(
    text: &str,
    is_special: impl Fn(u8) -> bool,
    out: &mut String,
    mut escape: impl FnMut(char, &mut String),
) {
    let mut rest = text;
    let next = |rest: &str| find_byte(rest.as_bytes(), &is_special);
    while let Some((plain, special)) = next(rest).and_then(|at| rest.split_at_checked(at)) {
        out.push_str(plain);
        let mut chars = special.chars();
        chars.by_ref().take(1).for_each(|char| escape(char, out));
        rest = chars.as_str();
    }
    out.push_str(rest);
}

/// Appends a character as one or two escapes of UTF-16 units, `\uXXXX`.
pub fn push_unit_escape(char: char, is_upper: bool, out: &mut String) {
    for unit in char.encode_utf16(&mut [0; 2]) {
        match is_upper {
            true => out.push_str(&format!("\\u{unit:04X}")),
            false => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
}

/// Returns `true` if escapes of UTF-16 units in a source use capital letters.
pub fn has_upper_escapes(source: &Source) -> bool {
    let decoded = source.encoding().decode_again(source.bytes());
    let mut rest = &*decoded.text;
    while let Some(at) = rest.find("\\u") {
        rest = rest.get(at + 2..).unwrap_or_default();
        let mut digits = rest.bytes().take(4);
        if let Some(letter) = digits.find(u8::is_ascii_alphabetic) {
            return letter.is_ascii_uppercase();
        }
    }
    false
}
