//! UIMA CAS JSON 0.4.

use serde_json::{Map, Value as Json, json};

use super::structure::{Feature, Sofa, Structure, reading};
use super::{CAPABILITIES, DOCUMENT, META_DATA, NAMED_ENTITY, NO_LANGUAGE, VIEW};
use crate::json_file::{JsonFile, offset, step, word};
use crate::offsets::{OffsetUnit, Offsets};
use crate::reading::{Reading, read_text};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};
use glossweave_format_base::strings::Fault;

/// [UIMA CAS JSON](https://github.com/apache/uima-uimaj-io-jsoncas) 0.4, which INCEpTION and
/// dkpro-cassis read and write.
pub struct CasJson;

const STRUCTURES: &str = "%FEATURE_STRUCTURES";
const TYPE: &str = "%TYPE";

impl DocumentFormat for CasJson {
    fn format(&self) -> Format {
        Format::CasJson
    }

    /// Reads each view that contains text as a section of one unit.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::CasJson, options, parse)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write(content, output)
    }
}

fn parse(source: &str) -> std::result::Result<Reading, Fault> {
    let mut file = JsonFile::parse(source, &["sofaString"])?;
    let root = std::mem::take(&mut file.root);
    let base = step("", STRUCTURES);
    let all: Vec<(String, &Json)> = match root.get(STRUCTURES) {
        Some(Json::Array(all)) => all
            .iter()
            .enumerate()
            .map(|(at, structure)| (step(&base, &at.to_string()), structure))
            .collect(),
        // Versions before 0.3 use an object instead of a list.
        Some(Json::Object(all)) => {
            all.iter().map(|(id, structure)| (step(&base, id), structure)).collect()
        }
        _ => {
            let message = format!("expected a structure of UIMA, found no list `{STRUCTURES}`");
            return Err(Fault::new(message, 0..0));
        }
    };
    let mut structure = Structure::default();
    for (path, object) in all {
        let kind = word(object, TYPE).unwrap_or_default();
        if kind == "uima.cas.Sofa" || kind == "Sofa" {
            let text = step(&path, "sofaString");
            let at = file.place(&text);
            let id = word(object, "%ID").or_else(|| path.rsplit('/').next().map(str::to_owned));
            structure.sofas.push(Sofa {
                id: id.unwrap_or_default(),
                name: word(object, "sofaID").unwrap_or_default(),
                text: file.text(&text),
                at,
            });
            continue;
        }
        let Some(sofa) = word(object, "@sofa") else { continue };
        // The first character of a name marks references, numbers that JSON cannot represent, and
        // anchors.
        let members = object.as_object().into_iter().flatten();
        let members = members.filter(|(name, _)| !name.starts_with('%'));
        let values = members.filter_map(|(name, _)| {
            let plain = name.strip_prefix(['@', '#', '^']).unwrap_or(name);
            Some((plain.to_owned(), word(object, name)?))
        });
        structure.features.push(Feature {
            kind,
            sofa,
            begin: offset(object, "begin"),
            end: offset(object, "end"),
            values: values.collect(),
            shown: format!("the annotation at `{path}`"),
            at: 0..0,
        });
    }
    reading(structure)
}

fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let text = content.document.text();
    let offsets = Offsets::new(text, OffsetUnit::Utf16);
    let Some(part) = content.parts.first() else { return Ok(()) };
    let string = |name: &str| json!({"%NAME": name, "%RANGE": "uima.cas.String"});
    let mut types = Map::new();
    types.insert(
        NAMED_ENTITY.to_owned(),
        json!({
            "%NAME": NAMED_ENTITY,
            "%SUPER_TYPE": "uima.tcas.Annotation",
            "value": string("value"),
            "identifier": string("identifier"),
        }),
    );
    let language = part.language.map_or(NO_LANGUAGE, |language| language.as_str());
    let mut document = json!({
        "%ID": 2, "%TYPE": DOCUMENT, "@sofa": 1,
        "begin": 0, "end": offsets.of(text.len()), "language": language,
    });
    if let Some(name) = part.name {
        types.insert(
            META_DATA.to_owned(),
            json!({
                "%NAME": META_DATA,
                "%SUPER_TYPE": DOCUMENT,
                "documentTitle": string("documentTitle"),
                "documentId": string("documentId"),
            }),
        );
        document[TYPE] = json!(META_DATA);
        document["documentTitle"] = json!(name);
        document["documentId"] = json!(name);
    }
    output.text("{\"%TYPES\": ")?;
    output.json(&Json::Object(types))?;
    output.text(&format!(",\n\"{STRUCTURES}\": [\n"))?;
    let sofa = json!({
        "%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": VIEW,
        "mimeType": "text/plain", "sofaString": text,
    });
    output.json(&sofa)?;
    output.text(",\n")?;
    output.json(&document)?;
    for (number, mark) in part.marks.iter().enumerate() {
        output.text(",\n")?;
        let mut annotation = json!({
            "%ID": number + 3, "%TYPE": NAMED_ENTITY, "@sofa": 1,
            "begin": offsets.of(mark.span.start()), "end": offsets.of(mark.span.end()),
            "value": mark.label,
        });
        if let Some(ident) = mark.idents.first() {
            annotation["identifier"] = json!(ident);
        }
        output.json(&annotation)?;
    }
    let members: Vec<usize> = (2..part.marks.len() + 3).collect();
    output.text("\n],\n\"%VIEWS\": ")?;
    output.json(&json!({VIEW: {"%SOFA": 1, "%MEMBERS": members}}))?;
    output.text("}\n")
}
