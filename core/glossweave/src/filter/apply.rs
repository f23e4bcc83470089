//! Application of stored filters.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use super::Filter;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
use glossweave_nif::nif;
use glossweave_rdf::{IndexedGraph, Limits, Query, ResultFormat};
use glossweave_store::resource::Collection;

/// The maximum number of parsed queries in the cache.
const READY: usize = 256;

/// The parsed queries, each with the revision of its filter.
#[derive(Debug, Default)]
pub(crate) struct Compiled(Mutex<HashMap<String, (u64, Arc<Query>)>>);

impl Compiled {
    /// Returns the query of a filter, parsed once for each revision.
    pub(super) fn query(&self, name: &str, revision: u64, text: &str) -> Result<Arc<Query>> {
        if let Some((known, query)) = self.lock().get(name)
            && *known == revision
        {
            return Ok(query.clone());
        }
        // Parses without the lock, because parsing is slow compared with all other work here.
        let query = Arc::new(Query::parse(text)?);
        let mut ready = self.lock();
        if ready.len() >= READY {
            ready.clear();
        }
        ready.insert(name.to_owned(), (revision, query.clone()));
        Ok(query)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, (u64, Arc<Query>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stored filters: a [`Collection`], and functions that apply them.
///
/// ```
/// use glossweave::rdf::ResultFormat;
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::{Caller, Engine, Format, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("anna", "correct horse")?;
/// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
/// let query = b"SELECT ?s ?o WHERE { ?s ?p ?o }";
/// engine.session(anna).filters().create(Some("pairs"), query, &ResourceUpdate::default())?;
///
/// // It is public: anyone may use it.
/// let filters = engine.session(Caller::Anonymous).filters();
/// let turtle = b"<http://a.example/> <http://a.example/p> 'x' .";
/// let table = filters.apply("pairs", turtle, Format::Turtle, ResultFormat::Csv)?;
/// assert_eq!(table, b"s,o\r\nhttp://a.example/,x\r\n");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Filters<'a> {
    collection: Collection<'a, Filter>,
    compiled: &'a Compiled,
    limits: Limits,
    max_bytes: usize,
}

impl<'a> Filters<'a> {
    pub(crate) fn new(
        collection: Collection<'a, Filter>,
        compiled: &'a Compiled,
        limits: Limits,
        max_bytes: usize,
    ) -> Filters<'a> {
        Filters { collection, compiled, limits, max_bytes }
    }

    /// Applies a filter to RDF.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`](crate::ErrorKind::Unauthenticated) and
    /// [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) if the caller may not use the filter;
    /// the errors of [`IndexedGraph::read`](glossweave_rdf::IndexedGraph::read) for the input; and
    /// [`ErrorKind::Deadline`](crate::ErrorKind::Deadline) and
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) if the query uses more time or memory,
    /// or returns a larger result, than the settings allow.
    ///
    /// ```
    /// # use glossweave::{Caller, Engine, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("ann", "correct horse")?;
    /// # let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
    /// use glossweave::Format;
    /// use glossweave::rdf::ResultFormat;
    /// let filters = session.filters();
    /// let query = b"SELECT ?name { ?place <http://schema.org/name> ?name }";
    /// filters.create(Some("names"), query, &Default::default())?;
    /// let turtle = b"<http://example.org/cork> <http://schema.org/name> 'Cork' .";
    /// let table = filters.apply("names", turtle, Format::Turtle, ResultFormat::Csv)?;
    /// assert_eq!(table, b"name\r\nCork\r\n");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// An error in the input has a location:
    ///
    /// ```
    /// # use glossweave::{Caller, Engine, ErrorKind, Format, Settings};
    /// # use glossweave::rdf::ResultFormat;
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("ann", "correct horse")?;
    /// # let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
    /// let filters = session.filters();
    /// filters.create(Some("all"), b"SELECT * { ?s ?p ?o }", &Default::default())?;
    /// let turtle = b"<http://example.org/cork>\n  <http://schema.org/name> 'Cork .";
    /// let error = filters.apply("all", turtle, Format::Turtle, ResultFormat::Csv).unwrap_err();
    /// assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    /// let error = filters.apply("some", b"", Format::Turtle, ResultFormat::Csv).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn apply(
        &self,
        name: &str,
        input: &[u8],
        format: Format,
        output: ResultFormat,
    ) -> Result<Vec<u8>> {
        let query = self.query(name)?;
        if input.len() > self.max_bytes {
            return Err(Error::source_too_long(input.len(), self.max_bytes, "limits.source"));
        }
        query.write(&IndexedGraph::read(input, format, None)?, output, &self.limits)
    }

    /// Applies a filter to triples.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Filters::apply`], except errors in the input.
    ///
    /// ```
    /// # use glossweave::{Caller, Engine, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("ann", "correct horse")?;
    /// # let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
    /// use glossweave::Format;
    /// use glossweave::rdf::{IndexedGraph, ResultFormat};
    /// let filters = session.filters();
    /// filters.create(Some("count"), b"SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", &Default::default())?;
    /// let turtle = b"<http://example.org/cork> <http://schema.org/name> 'Cork' .";
    /// let graph = IndexedGraph::read(turtle, Format::Turtle, None)?;
    /// assert_eq!(filters.apply_to("count", &graph, ResultFormat::Csv)?, b"n\r\n1\r\n");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// For example, anonymous callers cannot use a private filter:
    ///
    /// ```
    /// # use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// # use glossweave::resource::{ResourceUpdate, Visibility};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("ann", "correct horse")?;
    /// # let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
    /// use glossweave::rdf::{IndexedGraph, ResultFormat};
    /// let private = ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
    /// session.filters().create(Some("mine"), b"SELECT * { ?s ?p ?o }", &private)?;
    /// let graph = IndexedGraph::default();
    /// assert!(session.filters().apply_to("mine", &graph, ResultFormat::Json).is_ok());
    /// let others = engine.session(Caller::Anonymous).filters();
    /// let error = others.apply_to("mine", &graph, ResultFormat::Json).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn apply_to(
        &self,
        name: &str,
        dataset: &IndexedGraph,
        output: ResultFormat,
    ) -> Result<Vec<u8>> {
        self.query(name)?.write(dataset, output, &self.limits)
    }

    /// Applies a filter to the NIF of a document and its annotations, as written by
    /// [`nif::write`](nif::write()).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Filters::apply_to`], and the errors of writing NIF.
    ///
    /// ```
    /// # use glossweave::{Caller, Engine, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("ann", "correct horse")?;
    /// # let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
    /// use glossweave::annotation::{Annotation, Entity};
    /// use glossweave::rdf::ResultFormat;
    /// use glossweave::{Document, nif, text::TextSpan};
    /// let filters = session.filters();
    /// let query = b"PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#> SELECT ?e { ?s itsrdf:taIdentRef ?e }";
    /// filters.create(Some("entities"), query, &Default::default())?;
    /// let text = Document::of_text("To Cork".to_owned(), None);
    /// let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/cork"));
    /// let options = nif::Options::default();
    /// let table = filters.apply_to_document("entities", &text, &[cork], &options, ResultFormat::Csv)?;
    /// assert_eq!(table, b"e\r\nhttp://example.org/cork\r\n");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn apply_to_document(
        &self,
        name: &str,
        document: &Document,
        annotations: &[Annotation],
        options: &nif::Options,
        output: ResultFormat,
    ) -> Result<Vec<u8>> {
        let query = self.query(name)?;
        let dataset = nif::dataset(document, annotations, options)?;
        query.write(&dataset, output, &self.limits)
    }

    /// Returns the query of a filter that the caller may use.
    fn query(&self, name: &str) -> Result<Arc<Query>> {
        let filter = self.collection.read_for_use(name)?;
        self.compiled.query(name, filter.revision, &filter.content.query)
    }
}

impl<'a> Deref for Filters<'a> {
    type Target = Collection<'a, Filter>;

    fn deref(&self) -> &Collection<'a, Filter> {
        &self.collection
    }
}

impl fmt::Debug for Filters<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Filters").field("limits", &self.limits).finish_non_exhaustive()
    }
}
