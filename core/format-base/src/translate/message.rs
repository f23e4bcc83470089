//! Apostrophes in ICU messages. An apostrophe before a brace would quote the brace, so it is doubled.

use super::Content;
use super::marked_text::TranslationPart;
use crate::icu_message::is_message;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{CodeKind, Document, DocumentExt};
use glossweave_markup::EncodingExt;

/// The ICU messages in a document.
pub struct Messages {
    /// The ranges of arguments with branches that are units.
    arguments: Vec<ByteSpan>,
    /// `true` if every text is a message.
    is_all: bool,
}

impl Messages {
    pub fn of(document: &Document) -> Messages {
        let is_quoting = !matches!(document.source().format(), Format::Properties | Format::Fluent);
        let holders = document.all_codes().filter(|(_, kind)| *kind == CodeKind::Holder);
        let mut arguments: Vec<ByteSpan> =
            holders.map(|(at, _)| at).filter(|_| is_quoting).collect();
        arguments.sort_by_key(|at| (at.start(), std::cmp::Reverse(at.end())));
        let mut end = 0;
        arguments.retain(|at| {
            let is_outer = at.end() > end;
            end = end.max(at.end());
            is_outer
        });
        let is_all = document.has_quotes();
        Messages { arguments, is_all }
    }

    /// Returns `true` if a text is a message, or a part of a message.
    pub fn has(&self, document: &Document, content: &Content) -> bool {
        if self.is_all {
            return true;
        }
        let at = content.region.start();
        let next = self.arguments.partition_point(|argument| argument.end() <= at);
        if self.arguments.get(next).is_some_and(|argument| argument.start() <= content.region.end())
        {
            return true;
        }
        let Some(unit) = document.unit_at(content.text.start()) else { return false };
        let codes = document.codes_of(unit).unwrap_or_else(|| document.placeholders_of(unit));
        codes.iter().any(|code| is_message(code.chars))
    }
}

/// Returns the parts of a translation with doubled apostrophes. When the source text doubles apostrophes, all are
/// doubled. Otherwise only apostrophes that would quote the next character are doubled.
pub fn quoted(
    document: &Document,
    content: &Content,
    parts: &[TranslationPart],
) -> Vec<TranslationPart> {
    let source = document.source();
    let bytes = source.bytes().get(content.region.range()).unwrap_or_default();
    let is_always = source.encoding().decode_part(bytes).text.contains("''");
    let quote = |text: &String| {
        let mut out = String::with_capacity(text.len() + 2);
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let quotes = char == '\''
                && (is_always
                    || chars
                        .peek()
                        .is_none_or(|next| matches!(next, '{' | '}' | '#' | '|' | '\'')));
            out.push(char);
            if quotes {
                out.push(char);
            }
        }
        TranslationPart::Text(out)
    };
    let quote_part = |part: &TranslationPart| match part {
        TranslationPart::Text(text) => quote(text),
        TranslationPart::Code(code) => TranslationPart::Code(*code),
    };
    parts.iter().map(quote_part).collect()
}
