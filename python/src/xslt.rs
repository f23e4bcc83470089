//! Stylesheets alone, and what they answer.

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

/// A compiled XSLT stylesheet. Any number of threads may run it at once.
///
/// Version 1.0 runs on libxslt with EXSLT, which is built in. Version 2.0 and 3.0 run on SaxonC-HE
/// where that is there: `pip install glossweave[xslt3]`. A stylesheet of a later version that needs
/// nothing but XSLT 1.0 runs without it.
///
/// `processor`: `"libxslt"` or `"saxon"`, whatever the version. `saxon`: the path of its library; that of
/// the variable SAXONC_HE_LIB or of the package `saxonche` otherwise. `folder`: whose files the stylesheet
/// may read; without one it reads nothing. `worker`: the path of a program that runs stylesheets in place of this
/// process and can be ended, such as that of the command `glossweave`. What a run may take: `milliseconds`
/// (10,000), `memory` and `output` (bytes), `depth` (of the elements of a source), `recursion` (of
/// templates).
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

    /// The version that it asks for, as it says it.
    #[getter]
    fn version(&self) -> &str {
        self.inner.version()
    }

    /// The processor: `"libxslt"` or `"saxon"`.
    #[getter]
    fn processor(&self) -> Name<hint::Processor> {
        self.inner.processor().name().into()
    }

    /// Its global parameters.
    #[getter]
    fn parameters(&self) -> Vec<XsltParameter> {
        self.inner.parameters().iter().map(XsltParameter::from).collect()
    }

    /// Transforms a document.
    ///
    /// `format`: `"xml"`, which is usual, or `"html"`, or a media type; a path says it by its
    /// extension. `output`: `"xml"`, `"html"`, `"xhtml"`, `"text"`, or media types as an Accept header
    /// has them; as the stylesheet says otherwise. `charset`: what the transport declared.
    /// `parameters`: values of global parameters, each a `str`; `{namespace}local` where a name is in
    /// one. Those that the stylesheet does not have do not matter.
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

/// Renames the parameter of an error to its keyword in Python.
pub fn renamed(error: Error) -> Error {
    match error.parameter() {
        Some("informat") => error.with_parameter("format"),
        Some("outformat") => error.with_parameter("output"),
        _ => error,
    }
}

/// Values by their names. Only `str` is taken: what `True` or `1.0` would be as text, the stylesheet
/// might see otherwise.
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

/// Runs stylesheets for another process until its input ends: what the command `glossweave` does that is
/// called with `xslt-worker`.
#[pyfunction]
#[pyo3(name = "_xslt_work")]
pub fn work(py: Python<'_>) -> PyResult<()> {
    let (input, output) = (std::io::stdin(), std::io::stdout());
    py.detach(|| worker::work(input, output)).map_err(PyErr::from)
}

/// Returns the library of the package `saxonche`, if it is installed and no other is set.
pub fn find_library(py: Python<'_>) -> PyResult<Option<PathBuf>> {
    py.import("glossweave._saxon")?.getattr("library")?.call0()?.extract()
}

/// A global parameter of a stylesheet.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct XsltParameter {
    /// The name; `{namespace}local` if it is in one.
    name: String,
    /// The value if none is given and it is a literal.
    default: Option<String>,
    /// The expression for the value if none is given and it is not a literal.
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
    /// The result, in the encoding that the stylesheet asks for.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.bytes)
    }

    /// Its media type, without parameters.
    #[getter]
    fn media_type(&self) -> &str {
        &self.inner.media_type
    }

    /// The name of its encoding.
    #[getter]
    fn encoding(&self) -> &str {
        &self.inner.encoding
    }

    /// The method that it was written by: `"xml"`, `"html"`, `"xhtml"` or `"text"`.
    #[getter]
    fn method(&self) -> Name<hint::OutputMethod> {
        self.inner.method.name().into()
    }

    /// The messages of `xsl:message`.
    #[getter]
    fn messages(&self) -> Vec<XsltMessage> {
        self.inner.messages.iter().map(XsltMessage::from).collect()
    }

    /// Results beside the main one (`xsl:result-document`) by their IRIs. Nothing is written
    /// anywhere.
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
