//! MeSH: the descriptors in XML, as `desc2026.xml` has them.
//!
//! A record is a `DescriptorRecord` with its name, its tree numbers, and concepts with terms. The elements that are read
//! have no mixed content and no attributes but `DescriptorClass` and `PreferredConceptYN`, so the tags are enough.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};

use super::collect::Collector;
use super::lines::{ImportFile, Line};
use glossweave_base::error::Result;

/// The part of the weight of a descriptor that the names of its narrower concepts have.
const LESSER: f32 = 0.5;

const DESCRIPTOR: &str = "http://id.nlm.nih.gov/mesh/";
const LANGUAGE: &str = "en";

/// The classes of descriptors by their numbers.
const CLASSES: [(&str, &str); 4] = [
    ("1", "http://id.nlm.nih.gov/mesh/vocab#TopicalDescriptor"),
    ("2", "http://id.nlm.nih.gov/mesh/vocab#PublicationType"),
    ("3", "http://id.nlm.nih.gov/mesh/vocab#CheckTag"),
    ("4", "http://id.nlm.nih.gov/mesh/vocab#GeographicalDescriptor"),
];

/// The maximum length of a record.
const LONGEST: usize = 64 << 20;

const RECORD: &str = "<DescriptorRecord";
const END: &str = "</DescriptorRecord>";

/// Returns `true` if a file that begins so has descriptors in XML.
pub(super) fn is_xml(start: &str) -> bool {
    start.contains("<DescriptorRecordSet")
}

/// Reads a file.
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
            return Ok(Line::Malformed("expected an end of the `DescriptorRecord`"));
        }
        if !line.contains(END) {
            return Ok(Line::Within);
        }
        let mut is_right = true;
        for one in record.split_inclusive(END).filter(|one| one.contains(RECORD)) {
            is_right &= descriptor(one, &descriptors, out)?;
        }
        record.drain(..record.rfind(END).map_or(record.len(), |at| at + END.len()));
        if record.contains(RECORD) && is_right {
            return Ok(Line::Within);
        }
        record.clear();
        Ok(if is_right { Line::Read } else { Line::Malformed("expected a `DescriptorUI`") })
    })
}

/// Returns the descriptors of the numbers of the tree. They are known before the first record is read, as those above
/// may come later.
fn tree(file: &ImportFile<'_, '_>) -> Result<HashMap<String, String>> {
    let mut descriptors = HashMap::new();
    let (mut reader, mut line, mut current) =
        (BufReader::new(file.reader()?), Vec::new(), String::new());
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line);
        if read.map_err(|cause| file.damaged(cause))? == 0 {
            return Ok(descriptors);
        }
        let text = String::from_utf8_lossy(&line);
        for tag in tags(&text) {
            match tag.name {
                // The first one of a record is its own.
                "DescriptorRecord" => current.clear(),
                "DescriptorUI" if current.is_empty() => current = unescaped(tag.text),
                "TreeNumber" => {
                    descriptors.insert(unescaped(tag.text), current.clone());
                }
                _ => {}
            }
        }
    }
}

/// Adds a descriptor. Returns `false` if it has no identifier.
fn descriptor(
    record: &str,
    descriptors: &HashMap<String, String>,
    out: &mut Collector<'_, '_>,
) -> Result<bool> {
    let (mut subject, mut share) = (None, 1.0);
    let (mut is_in_name, mut is_other) = (false, false);
    let mut class = "1";
    for tag in tags(record) {
        match tag.name {
            "DescriptorRecord" => class = tag.attribute("DescriptorClass").unwrap_or(class),
            "DescriptorUI" if subject.is_none() => {
                let id = unescaped(tag.text);
                if id.is_empty() {
                    return Ok(false);
                }
                out.at.records += 1;
                let Some(number) = out.subject(&format!("{DESCRIPTOR}{id}"))? else {
                    return Ok(true);
                };
                subject = Some(number);
                if let Some((_, iri)) = CLASSES.iter().find(|(number, _)| *number == class) {
                    out.class(number, iri)?;
                }
            }
            "Concept" => {
                let is_preferred = tag.attribute("PreferredConceptYN") != Some("N");
                share = if is_preferred { 1.0 } else { LESSER };
            }
            // That of the preferred concept stands for the descriptor.
            "ScopeNote" if share == 1.0 => {
                if let Some(subject) = subject {
                    out.describe(subject, &unescaped(tag.text), Some(LANGUAGE))?;
                }
            }
            "DescriptorReferredTo" => is_other = true,
            "/DescriptorReferredTo" => is_other = false,
            "DescriptorName" | "Term" => is_in_name = !is_other,
            "/DescriptorName" | "/Term" => is_in_name = false,
            "String" if is_in_name => {
                is_in_name = false;
                if let Some(subject) = subject {
                    out.label(subject, &unescaped(tag.text), Some(LANGUAGE), share)?;
                }
            }
            "TreeNumber" => {
                let number = unescaped(tag.text);
                let above = number.rsplit_once('.').and_then(|(above, _)| descriptors.get(above));
                if let (Some(subject), Some(above)) = (subject, above) {
                    out.class(subject, &format!("{DESCRIPTOR}{above}"))?;
                }
            }
            _ => {}
        }
    }
    Ok(subject.is_some())
}

/// A tag and the text after it.
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    text: &'a str,
}

impl<'a> Tag<'a> {
    fn attribute(&self, name: &str) -> Option<&'a str> {
        let (_, rest) = self.attributes.split_once(name)?;
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split_once(quote).map(|(value, _)| value)
    }
}

fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    text.split('<').skip(1).filter_map(|part| {
        let (tag, text) = part.split_once('>')?;
        let (name, attributes) = tag.split_once([' ', '\t', '\n', '\r']).unwrap_or((tag, ""));
        Some(Tag { name, attributes, text: text.trim() })
    })
}

/// Replaces references to characters and predefined entities (XML 1.0, clause 4.6).
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let replaced =
            after.split_once(';').and_then(|(name, rest)| Some((character(name)?, rest)));
        rest = match replaced {
            Some((c, rest)) => {
                out.push(c);
                rest
            }
            None => {
                out.push('&');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}
