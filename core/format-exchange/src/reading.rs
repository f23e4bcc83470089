//! Construction of documents from the results of readers: texts with their source positions, and
//! annotations.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language, TextSpan};
use glossweave_document::annotation::{Annotation, Body};
use glossweave_document::{Builder, DecodeOptions, Document, DocumentExt, Source, SourceExt};
use glossweave_format_base::new_file::AnnotationFields;
use glossweave_format_base::strings::{Fault, Value};
use glossweave_markup::tree::Tree;
use glossweave_markup::{Decoded, InvalidBytes, encoding, xml};

/// An annotation of a span of a unit, in bytes of the text of the unit.
#[derive(Debug)]
pub(super) struct ReadMark {
    pub span: Range<usize>,
    pub body: Body,
    pub tool: Option<Arc<str>>,
    /// The number of its identifiers that are not read.
    unheld: usize,
}

impl ReadMark {
    pub fn new(span: Range<usize>, fields: &AnnotationFields<'_>) -> ReadMark {
        let (body, unheld) = fields.body();
        ReadMark { span, body, tool: None, unheld }
    }

    /// Returns an annotation of a span of its unit.
    pub fn of(span: Range<usize>, annotation: Annotation) -> ReadMark {
        let (_, body, tool) = annotation.into_parts();
        ReadMark { span, body, tool, unheld: 0 }
    }

    /// Sets the tool that created the annotation.
    pub fn by(self, tool: Option<Arc<str>>) -> ReadMark {
        ReadMark { tool, ..self }
    }
}

/// A unit: its text with the positions in the decoded source, and its annotations.
#[derive(Debug, Default)]
pub(super) struct ReadUnit {
    pub text: Value,
    pub marks: Vec<ReadMark>,
}

/// One of the documents in a file.
#[derive(Debug, Default)]
pub(super) struct ReadPart {
    pub name: Option<String>,
    pub language: Option<Language>,
    pub units: Vec<ReadUnit>,
    /// `true` for a text that still needs to be annotated.
    pub is_unannotated: bool,
}

/// The documents of a file in order, and warnings with their ranges in the decoded source.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub parts: Vec<ReadPart>,
    pub warnings: Vec<(String, Range<usize>)>,
}

impl Reading {
    /// Appends the documents of a part of a package. `start` is the start of the part in the
    /// source.
    pub fn append(&mut self, other: Reading, start: usize) {
        self.parts.extend(other.parts.into_iter().map(|mut part| {
            part.units.iter_mut().for_each(|unit| unit.text.move_by(start));
            part
        }));
        let moved = |at: Range<usize>| start + at.start..start + at.end;
        self.warnings.extend(other.warnings.into_iter().map(|(text, at)| (text, moved(at))));
    }

    /// Adds a warning for each of the first 100 keys with the number of its values that are not
    /// read.
    pub fn warn_of_keys(&mut self, unread: BTreeMap<String, usize>) {
        for (key, count) in unread.into_iter().take(100) {
            self.warn(format!("{count} values of `{key}` are not read"), 0..0);
        }
    }

    pub fn warn(&mut self, message: impl Into<String>, at: Range<usize>) {
        self.warnings.push((message.into(), at));
    }
}

/// Decodes the bytes of a text format and builds a document from the result of `parse`.
pub(super) fn read_text(
    bytes: Vec<u8>,
    format: Format,
    options: &DecodeOptions,
    parse: impl FnOnce(&str) -> std::result::Result<Reading, Fault>,
) -> Result<Document> {
    read(bytes, format, options, decode_text, |bytes, decoded| {
        parse(&decoded.text).map_err(|fault| fault.in_source(bytes, decoded))
    })
}

/// Decodes and parses XML, and builds a document from the result of `find`.
pub(super) fn read_xml(
    bytes: Vec<u8>,
    format: Format,
    options: &DecodeOptions,
    find: impl FnOnce(&Tree<'_>) -> std::result::Result<Reading, Fault>,
) -> Result<Document> {
    read(bytes, format, options, decode_xml, |bytes, decoded| parse_xml(bytes, decoded, find))
}

fn decode_text<'b>(bytes: &'b [u8], options: &DecodeOptions) -> Result<Decoded<'b>> {
    encoding::decode_text(bytes, options.charset, options.invalid_bytes)
}

/// Decodes XML in the encoding of its declaration. If the options accept invalid bytes, they are
/// decoded as in a plain text.
fn decode_xml<'b>(bytes: &'b [u8], options: &DecodeOptions) -> Result<Decoded<'b>> {
    encoding::decode_xml(bytes, options.charset).or_else(|error| match options.invalid_bytes {
        InvalidBytes::Refuse => Err(error),
        _ => decode_text(bytes, options),
    })
}

/// Parses XML and returns the result of `find`.
pub(super) fn parse_xml(
    bytes: &[u8],
    decoded: &Decoded<'_>,
    find: impl FnOnce(&Tree<'_>) -> std::result::Result<Reading, Fault>,
) -> Result<Reading> {
    let tree = xml::parse(Cow::Borrowed(&*decoded.text), xml::Limits::default())
        .map_err(|fault| fault.in_source(bytes, decoded))?;
    find(&tree).map_err(|fault| fault.in_source(bytes, decoded))
}

fn read(
    bytes: Vec<u8>,
    format: Format,
    options: &DecodeOptions,
    decode: for<'b> fn(&'b [u8], &DecodeOptions) -> Result<Decoded<'b>>,
    parse: impl FnOnce(&[u8], &Decoded<'_>) -> Result<Reading>,
) -> Result<Document> {
    let decoded = decode(&bytes, options)?;
    let encoding = decoded.encoding;
    let reading = parse(&bytes, &decoded)?;
    let (builder, annotations) = build(reading, &decoded, options);
    drop(decoded);
    let source = Source::new(bytes, format, encoding).read_with(options);
    let document = builder.finish(source);
    Ok(document.with_annotations(annotations))
}

/// Builds the text of a document, and returns the annotations ordered by their ends.
pub(super) fn build(
    reading: Reading,
    decoded: &Decoded<'_>,
    options: &DecodeOptions,
) -> (Builder, Vec<Annotation>) {
    let mut builder = Builder::default();
    builder.list_codes();
    let mut back = decoded.way_back();
    let mut annotations = Vec::new();
    let is_section = |part: &ReadPart| part.name.is_some() || part.is_unannotated;
    let has_sections = reading.parts.len() > 1 || reading.parts.iter().any(is_section);
    let (mut id, mut unheld, mut empty) = (0, 0, 0);
    for part in reading.parts {
        let language = part.language.as_ref().or(options.language.as_ref());
        if has_sections {
            builder.section(part.name.as_deref(), part.language.as_ref(), None);
            if part.is_unannotated {
                builder.leave_unannotated();
            }
        }
        builder.set_language(language);
        for unit in part.units {
            for (at, text) in unit.text.parts() {
                let start = back.source(at.start);
                match text {
                    None => {
                        let text = decoded.text.get(at.clone()).unwrap_or_default();
                        builder.decoded(text, at.start, &mut back, decoded.encoding);
                    }
                    Some(text) => {
                        builder.atom(text, ByteSpan::new(start, back.source(at.end)));
                    }
                }
            }
            let start = builder.text_len() - unit.text.text.len().min(builder.text_len());
            for mark in unit.marks {
                unheld += mark.unheld;
                empty += usize::from(mark.span.is_empty());
                if mark.span.is_empty() {
                    continue;
                }
                let span = TextSpan::new(start + mark.span.start, start + mark.span.end);
                let annotation = Annotation::new(span, mark.body);
                annotations.push(match mark.tool {
                    Some(tool) => annotation.by(tool),
                    None => annotation,
                });
            }
            id += 1;
            builder.end_unit(id);
        }
    }
    for (message, at) in reading.warnings {
        let start = back.source(at.start.min(decoded.text.len()));
        let end = back.source(at.end.clamp(at.start, decoded.text.len()));
        builder.warn(message, ByteSpan::new(start.min(end), end));
    }
    if unheld > 0 {
        let message = format!("{unheld} further identifiers that are not IRIs are not read");
        builder.warn(message, ByteSpan::default());
    }
    if empty > 0 {
        builder.warn(format!("{empty} annotations without text are not read"), ByteSpan::default());
    }
    annotations.sort_by_key(|annotation: &Annotation| {
        (annotation.span().end(), std::cmp::Reverse(annotation.span().start()))
    });
    (builder, annotations)
}
