//! BioC in JSON, for example as PubTator returns it.

use serde_json::{Map, Value as Json, json};

use super::CAPABILITIES;
use super::collection::{Annotation, Collected, Passage, infons, passages, reading};
use crate::json_file::{JsonFile, offset, step, word};
use crate::reading::{Reading, read_text};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};
use glossweave_format_base::strings::Fault;

/// BioC in JSON.
pub struct BiocJson;

impl DocumentFormat for BiocJson {
    fn format(&self) -> Format {
        Format::BiocJson
    }

    /// Reads each document as a section, and each passage as a unit.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::BiocJson, options, parse)
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
    let (mut documents, mut others) = (Vec::new(), 0);
    collect(&root, String::new(), 2, &mut documents, &mut others);
    if documents.is_empty() && root.get("documents").is_none() {
        let message = "expected a collection of BioC, found neither `documents` nor `passages`";
        return Err(Fault::new(message, 0..0));
    }
    let documents = documents.iter().map(|(path, member)| document(path, member, &mut file));
    let mut reading = reading(documents.collect())?;
    if others > 0 {
        reading.warn(format!("{others} list entries that are not documents are skipped"), 0..0);
    }
    Ok(reading)
}

/// Collects documents with their paths. A value can be a document, a collection, a list of these,
/// or an object that contains such a list, for example a response of a service. Counts the list
/// entries that contain no document.
fn collect<'j>(
    value: &'j Json,
    path: String,
    depth: usize,
    documents: &mut Vec<(String, &'j Json)>,
    others: &mut usize,
) {
    match value {
        Json::Object(members) if members.contains_key("passages") => documents.push((path, value)),
        Json::Object(members) if members.contains_key("documents") => {
            documents.extend(list(value, &path, "documents"));
        }
        Json::Object(members) if depth > 0 => {
            for (key, value) in members.iter().filter(|(_, value)| value.is_array()) {
                collect(value, step(&path, key), depth - 1, documents, others);
            }
        }
        Json::Array(entries) if depth > 0 => {
            for (number, entry) in entries.iter().enumerate() {
                let before = documents.len();
                collect(entry, step(&path, &number.to_string()), depth - 1, documents, others);
                *others += usize::from(documents.len() == before);
            }
        }
        _ => {}
    }
}

/// Returns the entries of a list with their paths.
fn list<'j>(value: &'j Json, path: &str, key: &str) -> impl Iterator<Item = (String, &'j Json)> {
    let path = step(path, key);
    let all = value.get(key).and_then(Json::as_array).into_iter().flatten().enumerate();
    all.map(move |(number, member)| (step(&path, &number.to_string()), member))
}

fn document(path: &str, document: &Json, file: &mut JsonFile) -> Collected {
    let count = |value: &Json| value.get("relations").and_then(Json::as_array).map_or(0, Vec::len);
    let mut collected =
        Collected { id: word(document, "id"), relations: count(document), ..Default::default() };
    for (path, passage) in list(document, path, "passages") {
        collected.relations += count(passage);
        let mut sentences = list(passage, &path, "sentences").peekable();
        if sentences.peek().is_none() {
            collected.passages.push(read_passage(&path, passage, file));
        }
        for (path, sentence) in sentences {
            collected.relations += count(sentence);
            collected.passages.push(read_passage(&path, sentence, file));
        }
    }
    collected
}

fn read_passage(path: &str, passage: &Json, file: &mut JsonFile) -> Passage {
    let text = file.text(&step(path, "text")).unwrap_or_default();
    let annotations = list(passage, path, "annotations").map(|(path, annotation)| {
        let infons = annotation.get("infons").and_then(Json::as_object).into_iter().flatten();
        let infons =
            infons.filter_map(|(key, _)| Some((key.clone(), word(&annotation["infons"], key)?)));
        // A location without numbers has no position in the passage, so that the annotation is
        // rejected.
        let locations = list(annotation, "", "locations")
            .map(|(_, location)| Some((offset(location, "offset")?, offset(location, "length")?)));
        let at = file.place(&path);
        Annotation {
            id: word(annotation, "id").unwrap_or(path),
            infons: infons.collect(),
            locations: locations.collect::<Option<_>>().unwrap_or_default(),
            text: word(annotation, "text"),
            at,
        }
    });
    let annotations = annotations.collect();
    Passage { offset: offset(passage, "offset"), text, annotations, at: file.place(path) }
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    output.text("{\"source\": \"glossweave\", \"date\": \"\", \"key\": \"\", \"infons\": {},\n\"documents\": [")?;
    for (number, part) in content.parts.iter().enumerate() {
        output.text(if number > 0 { ",\n" } else { "\n" })?;
        let id = part.name.map_or_else(|| (number + 1).to_string(), str::to_owned);
        output.text("{\"id\": ")?;
        output.json(&json!(id))?;
        output.text(", \"infons\": {}, \"passages\": [")?;
        let (mut is_first, mut count) = (true, 0);
        passages(content, part, |passage| {
            output.text(if std::mem::take(&mut is_first) { "\n" } else { ",\n" })?;
            output
                .text(&format!("{{\"offset\": {}, \"infons\": {{}}, \"text\": ", passage.offset))?;
            output.json(&json!(text.get(passage.span.range()).unwrap_or_default()))?;
            output.text(", \"sentences\": [], \"annotations\": [")?;
            for (index, mark) in passage.marks.iter().enumerate() {
                output.text(if index > 0 { ",\n" } else { "\n" })?;
                let (start, length) = passage.location(mark);
                let infons =
                    infons(mark).into_iter().map(|(key, value)| (key.to_owned(), json!(value)));
                count += 1;
                output.json(&json!({
                    "id": count.to_string(),
                    "infons": infons.collect::<Map<_, _>>(),
                    "text": text.get(mark.span.range()).unwrap_or_default(),
                    "locations": [{"offset": start, "length": length}],
                }))?;
            }
            output.text("], \"relations\": []}")
        })?;
        output.text("], \"annotations\": [], \"relations\": []}")?;
    }
    output.text("]}\n")
}
