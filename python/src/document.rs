//! Documents.

use glossweave::text::ByteSpan;
use glossweave::{DecodeOptions, Result};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};

use crate::annotation::Annotation;
use crate::call::call;
use crate::highlight::Highlight;
use crate::input::{Source, count, count_given, format};
use crate::option::{read, read_given};
use crate::place::Place;
use crate::plural::counted;

/// A document that was read: its text, where each character of it came from, and the annotations
/// that its markup carries. Nothing in it changes.
///
/// Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The length
/// is that of the text. Documents can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Document {
    inner: glossweave::Document,
    text: PyOnceLock<Py<PyString>>,
    /// What it was read with, beside its bytes and format.
    charset: Option<String>,
    fallback: Option<String>,
}

impl Document {
    /// The document of the engine.
    pub fn inner(&self) -> &glossweave::Document {
        &self.inner
    }

    /// A document of plain text in a language.
    pub fn of_text(inner: glossweave::Document, language: Option<String>) -> Document {
        let charset = Some("utf-8".to_owned());
        Document { inner, text: PyOnceLock::new(), charset, fallback: language }
    }

    fn read(
        bytes: Vec<u8>,
        format: glossweave::Format,
        charset: Option<String>,
        language: Option<String>,
        max_bytes: Option<usize>,
    ) -> Result<Document> {
        let mut options = DecodeOptions::default();
        options.charset = read_given("charset", charset.as_deref())?;
        options.language = read_given("language", language.as_deref())?;
        options.max_bytes = max_bytes.unwrap_or(options.max_bytes);
        let inner = glossweave::decode(bytes, format, &options)?;
        Ok(Document { inner, text: PyOnceLock::new(), charset, fallback: language })
    }
}

#[pymethods]
impl Document {
    /// The text of all units, with one space between two of them.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        let make = || PyString::new(py, self.inner.text()).unbind();
        self.text.get_or_init(py, make).bind(py)
    }

    /// The runs of text that belong together, such as paragraphs, headings and table cells.
    #[getter]
    fn units(&self, py: Python<'_>) -> PyResult<Vec<Unit>> {
        let place = Place::of(&self.inner);
        call(py, || Ok(self.inner.units().map(|unit| Unit::show(place, unit)).collect()))
    }

    /// The annotations that the markup of the source carries.
    #[getter]
    fn annotations(&self, py: Python<'_>) -> PyResult<Vec<Annotation>> {
        call(py, || Ok(Place::of(&self.inner).show(self.inner.annotations())))
    }

    /// The language of the first text, where the source says one.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.inner.language().map(|language| language.as_str())
    }

    /// The name of the encoding that the source was read in.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.inner.source().encoding().name()
    }

    /// The name of the format that the source was read as.
    #[getter]
    fn format(&self) -> &'static str {
        self.inner.source().format().name()
    }

    /// The bytes as they came in.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.source().original())
    }

    /// The bytes of the source that a span of the text came from, as start and end, with all
    /// markup between them. `None` where the span is empty, leaves the text, or begins or ends in
    /// what has no place of its own in the source.
    fn source_span(
        &self,
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
    ) -> Option<(usize, usize)> {
        let span = Place::of(&self.inner).span(start, end).ok()?;
        self.inner.source_span(span).map(|span: ByteSpan| (span.start(), span.end()))
    }

    /// The text with annotations marked in it, for notebooks and web pages; those of the markup
    /// where none are given. It is cut after 100,000 bytes.
    #[pyo3(signature = (annotations = None))]
    fn highlight(
        &self,
        py: Python<'_>,
        annotations: Option<Vec<Py<Annotation>>>,
    ) -> PyResult<Highlight> {
        let place = Place::of(&self.inner);
        call(py, || match &annotations {
            None => {
                let own = place.show(self.inner.annotations());
                Highlight::new(place, &own.iter().collect::<Vec<_>>())
            }
            Some(given) => Highlight::new(place, &given.iter().map(Py::get).collect::<Vec<_>>()),
        })
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.highlight(py, None)?.html().to_owned())
    }

    fn __len__(&self) -> usize {
        self.inner.index().len()
    }

    fn __repr__(&self) -> String {
        let (format, encoding) = (self.format(), self.encoding());
        let length = counted(self.__len__(), "character");
        let units = counted(self.inner.units().len(), "unit");
        let found = counted(self.inner.annotations().len(), "annotation");
        format!("<Document {format} {encoding}: {length}, {units}, {found}>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("glossweave._native")?.getattr("_restore")?;
        let (charset, fallback) = (self.charset.clone(), self.fallback.clone());
        Ok((restore, (self.source(py), self.format(), charset, fallback)))
    }
}

type Reduced<'py> =
    (Bound<'py, PyAny>, (Bound<'py, PyBytes>, &'static str, Option<String>, Option<String>));

/// A run of text that belongs together. Offsets count code points of the text of the document.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Where it begins.
    start: usize,
    /// Where it ends.
    end: usize,
    /// Its text.
    text: String,
    /// The identifier that NIF gives it (`dc:identifier`).
    id: u32,
    /// The language of its first character, where the source says one.
    language: Option<String>,
}

impl Unit {
    fn show(place: Place<'_>, unit: glossweave::document::Unit<'_>) -> Unit {
        let (start, end) = place.chars(unit.span());
        let language = unit.language().map(|language| language.as_str().to_owned());
        Unit { start, end, text: unit.text().to_owned(), id: unit.id(), language }
    }
}

#[pymethods]
impl Unit {
    #[new]
    fn new(
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
        text: String,
        id: u32,
        language: Option<String>,
    ) -> Unit {
        Unit { start, end, text, id, language }
    }

    fn __getnewargs__(&self) -> (usize, usize, &str, u32, Option<&str>) {
        (self.start, self.end, &self.text, self.id, self.language.as_deref())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.text).repr()?;
        Ok(format!("<Unit {} at {}..{}: {text}>", self.id, self.start, self.end))
    }
}

/// Reads a document.
///
/// A `str` is text that was decoded already, never the name of a file; a path needs `pathlib` or
/// another `os.PathLike`, and says the format by its extension unless `format` is given.
///
/// `format`: a name such as `"html"` or `"text"`, or a media type. `charset`: the encoding that
/// the transport declared; a byte order mark wins over it, it wins over the document. `language`:
/// the language of text for which the document says none. `max_bytes`: the largest source that is
/// read (512 MiB).
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>Caf&eacute; <b>Bar</b>", format="html")
/// >>> page.text
/// 'Café Bar'
/// >>> page.source_span(5, 8)
/// (18, 21)
#[pyfunction]
#[pyo3(signature = (source, *, format = None, charset = None, language = None, max_bytes = None))]
pub fn decode(
    py: Python<'_>,
    source: Source,
    #[pyo3(from_py_with = format)] format: Option<&str>,
    charset: Option<String>,
    language: Option<String>,
    #[pyo3(from_py_with = count_given)] max_bytes: Option<usize>,
) -> PyResult<Document> {
    call(py, || {
        let format = source.format("format", format)?;
        let charset = source.charset(charset.as_deref())?.map(str::to_owned);
        Document::read(source.bytes, format, charset, language, max_bytes)
    })
}

/// Reads a pickled document.
#[pyfunction]
#[pyo3(name = "_restore")]
pub fn restore(
    py: Python<'_>,
    source: Vec<u8>,
    format: &str,
    charset: Option<String>,
    language: Option<String>,
) -> PyResult<Document> {
    let limit = Some(usize::MAX);
    call(py, || Document::read(source, read("format", format)?, charset, language, limit))
}
