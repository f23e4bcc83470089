//! The components of an engine as plain values, from which other processes construct equal components.

use glossweave::Error;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::dictionary::{Dictionary, MentionModel, Tagger};
use crate::error::raise;
use crate::input::refused;
use crate::pickle::CONSTRUCTOR;
use crate::protocol::Provider;
use crate::termbase::TermBase;
use crate::translation::TranslationSystem;
use crate::translation_memory;

/// Converts a component to plain values. Callables and plain values are returned unchanged.
fn to_plain<'py>(thing: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = thing.py();
    let plain = if let Ok(one) = thing.cast::<Dictionary>() {
        one.get().constructor_call(py)?.to_plain(py)?
    } else if let Ok(one) = thing.cast::<Tagger>() {
        one.get().constructor_call(py)?.to_plain(py)?
    } else if let Ok(one) = thing.cast::<MentionModel>() {
        one.get().constructor_call(py)?.to_plain(py)?
    } else if let Ok(one) = thing.cast::<TermBase>() {
        one.get().constructor_call(py)?.to_plain(py)?
    } else if let Ok(one) = thing.cast::<TranslationSystem>() {
        one.get().to_plain(py)?
    } else {
        return translation_memory::to_plain(thing);
    };
    Ok(plain.into_any())
}

/// The names of the constructors of components.
const CONSTRUCTORS: &[&str] = &[
    "Dictionary.open",
    "Dictionary.from_bytes",
    "MentionModel.open",
    "MentionModel.from_bytes",
    "Tagger.open",
    "Tagger.from_bytes",
    "TermBase.open",
    "TermBase.from_bytes",
    "TranslationMemory.open",
    "TranslationMemory.from_bytes",
    "Provider",
    "TranslationSystem",
];

/// Constructs a component from plain values. Callables are returned unchanged.
pub fn from_plain<'py>(plain: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    let Ok(plain) = plain.cast::<PyDict>() else { return Ok(plain.clone()) };
    let keywords = plain.copy()?;
    let constructor = keywords.call_method1("pop", (CONSTRUCTOR, py.None()))?;
    let constructor = constructor.cast::<PyString>().ok().and_then(|word| word.to_str().ok());
    let Some(constructor) = constructor.filter(|name| CONSTRUCTORS.contains(name)) else {
        let message = format!("expected one of {} to create a component", CONSTRUCTORS.join(", "));
        return Err(raise(py, Error::invalid(message).with_parameter(CONSTRUCTOR)));
    };
    for part in ["mention_model", "tagger", "translator"] {
        if let Some(inner) = keywords.get_item(part)? {
            keywords.set_item(part, from_plain(&inner)?)?;
        }
    }
    let native = py.import("glossweave._native")?.into_any();
    let made = constructor.split('.').try_fold(native, |thing, name| thing.getattr(name))?;
    made.call((), Some(&keywords))
}

/// The components that an engine is constructed from, by name.
pub struct Components {
    pub recognizers: Py<PyDict>,
    pub translators: Py<PyDict>,
    pub term_bases: Py<PyDict>,
    pub providers: Vec<Py<Provider>>,
}

impl Components {
    /// Adds the components to a specification as plain values.
    pub fn add_to(&self, py: Python<'_>, specification: &Bound<'_, PyDict>) -> PyResult<()> {
        let recognizers = PyDict::new(py);
        for (name, recognizer) in self.recognizers.bind(py) {
            recognizers.set_item(name, to_plain(&recognizer)?)?;
        }
        let translators = PyDict::new(py);
        for (name, systems) in self.translators.bind(py) {
            let systems = systems.try_iter()?.map(|system| to_plain(&system?));
            translators.set_item(name, systems.collect::<PyResult<Vec<_>>>()?)?;
        }
        let term_bases = PyDict::new(py);
        for (name, base) in self.term_bases.bind(py) {
            term_bases.set_item(name, to_plain(&base)?)?;
        }
        let providers = self.providers.iter().map(|one| one.get().constructor_call().to_plain(py));
        specification.set_item("providers", providers.collect::<PyResult<Vec<_>>>()?)?;
        specification.set_item("recognizers", recognizers)?;
        specification.set_item("term_bases", term_bases)?;
        specification.set_item("translators", translators)
    }

    /// Removes the components from a specification and constructs them.
    pub fn take_from(specification: &Bound<'_, PyDict>) -> PyResult<Components> {
        let py = specification.py();
        let taken = |name: &str| -> PyResult<Bound<'_, PyDict>> {
            let taken = specification.call_method1("pop", (name, PyDict::new(py)))?;
            let expected = format!("a `dict` as `{name}` of the specification");
            taken.cast_into::<PyDict>().map_err(|other| refused(&expected, &other.into_inner()))
        };
        let (recognizers, translators) = (PyDict::new(py), PyDict::new(py));
        let term_bases = PyDict::new(py);
        for (name, base) in taken("term_bases")? {
            term_bases.set_item(name, from_plain(&base)?)?;
        }
        for (name, recognizer) in taken("recognizers")? {
            recognizers.set_item(name, from_plain(&recognizer)?)?;
        }
        for (name, systems) in taken("translators")? {
            let systems = systems.try_iter()?.map(|system| from_plain(&system?));
            let systems = PyList::new(py, systems.collect::<PyResult<Vec<_>>>()?)?;
            translators.set_item(name, systems)?;
        }
        let providers = specification.call_method1("pop", ("providers", PyList::empty(py)))?;
        let providers = providers.try_iter()?.map(|one| -> PyResult<Py<Provider>> {
            let one = from_plain(&one?)?;
            let provider = one.cast_into::<Provider>();
            provider
                .map(Bound::unbind)
                .map_err(|other| refused("a `Provider`", &other.into_inner()))
        });
        Ok(Components {
            recognizers: recognizers.unbind(),
            translators: translators.unbind(),
            term_bases: term_bases.unbind(),
            providers: providers.collect::<PyResult<_>>()?,
        })
    }
}
