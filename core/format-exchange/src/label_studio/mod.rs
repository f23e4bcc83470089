//! Label Studio tasks in JSON: texts with annotations of people and predictions of models.

mod read;
mod text;

#[cfg(test)]
mod tests;

use serde_json::{Map, Value as Json, json};

use super::offsets::{OffsetUnit, Offsets};
use super::reading::read_text;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content, FilePart, Mark, TERM};
use glossweave_format_base::{DocumentFormat, Formats};

/// [Label Studio](https://labelstud.io/guide/export) tasks: a single task or a list.
///
/// The value is the table with the format of pages.
pub struct LabelStudio(pub Formats);

static CAPABILITIES: Capabilities = Capabilities::ALL;

/// The names of the tags that a project uses for named entities and for its text.
const LABELS: &str = "label";
const TEXT: &str = "text";

/// The data member that names a task.
const NAME: &str = "name";

impl DocumentFormat for LabelStudio {
    fn format(&self) -> Format {
        Format::LabelStudio
    }

    /// Reads each task as a section with its human annotations. Predictions are used when the file
    /// has no human annotations. A text is one unit, and a dialogue has a unit for each paragraph.
    /// If any task has spans of a page, the texts of all tasks are read as HTML.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::LabelStudio, options, |source| {
            read::parse(source, options, self.0)
        })
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    output.text("[")?;
    for (number, part) in content.parts.iter().enumerate() {
        output.text(if number > 0 { ",\n" } else { "" })?;
        write_task(content.document.text(), part, number + 1, output)?;
    }
    output.text("]\n")
}

fn write_task(whole: &str, part: &FilePart<'_>, number: usize, output: &mut Output) -> Result<()> {
    let text = whole.get(part.span.range()).unwrap_or_default();
    let offsets = Offsets::new(text, OffsetUnit::CodePoint);
    output.text(&format!("{{\"id\": {number}, \"data\": {{\"{TEXT}\": "))?;
    output.json(&json!(text))?;
    if let Some(name) = part.name {
        output.text(&format!(", \"{NAME}\": "))?;
        output.json(&json!(name))?;
    }
    output.text("},\n\"predictions\": [{\"model_version\": \"glossweave\", \"result\": [")?;
    for (index, mark) in part.marks.iter().enumerate() {
        output.text(if index > 0 { ",\n" } else { "\n" })?;
        let (start, end) =
            (mark.span.start() - part.span.start(), mark.span.end() - part.span.start());
        let mut result = json!({
            "id": format!("{number}-{}", index + 1),
            "from_name": LABELS, "to_name": TEXT, "type": "labels",
            "value": {
                "start": offsets.of(start), "end": offsets.of(end),
                "text": text.get(start..end).unwrap_or_default(),
                "labels": [mark.label],
            },
        });
        if let Some(confidence) = mark.confidence {
            result["score"] = json!(confidence);
        }
        let meta = meta(mark);
        if !meta.is_empty() {
            result["meta"] = Json::Object(meta);
        }
        output.json(&result)?;
    }
    output.text("]}]}")
}

/// Returns the fields of an annotation other than its label and its confidence.
fn meta(mark: &Mark<'_>) -> Map<String, Json> {
    let mut meta = Map::new();
    let mut add = |name: &str, value: Json| meta.insert(name.to_owned(), value);
    if !mark.idents.is_empty() {
        add("identifiers", json!(mark.idents));
    }
    if !mark.classes.is_empty() {
        add("classes", json!(mark.classes));
    }
    if let Some(info) = mark.info.filter(|_| mark.label == TERM) {
        add("description", json!([info]));
    }
    if let Some(tool) = mark.tool {
        add("creator", json!([tool]));
    }
    meta
}
