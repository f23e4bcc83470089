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

/// A span of a document that was redacted, or that still contains a redacted string.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RedactedSpan {
    /// The label of the class, for example `"PERSON"`.
    label: String,
    /// The text that replaced the span. Empty if the text was deleted, or if the span still contains a
    /// redacted string.
    replacement: String,
    /// The name of the part of a package. `None` if the source is not a package.
    part: Option<String>,
    /// The start offset, in bytes of the part or of the source. Offsets of redacted spans refer to the
    /// document before redaction, and offsets of remaining strings to the result.
    start: usize,
    /// The end offset. Equal to the start if the string is in the name of the part.
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
    /// The bytes of the redacted document, in its own format and encoding.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes)
    }

    /// The redacted spans, sorted by part and offset.
    #[getter]
    fn spans(&self) -> Vec<RedactedSpan> {
        let spans = self.inner.spans.iter();
        spans
            .map(|one| {
                RedactedSpan::of(&one.label, &one.replacement, one.part.as_deref(), one.span)
            })
            .collect()
    }

    /// The spans that still contain a redacted string.
    #[getter]
    fn residue(&self) -> Vec<RedactedSpan> {
        let residue = self.inner.residue.iter();
        residue.map(|one| RedactedSpan::of(&one.label, "", one.part.as_deref(), one.span)).collect()
    }

    /// The names of the parts that were removed: thumbnails.
    #[getter]
    fn removed(&self) -> Vec<String> {
        self.inner.removed.clone()
    }

    /// The names of the parts whose content could not be interpreted, for example images. They were only
    /// searched for bytes.
    #[getter]
    fn unchecked(&self) -> Vec<String> {
        self.inner.unchecked.clone()
    }

    /// The key of the pseudonyms in JSON. `None` if another method was used.
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

/// Redacts a document: replaces the matches of recognizers and the strings in the options everywhere in its
/// source.
///
/// `recognizers`: dictionaries, taggers, providers of the kind `"recognizer"`, and callables. `options`: see
/// `RedactOptions`.
///
/// Raises `Unsupported` if the format cannot be written, `Conflict` if the result still contains a redacted
/// string, `InvalidArgument` if an option has an invalid value, and the errors of recognizers.
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

/// Generates a key for pseudonyms, as JSON for the argument `key` of `redact`. A key that is not `reversible`
/// replaces equal strings with equal pseudonyms, but cannot restore them.
///
/// >>> import glossweave
/// >>> key = glossweave.generate_pseudonym_key()
/// >>> page = glossweave.decode("Ask Jane Roe.", format="text")
/// >>> first = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key)
/// >>> first.bytes == glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key).bytes
/// True
#[pyfunction]
#[pyo3(signature = (*, reversible = true))]
pub fn generate_pseudonym_key(py: Python<'_>, reversible: bool) -> PyResult<Bound<'_, PyBytes>> {
    let key = call(py, || {
        let key = PseudonymKey::generate()?;
        Ok(if reversible { key } else { key.irreversible() }.to_json())
    });
    Ok(PyBytes::new(py, &key?))
}

/// Restores a document that was redacted with pseudonyms, byte for byte. Use the key of its redaction, or a
/// later version of this key.
///
/// Raises `NotFound` if the key does not contain the document, for example because the document was changed,
/// and `MalformedInput` if `key` is not a key.
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

/// Replaces the pseudonyms in a text with the original strings. Use it, for example, for the answer of a
/// language model.
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
