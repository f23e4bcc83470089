//! Replies of services.

use glossweave::translate::TranslationFindings;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::encode::Placement;
use crate::link_failure::LinkFailure;
use crate::nif::{Skipped, skipped};
use crate::repr::counted;

/// The reply to a request. It can be pickled.
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

/// The type, the severity and the comment of an issue, and the number of the unit.
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
    /// Creates the reply to a translation.
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

    /// Creates the reply to a call of a link template.
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

    /// The content of the reply.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The name of the format.
    #[getter]
    fn format(&self) -> &str {
        &self.format
    }

    /// The result for each annotation if the reply is a document in its own format. Empty otherwise.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.placements.clone()
    }

    /// The skipped parts: invalid strings in NIF (errors if `strict` is set), warnings about a document, and
    /// parts of answers of language models that do not match the text. Each is a tuple of a message, a line
    /// and a column; line and column are `None` if the location is unknown.
    #[getter]
    fn skipped(&self) -> Vec<Skipped> {
        self.skipped.clone()
    }

    /// The name of the built-in ITS rules that were used to read an XML document. `None` if no such rules
    /// were used.
    #[getter]
    fn rule_set(&self) -> Option<&str> {
        self.rule_set.as_deref()
    }

    /// The status of each sentence of a translation: `"machine"`, `"exact"`, `"fuzzy"` or `"untranslated"`.
    #[getter]
    fn statuses(&self) -> Vec<String> {
        self.statuses.clone()
    }

    /// The issues of a translation, for example of its terms. Each is a tuple of type, severity from 0 to
    /// 100, comment, and number of the unit, from 1 (0 if the text has no units).
    #[getter]
    fn issues(&self) -> Vec<Issue> {
        self.issues.clone()
    }

    /// The entities for which a link template failed, when `partial` was set.
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
