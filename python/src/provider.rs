//! Recognizers that are written in Python.

use glossweave::provider::{self, Recognizer};
use glossweave::text::CharIndex;
use glossweave::{Error, Kind, Result, annotation as engine};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::annotation::{Annotation, to_engine};
use crate::dictionary::Dictionary;
use crate::input::refused;
use crate::offsets::IndexedText;
use crate::remote::RemoteRecognizer;
use crate::repr::counted;
use crate::tagger::Tagger;

/// A text that a recognizer is asked to look through. Offsets count code points of it.
#[pyclass(frozen, module = "glossweave")]
pub struct Passage {
    whole: String,
    text: PyOnceLock<Py<PyString>>,
    /// The stretches that belong together, as start and end: no annotation should reach from one
    /// into another.
    #[pyo3(get)]
    pieces: Vec<(usize, usize)>,
    /// The language of the text, where it is known.
    #[pyo3(get)]
    language: Option<String>,
}

#[pymethods]
impl Passage {
    /// The whole text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        self.text.get_or_init(py, || PyString::new(py, &self.whole).unbind()).bind(py)
    }

    fn __repr__(&self) -> String {
        let bytes = counted(self.whole.len(), "byte");
        format!("<Passage of {bytes} in {}>", counted(self.pieces.len(), "piece"))
    }
}

impl Passage {
    fn show(place: IndexedText<'_>, passage: &provider::Passage<'_>) -> Passage {
        Passage {
            whole: passage.text().to_owned(),
            text: PyOnceLock::new(),
            pieces: passage.pieces().map(|piece| place.chars(piece)).collect(),
            language: passage.language().map(|language| language.as_str().to_owned()),
        }
    }
}

/// What is taken as a recognizer.
pub enum Source {
    Dictionary(Py<Dictionary>),
    Remote(Py<RemoteRecognizer>),
    Tagger(Py<Tagger>),
    Callable(Py<PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(thing: Borrowed<'_, 'py, PyAny>) -> PyResult<Source> {
        if let Ok(dictionary) = thing.cast::<Dictionary>() {
            Ok(Source::Dictionary(dictionary.to_owned().unbind()))
        } else if let Ok(remote) = thing.cast::<RemoteRecognizer>() {
            Ok(Source::Remote(remote.to_owned().unbind()))
        } else if let Ok(tagger) = thing.cast::<Tagger>() {
            Ok(Source::Tagger(tagger.to_owned().unbind()))
        } else if thing.is_callable() {
            Ok(Source::Callable(thing.to_owned().unbind()))
        } else {
            let expected = "a `Dictionary`, a `Tagger`, a `RemoteRecognizer` or a callable";
            Err(refused(expected, &thing.to_owned()))
        }
    }
}

/// Asks Python code.
pub struct Callable {
    function: Py<PyAny>,
    needs_language: bool,
}

impl Recognizer for Callable {
    fn recognize(&self, passage: &provider::Passage<'_>) -> Result<Vec<engine::Annotation>> {
        let index = CharIndex::new(passage.text());
        let place = IndexedText::new(passage.text(), &index);
        let shown = Passage::show(place, passage);
        let found = Python::try_attach(|py| self.ask(py, shown)).ok_or_else(|| {
            Error::new(Kind::Unavailable, "the interpreter that has the recognizer has stopped")
        })?;
        to_engine(
            place,
            &found.map_err(|raised| {
                Error::new(Kind::Internal, "a recognizer in Python failed").because(raised)
            })?,
        )
    }

    fn needs_language(&self) -> bool {
        self.needs_language
    }
}

impl Callable {
    /// A callable; it says with an attribute of its own whether it needs to know the language.
    pub fn new(py: Python<'_>, function: Py<PyAny>) -> PyResult<Callable> {
        let said = function.bind(py).getattr_opt("needs_language")?;
        let needs_language = said.map(|said| said.is_truthy()).transpose()?.unwrap_or(false);
        Ok(Callable { function, needs_language })
    }

    fn ask(&self, py: Python<'_>, passage: Passage) -> PyResult<Vec<Py<Annotation>>> {
        let found = self.function.bind(py).call1((passage,))?;
        found.try_iter()?.map(|one| Ok(one?.cast_into::<Annotation>()?.unbind())).collect()
    }
}
