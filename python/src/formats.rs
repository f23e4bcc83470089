//! The table of formats.

use glossweave::{Ability, Format};
use pyo3::prelude::*;

/// The names and abilities of a format.
#[pyclass(frozen, get_all, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct FormatInfo {
    /// The name to use as `format`, `informat` or `outformat`.
    name: &'static str,
    /// The name to display.
    title: &'static str,
    /// The media types that are read as this format. The first one is used for output.
    media_types: Vec<&'static str>,
    /// The file name extensions, without the dot.
    extensions: Vec<&'static str>,
    /// The abilities: `"read"` as a document, `"annotate"` and `"translate"` if the result can be a document
    /// in this format, `"export"`, `"rdf"`.
    abilities: Vec<&'static str>,
    /// True for documents that are zip archives.
    is_package: bool,
}

#[pymethods]
impl FormatInfo {
    fn __repr__(&self) -> String {
        format!("<FormatInfo {}: {}>", self.name, self.abilities.join(", "))
    }
}

/// Returns the formats of documents and of RDF.
///
/// >>> from glossweave import formats
/// >>> [one.name for one in formats() if "annotate" in one.abilities]
/// ['html', 'xml', 'xliff', 'odt', 'docx', 'epub', 'ods', 'odp', 'pptx', 'xlsx', 'markdown']
#[pyfunction]
pub fn formats() -> Vec<FormatInfo> {
    let row = |format: &Format| {
        let info = format.info();
        FormatInfo {
            name: info.name,
            title: info.title,
            media_types: info.media_types.to_vec(),
            extensions: info.extensions.to_vec(),
            abilities: info.abilities.iter().copied().map(Ability::name).collect(),
            is_package: info.is_package,
        }
    };
    Format::ALL.iter().map(row).collect()
}
