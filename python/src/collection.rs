//! The API of stored resources.

use std::time::SystemTime;

use glossweave::Result;
use glossweave::provider::Parameter;
use glossweave::resource::{Record, ResourceKind, ResourceUpdate};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMappingProxy};

use crate::engine_ref::EngineRef;
use crate::hint::{self, Hinted, Name};
use crate::input::{Source, count_given};
use crate::options::Given;
use crate::user::page;

/// A stored resource.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct Resource {
    inner: Record,
}

impl From<Record> for Resource {
    fn from(inner: Record) -> Resource {
        Resource { inner }
    }
}

#[pymethods]
impl Resource {
    /// The name, or the number that the store assigned.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.resource.name
    }

    /// The name of the kind of resource.
    #[getter]
    fn kind(&self) -> Name<hint::StoredKind> {
        self.inner.kind.name().into()
    }

    /// The name of the user who owns the resource.
    #[getter]
    fn owner(&self) -> &str {
        &self.inner.resource.owner
    }

    /// The visibility: `"public"` (all users) or `"private"` (its owner and admins).
    #[getter]
    fn visibility(&self) -> Hinted<String, hint::Visibility> {
        self.inner.resource.visibility.to_string().into()
    }

    /// The description.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.inner.resource.description.as_deref()
    }

    /// The time when the resource was created, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.resource.created.into()
    }

    /// The time of the last change, in UTC.
    #[getter]
    fn updated(&self) -> SystemTime {
        self.inner.resource.updated.into()
    }

    /// The revision number of the store at the last change of the resource. Each change of the store
    /// increases the number.
    #[getter]
    fn revision(&self) -> u64 {
        self.inner.resource.revision
    }

    /// The content, a mapping whose keys depend on the kind: for example, `query` for a filter and `requests`
    /// for a pipeline. Changes to the mapping do not change the stored resource.
    #[getter]
    fn content<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Hinted<Bound<'py, PyMappingProxy>, hint::Content>> {
        let loads = py.import("json")?.getattr("loads")?;
        let fields = PyDict::new(py);
        for (name, value) in &self.inner.resource.content {
            fields.set_item(name, loads.call1((value.to_string(),))?)?;
        }
        Ok(PyMappingProxy::new(py, fields.as_mapping()).into())
    }

    /// Returns the resource as JSON, in the format of the HTTP API.
    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    fn __repr__(&self) -> String {
        let Record { kind, resource } = &self.inner;
        let (name, owner, visibility) = (&resource.name, &resource.owner, resource.visibility);
        format!("<Resource {} {name}, {visibility}, of {owner}>", kind.name())
    }
}

/// The stored resources of one kind.
///
/// `ResourceOptions` describes the options of resources.
///
/// >>> from glossweave import Engine
/// >>> engine = Engine()
/// >>> users = engine.session().users
/// >>> anna = users.create("anna", "correct horse")
/// >>> session = engine.session(users.authenticate("anna", "correct horse"))
/// >>> session.filters.create("subjects", "SELECT ?s { ?s ?p ?o }", visibility="private")
/// <Resource filter subjects, private, of anna>
/// >>> session.collection("filter").read("subjects").content["query"]
/// 'SELECT ?s { ?s ?p ?o }'
#[pyclass(frozen, subclass, module = "glossweave")]
pub struct Collection {
    engine: EngineRef,
    kind: ResourceKind,
}

impl Collection {
    pub fn new(engine: EngineRef, kind: ResourceKind) -> Collection {
        Collection { engine, kind }
    }

    pub fn engine(&self) -> &EngineRef {
        &self.engine
    }
}

/// Returns the options of a resource other than its content, without duplicates.
pub fn keywords() -> impl Iterator<Item = &'static Parameter> {
    ResourceUpdate::PARAMETERS.iter().filter(|parameter| parameter.name != "newOwner")
}

/// Converts options to the changes that they specify.
pub fn changes(given: &Given) -> Result<ResourceUpdate> {
    let mut changes = ResourceUpdate::default();
    given.set(|name, value| changes.set(name, value))?;
    Ok(changes)
}

#[pymethods]
impl Collection {
    /// The name of the kind of resources in the collection.
    #[getter]
    fn kind(&self) -> Name<hint::StoredKind> {
        self.kind.name().into()
    }

    /// Creates a resource, which the caller then owns. Use `None` as `name` if the store assigns numbers.
    /// `options`: see `ResourceOptions`. The default `visibility` is `public`.
    #[pyo3(signature = (name, content, **options: "Unpack[ResourceOptions]"))]
    fn create(
        &self,
        py: Python<'_>,
        name: Option<&str>,
        content: Source,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Resource> {
        let given = Given::of(options, keywords())?;
        self.engine.call(py, |session| {
            let collection = session.collection(self.kind);
            let made = collection.create(name, &content.bytes, &changes(&given)?);
            made.map(Resource::from).map_err(|error| content.explain(error))
        })
    }

    /// Returns a resource. Raises `NotFound` if it does not exist, or if it is a private resource of another
    /// user.
    fn read(&self, py: Python<'_>, name: &str) -> PyResult<Resource> {
        self.engine.call(py, |session| session.collection(self.kind).read(name).map(Resource::from))
    }

    /// Returns the resources that the caller may read, sorted by name.
    ///
    /// `after`: return only the names after this name. `limit`: the maximum number of resources (default:
    /// 100). A result contains at most 8 MiB, so it may be shorter than `limit`: repeat the call with the
    /// last name as `after` until the result is empty. `contents`: use `True` to include large contents
    /// (queries, stylesheets, requests of pipelines).
    #[pyo3(signature = (*, after = None, limit: "int | None" = None, contents = false))]
    fn list(
        &self,
        py: Python<'_>,
        after: Option<String>,
        #[pyo3(from_py_with = count_given)] limit: Option<usize>,
        contents: bool,
    ) -> PyResult<Vec<Resource>> {
        let mut page = page(after, limit);
        page.contents = contents;
        self.engine.call(py, |session| {
            let found = session.collection(self.kind).list(&page)?;
            Ok(found.into_iter().map(Resource::from).collect())
        })
    }

    /// Changes the content of a resource, its options, or both. The update is atomic.
    ///
    /// `options`: see `ResourceOptions`. Raises `PreconditionFailed` if the current revision is not
    /// `if_revision`.
    #[pyo3(signature = (name, content = None, **options: "Unpack[ResourceOptions]"))]
    fn update(
        &self,
        py: Python<'_>,
        name: &str,
        content: Option<Source>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Resource> {
        let given = Given::of(options, keywords())?;
        self.engine.call(py, |session| {
            let bytes = content.as_ref().map(|content| content.bytes.as_slice());
            let changed = session.collection(self.kind).update(name, bytes, &changes(&given)?);
            changed.map(Resource::from).map_err(|error| match &content {
                Some(content) => content.explain(error),
                None => error,
            })
        })
    }

    /// Deletes a resource. If `if_revision` is set, the resource is deleted only if it has this revision.
    #[pyo3(signature = (name, *, if_revision: "int | None" = None))]
    fn delete(
        &self,
        py: Python<'_>,
        name: &str,
        #[pyo3(from_py_with = count_given)] if_revision: Option<usize>,
    ) -> PyResult<()> {
        let mut changes = ResourceUpdate::default();
        changes.if_revision.extend(if_revision.map(|revision| revision as u64));
        self.engine.call(py, |session| session.collection(self.kind).delete(name, &changes))
    }

    /// Checks that the caller may use a resource. Raises the error of using it otherwise.
    fn check_use(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.collection(self.kind).check_use(name))
    }

    fn __repr__(&self) -> String {
        format!("<Collection of {}s>", self.kind.name())
    }
}
