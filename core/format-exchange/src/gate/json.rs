//! GATE documents in JSON (bdocjs), which the library gatenlp and the GATE plugin Format_Bdoc use.

use serde_json::{Map, Value as Json, json};

use super::annotation::{Unread, mark};
use super::{CAPABILITIES, KEYS, NAME};
use crate::json_file::{JsonFile, offset, word};
use crate::offsets::{OffsetUnit, Offsets};
use crate::reading::{ReadPart, ReadUnit, Reading, read_text};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::{Capabilities, Content, Output};
use glossweave_format_base::strings::Fault;

/// GATE documents in JSON.
pub struct GateJson;

impl DocumentFormat for GateJson {
    fn format(&self) -> Format {
        Format::GateJson
    }

    /// Reads the text as one unit, with the annotations of all sets.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::GateJson, options, parse)
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
    let Some(text) = file.text("/text") else {
        return Err(Fault::new("expected a document of GATE, found no `text`", 0..0));
    };
    let root = &file.root;
    let unit = match root.get("offset_type").and_then(Json::as_str) {
        Some("j") => OffsetUnit::Utf16,
        _ => OffsetUnit::CodePoint,
    };
    let content = text.text.clone();
    let offsets = Offsets::new(&content, unit);
    let mut read = ReadUnit { text, marks: Vec::new() };
    let mut unread = Unread::default();
    let sets = root.get("annotation_sets").and_then(Json::as_object).into_iter().flatten();
    for (name, set) in sets {
        let all = set.get("annotations").and_then(Json::as_array).into_iter().flatten();
        for (number, annotation) in all.enumerate() {
            let shown = || format!("the annotation {number} of the set `{name}`");
            let (Some(start), Some(end)) = (offset(annotation, "start"), offset(annotation, "end"))
            else {
                return Err(Fault::new(format!("{} has no `start` and `end`", shown()), 0..0));
            };
            let Some(span) = offsets.range(start, end) else {
                let message = format!("{} extends from {start} to {end}, beyond the text", shown());
                return Err(Fault::new(message, 0..0));
            };
            let kind = word(annotation, "type").unwrap_or_default();
            let values = features(annotation);
            read.marks.extend(mark(name, &kind, span, &values, &mut unread));
        }
    }
    unread.of_document(&features(root));
    let mut part =
        ReadPart { name: word(root, NAME).filter(|name| !name.is_empty()), ..ReadPart::default() };
    if !content.is_empty() {
        part.units.push(read);
    }
    let mut reading = Reading { parts: vec![part], ..Reading::default() };
    unread.report(&mut reading);
    Ok(reading)
}

/// Returns the features of an annotation or a document. The value of a list or an object is its
/// JSON.
fn features(object: &Json) -> Vec<(String, String)> {
    let members = object.get("features").and_then(Json::as_object).into_iter().flatten();
    let members = members.filter(|(_, value)| !value.is_null());
    let value = |(key, value): (&String, &Json)| {
        let plain = object.get("features").and_then(|all| word(all, key));
        (key.clone(), plain.unwrap_or_else(|| value.to_string()))
    };
    members.map(value).collect()
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    let offsets = Offsets::new(text, OffsetUnit::CodePoint);
    let Some(part) = content.parts.first() else { return Ok(()) };
    output
        .text("{\"annotation_sets\": {\"\": {\"name\": \"detached-from:\", \"annotations\": [")?;
    for (number, mark) in part.marks.iter().enumerate() {
        output.text(if number > 0 { ",\n" } else { "\n" })?;
        let members =
            KEYS.write(mark).into_iter().map(|(key, value)| (key.to_owned(), json!(value)));
        output.json(&json!({
            "type": mark.label, "id": number,
            "start": offsets.of(mark.span.start()), "end": offsets.of(mark.span.end()),
            "features": members.collect::<Map<_, _>>(),
        }))?;
    }
    output.text(&format!("], \"next_annid\": {}}}}},\n\"text\": ", part.marks.len()))?;
    output.json(&json!(text))?;
    output.text(",\n\"features\": {}, \"offset_type\": \"p\", \"name\": ")?;
    output.json(&json!(part.name.unwrap_or_default()))?;
    output.text("}\n")
}
