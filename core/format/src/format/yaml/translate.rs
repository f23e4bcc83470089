//! Translations in YAML: each scalar keeps its style if that can hold the text.

use std::collections::HashMap;

use super::parse::{self, Scalar};
use super::scalar::{Style, fits_plain, is_old_break, is_printable};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, ListedCode, Splice};
use crate::format::fragment::TagScanner;
use crate::format::strings::push_escaped;
use crate::format::translate::{self, Content, Edit, Part, Target, Written, exchange};
use crate::format::{EncodeOptions, Placement};
use glossweave_base::text::ByteSpan;
use glossweave_markup::Encoding;

/// Writes the wanted translations into a splice of the source.
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
pub(in crate::format) struct YamlTarget {
    /// The scalars with their places in the bytes of the source, in their order.
    scalars: Vec<(ByteSpan, Scalar)>,
    /// The header of each block scalar, by the start of that: its position, and the line breaks at the end of its text.
    headers: HashMap<usize, (usize, &'static str)>,
    line_break: &'static str,
    encoding: Encoding,
}

impl TagScanner for YamlTarget {}

const STYLE: &str = "the style of the scalar cannot hold the text beside branches of its arguments";

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
        parts: &[Part],
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
    /// Returns a writer into the scalars that a function finds in the source.
    pub fn new(document: &Document, scalars: impl FnOnce(&str) -> Vec<Scalar>) -> YamlTarget {
        let source = document.source();
        let decoded = source.encoding().decode_again(source.bytes());
        let mut back = decoded.way_back();
        let mut headers = HashMap::new();
        let scalars = scalars(&decoded.text).into_iter().map(|scalar| {
            let is_block = matches!(scalar.style, Style::Literal | Style::Folded);
            let before = decoded.text.get(..scalar.at.start).filter(|_| is_block);
            let header = before.and_then(block_header);
            let header = header.map(|(length, end)| (back.source(scalar.at.start - length), end));
            let start = back.source(scalar.at.start);
            headers.extend(header.map(|header| (start, header)));
            (ByteSpan::new(start, back.source(scalar.at.end)), scalar)
        });
        YamlTarget {
            scalars: scalars.collect(),
            headers,
            line_break: if decoded.text.contains("\r\n") { "\r\n" } else { "\n" },
            encoding: source.encoding(),
        }
    }

    /// Returns the scalar around a range of the source.
    fn scalar(&self, at: ByteSpan) -> Option<&(ByteSpan, Scalar)> {
        let next = self.scalars.partition_point(|(span, _)| span.start() <= at.start());
        self.scalars.get(next.checked_sub(1)?)
    }

    /// Returns the edit of a whole scalar whose style cannot hold its new text.
    fn in_other_style(
        &self,
        document: &Document,
        content: &Content,
        parts: &[Part],
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
                Part::Text(text) => text.as_str(),
                Part::Code(index) => code(*index),
            })
            .collect();
        let value = scalar.value.text.as_str();
        let start = value.len() - value.trim_ascii_start().len();
        let is_whole = value.trim_ascii() == old.trim_ascii() && !content.fixed;
        if !is_whole {
            // Letters stand for what is around it.
            return if fits(&format!("a{new}a")) { Ok(None) } else { Err(STYLE) };
        }
        let end = value.trim_ascii_end().len();
        let new = format!("{}{new}{}", &value[..start], &value[end.max(start)..]);
        if fits(&new) {
            return Ok(None);
        }
        if matches!(scalar.style, Style::Literal | Style::Folded) {
            let (header, line_breaks) = self.headers.get(&at.start()).ok_or(STYLE)?;
            let mut out = "\"".to_owned();
            push_double(&format!("{}{line_breaks}", new.trim_end_matches('\n')), &mut out);
            out.push('"');
            let at = ByteSpan::new(*header, at.end());
            return Ok(Some(Edit { at, bytes: self.encoding.encode(&out).into_owned() }));
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
            // A line that begins with white space is not folded.
            let line = if is_folded && !is_first { line.trim_start() } else { line };
            if !is_first {
                out.push_str(self.line_break);
                if is_folded && !was_empty {
                    out.push_str(self.line_break);
                }
                // An empty last line is before a code.
                if !line.is_empty() || index == last {
                    out.extend(std::iter::repeat_n(' ', scalar.indent));
                }
            }
            out.push_str(line);
            was_empty = line.is_empty();
        }
    }
}

/// Returns `true` if a text can stand between apostrophes.
fn fits_single(text: &str) -> bool {
    let fits = |char| char != '\n' && char != '\r' && is_printable(char) && !is_old_break(char);
    text.chars().all(fits)
}

/// Returns the length of the source from the header of a block scalar to its first line, and the line breaks at the end
/// of its text. Returns `None` if it keeps all of them.
fn block_header(before: &str) -> Option<(usize, &'static str)> {
    let lines = before.trim_end_matches([' ', '\t', '\r', '\n']);
    let line = lines.rsplit('\n').next()?;
    // A comment may follow the header.
    let line = line.split(" #").next()?.trim_end();
    let start = line.rfind(['|', '>'])?;
    let signs = line.get(start + 1..)?;
    let is_header = signs.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte));
    if !is_header || signs.contains('+') {
        return None;
    }
    let line_start = lines.len() - lines.rsplit('\n').next().map_or(0, str::len);
    Some((before.len() - line_start - start, if signs.contains('-') { "" } else { "\n" }))
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
