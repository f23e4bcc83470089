//! The API of stored resources.

use std::time::SystemTime;

use glossweave::Result;
use glossweave::resource::{Record, ResourceKind, ResourceUpdate};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMappingProxy};

use crate::engine_ref::EngineRef;
use crate::input::{Source, Strings, count_given};
use crate::option::read;
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
    /// Its name, or the number that the store gave.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.resource.name
    }

    /// The name of its kind.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind.name()
    }

    /// The name of the user whose it is.
    #[getter]
    fn owner(&self) -> &str {
        &self.inner.resource.owner
    }

    /// The visibility: everybody (`"public"`), or its owner and admins (`"private"`).
    #[getter]
    fn visibility(&self) -> String {
        self.inner.resource.visibility.to_string()
    }

    /// The description.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.inner.resource.description.as_deref()
    }

    /// The time of its creation, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.resource.created.into()
    }

    /// The time of its last change, in UTC.
    #[getter]
    fn updated(&self) -> SystemTime {
        self.inner.resource.updated.into()
    }

    /// The number of the change of the store that it was changed by. Every change has a greater one.
    #[getter]
    fn revision(&self) -> u64 {
        self.inner.resource.revision
    }

    /// Its content, by the names of its kind: `query` of a filter, `requests` of a pipeline and so on.
    /// Changing it changes nothing that is stored.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let loads = py.import("json")?.getattr("loads")?;
        let fields = PyDict::new(py);
        for (name, value) in &self.inner.resource.content {
            fields.set_item(name, loads.call1((value.to_string(),))?)?;
        }
        Ok(PyMappingProxy::new(py, fields.as_mapping()))
    }

    /// Returns all of it as JSON, in the form of services.
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
/// `visibility`: `"public"` or `"private"`. `label`: what a pipeline or a template is called. `persist`:
/// whether a pipeline stays for ever; it goes after a week otherwise. `language`: that of the names in a
/// dataset. `informat`, `mode`, `properties`, `plurals`, `case`, `never_alone`, `type`, `strict`: how a
/// dataset is loaded, as in `Datasets.load`.
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

/// The options of a resource besides its content.
#[derive(Default)]
pub struct ResourceOptions<'a> {
    pub visibility: Option<&'a str>,
    pub description: Option<String>,
    pub owner: Option<String>,
    pub if_revision: Option<usize>,
    pub label: Option<String>,
    pub persist: Option<bool>,
    pub language: Option<&'a str>,
    pub informat: Option<String>,
    pub mode: Option<&'a str>,
    pub properties: Option<Strings>,
    pub plurals: Option<bool>,
    pub case: Option<&'a str>,
    pub never_alone: Option<Strings>,
    pub kind_of_entries: Option<String>,
    pub strict: Option<bool>,
}

impl ResourceOptions<'_> {
    pub fn changes(self) -> Result<ResourceUpdate> {
        let mut changes = ResourceUpdate::default();
        changes.visibility =
            self.visibility.map(|visibility| read("visibility", visibility)).transpose()?;
        changes.language = self.language.map(|language| read("language", language)).transpose()?;
        changes.description = self.description;
        changes.owner = self.owner;
        changes.if_revision =
            self.if_revision.map(|revision| revision as u64).into_iter().collect();
        changes.label = self.label;
        changes.persist = self.persist;
        changes.informat = self.informat;
        changes.mode = self.mode.map(|mode| read("mode", mode)).transpose()?;
        changes.properties = self.properties.unwrap_or_default().0;
        changes.plurals = self.plurals;
        changes.case = self.case.map(|case| read("case", case)).transpose()?;
        changes.never_alone = self.never_alone.map(|words| words.0);
        changes.strict = self.strict;
        self.kind_of_entries.map(|word| changes.set("type", &word)).transpose()?;
        Ok(changes)
    }
}

#[pymethods]
impl Collection {
    /// The name of the kind of what stands on it.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind.name()
    }

    /// Stores something new, which then belongs to the caller. Where the store gives numbers,
    /// `name` is `None`. It is public unless `visibility` says otherwise.
    #[pyo3(signature = (name, content, *, visibility = None, description = None, label = None,
        persist = None, language = None, informat = None, mode = None, properties = None,
        plurals = None, case = None, never_alone = None, r#type = None, strict = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn create(
        &self,
        py: Python<'_>,
        name: Option<&str>,
        content: Source,
        visibility: Option<&str>,
        description: Option<String>,
        label: Option<String>,
        persist: Option<bool>,
        language: Option<&str>,
        informat: Option<String>,
        mode: Option<&str>,
        properties: Option<Strings>,
        plurals: Option<bool>,
        case: Option<&str>,
        never_alone: Option<Strings>,
        r#type: Option<String>,
        strict: Option<bool>,
    ) -> PyResult<Resource> {
        let options = ResourceOptions {
            visibility,
            description,
            label,
            persist,
            language,
            informat,
            mode,
            properties,
            plurals,
            case,
            never_alone,
            kind_of_entries: r#type,
            strict,
            ..ResourceOptions::default()
        };
        self.engine.call(py, |session| {
            let collection = session.collection(self.kind);
            let made = collection.create(name, &content.bytes, &options.changes()?);
            made.map(Resource::from).map_err(|error| content.explain(error))
        })
    }

    /// Returns a resource. A private one of another user is `NotFound`.
    fn read(&self, py: Python<'_>, name: &str) -> PyResult<Resource> {
        self.engine.call(py, |session| session.collection(self.kind).read(name).map(Resource::from))
    }

    /// Returns the resources that the caller may see, in the order of their names, at most `limit` of them
    /// (100 without it), from behind the name `after`. Large contents (queries, stylesheets, requests of
    /// pipelines) are included with `contents=True`. A part has up to 8 MiB; the list is at its end if
    /// nothing follows the last name.
    #[pyo3(signature = (*, after = None, limit = None, contents = false))]
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

    /// Changes a resource: its content if some is given, and whatever else is. All of it happens or
    /// nothing. `owner`: a user to give it to. `if_revision`: the revision that was seen; if it is another
    /// by now, that is `PreconditionFailed`.
    #[pyo3(signature = (name, content = None, *, visibility = None, description = None,
        owner = None, if_revision = None, label = None, persist = None, language = None,
        informat = None, mode = None, properties = None, plurals = None, case = None, never_alone = None, r#type = None, strict = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn update(
        &self,
        py: Python<'_>,
        name: &str,
        content: Option<Source>,
        visibility: Option<&str>,
        description: Option<String>,
        owner: Option<String>,
        #[pyo3(from_py_with = count_given)] if_revision: Option<usize>,
        label: Option<String>,
        persist: Option<bool>,
        language: Option<&str>,
        informat: Option<String>,
        mode: Option<&str>,
        properties: Option<Strings>,
        plurals: Option<bool>,
        case: Option<&str>,
        never_alone: Option<Strings>,
        r#type: Option<String>,
        strict: Option<bool>,
    ) -> PyResult<Resource> {
        let options = ResourceOptions {
            visibility,
            description,
            owner,
            if_revision,
            label,
            persist,
            language,
            informat,
            mode,
            properties,
            plurals,
            case,
            never_alone,
            kind_of_entries: r#type,
            strict,
        };
        self.engine.call(py, |session| {
            let bytes = content.as_ref().map(|content| content.bytes.as_slice());
            let changed = session.collection(self.kind).update(name, bytes, &options.changes()?);
            changed.map(Resource::from).map_err(|error| match &content {
                Some(content) => content.explain(error),
                None => error,
            })
        })
    }

    /// Removes a resource, if it still has the revision `if_revision`, where one is given.
    #[pyo3(signature = (name, *, if_revision = None))]
    fn delete(
        &self,
        py: Python<'_>,
        name: &str,
        #[pyo3(from_py_with = count_given)] if_revision: Option<usize>,
    ) -> PyResult<()> {
        let options = ResourceOptions { if_revision, ..ResourceOptions::default() };
        self.engine
            .call(py, |session| session.collection(self.kind).delete(name, &options.changes()?))
    }

    /// Raises the error of using a resource, if the caller may not use it.
    fn check_use(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.collection(self.kind).check_use(name))
    }

    fn __repr__(&self) -> String {
        format!("<Collection of {}s>", self.kind.name())
    }
}
