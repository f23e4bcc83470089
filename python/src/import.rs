//! Imports of public vocabularies, and their reports.

use std::path::PathBuf;

use glossweave::Result;
use glossweave::entity;
use pyo3::prelude::*;

/// The parts of a vocabulary that were left out for one reason.
#[pyclass(frozen, get_all, module = "glossweave")]
pub struct SkippedParts {
    /// The name of the reason, such as `language`.
    reason: &'static str,
    /// The reason as a text.
    message: &'static str,
    /// Their number.
    count: u64,
    /// The places of the first ones: a file with a line, or the IRI of an entity.
    places: Vec<String>,
}

#[pymethods]
impl SkippedParts {
    fn __repr__(&self) -> String {
        format!("<SkippedParts: {} {}>", self.count, self.message)
    }
}

/// A report on an import: what it took, and what it left out. As a `str`, it has a line for each reason.
#[pyclass(frozen, module = "glossweave")]
pub struct ImportReport(pub entity::ImportReport);

#[pymethods]
impl ImportReport {
    /// The number of entities with names.
    #[getter]
    fn entities(&self) -> u64 {
        self.0.entities
    }

    /// The number of names, each in its languages.
    #[getter]
    fn names(&self) -> u64 {
        self.0.names
    }

    /// The number of bytes that were not read again, because the journal had their content.
    #[getter]
    fn resumed(&self) -> u64 {
        self.0.resumed
    }

    /// The parts that were left out, a reason each.
    #[getter]
    fn skipped(&self) -> Vec<SkippedParts> {
        let parts = self.0.skipped().map(|parts| SkippedParts {
            reason: parts.reason.name(),
            message: parts.reason.message(),
            count: parts.count,
            places: parts.places.clone(),
        });
        parts.collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<ImportReport: {} entities, {} names>", self.0.entities, self.0.names)
    }
}

/// The differences between two dictionaries. As a `str`, it has a line for each of the first entries.
#[pyclass(frozen, module = "glossweave")]
pub struct DictionaryDifference(pub entity::DictionaryDifference);

#[pymethods]
impl DictionaryDifference {
    /// The number of entries that only the newer one has.
    #[getter]
    fn added(&self) -> u64 {
        self.0.added.count
    }

    /// The number of entries that only the older one has.
    #[getter]
    fn removed(&self) -> u64 {
        self.0.removed.count
    }

    /// The number of entries that have other classes, or another weight.
    #[getter]
    fn changed(&self) -> u64 {
        self.0.changed.count
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let counts = self.0.to_string();
        format!("<DictionaryDifference: {}>", counts.lines().next().unwrap_or_default())
    }
}

/// Creates an import from the arguments of a call.
pub fn import(
    vocabulary: &str,
    (languages, classes): (Vec<String>, Vec<String>),
    options: Vec<(String, String)>,
    journal: Option<PathBuf>,
) -> Result<entity::Import> {
    let mut import = entity::Import::new(vocabulary)?;
    languages.iter().try_for_each(|tag| import.set("language", tag))?;
    classes.iter().try_for_each(|class| import.set("class", class))?;
    options.iter().try_for_each(|(name, value)| import.set(name, value))?;
    Ok(match journal {
        Some(path) => import.with_journal(path),
        None => import,
    })
}
