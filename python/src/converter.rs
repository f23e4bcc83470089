//! The API of converters.

use pyo3::prelude::*;

use crate::collection::Collection;
use crate::input::{Source, format};
use crate::xslt::{XsltReply, parameters, renamed, request};

/// The collection of converters: stored XSLT stylesheets, which convert one markup language to another.
///
/// >>> from glossweave import Engine
/// >>> engine = Engine()
/// >>> users = engine.session().users
/// >>> anna = users.create("anna", "correct horse")
/// >>> converters = engine.session(users.authenticate("anna", "correct horse")).converters
/// >>> count = '''<p xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:value-of
/// ...   select="count(//*)"/></p>'''
/// >>> _ = converters.create("count", count)
/// >>> converters.apply("count", "<a><b/></a>").bytes
/// b'<?xml version="1.0"?>\n<p>2</p>\n'
#[pyclass(frozen, extends = Collection, module = "glossweave")]
pub struct Converters {}

impl Converters {
    pub fn make(py: Python<'_>, collection: Collection) -> PyResult<Py<Converters>> {
        Py::new(py, PyClassInitializer::from(collection).add_subclass(Converters {}))
    }
}

#[pymethods]
impl Converters {
    /// Transforms a document with a stored stylesheet. `Stylesheet.run` describes the keyword arguments.
    #[pyo3(signature = (
        name, source, *, format: "_Format | None" = None, output = None, charset = None,
        parameters: "Mapping[str, str] | None" = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn apply(
        this: PyRef<'_, Self>,
        name: &str,
        source: Source,
        #[pyo3(from_py_with = format)] format: Option<&str>,
        output: Option<&str>,
        charset: Option<&str>,
        #[pyo3(from_py_with = parameters)] parameters: Option<Vec<(String, String)>>,
    ) -> PyResult<XsltReply> {
        let py = this.py();
        let reply = this.as_super().engine().call(py, |session| {
            let request = request(&source, format, output, charset, parameters)?;
            let reply = session.converters().apply(name, &request);
            reply.map_err(|error| renamed(source.explain(error)))
        })?;
        Ok(XsltReply::from(reply))
    }
}
