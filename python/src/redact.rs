//! Redaction and pseudonyms.

use std::sync::Arc;

use glossweave::entity::Recognizer;
use glossweave::redact::{self as engine, PseudonymKey, RedactOptions};
use glossweave::text::ByteSpan;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::call::call;
use crate::document::Document;
use crate::input::Source;
use crate::options::{Given, renamed};
use crate::provider::RecognizerSource;
use crate::repr::counted;

/// A place of a document that was redacted, or where a redacted string is left.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RedactedSpan {
    /// The label of the class, such as `"PERSON"`.
    label: String,
    /// The text that was written there; empty if nothing was, and for a string that is left.
    replacement: String,
    /// The name of the part of a package; `None` for a source that is not a package.
    part: Option<String>,
    /// The start in bytes of the part, or of the source: of the document before redaction, or of the result for a string
    /// that is left.
    start: usize,
    /// The end; the start for the name of the part.
    end: usize,
}

#[pymethods]
impl RedactedSpan {
    #[new]
    #[pyo3(signature = (label, replacement, part, start, end))]
    fn new(
        label: String,
        replacement: String,
        part: Option<String>,
        start: usize,
        end: usize,
    ) -> RedactedSpan {
        RedactedSpan { label, replacement, part, start, end }
    }

    fn __getnewargs__(&self) -> (&str, &str, Option<&str>, usize, usize) {
        (&self.label, &self.replacement, self.part.as_deref(), self.start, self.end)
    }

    fn __repr__(&self) -> String {
        let RedactedSpan { label, part, start, end, .. } = self;
        let part = part.as_ref().map(|part| format!(" of {part}")).unwrap_or_default();
        format!("<RedactedSpan {label} at {start}..{end}{part}>")
    }
}

impl RedactedSpan {
    fn of(label: &str, replacement: &str, part: Option<&str>, span: ByteSpan) -> RedactedSpan {
        RedactedSpan {
            label: label.to_owned(),
            replacement: replacement.to_owned(),
            part: part.map(str::to_owned),
            start: span.start(),
            end: span.end(),
        }
    }
}

/// A redacted document.
#[pyclass(frozen, module = "glossweave")]
pub struct Redaction {
    inner: engine::Redaction,
}

#[pymethods]
impl Redaction {
    /// The bytes of the document after redaction, in its own format and encoding.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes)
    }

    /// All places that were redacted, in the order of parts and places.
    #[getter]
    fn spans(&self) -> Vec<RedactedSpan> {
        let spans = self.inner.spans.iter();
        spans
            .map(|one| {
                RedactedSpan::of(&one.label, &one.replacement, one.part.as_deref(), one.span)
            })
            .collect()
    }

    /// The places where a redacted string is left.
    #[getter]
    fn residue(&self) -> Vec<RedactedSpan> {
        let residue = self.inner.residue.iter();
        residue.map(|one| RedactedSpan::of(&one.label, "", one.part.as_deref(), one.span)).collect()
    }

    /// The names of parts that were left out: thumbnails.
    #[getter]
    fn left_out(&self) -> Vec<String> {
        self.inner.left_out.clone()
    }

    /// The names of parts that could not be looked into, such as pictures: they were only searched as bytes.
    #[getter]
    fn unchecked(&self) -> Vec<String> {
        self.inner.unchecked.clone()
    }

    /// The key of pseudonyms in JSON; `None` for another method.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.inner.key.as_ref().map(|key| PyBytes::new(py, &key.to_json()))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        format!("<Redaction of {}>", counted(self.inner.spans.len(), "place"))
    }
}

/// Redacts a document: replaces what recognizers find in it, and what the options name, in the whole of its source.
///
/// `recognizers`: dictionaries, taggers, providers of the kind `"recognizer"`, and callables. `options`: the options
/// of `RedactOptions`.
///
/// Raises `Unsupported` if the format cannot be written, `Conflict` if a redacted string is left, `InvalidArgument` for a
/// wrong value, and the errors of recognizers.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p title='jane roe'>Ask Jane <b>Roe</b>, jane@roe.example", format="html")
/// >>> glossweave.redact(page, deny=["Jane Roe"]).bytes
/// b"<p title='REDACTED'>Ask REDACTED<b></b>, CONTACT-POINT"
#[pyfunction]
#[pyo3(signature = (document, recognizers = Vec::new(), **options: "Unpack[RedactOptions]"))]
pub fn redact(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    recognizers: Vec<RecognizerSource>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Redaction> {
    let given = Given::of(options, RedactOptions::PARAMETERS)?;
    let opened = recognizers.into_iter().map(|one| one.opened(py));
    let opened: Vec<Arc<dyn Recognizer>> = opened.collect::<PyResult<_>>()?;
    let document = document.get().inner();
    call(py, || {
        let options = RedactOptions::from_pairs(given.pairs()).map_err(renamed)?;
        let all: Vec<&dyn Recognizer> = opened.iter().map(|one| &**one).collect();
        Ok(Redaction { inner: engine::redact(document, &all, &options)? })
    })
}

/// Generates a key of pseudonyms, as JSON for the argument `key` of `redact`. One that is not `reversible` gives the same
/// string the same pseudonym, and restores nothing.
///
/// >>> import glossweave
/// >>> key = glossweave.pseudonym_key()
/// >>> page = glossweave.decode("Ask Jane Roe.", format="text")
/// >>> first = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key)
/// >>> first.bytes == glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key).bytes
/// True
#[pyfunction]
#[pyo3(signature = (*, reversible = true))]
pub fn pseudonym_key(py: Python<'_>, reversible: bool) -> PyResult<Bound<'_, PyBytes>> {
    let key = call(py, || {
        let key = PseudonymKey::generate()?;
        Ok(if reversible { key } else { key.irreversible() }.to_json())
    });
    Ok(PyBytes::new(py, &key?))
}

/// Restores a document that was redacted with pseudonyms, byte for byte, by the key of its redaction or a later one.
///
/// Raises `NotFound` if the key does not know the document, also if that was changed, and `MalformedInput` if `key` is no
/// key.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("Ask Jane Roe.", format="text")
/// >>> redaction = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym")
/// >>> glossweave.restore_redacted(redaction.bytes, redaction.key)
/// b'Ask Jane Roe.'
#[pyfunction]
#[pyo3(signature = (redacted, key))]
pub fn restore_redacted(
    py: Python<'_>,
    redacted: Source,
    key: Source,
) -> PyResult<Bound<'_, PyBytes>> {
    let restored = call(py, || {
        let key = PseudonymKey::from_json(&key.bytes)?;
        engine::restore(&redacted.bytes, &key)
    });
    Ok(PyBytes::new(py, &restored?))
}

/// Replaces the pseudonyms of a key in a text by the strings that they stand for, as in the answer of a language model.
///
/// Raises `MalformedInput` if `key` is not a key.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("Jane Roe", format="text")
/// >>> redaction = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym")
/// >>> glossweave.restore_text("Dear " + redaction.bytes.decode() + "!", redaction.key)
/// 'Dear Jane Roe!'
#[pyfunction]
#[pyo3(signature = (text, key))]
pub fn restore_text(py: Python<'_>, text: &str, key: Source) -> PyResult<String> {
    call(py, || Ok(engine::restore_text(text, &PseudonymKey::from_json(&key.bytes)?)))
}
