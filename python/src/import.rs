//! Imports of public vocabularies, and their reports.

use std::path::PathBuf;

use glossweave::Result;
use glossweave::entity;
use pyo3::prelude::*;

use crate::call::call;
use crate::input::classes;
use crate::progress::reporter;

/// The parts of a vocabulary that were skipped for one reason.
#[pyclass(frozen, get_all, module = "glossweave")]
pub struct SkippedParts {
    /// The name of the reason, for example `language`.
    reason: &'static str,
    /// The description of the reason.
    message: &'static str,
    /// The number of skipped parts.
    count: u64,
    /// The locations of the first skipped parts: a file with a line, or the IRI of an entity.
    places: Vec<String>,
}

#[pymethods]
impl SkippedParts {
    fn __repr__(&self) -> String {
        format!("<SkippedParts: {} {}>", self.count, self.message)
    }
}

/// A report on an import, with the numbers of imported and skipped parts. `str` returns one line for each
/// reason.
#[pyclass(frozen, module = "glossweave")]
pub struct ImportReport(pub entity::ImportReport);

#[pymethods]
impl ImportReport {
    /// The number of entities with names.
    #[getter]
    fn entities(&self) -> u64 {
        self.0.entities
    }

    /// The number of names, counted once for each language.
    #[getter]
    fn names(&self) -> u64 {
        self.0.names
    }

    /// The number of bytes that were not read again because the journal contains their content.
    #[getter]
    fn resumed(&self) -> u64 {
        self.0.resumed
    }

    /// The skipped parts, grouped by reason.
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

/// The differences between two dictionaries. `str` returns one line for each of the first entries.
#[pyclass(frozen, module = "glossweave")]
pub struct DictionaryDifference(pub entity::DictionaryDifference);

#[pymethods]
impl DictionaryDifference {
    /// The number of entries that only the newer dictionary contains.
    #[getter]
    fn added(&self) -> u64 {
        self.0.added.count
    }

    /// The number of entries that only the older dictionary contains.
    #[getter]
    fn removed(&self) -> u64 {
        self.0.removed.count
    }

    /// The number of entries with different classes or a different weight.
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

/// Writes the entries of a public vocabulary as a CSV table for datasets: names, classes, weights, and
/// descriptions of the entities.
///
/// `table`: the path of the table; an existing file is replaced atomically. The other arguments are described
/// at `Dictionary.from_vocabulary`, except that the options `never-alone` and `corpus` are not supported.
#[pyfunction]
#[pyo3(signature = (
    vocabulary, files, table, *, languages = vec![], classes: "Sequence[str]" = vec![],
    options = vec![], journal = None, progress: "_Progress | None" = None
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub fn write_vocabulary_table(
    py: Python<'_>,
    vocabulary: &str,
    files: Vec<PathBuf>,
    table: PathBuf,
    languages: Vec<String>,
    #[pyo3(from_py_with = classes)] classes: Vec<String>,
    options: Vec<(String, String)>,
    journal: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<ImportReport> {
    let report = call(py, || {
        let import = import(vocabulary, (languages, classes), options, journal)?;
        import.write_table(&files, &table, &mut reporter(progress.as_ref()))
    })?;
    Ok(ImportReport(report))
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
