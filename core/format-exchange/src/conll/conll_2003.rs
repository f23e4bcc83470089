//! CoNLL-2003: columns for token, part of speech, chunk and entity, separated by spaces or tabs.

use std::ops::Range;

use super::source_tokens::SourceTokens;
use super::tag::TagReader;
use super::token::Sentences;
use crate::lines::place;
use crate::reading::{ReadMark, ReadPart, ReadUnit, Reading, read_text};
use crate::rejections::Rejections;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::conll_columns::{ColumnRow, ColumnTag, START, column_rows};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::AnnotationFields;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};
use glossweave_format_base::strings::Fault;

/// CoNLL-2003 and other formats with columns for tokens and their entities.
pub struct Conll2003;

static CAPABILITIES: Capabilities = Capabilities {
    idents: 0,
    classes: false,
    confidence: false,
    info: false,
    tool: false,
    overlap: false,
    across_units: false,
    ..Capabilities::ALL
};

impl DocumentFormat for Conll2003 {
    fn format(&self) -> Format {
        Format::Conll2003
    }

    /// Reads each sentence as a unit, with spaces between its tokens.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::Conll2003, options, parse)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

#[derive(Default)]
struct Sentence {
    unit: ReadUnit,
    tags: TagReader,
    /// The end of the last token in the source.
    end: usize,
}

impl Sentence {
    fn token(&mut self, source: &str, at: Range<usize>, tag: Option<(u8, &str)>) {
        if at.is_empty() {
            return;
        }
        let text = &mut self.unit.text;
        if !text.text.is_empty() {
            text.atom(" ", self.end..at.start);
        }
        let start = text.text.len();
        text.literal(source, at.clone());
        self.end = at.end;
        self.tags.add(tag, start..text.text.len());
    }

    fn finish(&mut self, part: &mut ReadPart) {
        let mut unit = std::mem::take(&mut self.unit);
        for found in self.tags.finish() {
            let fields = AnnotationFields {
                label: Some(&found.label).filter(|label| !label.is_empty()).map(String::as_str),
                ..AnnotationFields::default()
            };
            unit.marks.push(ReadMark::new(found.span, &fields));
        }
        if !unit.text.text.is_empty() {
            part.units.push(unit);
        }
    }
}

fn parse(source: &str) -> std::result::Result<Reading, Fault> {
    let mut reading = Reading::default();
    let mut part = ReadPart::default();
    let mut sentence = Sentence::default();
    let (mut rejections, mut nested_count) = (Rejections::default(), 0);
    for (at, row) in column_rows(source) {
        let (form, tag, nested) = match row {
            ColumnRow::Note => continue,
            ColumnRow::Break => {
                sentence.finish(&mut part);
                continue;
            }
            ColumnRow::Document => {
                sentence.finish(&mut part);
                if !part.units.is_empty() {
                    reading.parts.push(std::mem::take(&mut part));
                }
                continue;
            }
            ColumnRow::Token { form, tag, nested } => (form, tag, nested),
        };
        nested_count += usize::from(matches!(nested, Some(ColumnTag::Inside { prefix: b'B', .. })));
        let tag = checked(tag, form).map_err(|message| Fault::new(message, at.clone()));
        let line = source.get(at.clone()).unwrap_or_default();
        sentence.token(source, place(at.start, line, form), tag.as_ref().copied().unwrap_or(None));
        match tag {
            Ok(_) => rejections.accept(),
            Err(fault) => rejections.reject_fault(fault),
        }
    }
    sentence.finish(&mut part);
    rejections.report("lines", "its token is in no entity", &mut reading)?;
    if nested_count > 0 {
        reading.warn(format!("{nested_count} nested entities are not read"), 0..0);
    }
    if !part.units.is_empty() || reading.parts.is_empty() {
        reading.parts.push(part);
    }
    Ok(reading)
}

/// Returns the prefix and the label of a tag. Returns `None` outside of entities, and the reason if
/// the tag is invalid.
fn checked<'s>(
    tag: ColumnTag<'s>,
    form: &str,
) -> std::result::Result<Option<(u8, &'s str)>, String> {
    match tag {
        ColumnTag::Outside => Ok(None),
        ColumnTag::Inside { prefix, label } => Ok(Some((prefix, label))),
        ColumnTag::Bare(label) => Ok(Some((b'I', label))),
        ColumnTag::Wrong(text) => {
            Err(format!("expected a tag such as `O` or `B-LOC`, found `{text}`"))
        }
        ColumnTag::Missing => {
            Err(format!("expected a token and the tag of its entity, found `{form}`"))
        }
    }
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let (mut spaces, mut words, mut spaced, mut names) = (0, 0, 0, 0);
    let is_several = content.parts.len() > 1;
    let source = SourceTokens::of(content.document);
    let mut refused = Vec::new();
    for number in 0..content.parts.len() {
        let sentences = Sentences::of(content, number, source.as_ref());
        let part = &content.parts[number];
        names += usize::from(part.name.is_some());
        if is_several {
            output.text(&format!("{START} -X- O O\n\n"))?;
        }
        spaced += sentences.spaced;
        refused.extend(
            sentences.without_tokens.iter().filter_map(|number| part.marks.get(*number)).cloned(),
        );
        let mut end = part.span.start();
        for sentence in &sentences.all {
            for token in &sentence.tokens {
                let text = content.document.text();
                let gap = text.get(end..token.at.start).unwrap_or_default();
                spaces += usize::from(gap != if end > part.span.start() { " " } else { "" });
                end = token.at.end;
                let mark =
                    token.mark.and_then(|(mark, first)| Some((part.marks.get(mark)?, first)));
                let form = text.get(token.at.clone()).unwrap_or_default();
                // A token that contains spaces needs tabs as separators.
                let space = if form.contains(' ') { "\t" } else { " " };
                output.text(&[form, space, "_", space, "_", space].concat())?;
                match mark {
                    None => output.text("O\n")?,
                    Some((mark, first)) => {
                        output.text(if first { "B-" } else { "I-" })?;
                        words += usize::from(first && mark.label.contains(char::is_whitespace));
                        output.text(&mark.label.replace(char::is_whitespace, "_"))?;
                        output.text("\n")?;
                    }
                }
            }
            output.text("\n")?;
        }
        spaces += usize::from(end < part.span.end());
    }
    refused.iter().for_each(|mark| content.leave_out(mark, "the annotation has no word"));
    content.lost("names of documents", names);
    content.lost("white space between tokens", spaces);
    content.lost("white space in labels", words);
    content.lost("white space at the ends of annotations", spaced);
    Ok(())
}
