//! Fluent: the patterns of messages, terms, attributes and variants are the text.

mod parse;
#[cfg(test)]
mod tests;

use parse::Element;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Body, Translation};
use glossweave_document::{Builder, CodeKind, DecodeOptions, Document, Source, SourceExt, Splice};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::fragment::{NoTags, TagScanner};
use glossweave_format_base::strings::note;
use glossweave_format_base::translate::{self, Content, Edit, Target, TranslationPart, Written};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{Encoding, WayBack, encoding};

/// The Fluent format.
pub struct Fluent;

impl DocumentFormat for Fluent {
    fn format(&self) -> Format {
        Format::Fluent
    }

    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
        let encoding = decoded.encoding;
        let (values, junk) = parse::parse(&decoded.text);
        let mut builder = Builder::default();
        builder.set_language(options.language.as_ref());
        builder.list_codes();
        let mut back = decoded.way_back();
        for range in junk {
            let start = back.source(range.start);
            builder.warn("expected a message", ByteSpan::new(start, back.source(range.end)));
        }
        let back = decoded.way_back();
        let mut emitter = Emitter { source: &decoded.text, encoding, back, builder, next_id: 1 };
        for value in &values {
            let notes: Vec<_> = note(&value.comment, "description").into_iter().collect();
            emitter.pattern(&value.pattern, &value.name, &mut &notes[..]);
        }
        let builder = emitter.builder;
        drop(decoded);
        let source = Source::new(bytes, Format::Fluent, encoding).read_with(options);
        Ok(builder.finish(source))
    }

    fn translate(
        &self,
        document: &Document,
        annotations: &[Annotation],
        options: &EncodeOptions,
        placements: &mut [Placement],
    ) -> (Splice, Written) {
        translate::write(document, annotations, options, placements, &mut FluentTarget)
    }

    fn tag_scanner<'d>(&self, _document: &'d Document) -> Option<Box<dyn TagScanner + 'd>> {
        Some(Box::new(NoTags))
    }
}

struct Emitter<'d> {
    source: &'d str,
    encoding: Encoding,
    back: WayBack<'d>,
    builder: Builder,
    next_id: u32,
}

impl Emitter<'_> {
    /// Adds the unit of a pattern and the units of its variants. The notes go to the first unit.
    fn pattern(&mut self, pattern: &[Element], name: &str, notes: &mut &[Body]) {
        let inner = self.back.clone();
        let opening = (!notes.is_empty()).then(|| self.builder.open());
        for element in pattern {
            let at = match element {
                Element::Text(at)
                | Element::Break(at, _)
                | Element::Literal(at, _)
                | Element::Placeable(at, _) => at,
            };
            let start = self.back.source(at.start);
            match element {
                Element::Text(at) => {
                    let text = self.source.get(at.clone()).unwrap_or_default();
                    self.builder.decoded(text, at.start, &mut self.back, self.encoding);
                }
                Element::Break(_, text) | Element::Literal(_, text) if !text.is_empty() => {
                    let span = ByteSpan::new(start, self.back.source(at.end));
                    self.builder.atom(text, span);
                }
                Element::Break(..) => {}
                Element::Literal(..) | Element::Placeable(..) => {
                    let is_holder =
                        matches!(element, Element::Placeable(_, variants) if !variants.is_empty());
                    let kind = if is_holder { CodeKind::Holder } else { CodeKind::Void };
                    let chars = self.source.get(at.clone()).unwrap_or_default();
                    let span = ByteSpan::new(start, self.back.source(at.end));
                    self.builder.code(span, chars, kind);
                }
            }
        }
        let id = self.next_id;
        self.next_id += 1;
        if self.builder.unit_text().iter().all(u8::is_ascii_whitespace) {
            self.builder.drop_unit();
        } else {
            for (body, opening) in std::mem::take(notes).iter().zip(opening.into_iter().cycle()) {
                self.builder.close(opening, body.clone(), None);
            }
            self.builder.name_unit(name);
            self.builder.end_unit(id);
        }
        let behind = std::mem::replace(&mut self.back, inner);
        for element in pattern {
            let Element::Placeable(_, variants) = element else { continue };
            for variant in variants {
                self.pattern(&variant.pattern, &format!("{name}[{}]", variant.key), notes);
            }
        }
        self.back = behind;
    }
}

struct FluentTarget;

impl TagScanner for FluentTarget {}

/// The indentation of continuation lines.
const INDENT: &str = "    ";

impl Target for FluentTarget {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        push_text(text, false, out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        let before = document.source().bytes().get(..content.region.start()).unwrap_or_default();
        // The first character of a separate line could otherwise begin another construct.
        let spaces = before.iter().rev().take_while(|byte| matches!(byte, b' ' | 0)).count();
        let is_line = before[..before.len() - spaces].last() == Some(&b'\n');
        Ok(translate::exchange(document, content, parts, |text, at, out| {
            push_text(text, is_line && at.start() == content.region.start(), out);
        }))
    }
}

/// Appends a text. Braces, and characters that have a meaning at the start of a line, are written as literals.
fn push_text(text: &str, is_line: bool, out: &mut String) {
    let text = text.replace("\r\n", "\n");
    let last = text.split('\n').count() - 1;
    for (index, line) in text.split('\n').enumerate() {
        let line = if index > 0 { line.trim_start_matches(' ') } else { line };
        if index > 0 {
            out.push('\n');
            // An empty last line precedes a code, so it needs indentation.
            if !line.is_empty() || index == last {
                out.push_str(INDENT);
            }
        }
        for (at, char) in line.char_indices() {
            let is_first = at == 0 && (index > 0 || is_line);
            match char {
                '{' | '}' => out.push_str(&format!("{{\"{char}\"}}")),
                '[' | '*' | '.' if is_first => out.push_str(&format!("{{\"{char}\"}}")),
                char => out.push(char),
            }
        }
    }
}
