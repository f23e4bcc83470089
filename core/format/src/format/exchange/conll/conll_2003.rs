//! CoNLL-2003: columns of a token, its part of speech, its chunk and its entity, separated by spaces or tabs.

use std::ops::Range;

use super::tag::TagReader;
use super::token::Sentences;
use crate::document::Document;
use crate::format::DecodeOptions;
use crate::format::document_format::DocumentFormat;
use crate::format::exchange::lines::{lines, place};
use crate::format::exchange::reading::{ReadMark, ReadPart, ReadUnit, Reading, read_text};
use crate::format::new_file::AnnotationFields;
use crate::format::new_file::Output;
use crate::format::new_file::{Capabilities, Content};
use crate::format::strings::Fault;
use glossweave_base::error::Result;
use glossweave_base::media::Format;

/// CoNLL-2003 and other formats with a token in the first column and its entity in the last one.
pub(in crate::format) struct Conll2003;

/// The line between documents.
const START: &str = "-DOCSTART-";

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

    /// Reads each sentence as a unit, its tokens separated by spaces.
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
    fn token(&mut self, source: &str, at: Range<usize>, tag: &str) {
        let text = &mut self.unit.text;
        if !text.text.is_empty() {
            text.atom(" ", self.end..at.start);
        }
        let start = text.text.len();
        text.literal(source, at.clone());
        self.end = at.end;
        self.tags.token(tag, start..text.text.len());
    }

    fn finish(&mut self, part: &mut ReadPart) {
        let mut unit = std::mem::take(&mut self.unit);
        for found in self.tags.finish() {
            let fields = AnnotationFields {
                label: Some(&found.label).filter(|one| !one.is_empty()).map(String::as_str),
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
    for (at, line) in lines(source) {
        let columns = || line.split([' ', '\t']).filter(|column| !column.is_empty());
        let (Some(token), Some(tag)) = (columns().next(), columns().next_back()) else {
            sentence.finish(&mut part);
            continue;
        };
        if token == START {
            sentence.finish(&mut part);
            if !part.units.is_empty() {
                reading.parts.push(std::mem::take(&mut part));
            }
            continue;
        }
        if columns().nth(1).is_none() {
            let message = format!("expected a token and the tag of its entity, found `{token}`");
            return Err(Fault::new(message, at));
        }
        sentence.token(source, place(at.start, line, token), tag);
    }
    sentence.finish(&mut part);
    if !part.units.is_empty() || reading.parts.is_empty() {
        reading.parts.push(part);
    }
    Ok(reading)
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let (mut spaces, mut words, mut spaced, mut names) = (0, 0, 0, 0);
    let is_several = content.parts.len() > 1;
    let mut refused = Vec::new();
    for number in 0..content.parts.len() {
        let sentences = Sentences::of(content, number);
        let part = &content.parts[number];
        names += usize::from(part.name.is_some());
        if is_several {
            output.text(&format!("{START} -X- O O\n\n"))?;
        }
        spaced += sentences.spaced;
        refused.extend(
            sentences.without_tokens.iter().filter_map(|one| part.marks.get(*one)).cloned(),
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
                output.text(text.get(token.at.clone()).unwrap_or_default())?;
                match mark {
                    None => output.text(" _ _ O\n")?,
                    Some((mark, first)) => {
                        output.text(if first { " _ _ B-" } else { " _ _ I-" })?;
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
