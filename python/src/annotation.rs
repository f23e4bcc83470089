//! Annotations for Python, with offsets in code points and the covered text.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use glossweave::annotation::{self as engine, Body, Provenance};
use glossweave::text::TextSpan;
use glossweave::{Error, Result};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::raise;
use crate::hint::{self, Dict, Name, Tuple};
use crate::input::{classes, count, idents, named, unexpected};
use crate::keywords::{Fields, Keywords};
use crate::offsets::IndexedText;

/// A statement about a span of text: the span names an entity, is a term, has a translation, or has the
/// values of another data category of ITS 2.0.
///
/// Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The accepted keywords
/// depend on `kind`: use `idents`, `classes`, `source` and `source_ident` for `"entity"`, `info_ref` and
/// `info` for `"term"`, `target` and `language` (both required) for `"translation"`, and `category`, `fields`
/// and `records` for `"metadata"`.
///
/// `text` is optional when you create an annotation, and comparisons ignore it. If `text` is set and differs
/// from the text of the span, functions refuse the annotation.
///
/// >>> from glossweave import Annotation
/// >>> Annotation(0, 6, idents=["http://dbpedia.org/resource/Dublin"], confidence=0.9)
/// Annotation(0, 6, idents=('http://dbpedia.org/resource/Dublin',), confidence=0.9)
#[pyclass(frozen, eq, hash, module = "glossweave")]
#[derive(Clone)]
pub struct Annotation {
    /// The start, in code points of the text.
    #[pyo3(get)]
    start: usize,
    /// The end, in code points of the text.
    #[pyo3(get)]
    end: usize,
    text: Box<str>,
    body: Body,
    /// The IRI of the tool, shared by the annotations of a document.
    annotator: Option<Arc<str>>,
}

impl Annotation {
    fn of_engine(text: IndexedText<'_>, annotation: engine::Annotation) -> Annotation {
        let (span, body, annotator) = annotation.into_parts();
        let (start, end) = text.chars(span);
        Annotation { start, end, text: text.slice(span).into(), body, annotator }
    }

    /// Returns the start and the end in code points.
    pub fn chars(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// Returns the body.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the covered text.
    pub fn covered(&self) -> &str {
        &self.text
    }

    /// Returns the IRI of the tool.
    pub fn tool(&self) -> Option<&str> {
        self.annotator.as_deref()
    }

    fn to_engine(&self, text: IndexedText<'_>) -> Result<engine::Annotation> {
        let span = self.span_in(text).map_err(|error| error.with_parameter("annotations"))?;
        let annotation = engine::Annotation::new(span, self.body.clone());
        Ok(match &self.annotator {
            Some(annotator) => annotation.by(annotator.clone()),
            None => annotation,
        })
    }

    fn from_keywords(start: usize, end: usize, mut keywords: Keywords) -> Result<Annotation> {
        let body = keywords.body()?;
        if end < start {
            let message = format!("the span {start}..{end} ends before it starts");
            return Err(Error::invalid(message).with_parameter("end"));
        }
        let annotator = keywords.annotator.map(Arc::from);
        Ok(Annotation { start, end, text: keywords.text.into(), body, annotator })
    }

    /// Checks the body. Returns `ErrorKind::Invalid` if no format can express the annotation.
    fn checked(self) -> Result<Annotation> {
        let annotation =
            engine::Annotation::new(TextSpan::new(self.start, self.end), self.body.clone());
        let annotation =
            self.annotator.iter().fold(annotation, |annotation, iri| annotation.by(iri.clone()));
        // Empty spans are checked by the functions that write annotations.
        match annotation.fault().filter(|_| self.start < self.end) {
            Some(fault) => Err(Error::invalid(fault)),
            None => Ok(self),
        }
    }

    /// Returns the span in bytes of a text. Returns `ErrorKind::Invalid` if the text at this span differs
    /// from the text of the annotation.
    pub fn span_in(&self, text: IndexedText<'_>) -> Result<TextSpan> {
        let span = text.span(self.start, self.end)?;
        let there = text.slice(span);
        if self.text.is_empty() || *self.text == *there {
            return Ok(span);
        }
        let (start, end, wanted) = (self.start, self.end, &self.text);
        Err(Error::invalid(format!("expected `{wanted}` at {start}..{end} and got `{there}`")))
    }

    fn entity(&self) -> Option<&engine::Entity> {
        if let Body::Entity(entity) = &self.body { Some(entity) } else { None }
    }

    fn term(&self) -> Option<&engine::Term> {
        if let Body::Term(term) = &self.body { Some(term) } else { None }
    }

    fn translation(&self) -> Option<&engine::Translation> {
        if let Body::Translation(translation) = &self.body { Some(translation) } else { None }
    }

    fn metadata(&self) -> Option<&engine::Metadata> {
        if let Body::Metadata(metadata) = &self.body { Some(metadata) } else { None }
    }

    /// Returns a short title: an IRI, a translation, or the kind.
    pub fn title(&self) -> &str {
        match &self.body {
            Body::Entity(it) => it.idents.first().or(it.classes.first()).or(it.ident.as_ref()),
            Body::Term(it) => it.info_ref.as_ref().or(it.info.as_ref()),
            Body::Translation(it) => Some(&it.text),
            Body::Metadata(it) => return it.category().identifier(),
        }
        .map_or(self.body.name(), |title| title)
    }

    /// Returns the keyword arguments that construct the annotation, without the unset ones.
    fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        if *self.kind() != "entity" {
            all.set_item("kind", self.kind())?;
        }
        if !self.text.is_empty() {
            all.set_item("text", &*self.text)?;
        }
        for (name, values) in [("idents", self.idents(py)?), ("classes", self.classes(py)?)] {
            if !values.is_empty() {
                all.set_item(name, values)?;
            }
        }
        let texts = [
            ("source", self.source()),
            ("source_ident", self.source_ident()),
            ("info_ref", self.info_ref()),
            ("info", self.info()),
            ("target", self.target()),
            ("language", self.language()),
            ("category", self.category()),
        ];
        for (name, text) in texts {
            text.map(|text| all.set_item(name, text)).transpose()?;
        }
        if let Some(metadata) = self.metadata() {
            if !metadata.fields().is_empty() {
                all.set_item("fields", self.fields(py)?)?;
            }
            if !metadata.records().is_empty() {
                all.set_item("records", self.records(py)?)?;
            }
        }
        self.confidence().map(|value| all.set_item("confidence", value)).transpose()?;
        self.annotator().map(|iri| all.set_item("annotator", iri)).transpose()?;
        Ok(all)
    }
}

/// Converts annotations of the engine to annotations for Python.
pub fn from_engine(
    text: IndexedText<'_>,
    annotations: impl IntoIterator<Item = engine::Annotation>,
) -> Vec<Annotation> {
    annotations.into_iter().map(|annotation| Annotation::of_engine(text, annotation)).collect()
}

/// Converts annotations to annotations of the engine. Returns `ErrorKind::Invalid` if an annotation does not
/// match the text.
pub fn to_engine(
    text: IndexedText<'_>,
    annotations: &[Py<Annotation>],
) -> Result<Vec<engine::Annotation>> {
    annotations.iter().map(|annotation| annotation.get().to_engine(text)).collect()
}

/// Sets a keyword of an annotation.
fn set(keywords: &mut Keywords, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "text" => keywords.text = value.extract()?,
        "idents" => keywords.idents = idents(value)?,
        "classes" => keywords.classes = classes(value)?,
        "source" => keywords.source = value.extract()?,
        "source_ident" => keywords.source_ident = value.extract()?,
        "info_ref" => keywords.info_ref = value.extract()?,
        "info" => keywords.info = value.extract()?,
        "target" => keywords.target = value.extract()?,
        "language" => keywords.language = value.extract()?,
        "category" => keywords.category = value.extract()?,
        "fields" => keywords.fields = value.extract::<Option<Fields>>()?.unwrap_or_default(),
        "records" => keywords.records = value.extract()?,
        "confidence" => keywords.confidence = value.extract()?,
        "annotator" => keywords.annotator = value.extract()?,
        _ => return Err(unexpected(name)),
    }
    Ok(())
}

#[pymethods]
impl Annotation {
    #[new]
    #[pyo3(signature = (
        start: "int", end: "int", *, kind: "_Kind" = "entity", **fields: "Unpack[_AnnotationFields]"
    ))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
        kind: &str,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Annotation> {
        let mut keywords = Keywords { kind: kind.to_owned(), ..Keywords::default() };
        for (name, value) in fields.into_iter().flatten() {
            let name: String = name.extract()?;
            set(&mut keywords, &name, &value).map_err(|error| named(&value, &name, error))?;
        }
        let annotation =
            Annotation::from_keywords(start, end, keywords).and_then(Annotation::checked);
        annotation.map_err(|error| raise(py, error))
    }

    /// The covered text. Empty if the annotation was created without it.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The kind: `"entity"`, `"term"`, `"translation"` or `"metadata"`.
    #[getter]
    fn kind(&self) -> Name<hint::AnnotationKind> {
        self.body.name().into()
    }

    /// The IRIs of the entity, best first (`its:taIdentRef`).
    #[getter]
    fn idents<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py, hint::Texts>> {
        let idents = self.entity().map(|it| it.idents.as_slice()).unwrap_or_default();
        PyTuple::new(py, idents.iter().map(|iri| &**iri)).map(Tuple::from)
    }

    /// The IRIs of the classes of the entity (`its:taClassRef`).
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py, hint::Texts>> {
        let classes = self.entity().map(|it| it.classes.as_slice()).unwrap_or_default();
        PyTuple::new(py, classes.iter().map(|iri| &**iri)).map(Tuple::from)
    }

    /// The collection that contains `source_ident` (`its:taSource`).
    #[getter]
    fn source(&self) -> Option<&str> {
        self.entity()?.source.as_deref()
    }

    /// The identifier of the entity in that collection (`its:taIdent`).
    #[getter]
    fn source_ident(&self) -> Option<&str> {
        self.entity()?.ident.as_deref()
    }

    /// The IRI of an explanation of the term (`its:termInfoRef`).
    #[getter]
    fn info_ref(&self) -> Option<&str> {
        self.term()?.info_ref.as_deref()
    }

    /// The text that explains the term (`its:termInfo`).
    #[getter]
    fn info(&self) -> Option<&str> {
        self.term()?.info.as_deref()
    }

    /// The translated text (`itsrdf:target`).
    #[getter]
    fn target(&self) -> Option<&str> {
        self.translation().map(|it| &*it.text)
    }

    /// The language of the translation.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.translation().map(|it| it.language.as_str())
    }

    /// The identifier of a data category of ITS 2.0, for example `"localization-note"`.
    #[getter]
    fn category(&self) -> Option<&'static str> {
        self.metadata().map(|it| it.category().identifier())
    }

    /// The fields of the category, by their names in ITS.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py, hint::NamedTexts>> {
        fields_to_dict(py, self.metadata().map(|it| it.fields()).unwrap_or_default())
            .map(Dict::from)
    }

    /// The records of provenance or of quality issues.
    #[getter]
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py, hint::Records>> {
        let records = self.metadata().map(|it| it.records()).unwrap_or_default();
        let records: PyResult<Vec<_>> =
            records.iter().map(|record| fields_to_dict(py, record)).collect();
        PyTuple::new(py, records?).map(Tuple::from)
    }

    /// The confidence from 0 to 1, if it is known.
    #[getter]
    fn confidence(&self) -> Option<f64> {
        match &self.body {
            Body::Entity(it) => it.confidence,
            Body::Term(it) => it.confidence,
            Body::Translation(it) => it.confidence,
            _ => None,
        }
    }

    /// The IRI of the tool that created the annotation (`its:annotatorsRef`).
    #[getter]
    fn annotator(&self) -> Option<&str> {
        self.annotator.as_deref()
    }

    /// The provenance that is encoded in the IRI of the tool: a dictionary with `tool`, and `version`,
    /// `dataset`, `revision` and `time` if known. `None` if the IRI contains no provenance.
    ///
    /// >>> from glossweave import Annotation
    /// >>> made = Annotation(0, 4, idents=["http://example.org/Cork"], annotator="urn:example:tagger?=version=2")
    /// >>> made.provenance
    /// {'tool': 'urn:example:tagger', 'version': '2'}
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Option<Dict<'py, hint::NamedTexts>>> {
        let Some(made) = self.annotator().and_then(|iri| iri.parse::<Provenance>().ok()) else {
            return Ok(None);
        };
        let values = PyDict::new(py);
        values.set_item("tool", made.tool)?;
        let time = made.time.map(|time| time.to_string());
        let known = [
            ("version", made.version),
            ("dataset", made.dataset),
            ("revision", made.revision),
            ("time", time),
        ];
        for (name, value) in known {
            value.map(|value| values.set_item(name, value)).transpose()?;
        }
        Ok(Some(values.into()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut repr = format!("Annotation({}, {}", self.start, self.end);
        for (name, value) in self.keywords(py)? {
            repr.push_str(&format!(", {name}={}", value.repr()?));
        }
        Ok(repr + ")")
    }

    /// Returns the annotation as a dictionary of plain values. The keys are the keyword arguments that
    /// construct it, and unset ones are omitted.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("start", self.start)?;
        all.set_item("end", self.end)?;
        all.set_item("kind", self.kind())?;
        for (name, value) in self.keywords(py)? {
            match value.cast::<PyTuple>() {
                Ok(several) => all.set_item(name, several.to_list())?,
                Err(_) => all.set_item(name, value)?,
            }
        }
        Ok(all)
    }

    /// Returns the dictionary of `to_dict` as a JSON object.
    #[pyo3(signature = () -> "str")]
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options = PyDict::new(py);
        options.set_item("ensure_ascii", false)?;
        py.import("json")?.call_method("dumps", (self.to_dict(py)?,), Some(&options))
    }

    #[pyo3(signature = () -> "tuple[tuple[int, int], dict[str, Any]]")]
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((usize, usize), Bound<'py, PyDict>)> {
        Ok(((self.start, self.end), self.keywords(py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("glossweave._native")?.getattr("_annotation")?;
        let keywords = self.keywords(py)?;
        keywords.set_item("kind", self.kind())?;
        Ok((restore, (self.start, self.end, keywords)))
    }
}

impl PartialEq for Annotation {
    fn eq(&self, other: &Annotation) -> bool {
        let annotator = self.annotator == other.annotator;
        (self.start, self.end) == (other.start, other.end) && annotator && self.body == other.body
    }
}

impl Hash for Annotation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, self.end, self.body.name(), self.title()).hash(state);
    }
}

type Reduced<'py> = (Bound<'py, PyAny>, (usize, usize, Bound<'py, PyDict>));

/// Restores a pickled annotation. Relative references, which documents can contain, are accepted.
#[pyfunction]
#[pyo3(name = "_annotation")]
#[pyo3(signature = (start, end, keywords: "dict[str, Any]"))]
pub fn restore(
    py: Python<'_>,
    start: usize,
    end: usize,
    keywords: Keywords,
) -> PyResult<Annotation> {
    Annotation::from_keywords(start, end, keywords).map_err(|error| raise(py, error))
}

fn fields_to_dict<'py>(py: Python<'py>, fields: &[engine::Field]) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    fields.iter().try_for_each(|(name, value)| all.set_item(name, &**value))?;
    Ok(all)
}
