//! Documents.

use std::collections::BTreeMap;

use glossweave::its::{Analysis, Category, Node};
use glossweave::text::ByteSpan;
use glossweave::{DecodeOptions, Result};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::annotation::{Annotation, from_engine};
use crate::call::call;
use crate::highlight::Highlight;
use crate::input::{Source, count, format};
use crate::offsets::{IndexedText, Part};
use crate::option::read;
use crate::options::{Given, renamed};
use crate::repr::counted;
use crate::resolver::resolve_with;

/// A document that was read: its text, the source of each character, and the annotations of its markup. It
/// is immutable.
///
/// Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The length
/// is that of the text. Documents can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Document {
    inner: glossweave::Document,
    text: PyOnceLock<Py<PyString>>,
    /// The options of reading, besides bytes and format.
    given: Given,
    /// `true` if these are the target texts of the source.
    is_target: bool,
    /// `true` if a callable opened the files that the source refers to.
    resolved: bool,
}

impl Document {
    /// Returns the document of the engine.
    pub fn inner(&self) -> &glossweave::Document {
        &self.inner
    }

    /// Creates a document of plain text in a language.
    pub fn of_text(inner: glossweave::Document, language: Option<String>) -> Document {
        let given = Given::default().with("charset", Some("utf-8"));
        Document::of(inner, given.with("language", language.as_deref()))
    }

    /// Creates a document from the options of reading it.
    pub fn of(inner: glossweave::Document, given: Given) -> Document {
        Document { inner, text: PyOnceLock::new(), given, is_target: false, resolved: false }
    }

    fn read(
        bytes: Vec<u8>,
        format: glossweave::Format,
        given: Given,
        resolver: Option<Py<PyAny>>,
    ) -> Result<Document> {
        let mut options = DecodeOptions::from_pairs(given.pairs()).map_err(renamed)?;
        let resolved = resolver.is_some();
        resolve_with(&mut options, resolver);
        let inner = glossweave::decode(bytes, format, &options)?;
        Ok(Document { resolved, ..Document::of(inner, given) })
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
        let text = IndexedText::of(&self.inner);
        call(py, || Ok(self.inner.units().map(|unit| Unit::of_engine(text, unit)).collect()))
    }

    /// The annotations that the markup of the source carries.
    #[getter]
    fn annotations(&self, py: Python<'_>) -> PyResult<Vec<Annotation>> {
        call(py, || {
            Ok(from_engine(IndexedText::of(&self.inner), self.inner.annotations().iter().cloned()))
        })
    }

    /// The language of the first text, if the source declares one.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.inner.language().map(|language| language.as_str())
    }

    /// The stretches of the text with a name and languages of their own: the `file`s of XLIFF. Every
    /// other document is one section.
    #[getter]
    fn sections(&self) -> Vec<Section> {
        let text = IndexedText::of(&self.inner);
        self.inner.sections().map(|section| Section::of_engine(text, section)).collect()
    }

    /// The files of a package (OpenDocument) that were read, and their spans for `source_span`; none for
    /// formats that are not packages.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        self.inner.source().parts().iter().map(Part::from).collect()
    }

    /// The warnings about the source, as messages with their line and column.
    #[getter]
    fn warnings(&self) -> Vec<(String, u32, u32)> {
        let show = |warning: &glossweave::document::Warning| {
            let at = self.inner.source().location(warning.span());
            (warning.message().to_owned(), at.line(), at.column())
        };
        self.inner.warnings().iter().map(show).collect()
    }

    /// The texts that the source gives as translations, as a document of their own.
    #[getter]
    fn target(&self, py: Python<'_>) -> PyResult<Option<Document>> {
        call(py, || {
            let target = self.inner.target().cloned();
            let target = target.map(|target| Document::of(target, self.given.clone()));
            let resolved = self.resolved;
            Ok(target.map(|target| Document { is_target: true, resolved, ..target }))
        })
    }

    /// Returns the number of the unit of `target` that is the translation of a unit, by its number.
    #[pyo3(signature = (unit: "int"))]
    fn target_unit(&self, #[pyo3(from_py_with = count)] unit: usize) -> Option<usize> {
        let unit = self.inner.units().nth(unit)?;
        self.inner.target_of(unit).map(|unit| unit.index())
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

    /// Returns the bytes of the source that a span of the text comes from, as start and end, with all
    /// markup between them. `None` if the span is empty, leaves the text, begins or ends in text that has
    /// no bytes of its own in the source, or ends before it begins there.
    #[pyo3(signature = (start: "int", end: "int"))]
    fn source_span(
        &self,
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
    ) -> Option<(usize, usize)> {
        let span = IndexedText::of(&self.inner).span(start, end).ok()?;
        self.inner.source_span(span).map(|span: ByteSpan| (span.start(), span.end()))
    }

    /// Returns the text of a span with a marker for each inline element in it (`<1>bold</1>`, `<2/>`), as
    /// translators may keep them for `encode` with `translations`.
    #[pyo3(signature = (start: "int", end: "int"))]
    fn marked_text(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
    ) -> PyResult<String> {
        call(py, || {
            glossweave::marked_text(&self.inner, IndexedText::of(&self.inner).span(start, end)?)
        })
    }

    /// Marks annotations in the text, for notebooks and web pages; those of the markup if none are given.
    /// The text is cut after 100,000 bytes.
    #[pyo3(signature = (annotations = None))]
    fn highlight(
        &self,
        py: Python<'_>,
        annotations: Option<Vec<Py<Annotation>>>,
    ) -> PyResult<Highlight> {
        let text = IndexedText::of(&self.inner);
        call(py, || match &annotations {
            None => {
                let own = from_engine(text, self.inner.annotations().iter().cloned());
                Highlight::new(text, &own.iter().collect::<Vec<_>>())
            }
            Some(given) => Highlight::new(text, &given.iter().map(Py::get).collect::<Vec<_>>()),
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
        if self.resolved {
            let message = "a document that was read with a resolver cannot be pickled";
            return Err(PyTypeError::new_err(message));
        }
        let restore = py.import("glossweave._native")?.getattr("_restore")?;
        let format = self.format();
        let given = self.given.pairs().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok((restore, (self.source(py), format, given.collect(), self.is_target)))
    }
}

type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, &'static str, Pairs, bool));

/// Names and values of options.
type Pairs = Vec<(String, String)>;

/// A run of text that belongs together. Offsets count code points of the text of the document.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The start.
    start: usize,
    /// The end.
    end: usize,
    /// Its text.
    text: String,
    /// The identifier that NIF gives it (`dc:identifier`).
    id: u32,
    /// The language of its first character, if the source declares one.
    language: Option<String>,
    /// The name in the source, such as the `id` of a `trans-unit`.
    name: Option<String>,
}

/// A stretch of the text with a name and languages of its own. Offsets count code points.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Section {
    /// The start of its first unit.
    start: usize,
    /// The end of its last unit.
    end: usize,
    /// The name in the source, such as the `original` of a `file`.
    name: Option<String>,
    /// The language of its text, if the source declares one.
    language: Option<String>,
    /// The language of its translations, if the source declares one.
    target_language: Option<String>,
}

impl Section {
    fn of_engine(text: IndexedText<'_>, section: glossweave::document::Section<'_>) -> Section {
        let (start, end) = text.chars(section.span);
        let tag = |tag: Option<&glossweave::text::Language>| tag.map(|tag| tag.as_str().to_owned());
        Section {
            start,
            end,
            name: section.name.map(str::to_owned),
            language: tag(section.language),
            target_language: tag(section.target_language),
        }
    }
}

#[pymethods]
impl Section {
    fn __repr__(&self) -> String {
        let name = self.name.as_deref().unwrap_or("without a name");
        format!("<Section {name} at {}..{}>", self.start, self.end)
    }
}

impl Unit {
    fn of_engine(text: IndexedText<'_>, unit: glossweave::document::Unit<'_>) -> Unit {
        let (start, end) = text.chars(unit.span());
        let language = unit.language().map(|language| language.as_str().to_owned());
        let name = unit.name().map(str::to_owned);
        Unit { start, end, text: unit.text().to_owned(), id: unit.id(), language, name }
    }
}

#[pymethods]
impl Unit {
    #[new]
    #[pyo3(signature = (start: "int", end: "int", text, id, language, name = None))]
    fn new(
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
        text: String,
        id: u32,
        language: Option<String>,
        name: Option<String>,
    ) -> Unit {
        Unit { start, end, text, id, language, name }
    }

    fn __getnewargs__(&self) -> (usize, usize, &str, u32, Option<&str>, Option<&str>) {
        let (language, name) = (self.language.as_deref(), self.name.as_deref());
        (self.start, self.end, &self.text, self.id, language, name)
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
/// `format`: a name such as `"html"` or `"text"`, or a media type. `resolver`: a callable that opens the files that ITS
/// rules and records are in, given the reference and the base, in place of `rules_folder`; it returns `bytes`, or `None` if
/// there is no such file. `options`: the options of `DecodeOptions`.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>Caf&eacute; <b>Bar</b>", format="html")
/// >>> page.text
/// 'Café Bar'
/// >>> page.source_span(5, 8)
/// (18, 21)
#[pyfunction]
#[pyo3(signature = (
    source, *, format: "_Format | None" = None,
    resolver: "Callable[[str, str], bytes | None] | None" = None,
    **options: "Unpack[DecodeOptions]"
))]
pub fn decode(
    py: Python<'_>,
    mut source: Source,
    #[pyo3(from_py_with = format)] format: Option<&str>,
    resolver: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let mut given = Given::of(options, DecodeOptions::PARAMETERS)?;
    call(py, || {
        let format = source.format("format", format)?;
        source.check_name()?;
        let charset = given.take("charset");
        let given = given.with("charset", source.charset(charset.as_deref())?);
        let bytes = std::mem::take(&mut source.bytes);
        let read = Document::read(bytes, format, given, resolver);
        read.map_err(|error| source.explain(error))
    })
}

/// Says what ITS 2.0 has for every element and attribute of markup, in one data category: a list of
/// paths with the values that hold there.
///
/// `category`: an identifier such as `"translate"` or `"localization-note"`. `decode` takes the other arguments, too.
///
/// >>> import glossweave
/// >>> glossweave.analyze_its("<p>To <b translate=no>Cork", "translate", format="html")[4]
/// ('/html/body[1]/p[1]/b[1]', {'translate': 'no'})
#[pyfunction]
#[pyo3(signature = (
    source, category, *, format: "_Format | None" = None,
    resolver: "Callable[[str, str], bytes | None] | None" = None,
    **options: "Unpack[DecodeOptions]"
))]
pub fn analyze_its(
    py: Python<'_>,
    source: Source,
    category: &str,
    #[pyo3(from_py_with = format)] format: Option<&str>,
    resolver: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(String, BTreeMap<String, String>)>> {
    let given = Given::of(options, DecodeOptions::PARAMETERS)?;
    call(py, || {
        let format = source.format("format", format)?;
        source.check_name()?;
        let category: Category = read("category", category)?;
        let mut options = DecodeOptions::from_pairs(given.pairs()).map_err(renamed)?;
        resolve_with(&mut options, resolver);
        let analysis = Analysis::read(&source.bytes, format, &options.its)
            .map_err(|error| source.explain(error))?;
        let values = |node: Node<'_>| {
            let all = node.values(category).into_iter();
            all.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
        };
        Ok(analysis.nodes().map(|node| (node.path(), values(node))).collect())
    })
}

/// Reads a pickled document.
#[pyfunction]
#[pyo3(name = "_restore")]
#[pyo3(signature = (source: "bytes", format, given: "list[tuple[str, str]]", is_target))]
pub fn restore(
    py: Python<'_>,
    source: Vec<u8>,
    format: &str,
    given: Pairs,
    is_target: bool,
) -> PyResult<Document> {
    call(py, || {
        let given = Given::of_pairs(given, DecodeOptions::PARAMETERS)?;
        let limit = usize::MAX.to_string();
        let given = given.with("max-bytes", Some(&limit));
        let document = Document::read(source, read("format", format)?, given, None)?;
        let target = document.inner.target().filter(|_| is_target).cloned();
        Ok(match target {
            Some(inner) => Document { inner, is_target, ..document },
            None => document,
        })
    })
}
