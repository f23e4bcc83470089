//! What an engine is made of, as plain values that other processes make the same from.

use std::path::{Path, absolute};

use glossweave::Error;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::dictionary::Dictionary;
use crate::engine::Engine;
use crate::error::raise;
use crate::input::refused;
use crate::remote::RemoteRecognizer;
use crate::tagger::Tagger;
use crate::termbase::TermBase;
use crate::translation::TranslationSystem;
use crate::translators::{Apertium, Memory, RemoteTranslator};

/// By what a component was made, and with which keywords.
pub struct Recipe {
    maker: &'static str,
    keywords: Py<PyDict>,
}

/// What `__reduce__` gives.
pub type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyDict>,));

const MAKER: &str = "component";

impl Recipe {
    /// `maker` is the name of a class or of a static method of one.
    pub fn new(py: Python<'_>, maker: &'static str) -> Recipe {
        Recipe { maker, keywords: PyDict::new(py).unbind() }
    }

    /// With a keyword, unless it is left out.
    pub fn with<'py>(
        self,
        py: Python<'py>,
        name: &str,
        value: Option<impl IntoPyObject<'py>>,
    ) -> PyResult<Recipe> {
        if let Some(value) = value {
            self.keywords.bind(py).set_item(name, value)?;
        }
        Ok(self)
    }

    /// One for a file that has a revision.
    pub fn of_file(
        py: Python<'_>,
        maker: &'static str,
        path: &Path,
        revision: String,
    ) -> PyResult<Recipe> {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        Recipe::new(py, maker).with(py, "path", Some(path.as_os_str()))?.with(
            py,
            "revision",
            Some(revision),
        )
    }

    /// One for what is in no file.
    pub fn of_bytes(py: Python<'_>, maker: &'static str, bytes: &[u8]) -> PyResult<Recipe> {
        Recipe::new(py, maker).with(py, "data", Some(PyBytes::new(py, bytes)))
    }

    /// As plain values. What is in it in turn becomes plain as well.
    pub fn show<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shown = PyDict::new(py);
        shown.set_item(MAKER, self.maker)?;
        for (name, value) in self.keywords.bind(py) {
            shown.set_item(name, plain(&value)?)?;
        }
        Ok(shown)
    }

    /// How it is pickled.
    pub fn reduce<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        Ok((py.import("glossweave._native")?.getattr("_made")?, (self.show(py)?,)))
    }
}

/// A component as plain values; a callable, and what is plain already, as it is.
pub fn plain<'py>(thing: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = thing.py();
    let shown = if let Ok(one) = thing.cast::<Dictionary>() {
        one.get().recipe(py)?.show(py)?
    } else if let Ok(one) = thing.cast::<Tagger>() {
        one.get().recipe(py)?.show(py)?
    } else if let Ok(one) = thing.cast::<TermBase>() {
        one.get().recipe(py)?.show(py)?
    } else if let Ok(one) = thing.cast::<Memory>() {
        one.get().recipe(py)?.show(py)?
    } else if let Ok(one) = thing.cast::<RemoteRecognizer>() {
        one.get().recipe().show(py)?
    } else if let Ok(one) = thing.cast::<RemoteTranslator>() {
        one.get().recipe().show(py)?
    } else if let Ok(one) = thing.cast::<Apertium>() {
        one.get().recipe().show(py)?
    } else if let Ok(one) = thing.cast::<TranslationSystem>() {
        one.get().recipe().show(py)?
    } else {
        return Ok(thing.clone());
    };
    Ok(shown.into_any())
}

/// What makes components, by the names in recipes.
const MAKERS: &[&str] = &[
    "Dictionary.open",
    "Dictionary.from_bytes",
    "Tagger.open",
    "Tagger.from_bytes",
    "TermBase.open",
    "TermBase.from_bytes",
    "Memory.open",
    "Memory.from_bytes",
    "RemoteRecognizer.nif",
    "RemoteRecognizer.spotlight",
    "RemoteTranslator",
    "Apertium",
    "TranslationSystem",
];

/// Makes a component of plain values; a callable is one already.
pub fn component<'py>(shown: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = shown.py();
    let Ok(shown) = shown.cast::<PyDict>() else { return Ok(shown.clone()) };
    let keywords = shown.copy()?;
    let maker = keywords.call_method1("pop", (MAKER, py.None()))?;
    let maker = maker.cast::<PyString>().ok().and_then(|word| word.to_str().ok());
    let Some(maker) = maker.filter(|maker| MAKERS.contains(maker)) else {
        let message = format!("a component is made by one of {}", MAKERS.join(", "));
        return Err(raise(py, Error::invalid(message).with_parameter(MAKER)));
    };
    if let Some(inner) = keywords.get_item("translator")? {
        keywords.set_item("translator", component(&inner)?)?;
    }
    let native = py.import("glossweave._native")?.into_any();
    let made = maker.split('.').try_fold(native, |thing, name| thing.getattr(name))?;
    made.call((), Some(&keywords))
}

/// Makes what was pickled: a component or an engine.
#[pyfunction]
#[pyo3(name = "_made")]
pub fn made<'py>(shown: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = shown.py();
    if shown.contains(MAKER)? {
        return component(shown.as_any());
    }
    Ok(Bound::new(py, Engine::from_specification(py, shown)?)?.into_any())
}

/// The components that an engine was given, under their names.
pub struct Parts {
    pub recognizers: Py<PyDict>,
    pub translators: Py<PyDict>,
    pub term_bases: Py<PyDict>,
}

impl Parts {
    /// As plain values, which are put beside the others of the specification.
    pub fn show(&self, py: Python<'_>, shown: &Bound<'_, PyDict>) -> PyResult<()> {
        let recognizers = PyDict::new(py);
        for (name, recognizer) in self.recognizers.bind(py) {
            recognizers.set_item(name, plain(&recognizer)?)?;
        }
        let translators = PyDict::new(py);
        for (name, systems) in self.translators.bind(py) {
            let systems = systems.try_iter()?.map(|system| plain(&system?));
            translators.set_item(name, systems.collect::<PyResult<Vec<_>>>()?)?;
        }
        let term_bases = PyDict::new(py);
        for (name, base) in self.term_bases.bind(py) {
            term_bases.set_item(name, plain(&base)?)?;
        }
        shown.set_item("recognizers", recognizers)?;
        shown.set_item("term_bases", term_bases)?;
        shown.set_item("translators", translators)
    }

    /// Takes them out of a specification and makes them.
    pub fn take(shown: &Bound<'_, PyDict>) -> PyResult<Parts> {
        let py = shown.py();
        let taken = |name: &str| -> PyResult<Bound<'_, PyDict>> {
            let taken = shown.call_method1("pop", (name, PyDict::new(py)))?;
            let expected = format!("a `dict` as `{name}` of the specification");
            taken.cast_into::<PyDict>().map_err(|other| refused(&expected, &other.into_inner()))
        };
        let (recognizers, translators) = (PyDict::new(py), PyDict::new(py));
        let term_bases = PyDict::new(py);
        for (name, base) in taken("term_bases")? {
            term_bases.set_item(name, component(&base)?)?;
        }
        for (name, recognizer) in taken("recognizers")? {
            recognizers.set_item(name, component(&recognizer)?)?;
        }
        for (name, systems) in taken("translators")? {
            let systems = systems.try_iter()?.map(|system| component(&system?));
            let systems = PyList::new(py, systems.collect::<PyResult<Vec<_>>>()?)?;
            translators.set_item(name, systems)?;
        }
        Ok(Parts {
            recognizers: recognizers.unbind(),
            translators: translators.unbind(),
            term_bases: term_bases.unbind(),
        })
    }
}
