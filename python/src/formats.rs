//! The table of formats, for the command line.

use glossweave::Format;
use pyo3::prelude::*;

type Row = (&'static str, Vec<&'static str>, Vec<&'static str>, bool, bool);

/// Gives the name, the media types and the extensions of each format, whether it is RDF, and whether
/// annotations can go into it.
#[pyfunction]
#[pyo3(name = "_formats")]
pub fn formats() -> Vec<Row> {
    let row = |format: &Format| {
        let (media_types, extensions) = (format.media_types(), format.extensions());
        let returns = format.returns();
        (format.name(), media_types.to_vec(), extensions.to_vec(), format.is_rdf(), returns)
    };
    Format::ALL.iter().map(row).collect()
}
