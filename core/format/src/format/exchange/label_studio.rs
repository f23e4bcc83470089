//! Tasks of Label Studio in JSON: texts with annotations of people and predictions of models.

use serde_json::{Map, Value as Json, json};

use super::json_file::{JsonFile, offset, step, word};
use super::offsets::{OffsetUnit, Offsets, StatedSpan, fitting};
use super::reading::{ReadMark, ReadPart, ReadUnit, Reading, read_text};
use crate::document::Document;
use crate::format::DecodeOptions;
use crate::format::document_format::DocumentFormat;
use crate::format::new_file::Output;
use crate::format::new_file::{Content, Mark, Part, Says};
use crate::format::new_file::{Said, TERM};
use crate::format::strings::Fault;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::iri::is_absolute;

/// Tasks of [Label Studio](https://labelstud.io/guide/export): a list, or one task.
pub(in crate::format) struct LabelStudio;

static SAYS: Says = Says {
    idents: usize::MAX,
    any_label: true,
    classes: true,
    confidence: true,
    info: true,
    tool: true,
    overlap: true,
    across_units: true,
    sections: true,
};

/// The names of the tags of a project for named entities, and of those of its text.
const LABELS: &str = "label";
const TEXT: &str = "text";

/// The member of the data of a task that names it.
const NAME: &str = "name";

impl DocumentFormat for LabelStudio {
    fn format(&self) -> Format {
        Format::LabelStudio
    }

    /// Reads each task as a section of one unit, with the annotations of people, or with predictions if there are none.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::LabelStudio, options, parse)
    }

    fn says(&self) -> Option<&'static Says> {
        Some(&SAYS)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn parse(source: &str) -> std::result::Result<Reading, Fault> {
    let root = JsonFile::parse(source, &[])?.root;
    let tasks: Vec<(String, &Json)> = match &root {
        Json::Array(all) => all
            .iter()
            .enumerate()
            .map(|(number, one)| (step("", &number.to_string()), one))
            .collect(),
        one => vec![(String::new(), one)],
    };
    let mut keys: Vec<&str> = tasks.iter().filter_map(|(_, task)| text_key(task)).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut file = JsonFile::parse(source, &keys)?;
    let mut reading = Reading::default();
    for (path, task) in &tasks {
        read_task(path, task, &mut file, &mut reading)?;
    }
    Ok(reading)
}

/// Returns the key of the text of a task: `text`, or the only one that is a text.
fn text_key(task: &Json) -> Option<&str> {
    let data = task.get("data")?.as_object()?;
    if data.get(TEXT).is_some_and(Json::is_string) {
        return Some(TEXT);
    }
    let mut texts = data.iter().filter(|(key, value)| value.is_string() && *key != NAME);
    texts.next().map(|(key, _)| key.as_str()).filter(|_| texts.next().is_none())
}

fn read_task(
    path: &str,
    task: &Json,
    file: &mut JsonFile,
    reading: &mut Reading,
) -> std::result::Result<(), Fault> {
    let text = text_key(task).map(|key| step(&step(path, "data"), key));
    let Some(text) = text.and_then(|text| file.text(&text)) else {
        let message = format!("expected a task with a text, found none at `{path}/data`");
        return Err(Fault::new(message, 0..0));
    };
    let name = task.get("data").and_then(|data| word(data, NAME)).or_else(|| word(task, "id"));
    let mut part = ReadPart { name, ..ReadPart::default() };
    let mut unit = ReadUnit { text, marks: Vec::new() };
    let content = unit.text.text.clone();
    let lists = |name: &str| -> Vec<&Json> {
        let all = task.get(name).and_then(Json::as_array).into_iter().flatten();
        let is_kept = |one: &&Json| one.get("was_cancelled").and_then(Json::as_bool) != Some(true);
        all.filter(is_kept).collect()
    };
    let people: Vec<&Json> = [lists("annotations"), lists("completions")].concat();
    let predictions = lists("predictions");
    let (used, unused) =
        if people.is_empty() { (predictions, Vec::new()) } else { (people, predictions) };
    if !unused.is_empty() {
        let count = unused.len();
        reading
            .warn(format!("{count} predictions beside annotations of people are not read"), 0..0);
    }
    let mut unread = 0;
    for one in used {
        let tool = word(one, "model_version").filter(|tool| is_absolute(tool));
        let results = one.get("result").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let spans: Vec<StatedSpan<'_>> = results.iter().filter_map(stated).collect();
        let units = [OffsetUnit::CodePoint, OffsetUnit::Utf16];
        let offsets = fitting(&content, &units, &spans);
        for result in results {
            unread += usize::from(!mark(result, &offsets, tool.as_deref(), &mut unit)?);
        }
    }
    if unread > 0 {
        reading.warn(format!("{unread} results that are no labels of text are not read"), 0..0);
    }
    if !content.is_empty() {
        part.units.push(unit);
    }
    reading.parts.push(part);
    Ok(())
}

fn stated(result: &Json) -> Option<StatedSpan<'_>> {
    let value = result.get("value")?;
    let quote = value.get("text").and_then(Json::as_str);
    Some(StatedSpan { start: offset(value, "start")?, end: offset(value, "end")?, quote })
}

/// Returns the texts of a member, which is a list or one text.
fn words<'j>(value: &'j Json, key: &str) -> Vec<&'j str> {
    match value.get(key) {
        Some(Json::Array(all)) => all.iter().filter_map(Json::as_str).collect(),
        Some(Json::String(one)) => vec![one],
        _ => Vec::new(),
    }
}

/// Reads a result; `false` if it is not the labels of a span.
fn mark(
    result: &Json,
    offsets: &Offsets<'_>,
    tool: Option<&str>,
    unit: &mut ReadUnit,
) -> std::result::Result<bool, Fault> {
    let Some(span) = stated(result) else { return Ok(false) };
    let Some(range) = offsets.range(span.start, span.end) else {
        let id = word(result, "id").unwrap_or_default();
        let message = format!(
            "the result `{id}` extends from {} to {}, beyond the text",
            span.start, span.end
        );
        return Err(Fault::new(message, 0..0));
    };
    let value = result.get("value").unwrap_or(&Json::Null);
    let labels = [words(value, "labels"), words(value, "hypertextlabels")].concat();
    let meta = result.get("meta").unwrap_or(&Json::Null);
    let (idents, classes) = (words(meta, "identifiers"), words(meta, "classes"));
    let confidence = result.get("score").and_then(Json::as_f64);
    let info = words(meta, "description").first().copied();
    let own = words(meta, "creator").first().copied();
    let tool = own.or(tool);
    let first = labels.first().copied();
    for label in first.map_or_else(|| vec![None], |_| labels.iter().map(|one| Some(*one)).collect())
    {
        let said = Said { label, idents: &idents, classes: &classes, confidence, info };
        unit.marks.push(ReadMark::new(range.clone(), &said).by(tool.map(Into::into)));
    }
    Ok(true)
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    output.text("[")?;
    for (number, part) in content.parts.iter().enumerate() {
        output.text(if number > 0 { ",\n" } else { "" })?;
        write_task(content.document.text(), part, number + 1, output)?;
    }
    output.text("]\n")
}

fn write_task(whole: &str, part: &Part<'_>, number: usize, output: &mut Output) -> Result<()> {
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

/// Returns what is said of an annotation beside its label and its confidence.
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

#[cfg(test)]
mod tests {
    use crate::format::exchange::tests::{comes_back, everything};
    use crate::format::{DecodeOptions, decode};
    use glossweave_base::error::ErrorKind;
    use glossweave_base::media::Format;

    #[test]
    fn everything_is_said() {
        let (document, all) = everything();
        comes_back(&document, &all, Format::LabelStudio, &[]);
    }

    #[test]
    fn the_unit_of_offsets_is_found_by_the_texts() {
        for (start, end) in [(5, 9), (6, 10)] {
            let source = format!(
                r#"[{{"id": 7, "data": {{"review": "\ud83d\ude00 to Cork"}}, "annotations": [{{"result": [
                  {{"id": "a", "from_name": "l", "to_name": "t", "type": "labels",
                    "value": {{"start": {start}, "end": {end}, "text": "Cork", "labels": ["LOC", "City"]}}}},
                  {{"id": "b", "type": "choices", "value": {{"choices": ["x"]}}}}]}}],
                  "predictions": [{{"result": []}}]}}]"#
            );
            let document = decode(source, Format::LabelStudio, &DecodeOptions::default()).unwrap();
            assert_eq!(document.sections().next().unwrap().name, Some("7"));
            assert_eq!(document.annotations().len(), 2);
            for one in document.annotations() {
                assert_eq!(&document.text()[one.span().range()], "Cork");
            }
            assert_eq!(document.warnings().len(), 2);
        }
    }

    #[test]
    fn tasks_without_text_are_refused() {
        for source in ["[{}]", "{}", r#"[{"data": {"a": "x", "b": "y"}}]"#] {
            let error = decode(source, Format::LabelStudio, &DecodeOptions::default()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed);
        }
    }
}
