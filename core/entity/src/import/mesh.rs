//! Import of MeSH descriptors in XML, for example `desc2026.xml`.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};

use serde::Deserialize;

use super::collect::Collector;
use super::lines::{ImportFile, Line};
use glossweave_base::error::Result;
use glossweave_markup::data::from_str;

/// The share of the weight of a descriptor that the names of its narrower concepts get.
const LESSER: f32 = 0.5;

const DESCRIPTOR: &str = "http://id.nlm.nih.gov/mesh/";
const LANGUAGE: &str = "en";

/// The classes of descriptors by number.
const CLASSES: [(&str, &str); 4] = [
    ("1", "http://id.nlm.nih.gov/mesh/vocab#TopicalDescriptor"),
    ("2", "http://id.nlm.nih.gov/mesh/vocab#PublicationType"),
    ("3", "http://id.nlm.nih.gov/mesh/vocab#CheckTag"),
    ("4", "http://id.nlm.nih.gov/mesh/vocab#GeographicalDescriptor"),
];

/// The maximum length of a record, in bytes.
const LONGEST: usize = 64 << 20;

const RECORD: &str = "<DescriptorRecord";
const END: &str = "</DescriptorRecord>";

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Descriptor {
    #[serde(rename = "@DescriptorClass")]
    class: Option<String>,
    #[serde(rename = "DescriptorUI")]
    id: Option<String>,
    #[serde(default)]
    tree_number_list: TreeNumbers,
    descriptor_name: Option<Name>,
    #[serde(default)]
    concept_list: Concepts,
}

/// The identifier of a descriptor and its tree numbers.
#[derive(Deserialize)]
struct TreePlace {
    #[serde(rename = "DescriptorUI")]
    id: Option<String>,
    #[serde(rename = "TreeNumberList", default)]
    numbers: TreeNumbers,
}

#[derive(Default, Deserialize)]
struct TreeNumbers {
    #[serde(rename = "TreeNumber", default)]
    list: Vec<String>,
}

#[derive(Deserialize)]
struct Name {
    #[serde(rename = "String", default)]
    text: String,
}

#[derive(Default, Deserialize)]
struct Concepts {
    #[serde(rename = "Concept", default)]
    list: Vec<Concept>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Concept {
    #[serde(rename = "@PreferredConceptYN")]
    is_preferred: Option<String>,
    scope_note: Option<String>,
    #[serde(default)]
    term_list: Terms,
}

#[derive(Default, Deserialize)]
struct Terms {
    #[serde(rename = "Term", default)]
    list: Vec<Name>,
}

/// Returns `true` if a file with this start contains descriptors in XML.
pub(super) fn is_xml(start: &str) -> bool {
    start.contains("<DescriptorRecordSet")
}

pub(super) fn read(file: &ImportFile<'_, '_>, out: &mut Collector<'_, '_>) -> Result<()> {
    let descriptors = tree(file)?;
    let mut record = String::new();
    file.each_line(out, &mut |line, out| {
        if record.is_empty() && !line.contains(RECORD) {
            return Ok(Line::Empty);
        }
        record.push_str(line);
        record.push('\n');
        if record.len() > LONGEST {
            record.clear();
            return Ok(Line::Malformed("expected the end of the `DescriptorRecord`"));
        }
        if !line.contains(END) {
            return Ok(Line::Within);
        }
        let mut is_right = true;
        for element in records(&record) {
            is_right &= descriptor(element, &descriptors, out)?;
        }
        record.drain(..record.rfind(END).map_or(record.len(), |at| at + END.len()));
        if record.contains(RECORD) && is_right {
            return Ok(Line::Within);
        }
        record.clear();
        Ok(if is_right {
            Line::Read
        } else {
            Line::Malformed("expected a well-formed `DescriptorRecord` with a `DescriptorUI`")
        })
    })
}

/// Returns the complete records in a text.
fn records(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(END).filter_map(|text| {
        let end = text.strip_suffix(END)?;
        text.get(end.rfind(RECORD)?..)
    })
}

/// Returns the descriptor of each tree number. The file is read in advance, because a descriptor may refer to
/// later descriptors.
fn tree(file: &ImportFile<'_, '_>) -> Result<HashMap<String, String>> {
    let mut descriptors = HashMap::new();
    let (mut reader, mut line, mut record) =
        (BufReader::new(file.reader()?), Vec::new(), String::new());
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line);
        if read.map_err(|cause| file.damaged(cause))? == 0 {
            return Ok(descriptors);
        }
        let line = String::from_utf8_lossy(&line);
        if record.is_empty() && !line.contains(RECORD) {
            continue;
        }
        record.push_str(&line);
        if record.len() > LONGEST {
            record.clear();
        }
        if !line.contains(END) {
            continue;
        }
        // A malformed record is reported later, when it is read again.
        for place in records(&record).filter_map(|record| from_str::<TreePlace>(record).ok()) {
            let id = place.id.as_deref().unwrap_or_default().trim();
            let numbers = place.numbers.list.iter().map(|number| number.trim().to_owned());
            descriptors.extend(numbers.map(|number| (number, id.to_owned())));
        }
        record.drain(..record.rfind(END).map_or(0, |at| at + END.len()));
    }
}

/// Adds a descriptor. Returns `false` if the record is not well-formed or has no identifier.
fn descriptor(
    record: &str,
    descriptors: &HashMap<String, String>,
    out: &mut Collector<'_, '_>,
) -> Result<bool> {
    let Ok(descriptor) = from_str::<Descriptor>(record) else { return Ok(false) };
    let id = descriptor.id.as_deref().map(str::trim).filter(|id| !id.is_empty());
    let Some(id) = id else { return Ok(false) };
    out.at.records += 1;
    let Some(subject) = out.subject(&format!("{DESCRIPTOR}{id}"))? else { return Ok(true) };
    let class = descriptor.class.as_deref().unwrap_or("1");
    if let Some((_, iri)) = CLASSES.iter().find(|(number, _)| *number == class) {
        out.class(subject, iri)?;
    }
    if let Some(name) = &descriptor.descriptor_name {
        out.label(subject, name.text.trim(), Some(LANGUAGE), 1.0)?;
    }
    for number in &descriptor.tree_number_list.list {
        let above = number.trim().rsplit_once('.').and_then(|(above, _)| descriptors.get(above));
        if let Some(above) = above {
            out.class(subject, &format!("{DESCRIPTOR}{above}"))?;
        }
    }
    for concept in &descriptor.concept_list.list {
        let is_preferred = concept.is_preferred.as_deref() != Some("N");
        // The note of the preferred concept is used as description of the descriptor.
        if let Some(note) = concept.scope_note.as_deref().filter(|_| is_preferred) {
            out.describe(subject, note.trim(), Some(LANGUAGE))?;
        }
        let share = if is_preferred { 1.0 } else { LESSER };
        for term in &concept.term_list.list {
            out.label(subject, term.text.trim(), Some(LANGUAGE), share)?;
        }
    }
    Ok(true)
}
