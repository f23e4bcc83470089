//! PubAnnotation in JSON: a text with denotations, and attributes of the denotations. Offsets count
//! code points.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::json_file::{JsonFile, offset, step, word};
use super::offsets::{OffsetUnit, Offsets};
use super::reading::{ReadMark, ReadPart, ReadUnit, Reading, read_text};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::AnnotationFields;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content, FilePart, Mark};
use glossweave_format_base::strings::Fault;

/// [PubAnnotation JSON](https://www.pubannotation.org/docs/annotation-format/): a single document
/// or a list.
pub struct PubAnnotation;

static CAPABILITIES: Capabilities = Capabilities::ALL;

/// The predicates of the attributes of a denotation.
const IDENT: &str = "identifier";
const CLASS: &str = "class";
const CONFIDENCE: &str = "confidence";
const INFO: &str = "description";
const TOOL: &str = "creator";

impl DocumentFormat for PubAnnotation {
    fn format(&self) -> Format {
        Format::PubAnnotation
    }

    /// Reads each document as a section of one unit.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::PubAnnotation, options, parse)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn parse(source: &str) -> std::result::Result<Reading, Fault> {
    let mut file = JsonFile::parse(source, &["text"])?;
    let root = std::mem::take(&mut file.root);
    let mut reading = Reading::default();
    match &root {
        Json::Array(all) => {
            for (number, member) in all.iter().enumerate() {
                document(&step("", &number.to_string()), member, &mut file, &mut reading)?;
            }
        }
        single => document("", single, &mut file, &mut reading)?,
    }
    Ok(reading)
}

/// The attributes of denotations, by the identifiers of the denotations.
type Attributes = HashMap<String, Vec<(String, String)>>;

fn document(
    path: &str,
    json: &Json,
    file: &mut JsonFile,
    reading: &mut Reading,
) -> std::result::Result<(), Fault> {
    let at = step(path, "text");
    let Some(text) = file.text(&at) else {
        let message = format!("expected a document with a text, found none at `{at}`");
        return Err(Fault::new(message, 0..0));
    };
    let mut part = ReadPart { name: name(json), ..ReadPart::default() };
    let mut unit = ReadUnit { text, marks: Vec::new() };
    let content = unit.text.text.clone();
    let offsets = Offsets::new(&content, OffsetUnit::CodePoint);
    let tracks = json.get("tracks").and_then(Json::as_array).into_iter().flatten();
    let tracks = tracks
        .enumerate()
        .map(|(number, track)| (step(&step(path, "tracks"), &number.to_string()), track));
    let mut relations = 0;
    for (path, track) in std::iter::once((path.to_owned(), json)).chain(tracks) {
        denotations(&path, track, &offsets, &mut unit)?;
        for name in ["relations", "blocks", "modifications"] {
            relations += track.get(name).and_then(Json::as_array).map_or(0, Vec::len);
        }
    }
    if relations > 0 {
        let message = format!("{relations} relations, blocks and modifications are not read");
        reading.warn(message, 0..0);
    }
    if !content.is_empty() {
        part.units.push(unit);
    }
    reading.parts.push(part);
    Ok(())
}

/// Returns the name of a document: its source, its identifier in the source, and its division.
fn name(json: &Json) -> Option<String> {
    let id = word(json, "sourceid")?;
    let mut name = match word(json, "sourcedb") {
        Some(source) => format!("{source}:{id}"),
        None => id,
    };
    if let Some(division) = word(json, "divid") {
        name = format!("{name}/{division}");
    }
    Some(name)
}

fn denotations(
    path: &str,
    track: &Json,
    offsets: &Offsets<'_>,
    unit: &mut ReadUnit,
) -> std::result::Result<(), Fault> {
    let mut attributes = Attributes::new();
    for attribute in track.get("attributes").and_then(Json::as_array).into_iter().flatten() {
        let triple = (word(attribute, "subj"), word(attribute, "pred"), word(attribute, "obj"));
        if let (Some(subject), Some(predicate), Some(object)) = triple {
            attributes.entry(subject).or_default().push((predicate, object));
        }
    }
    let path = step(path, "denotations");
    let all = track.get("denotations").and_then(Json::as_array).into_iter().flatten();
    for (number, denotation) in all.enumerate() {
        let shown = || format!("the denotation at `{path}/{number}`");
        // A span with several parts extends from the first part to the last part.
        let spans: Vec<&Json> = match denotation.get("span") {
            Some(Json::Array(all)) => all.iter().collect(),
            Some(span) => vec![span],
            None => Vec::new(),
        };
        let begin = spans.iter().filter_map(|span| offset(span, "begin")).min();
        let end = spans.iter().filter_map(|span| offset(span, "end")).max();
        let (Some(begin), Some(end)) = (begin, end) else {
            let message = format!("{} has no span with `begin` and `end`", shown());
            return Err(Fault::new(message, 0..0));
        };
        let Some(span) = offsets.range(begin, end) else {
            let message = format!("{} extends from {begin} to {end}, beyond the text", shown());
            return Err(Fault::new(message, 0..0));
        };
        let label = word(denotation, "obj");
        let pairs = word(denotation, "id").and_then(|id| attributes.get(&id));
        let pairs = pairs.map_or(&[][..], Vec::as_slice);
        let values = |key: &str| -> Vec<&str> {
            let all = pairs.iter().filter(|(name, _)| name == key);
            all.map(|(_, value)| value.as_str()).collect()
        };
        let (idents, classes) = (values(IDENT), values(CLASS));
        let confidence = values(CONFIDENCE).first().and_then(|number| number.parse().ok());
        let info = values(INFO).first().copied();
        let label = label.as_deref();
        let fields =
            AnnotationFields { label, idents: &idents, classes: &classes, confidence, info };
        let tool = values(TOOL).first().map(|tool| (*tool).into());
        unit.marks.push(ReadMark::new(span, &fields).by(tool));
    }
    Ok(())
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let is_list = content.parts.len() > 1;
    output.text(if is_list { "[" } else { "" })?;
    for (number, part) in content.parts.iter().enumerate() {
        output.text(if number > 0 { ",\n" } else { "" })?;
        write_part(content.document.text(), part, output)?;
    }
    output.text(if is_list { "]\n" } else { "\n" })
}

fn write_part(whole: &str, part: &FilePart<'_>, output: &mut Output) -> Result<()> {
    let text = whole.get(part.span.range()).unwrap_or_default();
    let offsets = Offsets::new(text, OffsetUnit::CodePoint);
    output.text("{\"text\": ")?;
    output.json(&json!(text))?;
    if let Some(name) = part.name {
        let (source, id) = match name.split_once(':') {
            Some((source, id)) if !source.is_empty() && !id.is_empty() => (Some(source), id),
            _ => (None, name),
        };
        if let Some(source) = source {
            output.text(", \"sourcedb\": ")?;
            output.json(&json!(source))?;
        }
        output.text(", \"sourceid\": ")?;
        output.json(&json!(id))?;
    }
    output.text(",\n\"denotations\": [")?;
    for (number, mark) in part.marks.iter().enumerate() {
        output.text(if number > 0 { ",\n" } else { "\n" })?;
        let begin = offsets.of(mark.span.start() - part.span.start());
        let end = offsets.of(mark.span.end() - part.span.start());
        let id = format!("T{}", number + 1);
        output.json(&json!({"id": id, "span": {"begin": begin, "end": end}, "obj": mark.label}))?;
    }
    output.text("],\n\"attributes\": [")?;
    let mut count = 0;
    for (number, mark) in part.marks.iter().enumerate() {
        for (predicate, object) in about(mark) {
            output.text(if count > 0 { ",\n" } else { "\n" })?;
            count += 1;
            let (id, subject) = (format!("A{count}"), format!("T{}", number + 1));
            output.json(&json!({"id": id, "subj": subject, "pred": predicate, "obj": object}))?;
        }
    }
    output.text("]}")
}

/// Returns the fields of an annotation other than its label.
fn about(mark: &Mark<'_>) -> Vec<(&'static str, Json)> {
    let idents = mark.idents.iter().map(|ident| (IDENT, json!(ident)));
    let classes = mark.classes.iter().map(|class| (CLASS, json!(class)));
    let confidence = mark.confidence.map(|number| (CONFIDENCE, json!(number)));
    let info = mark.info.map(|text| (INFO, json!(text)));
    let tool = mark.tool.map(|tool| (TOOL, json!(tool)));
    idents.chain(classes).chain(confidence).chain(info).chain(tool).collect()
}

#[cfg(test)]
mod tests {
    use crate::decode;
    use crate::tests::{comes_back, everything};
    use glossweave_base::media::Format;
    use glossweave_document::DecodeOptions;

    #[test]
    fn everything_is_said() {
        let (document, all) = everything();
        comes_back(&document, &all, Format::PubAnnotation, &[]);
    }

    #[test]
    fn lists_tracks_and_spans_of_several_parts_are_read() {
        let source = r#"[{"sourcedb": "PubMed", "sourceid": "1", "divid": 2, "text": "IRF-4 and \ud83d\ude00 IRF-5",
            "tracks": [{"project": "p", "denotations": [
              {"id": "T1", "span": [{"begin": 0, "end": 4}, {"begin": 13, "end": 17}], "obj": "Protein"}],
              "relations": [{"id": "R1", "pred": "r", "subj": "T1", "obj": "T1"}]}]},
            {"text": ""}]"#;
        let document = decode(source, Format::PubAnnotation, &DecodeOptions::default()).unwrap();
        assert_eq!(document.sections().next().unwrap().name, Some("PubMed:1/2"));
        assert_eq!(document.annotations()[0].span().range(), 0..document.text().len());
        assert_eq!(document.warnings().len(), 1);
    }

    #[test]
    fn a_span_beyond_the_text_is_refused() {
        let source =
            r#"{"text": "a", "denotations": [{"span": {"begin": 0, "end": 2}, "obj": "x"}]}"#;
        let error = decode(source, Format::PubAnnotation, &DecodeOptions::default()).unwrap_err();
        assert!(error.message().contains("`/denotations/0` extends from 0 to 2"));
    }
}
