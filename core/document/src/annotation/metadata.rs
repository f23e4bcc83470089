//! The ITS 2.0 values of a text in one data category.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::category::{Category, Field};
use super::reference::{is_reference, same_reference};
use super::standoff::Records;
use glossweave_base::error::{Error, Result};

/// The ITS 2.0 values of a text in one data category. Text Analysis and Terminology use
/// [`Entity`](super::Entity) and [`Term`](super::Term) instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "PlainMetadata", try_from = "PlainMetadata")]
pub struct Metadata {
    category: Category,
    fields: Vec<Field>,
    records: Records,
}

/// The JSON form of metadata, with fields and records as objects.
#[derive(Serialize, Deserialize)]
struct PlainMetadata {
    category: Category,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<Cow<'static, str>, Arc<str>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    records: Vec<BTreeMap<Cow<'static, str>, Arc<str>>>,
}

impl From<Metadata> for PlainMetadata {
    fn from(metadata: Metadata) -> PlainMetadata {
        let named = |field: &Field| (Cow::Borrowed(field.0), field.1.clone());
        let records = metadata.records().iter();
        PlainMetadata {
            category: metadata.category,
            fields: metadata.fields.iter().map(named).collect(),
            records: records.map(|record| record.iter().map(named).collect()).collect(),
        }
    }
}

impl TryFrom<PlainMetadata> for Metadata {
    type Error = Error;

    fn try_from(plain: PlainMetadata) -> Result<Metadata> {
        let mut metadata = Metadata::new(plain.category);
        for (name, value) in plain.fields {
            metadata.set(&name, value)?;
        }
        for record in &plain.records {
            metadata.add_record(record.iter().map(|(name, value)| (&**name, &**value)))?;
        }
        Ok(metadata)
    }
}

impl Metadata {
    /// Creates metadata without values.
    pub fn new(category: Category) -> Metadata {
        Metadata { category, fields: Vec::new(), records: Records::default() }
    }

    /// Returns the category.
    pub fn category(&self) -> Category {
        self.category
    }

    /// Returns the single-valued fields, in the order of [`Category::fields`].
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns the value of a field by its name.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &*field.1)
    }

    /// Returns the records of Provenance and Localization Quality Issue, each in the order of
    /// [`Category::record`].
    pub fn records(&self) -> &[Vec<Field>] {
        self.records.as_slice()
    }

    /// Returns `true` if there are no values.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.records.is_empty()
    }

    /// Sets a field, replacing any earlier value.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as the parameter, if the category does not have the
    /// field.
    pub fn set(&mut self, name: &str, value: impl Into<Arc<str>>) -> Result<()> {
        put(&mut self.fields, self.category.fields(), name, value.into(), self.category)
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Metadata::set`].
    pub fn add_record<'a>(
        &mut self,
        fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<()> {
        let mut record = Vec::new();
        for (name, value) in fields {
            put(&mut record, self.category.record(), name, value.into(), self.category)?;
        }
        self.records.push(record);
        Ok(())
    }

    /// Returns `true` if both have equivalent values. The order, the spelling of numbers and
    /// references, and explicit default values (clauses 8.3, 8.10, 8.16 and 8.20) make no
    /// difference. References to records are ignored when the records themselves are present.
    pub(super) fn says_same(&self, other: &Metadata) -> bool {
        let same = |left: &[Field], right: &[Field], with_records: bool| {
            let counts = |field: &&Field| {
                let refers = with_records && self.category.fields().contains(&field.0);
                !refers && !DEFAULTS.contains(&(field.0, &field.1))
            };
            let has = |all: &[Field], field: &Field| {
                all.iter().any(|candidate| {
                    candidate.0 == field.0 && same_value(candidate.0, &candidate.1, &field.1)
                })
            };
            left.iter().filter(counts).all(|field| has(right, field))
                && right.iter().filter(counts).all(|field| has(left, field))
        };
        let (mine, theirs) = (&self.records, &other.records);
        let with_records = !mine.is_empty() && !self.category.record().is_empty();
        self.category == other.category
            && mine.as_slice().len() == theirs.as_slice().len()
            && same(&self.fields, &other.fields, with_records)
            && (mine.is(theirs)
                || mine
                    .as_slice()
                    .iter()
                    .zip(theirs.as_slice())
                    .all(|(left, right)| same(left, right, false)))
    }

    pub(super) fn shared_records(&self) -> &Records {
        &self.records
    }

    pub(super) fn set_records(&mut self, records: Records) {
        self.records = records;
    }

    /// Returns the references to resources, except the references in records.
    pub(super) fn references(&mut self) -> impl Iterator<Item = &mut Arc<str>> {
        let all = self.fields.iter_mut();
        all.filter(|field| is_reference(field.0)).map(|field| &mut field.1)
    }

    pub(super) fn heap_size(&self) -> usize {
        let fields = self.fields.iter().map(|field| size_of::<Field>() + field.1.len());
        fields.sum::<usize>() + self.records.heap_size()
    }
}

/// Methods of [`Metadata`] for the other crates of Glossweave.
pub trait MetadataExt {
    /// Adds records of the category of the metadata. If there are no records yet, the list is
    /// shared instead of copied.
    fn add_records(&mut self, records: &Records);
}

impl MetadataExt for Metadata {
    fn add_records(&mut self, records: &Records) {
        match self.records.is_empty() {
            true => self.records.clone_from(records),
            false => records.as_slice().iter().for_each(|record| self.records.push(record.clone())),
        }
    }
}

/// Inserts a value in the order of the category.
fn put(
    fields: &mut Vec<Field>,
    names: &'static [&'static str],
    name: &str,
    value: Arc<str>,
    category: Category,
) -> Result<()> {
    let name = known(names, name, category)?;
    let place = |name: &str| names.iter().position(|known| *known == name);
    match fields.binary_search_by_key(&place(name), |field| place(field.0)) {
        Ok(there) => fields[there].1 = value,
        Err(at) => fields.insert(at, (name, value)),
    }
    Ok(())
}

/// The default values of fields.
const DEFAULTS: &[(&str, &str)] = &[
    ("locNoteType", "description"),
    ("localeFilterType", "include"),
    ("locQualityIssueEnabled", "yes"),
    ("storageEncoding", "UTF-8"),
    ("lineBreakType", "lf"),
];

/// Returns `true` if two values of a field are equivalent, for example `50` and `50.0`.
fn same_value(name: &str, left: &str, right: &str) -> bool {
    let number = |value: &str| value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    left == right
        || NUMBERS.contains(&name) && number(left).is_some_and(|left| number(right) == Some(left))
        || is_reference(name) && same_reference(left, right)
}

/// The fields with numbers as values.
const NUMBERS: &[&str] = &[
    "locQualityIssueSeverity",
    "locQualityRatingScore",
    "locQualityRatingVote",
    "locQualityRatingScoreThreshold",
    "locQualityRatingVoteThreshold",
    "mtConfidence",
    "storageSize",
    "taConfidence",
    "termConfidence",
];

fn known(names: &[&'static str], name: &str, category: Category) -> Result<&'static str> {
    names.iter().copied().find(|known| *known == name).ok_or_else(|| {
        let what = format!("value of {category}");
        let expected = match names {
            [] => "none".to_owned(),
            names => format!("one of {}", names.join(", ")),
        };
        Error::no_such(&what, name, &expected).with_parameter(name)
    })
}
