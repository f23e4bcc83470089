//! BioC in JSON, as the services of PubTator write it.

use serde_json::{Map, Value as Json, json};

use super::CAPABILITIES;
use super::collection::{Annotation, Collected, Passage, infons, passages, reading};
use crate::document::Document;
use crate::format::DecodeOptions;
use crate::format::document_format::DocumentFormat;
use crate::format::exchange::json_file::{JsonFile, offset, step, word};
use crate::format::exchange::reading::{Reading, read_text};
use crate::format::new_file::Output;
use crate::format::new_file::{Capabilities, Content};
use crate::format::strings::Fault;
use glossweave_base::error::Result;
use glossweave_base::media::Format;

/// BioC in JSON.
pub(in crate::format) struct BiocJson;

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
    let documents: Vec<(String, &Json)> = match root.get("documents") {
        Some(_) => list(&root, "", "documents").collect(),
        None if root.get("passages").is_some() => vec![(String::new(), &root)],
        None => {
            let message = "expected a collection of BioC, found neither `documents` nor `passages`";
            return Err(Fault::new(message, 0..0));
        }
    };
    let documents = documents.iter().map(|(path, one)| document(path, one, &mut file));
    reading(documents.collect::<std::result::Result<_, _>>()?)
}

/// Returns the entries of a list with their paths.
fn list<'j>(value: &'j Json, path: &str, key: &str) -> impl Iterator<Item = (String, &'j Json)> {
    let path = step(path, key);
    let all = value.get(key).and_then(Json::as_array).into_iter().flatten().enumerate();
    all.map(move |(number, one)| (step(&path, &number.to_string()), one))
}

fn document(path: &str, one: &Json, file: &mut JsonFile) -> std::result::Result<Collected, Fault> {
    let count = |value: &Json| value.get("relations").and_then(Json::as_array).map_or(0, Vec::len);
    let mut collected =
        Collected { id: word(one, "id"), relations: count(one), ..Default::default() };
    for (path, passage) in list(one, path, "passages") {
        collected.relations += count(passage);
        let mut sentences = list(passage, &path, "sentences").peekable();
        if sentences.peek().is_none() {
            collected.passages.push(read_passage(&path, passage, file)?);
        }
        for (path, sentence) in sentences {
            collected.relations += count(sentence);
            collected.passages.push(read_passage(&path, sentence, file)?);
        }
    }
    Ok(collected)
}

fn read_passage(
    path: &str,
    one: &Json,
    file: &mut JsonFile,
) -> std::result::Result<Passage, Fault> {
    let Some(start) = offset(one, "offset") else {
        return Err(Fault::new(format!("expected an offset at `{path}`"), 0..0));
    };
    let text = file.text(&step(path, "text")).unwrap_or_default();
    let annotations = list(one, path, "annotations").map(|(path, one)| {
        let infons = one.get("infons").and_then(Json::as_object).into_iter().flatten();
        let infons = infons.filter_map(|(key, _)| Some((key.clone(), word(&one["infons"], key)?)));
        let locations = list(one, "", "locations").map(|(_, location)| {
            let number = |key: &str| {
                offset(location, key).ok_or_else(|| {
                    Fault::new(format!("expected a number `{key}` of a location at `{path}`"), 0..0)
                })
            };
            Ok((number("offset")?, number("length")?))
        });
        Ok(Annotation {
            id: word(one, "id").unwrap_or_default(),
            infons: infons.collect(),
            locations: locations.collect::<std::result::Result<_, Fault>>()?,
            text: word(one, "text"),
            at: 0..0,
        })
    });
    let annotations = annotations.collect::<std::result::Result<_, Fault>>()?;
    Ok(Passage { offset: start, text, annotations })
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
