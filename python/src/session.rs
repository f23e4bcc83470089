//! The doors of an engine, for one caller.

use glossweave::Caller;
use glossweave::resource::Kind;
use pyo3::prelude::*;

use crate::backup;
use crate::converter::Converters;
use crate::dataset::Datasets;
use crate::entities::Entities;
use crate::filter::Filters;
use crate::handle::Handle;
use crate::links::Links;
use crate::option::read;
use crate::shelf::Shelf;
use crate::terms::Terms;
use crate::translation::Translations;
use crate::user::Users;

/// An engine on behalf of a caller: nothing is reached without one.
#[pyclass(frozen, module = "glossweave")]
pub struct Session {
    handle: Handle,
}

impl From<Handle> for Session {
    fn from(handle: Handle) -> Session {
        Session { handle }
    }
}

impl Session {
    fn shelf_of(&self, kind: Kind) -> Shelf {
        Shelf::new(self.handle.clone(), kind)
    }
}

#[pymethods]
impl Session {
    /// Named entities.
    #[getter]
    fn entities(&self) -> Entities {
        Entities::from(self.handle.clone())
    }

    /// What stored templates find about entities.
    #[getter]
    fn links(&self) -> Links {
        Links::from(self.handle.clone())
    }

    /// Terms.
    #[getter]
    fn terms(&self) -> Terms {
        Terms::from(self.handle.clone())
    }

    /// Translations.
    #[getter]
    fn translations(&self) -> Translations {
        Translations::from(self.handle.clone())
    }

    /// Users.
    #[getter]
    fn users(&self) -> Users {
        Users::from(self.handle.clone())
    }

    /// Stored queries that turn RDF into tables.
    #[getter]
    fn filters(&self, py: Python<'_>) -> PyResult<Py<Filters>> {
        Filters::make(py, self.shelf_of(Kind::Filter))
    }

    /// Stored queries that enrich what was found.
    #[getter]
    fn templates(&self) -> Shelf {
        self.shelf_of(Kind::Template)
    }

    /// Stored pipelines.
    #[getter]
    fn pipelines(&self) -> Shelf {
        self.shelf_of(Kind::Pipeline)
    }

    /// Stored names of things.
    #[getter]
    fn datasets(&self, py: Python<'_>) -> PyResult<Py<Datasets>> {
        Datasets::make(py, self.shelf_of(Kind::Dataset))
    }

    /// Stored XSLT stylesheets.
    #[getter]
    fn converters(&self, py: Python<'_>) -> PyResult<Py<Converters>> {
        Converters::make(py, self.shelf_of(Kind::Converter))
    }

    /// What is stored of a kind: `"template"`, `"filter"`, `"pipeline"`, `"dataset"` or
    /// `"xsltconverter"`.
    fn shelf(&self, py: Python<'_>, kind: &str) -> PyResult<Shelf> {
        crate::call::call(py, || read("kind", kind)).map(|kind| self.shelf_of(kind))
    }

    /// Writes down all that is stored, to a path or a binary file, for `import_store`. Only admins
    /// may.
    ///
    /// Hashes of passwords and tokens are among it: a new file is for its owner only.
    fn export(&self, py: Python<'_>, to: &Bound<'_, PyAny>) -> PyResult<()> {
        backup::export(py, &self.handle, to)
    }

    fn __repr__(&self) -> &'static str {
        match self.handle.caller {
            Caller::Anonymous => "<Session of nobody>",
            _ => "<Session of a token>",
        }
    }
}
