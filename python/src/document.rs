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

/// A decoded document: its text, the source position of each character, and the annotations in its markup. A
/// document is immutable.
///
/// Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The length of a
/// document is the length of its text. Documents can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Document {
    inner: glossweave::Document,
    text: PyOnceLock<Py<PyString>>,
    /// The options of decoding, except the bytes and the format.
    given: Given,
    /// `true` for the document of the target texts of a source.
    is_target: bool,
    /// `true` if a callable was used to open the files that the source refers to.
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

    /// Creates a document with the options that were used to decode it.
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
    /// The text of all units, separated by single spaces.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        let make = || PyString::new(py, self.inner.text()).unbind();
        self.text.get_or_init(py, make).bind(py)
    }

    /// The units of text, for example paragraphs, headings and table cells.
    #[getter]
    fn units(&self, py: Python<'_>) -> PyResult<Vec<Unit>> {
        let text = IndexedText::of(&self.inner);
        call(py, || Ok(self.inner.units().map(|unit| Unit::of_engine(text, unit)).collect()))
    }

    /// The annotations in the markup of the source.
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

    /// The sections of the text, each with a name and languages: for example, the `file` elements of XLIFF.
    /// Documents of most formats have one section.
    #[getter]
    fn sections(&self) -> Vec<Section> {
        let text = IndexedText::of(&self.inner);
        self.inner.sections().map(|section| Section::of_engine(text, section)).collect()
    }

    /// The files of a package (OpenDocument) that were read, with their spans for `source_span`. Empty for
    /// formats that are not packages.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        self.inner.source().parts().iter().map(Part::from).collect()
    }

    /// The warnings about the source: tuples of a message, a line and a column.
    #[getter]
    fn warnings(&self) -> Vec<(String, u32, u32)> {
        let show = |warning: &glossweave::document::Warning| {
            let at = self.inner.source().location(warning.span());
            (warning.message().to_owned(), at.line(), at.column())
        };
        self.inner.warnings().iter().map(show).collect()
    }

    /// The translations that the source contains, as a separate document. `None` if there are none.
    #[getter]
    fn target(&self, py: Python<'_>) -> PyResult<Option<Document>> {
        call(py, || {
            let target = self.inner.target().cloned();
            let target = target.map(|target| Document::of(target, self.given.clone()));
            let resolved = self.resolved;
            Ok(target.map(|target| Document { is_target: true, resolved, ..target }))
        })
    }

    /// Returns the index of the unit of `target` that translates the unit with the given index. Returns
    /// `None` if the unit has no translation.
    #[pyo3(signature = (unit: "int"))]
    fn target_unit(&self, #[pyo3(from_py_with = count)] unit: usize) -> Option<usize> {
        let unit = self.inner.units().nth(unit)?;
        self.inner.target_unit(unit).map(|unit| unit.index())
    }

    /// The name of the encoding of the source.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.inner.source().encoding().name()
    }

    /// The name of the format of the source.
    #[getter]
    fn format(&self) -> &'static str {
        self.inner.source().format().name()
    }

    /// The original bytes of the source.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.source().original())
    }

    /// Returns the start and end of the source bytes of a span of text, including all markup between them.
    /// Returns `None` if the span is empty, exceeds the text, begins or ends in text that has no bytes in the
    /// source, or ends before it begins in the source.
    #[pyo3(signature = (start: "int", end: "int"))]
    fn source_span(
        &self,
        #[pyo3(from_py_with = count)] start: usize,
        #[pyo3(from_py_with = count)] end: usize,
    ) -> Option<(usize, usize)> {
        let span = IndexedText::of(&self.inner).span(start, end).ok()?;
        self.inner.source_span(span).map(|span: ByteSpan| (span.start(), span.end()))
    }

    /// Returns the text of a span with a marker for each inline element (`<1>bold</1>`, `<2/>`). If a
    /// translation keeps the markers, `encode` with `translations` restores the elements.
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

    /// Highlights annotations in the text, for notebooks and web pages. By default, the annotations in the
    /// markup are used. The text is truncated after 100,000 bytes.
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

/// The names and values of options.
type Pairs = Vec<(String, String)>;

/// A unit of text. Offsets count code points of the text of the document.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The start offset.
    start: usize,
    /// The end offset.
    end: usize,
    /// The text of the unit.
    text: String,
    /// The identifier in NIF (`dc:identifier`).
    id: u32,
    /// The language of the first character, if the source declares one.
    language: Option<String>,
    /// The name in the source, for example the `id` of a `trans-unit`.
    name: Option<String>,
}

/// A section of the text with a name and languages. Offsets count code points.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Section {
    /// The start of the first unit.
    start: usize,
    /// The end of the last unit.
    end: usize,
    /// The name in the source, for example the `original` of a `file`.
    name: Option<String>,
    /// The language of the text, if the source declares one.
    language: Option<String>,
    /// The language of the translations, if the source declares one.
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

/// Decodes a document.
///
/// A `str` is always decoded text, never a file name. Use `pathlib` or another `os.PathLike` for a path. By
/// default, the extension of a path determines the format.
///
/// `format`: a name, for example `"html"` or `"text"`, or a media type. `resolver`: a callable that opens the
/// files with ITS rules and records, used instead of `rules_folder`. It receives the reference and the base,
/// and returns `bytes`, or `None` if the file does not exist. `options`: see `DecodeOptions`.
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

/// Returns the ITS 2.0 values of each element and attribute of a document, for one data category: a list of
/// pairs of a path and the values that apply.
///
/// `category`: an identifier, for example `"translate"` or `"localization-note"`. The other arguments are
/// described at `decode`.
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

/// Decodes a pickled document.
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
