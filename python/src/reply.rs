//! The answers of services.

use glossweave::translate::TranslationFindings;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::encode::Placement;
use crate::link_failure::LinkFailure;
use crate::nif::{Skipped, skipped};
use crate::repr::counted;

/// The answer to a request. It can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Reply {
    bytes: Vec<u8>,
    format: String,
    placements: Vec<Placement>,
    skipped: Vec<Skipped>,
    rule_set: Option<String>,
    statuses: Vec<String>,
    issues: Vec<Issue>,
    failures: Vec<LinkFailure>,
}

/// The type, the severity and the comment of an issue, and the number of its unit.
type Issue = (String, u8, String, u32);

/// The arguments of `__new__`.
type State<'py> = (
    Bound<'py, PyBytes>,
    String,
    Vec<Placement>,
    Vec<Skipped>,
    Option<String>,
    Vec<String>,
    Vec<Issue>,
    Vec<LinkFailure>,
);

impl<F> From<glossweave::Reply<F>> for Reply {
    fn from(reply: glossweave::Reply<F>) -> Reply {
        let format = match reply.results {
            Some(results) => results.to_string(),
            None => reply.format.to_string(),
        };
        Reply {
            format,
            placements: reply.placements.iter().map(Placement::from).collect(),
            skipped: skipped(&reply.skipped),
            rule_set: reply.rule_set.map(str::to_owned),
            bytes: reply.bytes,
            statuses: Vec::new(),
            issues: Vec::new(),
            failures: Vec::new(),
        }
    }
}

impl Reply {
    /// Returns the reply of a translation.
    pub fn translated(reply: glossweave::Reply<TranslationFindings>) -> Reply {
        let segments = reply.findings.segments.iter();
        let statuses = segments.map(|segment| segment.name().to_owned()).collect();
        let issues = reply.findings.issues.iter();
        let issue = |issue: &glossweave::translate::QualityIssue| {
            (issue.issue_type.name().to_owned(), issue.severity, issue.comment.clone(), issue.unit)
        };
        let issues = issues.map(issue).collect();
        Reply { statuses, issues, ..Reply::from(reply) }
    }

    /// Returns the reply of a template.
    pub fn linked(reply: glossweave::Reply<Vec<glossweave::link::Failure>>) -> Reply {
        let failures = reply.findings.iter().map(LinkFailure::from).collect();
        Reply { failures, ..Reply::from(reply) }
    }
}

#[pymethods]
impl Reply {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "the state of a pickled reply")]
    #[pyo3(signature = (
        bytes: "bytes", format, placements, skipped, rule_set, statuses, issues, failures
    ))]
    fn new(
        bytes: Vec<u8>,
        format: String,
        placements: Vec<Py<Placement>>,
        skipped: Vec<Skipped>,
        rule_set: Option<String>,
        statuses: Vec<String>,
        issues: Vec<Issue>,
        failures: Vec<Py<LinkFailure>>,
    ) -> Reply {
        let placements = placements.iter().map(|placement| placement.get().clone()).collect();
        let failures = failures.iter().map(|failure| failure.get().clone()).collect();
        Reply { bytes, format, placements, skipped, rule_set, statuses, issues, failures }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> State<'py> {
        (
            self.bytes(py),
            self.format.clone(),
            self.placements(),
            self.skipped(),
            self.rule_set.clone(),
            self.statuses(),
            self.issues(),
            self.failures(),
        )
    }

    /// The answer.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The name of its format.
    #[getter]
    fn format(&self) -> &str {
        &self.format
    }

    /// The result for each annotation if a document was returned; none otherwise.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.placements.clone()
    }

    /// The parts that were skipped: wrong strings of NIF, which are errors with `strict`, the warnings about
    /// a document, and parts of the answers of language models that do not fit the text. Messages with their line and
    /// column, `None` if the location is not known.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    /// The name of the bundled ITS rules by which a document in XML was read; `None` without such rules.
    #[getter]
    fn rule_set(&self) -> Option<&str> {
        self.rule_set.as_deref()
    }

    /// Of a translation: the status of each sentence, `"machine"`, `"exact"`, `"fuzzy"` or `"untranslated"`.
    #[getter]
    fn statuses(&self) -> Vec<String> {
        self.statuses.clone()
    }

    /// Of a translation: the issues, for example of its terms: type, severity from 0 to 100, comment, and the number of
    /// the unit, from 1; 0 for a text without units.
    #[getter]
    fn issues(&self) -> Vec<Issue> {
        self.issues.clone()
    }

    /// Of links: the entities for which the template failed, if `partial` allowed it.
    #[getter]
    fn failures(&self) -> Vec<LinkFailure> {
        self.failures.clone()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Reply {}: {}>", self.format, counted(self.bytes.len(), "byte"))
    }
}
