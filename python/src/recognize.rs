//! Searching a text or a document with a recognizer.

use glossweave::Result;
use glossweave::entity;
use glossweave::entity::{Passage, Recognizer};
use glossweave::text::CharIndex;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::annotation::{Annotation, from_engine};
use crate::call::call;
use crate::document::Document;
use crate::input::{refused, utf8};
use crate::offsets::IndexedText;
use crate::option::read_given;

/// A text or a document to search.
pub enum Text<'py> {
    Document(Bound<'py, Document>),
    Plain(Bound<'py, PyString>),
}

impl<'py> FromPyObject<'_, 'py> for Text<'py> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = crate::hint::named("str | Document");

    fn extract(thing: Borrowed<'_, 'py, PyAny>) -> PyResult<Text<'py>> {
        if let Ok(document) = thing.cast::<Document>() {
            Ok(Text::Document(document.to_owned()))
        } else if let Ok(text) = thing.cast::<PyString>() {
            Ok(Text::Plain(text.to_owned()))
        } else {
            Err(refused("a `Document` or a `str` as `text`", &thing.to_owned()))
        }
    }
}

/// Finds the annotations of a recognizer in a text or a document.
pub fn find(
    py: Python<'_>,
    recognizer: &dyn Recognizer,
    text: Text<'_>,
    language: Option<&str>,
) -> PyResult<Vec<Annotation>> {
    match text {
        Text::Document(document) => {
            let document = document.get().inner();
            call(py, || {
                let language = read_given("language", language)?;
                let found = entity::recognize(recognizer, document, language.as_ref())?;
                Ok(from_engine(IndexedText::of(document), found))
            })
        }
        Text::Plain(text) => {
            let text = utf8(&text)?;
            call(py, || in_text(recognizer, &text, language))
        }
    }
}

fn in_text(recognizer: &dyn Recognizer, text: &str, tag: Option<&str>) -> Result<Vec<Annotation>> {
    let language = read_given("language", tag)?;
    let passage = match &language {
        Some(language) => Passage::new(text).with_language(language),
        None => Passage::new(text),
    };
    let index = CharIndex::new(text);
    Ok(from_engine(IndexedText::new(text, &index), recognizer.recognize(&passage)?))
}
