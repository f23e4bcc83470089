//! Translations in HTML.

use super::annotate::HtmlTagScanner;
use crate::template::{TEMPLATE_ENDS, without_templates};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, InsertionBarrier, Splice};
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::translate::{
    self, Content, Edit, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::escape::{html_text, html_value, push_escaped};
use glossweave_markup::html::{self, StartTag, Tokens, tokenize};
use glossweave_markup::{At, EncodingExt};

/// Writes the requested translations into a splice of the source.
pub(crate) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let mut target = HtmlTarget { document, gaps: HtmlTagScanner { document } };
    translate::write(document, annotations, options, placements, &mut target)
}

/// Returns a scanner for the tags in a range of the source without text.
pub(crate) fn gaps(document: &Document) -> Box<dyn TagScanner + '_> {
    Box::new(HtmlTagScanner { document })
}

struct HtmlTarget<'a> {
    document: &'a Document,
    gaps: HtmlTagScanner<'a>,
}

impl TagScanner for HtmlTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        self.gaps.tags(source, obstacle, tags);
    }
}

impl Target for HtmlTarget<'_> {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        push_escaped(text, out, html_text);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        if !in_attribute(document, content) {
            return Ok(exchange(document, content, parts, |text, at, out| {
                self.text(text, at, out)
            }));
        }
        Ok(exchange(document, content, parts, |text, at, out| {
            match is_quoted(document.source().bytes(), at.start()) {
                true => push_escaped(text, out, html_value),
                false => push_escaped(text, out, unquoted),
            }
        }))
    }

    fn language(&self, tag: ByteSpan, language: &Language) -> Vec<Edit> {
        let mut edits: Vec<Edit> =
            say(self.document, tag, "lang", language.as_str()).into_iter().collect();
        edits.extend(direction(self.document, tag, language));
        edits.sort_by_key(|edit| edit.at);
        edits
    }
}

/// Returns the edit that sets the direction of an element to the direction of a language: to `rtl`,
/// or from `rtl` to `ltr`.
pub fn direction(document: &Document, tag: ByteSpan, language: &Language) -> Option<Edit> {
    if language.is_right_to_left() {
        return say(document, tag, "dir", "rtl").filter(|edit| !is_value(document, edit, "rtl"));
    }
    say(document, tag, "dir", "ltr").filter(|edit| is_value(document, edit, "rtl"))
}

/// Returns `true` if an edit replaces a value.
fn is_value(document: &Document, edit: &Edit, value: &str) -> bool {
    let source = document.source();
    let bytes = source.bytes().get(edit.at.range()).unwrap_or_default();
    source.encoding().decode_part(bytes).text.eq_ignore_ascii_case(value)
}

/// Returns the edit that sets an attribute of a start tag. The edit replaces the existing value or
/// adds the attribute.
pub fn say(document: &Document, tag: ByteSpan, attribute: &str, new: &str) -> Option<Edit> {
    let source = document.source();
    let decoded = source.encoding().decode_part(source.bytes().get(tag.range())?);
    let templates = without_templates(&decoded.text);
    let text = templates.as_ref().map_or(&*decoded.text, |templates| &templates.text);
    let mut found = Lang { text, attribute, name_end: None, value: None };
    tokenize(text, &mut found);
    let mut way = decoded.way_back();
    let mut place = |at: usize| tag.start() + way.source(at);
    let (at, text) = match (found.value, found.name_end) {
        (Some(value), _) => (value, escaped(new)),
        (None, Some(end)) => (end..end, format!(" {attribute}=\"{}\"", escaped(new))),
        (None, None) => return None,
    };
    let at = ByteSpan::new(place(at.start), place(at.end));
    Some(Edit { at, bytes: source.encoding().encode(&text).into_owned() })
}

/// Returns `true` if a text is the value of an attribute.
pub fn in_attribute(document: &Document, content: &Content) -> bool {
    let (zone, _) = document.zone_at(content.text.start());
    zone.obstacle == Some(InsertionBarrier::Attribute)
}

/// Returns `true` if a quotation mark precedes a position in an attribute value, with at most white
/// space and template codes in between.
fn is_quoted(source: &[u8], at: usize) -> bool {
    let before = source.get(..at).unwrap_or_default();
    // In UTF-16, every other byte of ASCII text is 0.
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | 0x0C | b'\r' | 0);
    let blank = before.iter().rev().take_while(|byte| is_space(byte)).count();
    let before = &before[..before.len() - blank];
    // Values without quotation marks contain no white space, but template codes may have any
    // length.
    let is_behind_code = || TEMPLATE_ENDS.iter().any(|end| before.ends_with(end.as_bytes()));
    match before.last() {
        Some(b'"' | b'\'') => true,
        _ => is_behind_code() && (blank > 0 || is_code_quoted(before)),
    }
}

/// Returns `true` if a quotation mark directly precedes the template codes at the end of a source.
fn is_code_quoted(source: &[u8]) -> bool {
    /// The maximum number of bytes that are searched for the start of the codes.
    const REACH: usize = 4_096;
    let near = &source[source.len().saturating_sub(REACH)..];
    let opens = |pair: &[u8]| matches!(pair, b"{{" | b"{%" | b"{#" | b"{!" | b"<%" | b"<?");
    let mut starts = near.windows(2).enumerate().filter(|(_, pair)| opens(pair));
    starts.any(|(at, _)| at > 0 && matches!(near[at - 1], b'"' | b'\''))
}

/// Returns the reference for a character in an unquoted attribute value (HTML Standard, 13.1.2.3).
fn unquoted(c: char) -> Option<&'static str> {
    match c {
        ' ' => Some("&#32;"),
        '\t' => Some("&#9;"),
        '\n' => Some("&#10;"),
        '\r' => Some("&#13;"),
        '=' => Some("&#61;"),
        '>' => Some("&gt;"),
        '`' => Some("&#96;"),
        c => html_value(c),
    }
}

fn escaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    push_escaped(value, &mut out, html_value);
    out
}

/// A search for an attribute in a start tag.
struct Lang<'a> {
    text: &'a str,
    attribute: &'a str,
    name_end: Option<usize>,
    value: Option<At>,
}

impl Tokens for Lang<'_> {
    fn text(&mut self, _: At, _: bool) {}

    fn start(&mut self, tag: &StartTag<'_>) -> html::Content {
        let is_lang = |name: &At| {
            let name = self.text.get(name.clone()).unwrap_or_default();
            name.eq_ignore_ascii_case(self.attribute)
        };
        let lang = tag.attributes.iter().find(|attribute| is_lang(&attribute.name));
        // When the attribute has no value, a second one is inserted before it, because browsers use
        // the first of two.
        let value = lang.map(|attribute| attribute.value.clone());
        self.value = value.filter(|value| !value.is_empty());
        self.name_end = Some(tag.name.end);
        html::Content::Markup
    }

    fn end(&mut self, _: At, _: At) {}

    fn is_foreign(&mut self) -> bool {
        false
    }
}
