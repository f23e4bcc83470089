//! Recognizers written in Python.

use std::sync::Arc;

use glossweave::entity;
use glossweave::entity::Recognizer;
use glossweave::text::CharIndex;
use glossweave::{Error, ErrorKind, Result, annotation as engine};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::annotation::{Annotation, to_engine};
use crate::dictionary::{Dictionary, Tagger};
use crate::input::refused;
use crate::offsets::IndexedText;
use crate::protocol::Provider;
use crate::repr::counted;

/// A text to search, which a recognizer receives. Offsets count code points of this text.
#[pyclass(frozen, module = "glossweave")]
pub struct Passage {
    whole: String,
    text: PyOnceLock<Py<PyString>>,
    /// The blocks of the text, as pairs of start and end. An annotation should not span several blocks.
    #[pyo3(get)]
    pieces: Vec<(usize, usize)>,
    /// The language of the text. `None` if it is unknown.
    #[pyo3(get)]
    language: Option<String>,
}

#[pymethods]
impl Passage {
    /// The text of the passage.
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
    fn of_engine(text: IndexedText<'_>, passage: &entity::Passage<'_>) -> Passage {
        Passage {
            whole: passage.text().to_owned(),
            text: PyOnceLock::new(),
            pieces: passage.blocks().map(|piece| text.chars(piece)).collect(),
            language: passage.language().map(|language| language.as_str().to_owned()),
        }
    }
}

/// An object that is accepted as a recognizer.
pub enum RecognizerSource {
    Dictionary(Py<Dictionary>),
    Tagger(Py<Tagger>),
    Provider(Arc<dyn Recognizer>),
    Function(Py<PyAny>),
}

impl RecognizerSource {
    /// Returns the recognizer of the engine.
    pub fn opened(self, py: Python<'_>) -> PyResult<Arc<dyn Recognizer>> {
        Ok(match self {
            RecognizerSource::Dictionary(names) => Arc::new(names.get().inner().clone()),
            RecognizerSource::Tagger(tagger) => Arc::new(tagger.get().inner()),
            RecognizerSource::Provider(recognizer) => recognizer,
            RecognizerSource::Function(callable) => {
                Arc::new(CallableRecognizer::new(py, callable)?)
            }
        })
    }
}

impl<'py> FromPyObject<'_, 'py> for RecognizerSource {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = crate::hint::named("_Recognizer");

    fn extract(thing: Borrowed<'_, 'py, PyAny>) -> PyResult<RecognizerSource> {
        if let Ok(dictionary) = thing.cast::<Dictionary>() {
            Ok(RecognizerSource::Dictionary(dictionary.to_owned().unbind()))
        } else if let Ok(tagger) = thing.cast::<Tagger>() {
            Ok(RecognizerSource::Tagger(tagger.to_owned().unbind()))
        } else if let Ok(provider) = thing.cast::<Provider>() {
            let recognizer = provider.get().recognizer().cloned();
            let refusal = || refused("a `Provider` of the kind `recognizer`", &thing.to_owned());
            Ok(RecognizerSource::Provider(recognizer.ok_or_else(refusal)?))
        } else if thing.is_callable() {
            Ok(RecognizerSource::Function(thing.to_owned().unbind()))
        } else {
            Err(refused(
                "a `Dictionary`, a `Tagger`, a `Provider` or a callable",
                &thing.to_owned(),
            ))
        }
    }
}

/// A recognizer that calls a Python function.
pub struct CallableRecognizer {
    function: Py<PyAny>,
    needs_language: bool,
}

impl Recognizer for CallableRecognizer {
    fn recognize(&self, passage: &entity::Passage<'_>) -> Result<Vec<engine::Annotation>> {
        let index = CharIndex::new(passage.text());
        let text = IndexedText::new(passage.text(), &index);
        let converted = Passage::of_engine(text, passage);
        let found = Python::try_attach(|py| self.call(py, converted)).ok_or_else(|| {
            Error::new(ErrorKind::Unavailable, "the interpreter of the recognizer has stopped")
        })?;
        let fault = |message: &str| {
            let message = format!("{} in Python {message}", passage.recognizer_name());
            Error::new(ErrorKind::Provider, message)
        };
        let found = found.map_err(|raised| fault("failed").because(raised))?;
        to_engine(text, &found)
            .map_err(|error| fault(&format!("returned an invalid annotation: {}", error.message())))
    }

    fn needs_language(&self) -> bool {
        self.needs_language
    }
}

impl CallableRecognizer {
    /// Wraps a callable. If its attribute `needs_language` is true and the language of a text is not given,
    /// the language is identified before the call.
    pub fn new(py: Python<'_>, function: Py<PyAny>) -> PyResult<CallableRecognizer> {
        let attribute = function.bind(py).getattr_opt("needs_language")?;
        let needs_language = attribute.map(|value| value.is_truthy()).transpose()?.unwrap_or(false);
        Ok(CallableRecognizer { function, needs_language })
    }

    fn call(&self, py: Python<'_>, passage: Passage) -> PyResult<Vec<Py<Annotation>>> {
        let found = self.function.bind(py).call1((passage,))?;
        found.try_iter()?.map(|one| Ok(one?.cast_into::<Annotation>()?.unbind())).collect()
    }
}
