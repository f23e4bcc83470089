//! Checks of translations.

use glossweave::translate::{self, CheckOptions};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::call;
use crate::document::Document;
use crate::offsets::IndexedText;
use crate::options::{Given, renamed};

/// An issue in a translation (ITS 2.0, Localization Quality Issue). Offsets count code points.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct QualityIssue {
    /// The type in ITS 2.0 (appendix C), for example `"markup"`.
    #[pyo3(name = "type")]
    issue_type: String,
    /// The severity, from 0 to 100.
    severity: u8,
    /// The description of the issue, in one sentence.
    comment: String,
    /// The identifier of the unit.
    unit: u32,
    /// The start and end offsets of the unit in the text of the document.
    source: (usize, usize),
    /// The start and end offsets in the text of the translations (`Document.target`). Both are the end of the
    /// translation if something is missing.
    target: (usize, usize),
    /// The line in the file, from 1. `None` if the document is a package.
    line: Option<u32>,
    /// The column in the line, from 1. `None` if the document is a package.
    column: Option<u32>,
}

/// The arguments of `__new__`.
type State<'s> =
    (&'s str, u8, &'s str, u32, (usize, usize), (usize, usize), Option<u32>, Option<u32>);

#[pymethods]
impl QualityIssue {
    #[new]
    #[pyo3(signature = (r#type, severity, comment, unit, source, target, line = None, column = None))]
    #[allow(clippy::too_many_arguments, reason = "fields")]
    fn new(
        r#type: String,
        severity: u8,
        comment: String,
        unit: u32,
        source: (usize, usize),
        target: (usize, usize),
        line: Option<u32>,
        column: Option<u32>,
    ) -> QualityIssue {
        QualityIssue { issue_type: r#type, severity, comment, unit, source, target, line, column }
    }

    fn __getnewargs__(&self) -> State<'_> {
        let QualityIssue { severity, unit, source, target, line, column, .. } = *self;
        (&self.issue_type, severity, &self.comment, unit, source, target, line, column)
    }

    fn __repr__(&self) -> String {
        let QualityIssue { issue_type, severity, comment, unit, .. } = self;
        format!("<QualityIssue {issue_type} {severity} in unit {unit}: {comment}>")
    }
}

/// Checks the translations in a document, for example XLIFF, PO, string catalogs, or tables with
/// translations.
///
/// `options`: see `CheckOptions`.
///
/// Raises `Unsupported` if the document contains no translations, and `InvalidArgument` if an option has an
/// invalid value.
///
/// >>> import glossweave
/// >>> po = 'msgid ""\nmsgstr "Language: es\\n"\n\n#, c-format\nmsgid "%d files"\nmsgstr "archivos"\n'
/// >>> glossweave.check_translations(glossweave.decode(po, format="po"))
/// [<QualityIssue markup 100 in unit 1: `%1$d` is missing>]
#[pyfunction]
#[pyo3(signature = (document, **options: "Unpack[CheckOptions]"))]
pub fn check_translations(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<QualityIssue>> {
    let given = Given::of(options, CheckOptions::PARAMETERS)?;
    let document = document.get().inner();
    call(py, || {
        let options = CheckOptions::from_pairs(given.pairs()).map_err(renamed)?;
        let issues = translate::check_translations(document, &options)?;
        let text = IndexedText::of(document);
        let translations = IndexedText::of(document.target().unwrap_or(document));
        let issue = |one: translate::QualityIssue| QualityIssue {
            issue_type: one.issue_type.name().to_owned(),
            severity: one.severity,
            unit: one.unit,
            source: text.chars(one.source),
            target: translations.chars(one.target),
            line: one.location.as_ref().map(|place| place.line()),
            column: one.location.as_ref().map(|place| place.column()),
            comment: one.comment,
        };
        Ok(issues.into_iter().map(issue).collect())
    })
}
