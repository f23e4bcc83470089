//! Translations in YAML. Each scalar keeps its style when the style can represent the text. Otherwise another style
//! is used.

use std::collections::HashMap;
use std::ops::Range;

use super::parse::{self, Scalar};
use super::scalar::{Style, fits_plain, is_old_break, is_printable};
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, ListedCode, Splice};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::strings::push_escaped;
use glossweave_format_base::translate::{
    self, Content, Edit, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{Encoding, EncodingExt};

/// Returns the replacements that write the requested translations into the source.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let mut target = YamlTarget::new(document, |source| {
        parse::parse(source).map(|all| all.texts).unwrap_or_default()
    });
    translate::write(document, annotations, options, placements, &mut target)
}

/// A writer of translations into scalars.
pub(crate) struct YamlTarget {
    /// The scalars with their source byte ranges, in order.
    scalars: Vec<(ByteSpan, Scalar)>,
    /// The frame of each block scalar, by the start of its text.
    frames: HashMap<usize, BlockFrame>,
    line_break: &'static str,
    encoding: Encoding,
}

/// The source around the lines of a block scalar.
struct BlockFrame {
    /// The range from its header to the end of its last line with text, without the line break.
    at: ByteSpan,
    /// The comment after its header, with the preceding space.
    comment: String,
    /// The line breaks at the start and at the end of its value, which are not part of the text.
    line_breaks: (String, String),
}

impl TagScanner for YamlTarget {}

const STYLE: &str = "the style of the scalar cannot store text next to branches of its arguments";

impl Target for YamlTarget {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        let Some((_, scalar)) = self.scalar(at) else { return };
        match scalar.style {
            Style::Plain => out.push_str(text),
            Style::Single => out.push_str(&text.replace('\'', "''")),
            Style::Double => push_double(text, out),
            Style::Literal | Style::Folded => self.push_block(text, scalar, out),
        }
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        if let Some((at, scalar)) = self.scalar(content.region)
            && let Some(edit) = self.in_other_style(document, content, parts, (*at, scalar))?
        {
            return Ok(vec![edit]);
        }
        Ok(exchange(document, content, parts, |text, _, out| self.text(text, content.region, out)))
    }
}

impl YamlTarget {
    /// Returns a writer for the scalars that `scalars` finds in the source.
    pub fn new(document: &Document, scalars: impl FnOnce(&str) -> Vec<Scalar>) -> YamlTarget {
        let source = document.source();
        let decoded = source.encoding().decode_again(source.bytes());
        let mut back = decoded.way_back();
        let mut frames = HashMap::new();
        let scalars = scalars(&decoded.text).into_iter().map(|scalar| {
            let is_block = matches!(scalar.style, Style::Literal | Style::Folded);
            let frame = if is_block { block_frame(&decoded.text, &scalar) } else { None };
            let header = frame.as_ref().map(|(at, ..)| back.source(at.start));
            let start = back.source(scalar.at.start);
            if let Some(((at, comment, line_breaks), header)) = frame.zip(header) {
                let at = ByteSpan::new(header, back.source(at.end));
                frames.insert(start, BlockFrame { at, comment, line_breaks });
            }
            (ByteSpan::new(start, back.source(scalar.at.end)), scalar)
        });
        YamlTarget {
            scalars: scalars.collect(),
            frames,
            line_break: if decoded.text.contains("\r\n") { "\r\n" } else { "\n" },
            encoding: source.encoding(),
        }
    }

    /// Returns the scalar around a range of the source.
    fn scalar(&self, at: ByteSpan) -> Option<&(ByteSpan, Scalar)> {
        let next = self.scalars.partition_point(|(span, _)| span.start() <= at.start());
        self.scalars.get(next.checked_sub(1)?)
    }

    /// Returns the edit of a whole scalar whose style cannot represent its new text.
    fn in_other_style(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        (at, scalar): (ByteSpan, &Scalar),
    ) -> std::result::Result<Option<Edit>, &'static str> {
        let fits = |text: &str| match scalar.style {
            Style::Plain => fits_plain(text, scalar.is_in_flow),
            Style::Single => fits_single(text),
            Style::Double => true,
            Style::Literal | Style::Folded => {
                text.chars().all(|char| is_printable(char) && !is_old_break(char))
            }
        };
        let unit = document.unit_at(content.text.start());
        let codes = unit.and_then(|unit| document.codes_of(unit)).unwrap_or_default();
        let code = |index: usize| codes.get(index).map_or("", |code: &ListedCode<'_>| code.chars);
        let mut old = String::new();
        for (index, span) in content.texts().enumerate() {
            old.push_str(document.text().get(span.range()).unwrap_or_default());
            old.push_str(code(index));
        }
        let new: String = parts
            .iter()
            .map(|part| match part {
                TranslationPart::Text(text) => text.as_str(),
                TranslationPart::Code(index) => code(*index),
            })
            .collect();
        let value = scalar.value.text.as_str();
        let start = value.len() - value.trim_ascii_start().len();
        let is_whole = value.trim_ascii() == old.trim_ascii() && !content.fixed;
        if !is_whole {
            // The letters represent the surrounding text.
            return if fits(&format!("a{new}a")) { Ok(None) } else { Err(STYLE) };
        }
        let end = value.trim_ascii_end().len();
        let new = format!("{}{new}{}", &value[..start], &value[end.max(start)..]);
        if fits(&new) {
            return Ok(None);
        }
        if matches!(scalar.style, Style::Literal | Style::Folded) {
            let frame = self.frames.get(&at.start()).ok_or(STYLE)?;
            let mut out = "\"".to_owned();
            let (lead, trail) = &frame.line_breaks;
            push_double(&format!("{lead}{}{trail}", new.trim_end_matches('\n')), &mut out);
            out.push('"');
            out.push_str(&frame.comment);
            let bytes = self.encoding.encode(&out).into_owned();
            return Ok(Some(Edit { at: frame.at, bytes }));
        }
        let mut out = String::with_capacity(new.len() + 2);
        if fits_single(&new) {
            out.push('\'');
            out.push_str(&new.replace('\'', "''"));
            out.push('\'');
        } else {
            out.push('"');
            push_double(&new, &mut out);
            out.push('"');
        }
        Ok(Some(Edit { at, bytes: self.encoding.encode(&out).into_owned() }))
    }

    /// Appends lines of a block scalar.
    fn push_block(&self, text: &str, scalar: &Scalar, out: &mut String) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let is_folded = scalar.style == Style::Folded;
        let last = text.split('\n').count() - 1;
        let mut was_empty = false;
        for (index, line) in text.split('\n').enumerate() {
            let is_first = index == 0;
            // A line that begins with white space would not be folded.
            let line = if is_folded && !is_first { line.trim_start() } else { line };
            if !is_first {
                out.push_str(self.line_break);
                if is_folded && !was_empty {
                    out.push_str(self.line_break);
                }
                // An empty last line precedes a code, so it needs indentation.
                if !line.is_empty() || index == last {
                    out.extend(std::iter::repeat_n(' ', scalar.indent));
                }
            }
            out.push_str(line);
            was_empty = line.is_empty();
        }
    }
}

/// Returns `true` if a text can be written between apostrophes.
fn fits_single(text: &str) -> bool {
    let fits = |char| char != '\n' && char != '\r' && is_printable(char) && !is_old_break(char);
    text.chars().all(fits)
}

/// Returns the range of a block scalar with its header, the comment after the header, and the line breaks at both
/// ends of its value (YAML 1.2, 8.1.1).
fn block_frame(source: &str, scalar: &Scalar) -> Option<(Range<usize>, String, (String, String))> {
    const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];
    let before = source.get(..scalar.at.start)?.trim_end_matches(BLANK);
    let line = before.rsplit('\n').next()?;
    let line_start = before.len() - line.len();
    let head = line.split(" #").next()?.trim_end();
    let comment = line.get(head.len()..)?;
    let start = head.rfind(['|', '>'])?;
    let signs = head.get(start + 1..)?;
    if !signs.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte)) {
        return None;
    }
    let lines = source.get(scalar.at.clone())?;
    let end = scalar.at.start + lines.trim_end_matches(BLANK).len();
    let count = |text: &str| text.replace("\r\n", "\n").matches(['\n', '\r']).count();
    let value = &scalar.value.text;
    let in_value = value.get(value.trim_end_matches(BLANK).len()..).map_or(0, count);
    let behind = source.get(end..scalar.at.end).map_or(0, count).saturating_sub(in_value);
    let lead = source.get(before.len()..scalar.at.start).map_or(0, count).saturating_sub(1);
    let trail = if signs.contains('-') {
        0
    } else if signs.contains('+') {
        behind
    } else {
        behind.min(1)
    };
    let line_breaks = ("\n".repeat(lead), "\n".repeat(trail));
    Some((line_start + start..end, comment.to_owned(), line_breaks))
}

/// Appends a text with the escapes of double quotes (YAML 1.2, 5.7).
fn push_double(text: &str, out: &mut String) {
    let is_special = |byte: u8| (byte < b' ') | (byte == b'"') | (byte == b'\\') | (byte >= 0x7F);
    push_escaped(text, is_special, out, |char, out| match char {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0' => out.push_str("\\0"),
        '\u{85}' => out.push_str("\\N"),
        '\u{2028}' => out.push_str("\\L"),
        '\u{2029}' => out.push_str("\\P"),
        char if !is_printable(char) || char == '\u{FEFF}' => {
            let code = u32::from(char);
            match code {
                0..=0xFF => out.push_str(&format!("\\x{code:02x}")),
                0x100..=0xFFFF => out.push_str(&format!("\\u{code:04x}")),
                _ => out.push_str(&format!("\\U{code:08x}")),
            }
        }
        char => out.push(char),
    });
}
