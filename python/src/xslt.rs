//! Compiled stylesheets and their results.

use std::path::PathBuf;
use std::time::Duration;

use glossweave::markup::Encoding;
use glossweave::xslt::{self, Limits, Message, Options, Parameter, Reply, Request, worker};
use glossweave::{Error, Format, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyString};

use crate::call::call;
use crate::hint::{self, Dict, Name};
use crate::input::{Source, count_given, format, refused, utf8};
use crate::option::read_given;
use crate::repr::counted;

/// A compiled XSLT stylesheet. Several threads can run it at the same time.
///
/// Version 1.0 runs on the built-in libxslt with EXSLT. Versions 2.0 and 3.0 run on SaxonC-HE, if it is
/// installed: `pip install glossweave[xslt3]`. A stylesheet of a later version that uses only features of
/// XSLT 1.0 does not need SaxonC-HE.
///
/// `processor`: `"libxslt"` or `"saxon"`, used for any version. `saxon`: the path of the SaxonC-HE library
/// (default: the variable SAXONC_HE_LIB, or the package `saxonche`). `folder`: the folder with the files that
/// the stylesheet may read; by default, it cannot read files. `worker`: the path of a program that runs
/// stylesheets instead of this process and can be terminated, for example the command `glossweave`. Limits of
/// a run: `milliseconds` (default: 10,000), `memory` and `output` (in bytes), `depth` (of the elements in a
/// source), `recursion` (of templates).
///
/// >>> from glossweave import Stylesheet
/// >>> greet = Stylesheet('''
/// ...   <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
/// ...     <xsl:output method="text"/>
/// ...     <xsl:param name="greeting" select="'Hello'"/>
/// ...     <xsl:template match="/"><xsl:value-of select="concat($greeting, ', ', name)"/></xsl:template>
/// ...   </xsl:stylesheet>'''.strip())
/// >>> greet.run("<name>Cork</name>", parameters={"greeting": "So long"}).bytes
/// b'So long, Cork'
/// >>> greet.parameters
/// [<XsltParameter greeting, by default 'Hello'>]
#[pyclass(frozen, module = "glossweave")]
pub struct Stylesheet {
    inner: xslt::Stylesheet,
}

#[pymethods]
impl Stylesheet {
    #[new]
    #[pyo3(signature = (
        source, *, processor: "_Processor | None" = None, saxon = None, worker = None,
        folder = None, milliseconds: "int | None" = None, memory: "int | None" = None,
        output: "int | None" = None, depth: "int | None" = None, recursion: "int | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        source: Source,
        processor: Option<&str>,
        saxon: Option<PathBuf>,
        worker: Option<PathBuf>,
        folder: Option<PathBuf>,
        #[pyo3(from_py_with = count_given)] milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] memory: Option<usize>,
        #[pyo3(from_py_with = count_given)] output: Option<usize>,
        #[pyo3(from_py_with = count_given)] depth: Option<usize>,
        #[pyo3(from_py_with = count_given)] recursion: Option<usize>,
    ) -> PyResult<Stylesheet> {
        let mut options = Options::default();
        options.library = saxon.map_or_else(|| find_library(py), |path| Ok(Some(path)))?;
        (options.worker, options.folder) = (worker, folder);
        options.charset = source.decoded.then_some(Encoding::UTF_8);
        let defaults = Limits::default();
        options.limits = Limits {
            time: milliseconds.map_or(defaults.time, |limit| Duration::from_millis(limit as u64)),
            memory: memory.unwrap_or(defaults.memory),
            output: output.unwrap_or(defaults.output),
            depth: depth.unwrap_or(defaults.depth),
            recursion: recursion.unwrap_or(defaults.recursion),
        };
        let inner = call(py, || {
            options.processor = read_given("processor", processor)?;
            xslt::Stylesheet::compile(&source.bytes, &options)
                .map_err(|error| source.explain(error))
        })?;
        Ok(Stylesheet { inner })
    }

    /// The XSLT version, as declared in the stylesheet.
    #[getter]
    fn version(&self) -> &str {
        self.inner.version()
    }

    /// The processor: `"libxslt"` or `"saxon"`.
    #[getter]
    fn processor(&self) -> Name<hint::Processor> {
        self.inner.processor().name().into()
    }

    /// The global parameters of the stylesheet.
    #[getter]
    fn parameters(&self) -> Vec<XsltParameter> {
        self.inner.parameters().iter().map(XsltParameter::from).collect()
    }

    /// Transforms a document with the stylesheet.
    ///
    /// `format`: `"xml"` or `"html"`, or a media type. By default, the extension of a path determines the
    /// format, otherwise `"xml"` is used. `output`: `"xml"`, `"html"`, `"xhtml"`, `"text"`, or media types in
    /// the syntax of an Accept header (default: the method in the stylesheet). `charset`: the charset that
    /// the transport declared. `parameters`: the values of global parameters, as `str`. Use
    /// `{namespace}local` for a name in a namespace. Parameters that the stylesheet does not declare are
    /// ignored.
    #[pyo3(signature = (
        source, *, format: "_Format | None" = None, output = None, charset = None,
        parameters: "Mapping[str, str] | None" = None
    ))]
    fn run(
        &self,
        py: Python<'_>,
        source: Source,
        #[pyo3(from_py_with = format)] format: Option<&str>,
        output: Option<&str>,
        charset: Option<&str>,
        #[pyo3(from_py_with = parameters)] parameters: Option<Vec<(String, String)>>,
    ) -> PyResult<XsltReply> {
        let inner = call(py, || {
            let request = request(&source, format, output, charset, parameters)?;
            self.inner.run(&request).map_err(|error| renamed(source.explain(error)))
        })?;
        Ok(XsltReply { inner })
    }

    fn __repr__(&self) -> String {
        let (version, processor) = (self.inner.version(), self.inner.processor());
        let parameters = counted(self.inner.parameters().len(), "parameter");
        format!("<Stylesheet of XSLT {version} on {processor}, {parameters}>")
    }
}

/// Creates the request to run a stylesheet.
pub fn request(
    source: &Source,
    format: Option<&str>,
    output: Option<&str>,
    charset: Option<&str>,
    parameters: Option<Vec<(String, String)>>,
) -> Result<Request> {
    let informat = source.format.unwrap_or(Format::Xml);
    let mut request = Request::new(source.bytes.as_slice(), informat);
    if let Some(word) = format {
        request.set("informat", word).map_err(renamed)?;
    }
    if let Some(word) = output {
        request.set("outformat", word).map_err(renamed)?;
    }
    if let Some(charset) = read_given("charset", source.charset(charset)?)? {
        request.charset = Some(charset);
    }
    request.parameters = parameters.unwrap_or_default();
    Ok(request)
}

/// Replaces the parameter name in an error with the keyword argument.
pub fn renamed(error: Error) -> Error {
    match error.parameter() {
        Some("informat") => error.with_parameter("format"),
        Some("outformat") => error.with_parameter("output"),
        _ => error,
    }
}

/// Converts a mapping of names to values. Only `str` values are accepted, because the text of a value such as
/// `True` or `1.0` in Python may have another meaning in the stylesheet.
pub fn parameters(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<(String, String)>>> {
    if given.is_none() {
        return Ok(None);
    }
    let expected = "a mapping of `str` to `str` as `parameters`";
    let mapping = given.cast::<PyMapping>().map_err(|_| refused(expected, given))?;
    let mut pairs = Vec::new();
    for item in mapping.items()?.iter() {
        let (name, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
        let name = name.cast::<PyString>().map_err(|_| refused("a `str` as name", &name))?;
        let name = utf8(name)?;
        let expected = format!("a `str` as value of `{name}`");
        let value = value.cast::<PyString>().map_err(|_| refused(&expected, &value))?;
        pairs.push((name, utf8(value)?));
    }
    Ok(Some(pairs))
}

/// Runs stylesheets for another process until the input ends. The command `glossweave xslt-worker` uses it.
#[pyfunction]
#[pyo3(name = "_xslt_work")]
pub fn work(py: Python<'_>) -> PyResult<()> {
    let (input, output) = (std::io::stdin(), std::io::stdout());
    py.detach(|| worker::work(input, output)).map_err(PyErr::from)
}

/// Returns the library of the package `saxonche`. Returns `None` if it is not installed or another library is
/// set.
pub fn find_library(py: Python<'_>) -> PyResult<Option<PathBuf>> {
    py.import("glossweave._saxon")?.getattr("library")?.call0()?.extract()
}

/// A global parameter of a stylesheet.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct XsltParameter {
    /// The name. It is `{namespace}local` if the name is in a namespace.
    name: String,
    /// The default value, if it is a literal.
    default: Option<String>,
    /// The expression of the default value, if it is not a literal.
    select: Option<String>,
    /// True if a value is required.
    required: bool,
}

impl From<&Parameter> for XsltParameter {
    fn from(parameter: &Parameter) -> XsltParameter {
        let Parameter { name, default, select, required, .. } = parameter.clone();
        XsltParameter { name, default, select, required }
    }
}

#[pymethods]
impl XsltParameter {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let default = match (&self.default, &self.select) {
            _ if self.required => ", required".to_owned(),
            (Some(text), _) => format!(", by default {}", PyString::new(py, text).repr()?),
            (None, Some(select)) => format!(", by default {select}"),
            (None, None) => String::new(),
        };
        Ok(format!("<XsltParameter {}{default}>", self.name))
    }
}

/// The result of a stylesheet for a document.
#[pyclass(frozen, module = "glossweave")]
pub struct XsltReply {
    inner: Reply,
}

impl From<Reply> for XsltReply {
    fn from(inner: Reply) -> XsltReply {
        XsltReply { inner }
    }
}

#[pymethods]
impl XsltReply {
    /// The result, in the encoding that the stylesheet specifies.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes)
    }

    /// The media type, without parameters.
    #[getter]
    fn media_type(&self) -> &str {
        &self.inner.media_type
    }

    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &str {
        &self.inner.encoding
    }

    /// The output method: `"xml"`, `"html"`, `"xhtml"` or `"text"`.
    #[getter]
    fn method(&self) -> Name<hint::OutputMethod> {
        self.inner.method.name().into()
    }

    /// The messages of `xsl:message`.
    #[getter]
    fn messages(&self) -> Vec<XsltMessage> {
        self.inner.messages.iter().map(XsltMessage::from).collect()
    }

    /// The secondary results (`xsl:result-document`), by IRI. They are not written to files.
    #[getter]
    fn documents<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py, hint::Files>> {
        let documents = PyDict::new(py);
        for document in &self.inner.documents {
            documents.set_item(&document.uri, PyBytes::new(py, &document.bytes))?;
        }
        Ok(documents.into())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        let bytes = counted(self.inner.bytes.len(), "byte");
        format!("<XsltReply of {bytes}, {}>", self.inner.media_type)
    }
}

/// A message of `xsl:message`.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct XsltMessage {
    /// The text.
    text: String,
    /// The line of the instruction in the stylesheet, from 1.
    line: Option<u32>,
    /// The column, from 1.
    column: Option<u32>,
}

impl From<&Message> for XsltMessage {
    fn from(message: &Message) -> XsltMessage {
        let location = message.location.as_ref();
        let (line, column) = (location.map(|at| at.line()), location.map(|at| at.column()));
        XsltMessage { text: message.text.clone(), line, column }
    }
}

#[pymethods]
impl XsltMessage {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        match self.line {
            Some(line) => format!("<XsltMessage of line {line}: {}>", self.text),
            None => format!("<XsltMessage: {}>", self.text),
        }
    }
}
