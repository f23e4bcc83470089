//! The structure that the XMI and JSON readers of UIMA CAS use: texts, and annotations with
//! features.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{META_DATA, NAMED_ENTITY, VIEW};
use crate::offsets::{OffsetUnit, Offsets};
use crate::reading::{ReadMark, ReadPart, ReadUnit, Reading};
use glossweave_base::text::Language;
use glossweave_format_base::new_file::AnnotationFields;
use glossweave_format_base::strings::{Fault, Value};

/// A subject of analysis: a text.
#[derive(Debug, Default)]
pub(super) struct Sofa {
    pub id: String,
    pub name: String,
    /// The text, or `None` if the subject is not text in the file.
    pub text: Option<Value>,
    pub at: Range<usize>,
}

/// An annotation.
#[derive(Debug, Default)]
pub(super) struct Feature {
    /// The name of the type, including its namespace.
    pub kind: String,
    pub sofa: String,
    pub begin: Option<usize>,
    pub end: Option<usize>,
    pub values: Vec<(String, String)>,
    /// The name of the annotation in messages.
    pub shown: String,
    pub at: Range<usize>,
}

/// The names of the features that contain a label.
const LABELS: [&str; 5] = ["value", "label", "kind", "category", "type"];
const IDENT: &str = "identifier";

/// The features that refer to the ends of a relation. INCEpTION stores a relation at the position
/// of its dependent.
const ENDS: [&str; 2] = ["Governor", "Dependent"];

/// The features that specify the position of an annotation.
const PLACE: [&str; 4] = ["sofa", "begin", "end", "id"];

impl Feature {
    fn value(&self, names: &[&str]) -> Option<&str> {
        self.named(names).map(|(_, value)| value)
    }

    /// Returns the first of some features that has a value.
    fn named(&self, names: &[&str]) -> Option<(&str, &str)> {
        let has_value = |value: &str| !value.is_empty();
        let value = |feature: &&str| {
            self.values.iter().find(|(name, value)| name == feature && has_value(value))
        };
        names.iter().find_map(value).map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns `true` for a relation between annotations.
    fn is_relation(&self) -> bool {
        ENDS.iter().all(|feature| self.values.iter().any(|(name, _)| name == feature))
    }

    /// Returns the names of the features that are not read. `label` is the feature that was used as
    /// label, if any.
    fn others<'f>(&'f self, label: Option<&'f str>) -> impl Iterator<Item = &'f str> {
        let names = self.values.iter().filter(|(_, value)| !value.is_empty());
        let is_read = move |name: &&str| {
            *name == IDENT || Some(*name) == label || PLACE.contains(name) || name.starts_with(OWN)
        };
        names.map(|(name, _)| name.as_str()).filter(move |name| !is_read(name))
    }
}

#[derive(Debug, Default)]
pub(super) struct Structure {
    pub sofas: Vec<Sofa>,
    pub features: Vec<Feature>,
}

/// The namespace of the layers that users of INCEpTION define.
const CUSTOM: &str = "webanno.custom.";

/// The prefix of the internal features of INCEpTION.
const OWN: &str = "i7n_";

/// Returns `true` for types that are skipped without a warning: types of the structure itself, and
/// types that INCEpTION uses to describe its layers.
fn is_silent(kind: &str) -> bool {
    kind.starts_with("uima.cas.")
        || kind.starts_with("de.tudarmstadt.ukp.clarin.webanno.api.type.")
        || kind.ends_with(".TagsetDescription")
}

/// Returns the texts as parts with their named entities.
pub(super) fn reading(structure: Structure) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    let Structure { mut sofas, features } = structure;
    sofas.sort_by_key(|sofa| sofa.at.start);
    let mut of_sofas: BTreeMap<&str, Vec<&Feature>> = BTreeMap::new();
    for feature in &features {
        of_sofas.entry(&feature.sofa).or_default().push(feature);
    }
    let mut unread: BTreeMap<&str, usize> = BTreeMap::new();
    let mut values: BTreeMap<String, usize> = BTreeMap::new();
    let is_several = sofas.len() > 1;
    for sofa in sofas {
        let Some(text) = sofa.text else {
            let message = format!("the view `{}` has no text in the file", sofa.name);
            reading.warn(message, sofa.at);
            continue;
        };
        let name = Some(sofa.name).filter(|name| is_several && name != VIEW);
        let mut part = ReadPart { name, ..ReadPart::default() };
        let mut unit = ReadUnit { text, marks: Vec::new() };
        let offsets = Offsets::new(&unit.text.text, OffsetUnit::Utf16);
        for feature in of_sofas.remove(sofa.id.as_str()).unwrap_or_default() {
            if feature.kind.ends_with(".DocumentAnnotation") || feature.kind == META_DATA {
                let language = feature.value(&["language"]);
                part.language = part
                    .language
                    .or_else(|| language.and_then(Language::parse))
                    .filter(|language| language.as_str() != super::NO_LANGUAGE);
                let name = feature.value(&["documentId", "documentTitle"]);
                part.name = part.name.or_else(|| name.map(str::to_owned));
                continue;
            }
            let short = feature.kind.rsplit('.').next().unwrap_or_default();
            let is_custom = feature.kind.starts_with(CUSTOM);
            let is_read = (short == "NamedEntity" || is_custom) && !feature.is_relation();
            let (Some(begin), Some(end), true) = (feature.begin, feature.end, is_read) else {
                if !is_silent(&feature.kind) {
                    *unread.entry(&feature.kind).or_default() += 1;
                }
                continue;
            };
            let Some(span) = offsets.range(begin, end) else {
                let message = format!(
                    "{} extends from {begin} to {end} UTF-16 units, the text has {}",
                    feature.shown,
                    offsets.of(unit.text.text.len())
                );
                return Err(Fault::new(message, feature.at.clone()));
            };
            let (name, label) = feature.named(&LABELS).unzip();
            let idents: Vec<&str> = feature.value(&[IDENT]).into_iter().collect();
            for other in feature.others(name) {
                *values.entry(format!("{}:{other}", feature.kind)).or_default() += 1;
            }
            let label = label.or_else(|| is_custom.then_some(short));
            let fields = AnnotationFields { label, idents: &idents, ..AnnotationFields::default() };
            unit.marks.push(ReadMark::new(span, &fields));
        }
        if !unit.text.text.is_empty() {
            part.units.push(unit);
        }
        reading.parts.push(part);
    }
    for (kind, count) in unread {
        reading.warn(format!("{count} annotations of the type `{kind}` are not read"), 0..0);
    }
    reading.warn_of_keys(values);
    let lost: usize =
        of_sofas.values().flatten().filter(|feature| feature.kind == NAMED_ENTITY).count();
    if lost > 0 {
        reading.warn(format!("{lost} named entities belong to no text"), 0..0);
    }
    Ok(reading)
}
