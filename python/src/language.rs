//! Language identification.

use glossweave::text::Language;
use pyo3::prelude::*;

use crate::call::call;

/// Returns the tag of the most likely language of a text, and the confidence from 0 to 1. Returns `None` if
/// no language is likely.
///
/// 69 languages are supported. One or two sentences are enough to distinguish most of them, but one or two
/// words are not.
///
/// >>> from glossweave import identify_language
/// >>> text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten Brücke."
/// >>> tag, confidence = identify_language(text)
/// >>> tag, confidence > 0.5
/// ('de', True)
/// >>> identify_language("12 34") is None
/// True
#[pyfunction]
pub fn identify_language(py: Python<'_>, text: &str) -> PyResult<Option<(String, f64)>> {
    call(py, || {
        let found = Language::identify(text);
        Ok(found.map(|(language, sure)| (language.as_str().to_owned(), sure)))
    })
}
