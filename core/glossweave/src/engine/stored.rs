//! The stored resources of a session.

use super::{Session, Settings};
use crate::filter::{Filter, Filters};
use crate::pipeline::{Parts as PipelineParts, Pipelines, StoredPipeline};
use crate::stored_document::{StoredDocument, StoredDocuments};
use crate::stored_profile::StoredProfile;
use glossweave_link::Template;
use glossweave_store::resource::{AnyCollection, Collection, CollectionExt, Content, ResourceKind};
use glossweave_vocabulary::{Dataset, Datasets, DatasetsExt, Reconciliation};
use glossweave_xslt::{Converters, StoredStylesheet};

impl<'a> Session<'a> {
    /// Returns the stored filters: queries that turn RDF into tables.
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    ///
    /// let mut changes = ResourceUpdate::default();
    /// changes.set("visibility", "private")?;
    /// let filters = engine.session(anna).filters();
    /// let filter = filters.create(Some("subjects"), b"SELECT ?s { ?s ?p ?o }", &changes)?;
    /// assert_eq!(filter.owner, "anna");
    ///
    /// let error = engine.session(Caller::Anonymous).filters().read("subjects").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn filters(&self) -> Filters<'a> {
        let parts = &self.engine.0;
        let Settings { limits, sparql, .. } = &parts.settings;
        Filters::new(self.typed(), &parts.compiled, sparql.limits(), limits.source.as_usize())
    }

    /// Returns the stored templates: queries for more data about entities.
    pub fn templates(&self) -> Collection<'a, Template> {
        self.typed()
    }

    /// Returns the stored pipelines.
    pub fn pipelines(&self) -> Pipelines<'a> {
        let parts = &self.engine.0;
        let Settings { limits, pipelines, .. } = &parts.settings;
        let bases = pipelines.base_urls.split(',').map(str::trim).filter(|base| !base.is_empty());
        let parts = PipelineParts {
            network: &parts.network,
            bases: bases.map(str::to_owned).collect(),
            time: pipelines.time,
            max_bytes: limits.source.as_usize(),
            watch: None,
        };
        Pipelines::new(self.typed(), self.services(), parts)
    }

    /// Returns the stored datasets: lists of the names of things.
    ///
    /// ```
    /// use glossweave::vocabulary::Load;
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    ///
    /// let mut table = "uri,label\nhttp://example.org/Cork,Cork\n".as_bytes();
    /// let datasets = engine.session(anna).datasets();
    /// let places = datasets.create_from("places", Load::new(&mut table), &ResourceUpdate::default())?;
    /// assert_eq!((places.content.entities, places.content.labels), (1, 1));
    ///
    /// // It is public: anyone may find its names.
    /// let mut request = Request::new("To Cork!", Format::Text);
    /// request.set("dataset", "places")?;
    /// let reply = engine.session(Caller::Anonymous).entities().enrich("dictionary", request)?;
    /// assert!(String::from_utf8_lossy(&reply.bytes).contains("<http://example.org/Cork>"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// A source can be uploaded in parts, which are kept until the dataset is loaded:
    ///
    /// ```
    /// # use glossweave::resource::ResourceUpdate;
    /// # use glossweave::{Caller, Engine, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let datasets = engine.session(anna).datasets();
    /// let mut upload = datasets.upload("places")?;
    /// upload.append(b"uri,label\nhttp://example.org/Cork,")?;
    /// drop(upload);
    ///
    /// let mut upload = datasets.upload("places")?;
    /// assert_eq!(upload.len(), 34);
    /// upload.append_from(&mut "Cork\n".as_bytes())?;
    /// datasets.create_from_upload(upload, &ResourceUpdate::default())?;
    /// assert_eq!(datasets.read("places")?.content.labels, 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn datasets(&self) -> Datasets<'a> {
        Datasets::new(self.vocabularies(), self.caller.clone())
    }

    /// Returns the reconciliation service, which lists the things in stored datasets that a name
    /// may mean.
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let table = b"uri,label\nhttp://example.org/Cork,Cork\n";
    /// anna.datasets().create(Some("places"), table, &ResourceUpdate::default())?;
    ///
    /// let found = anna.reconciliation().answer("places", r#"{"q": {"query": "cork"}}"#)?;
    /// assert_eq!(found["q"]["result"][0]["id"], "http://example.org/Cork");
    /// assert_eq!(found["q"]["result"][0]["match"], true);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn reconciliation(&self) -> Reconciliation<'a> {
        Reconciliation::new(self.datasets())
    }

    fn vocabularies(&self) -> Collection<'a, Dataset> {
        let parts = &self.engine.0;
        let caller = self.caller.clone();
        Collection::new(&parts.access, &parts.resource_limits, caller, parts.graphs.folder.as_ref())
    }

    /// Returns the stored documents, in which people accept, reject, change and add annotations.
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let documents = engine.local_session()?.documents();
    /// let body = br#"{"dcterms:references": {"value": "To Cork"}, "items": []}"#;
    /// documents.create(Some("letter"), body, &ResourceUpdate::default())?;
    /// assert_eq!(documents.open("letter")?.0.text(), "To Cork");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn documents(&self) -> StoredDocuments<'a> {
        StoredDocuments::new(self.typed())
    }

    /// Returns the stored markup profiles.
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let profiles = engine.local_session()?.profiles();
    /// let profile = br#"{"name": "own", "rules": [{"annotation": "term", "element": "dfn"}]}"#;
    /// profiles.create(Some("definitions"), profile, &ResourceUpdate::default())?;
    /// assert_eq!(profiles.read("definitions")?.content.profile["name"], "own");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn profiles(&self) -> Collection<'a, StoredProfile> {
        self.typed()
    }

    /// Returns the stored XSLT stylesheets.
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::xslt::Request;
    /// use glossweave::{Caller, Engine, Format, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let stylesheet = br#"<p xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
    ///   <xsl:value-of select="count(//*)"/></p>"#;
    /// engine.session(anna).converters().create(Some("count"), stylesheet, &ResourceUpdate::default())?;
    ///
    /// // It is public: anyone may use it.
    /// let converters = engine.session(Caller::Anonymous).converters();
    /// let reply = converters.apply("count", &Request::new("<a><b/></a>", Format::Xml))?;
    /// assert_eq!(reply.bytes, b"<?xml version=\"1.0\"?>\n<p>2</p>\n");
    /// assert_eq!(reply.media_type, "text/xml");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn converters(&self) -> Converters<'a> {
        let parts = &self.engine.0;
        Converters::new(
            self.stylesheets(),
            &parts.stylesheet_cache,
            parts.settings.limits.source.as_usize(),
        )
    }

    fn stylesheets(&self) -> Collection<'a, StoredStylesheet> {
        let (parts, caller) = (&self.engine.0, self.caller.clone());
        Collection::new(&parts.access, &parts.resource_limits, caller, &parts.stylesheet_cache)
    }

    /// Returns the stored resources of a kind.
    ///
    /// ```
    /// use glossweave::resource::{ResourceUpdate, ResourceKind};
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let collection = engine.session(anna).collection(ResourceKind::Filter);
    /// let query = b"SELECT ?s { ?s ?p ?o }";
    /// collection.create(Some("subjects"), query, &ResourceUpdate::default())?;
    /// assert!(collection.read("subjects")?.to_json().starts_with(r#"{"name":"subjects","kind":"filter","#));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn collection(&self, kind: ResourceKind) -> Box<dyn AnyCollection + 'a> {
        match kind {
            ResourceKind::Template => Box::new(self.templates()),
            ResourceKind::Filter => Box::new(self.typed::<Filter>()),
            ResourceKind::Pipeline => Box::new(self.typed::<StoredPipeline>()),
            ResourceKind::Dataset => Box::new(self.vocabularies()),
            ResourceKind::Converter => Box::new(self.stylesheets()),
            ResourceKind::Document => Box::new(self.typed::<StoredDocument>()),
            ResourceKind::Profile => Box::new(self.profiles()),
        }
    }

    fn typed<T: Content<Context = ()>>(&self) -> Collection<'a, T> {
        let parts = &self.engine.0;
        Collection::new(&parts.access, &parts.resource_limits, self.caller.clone(), &())
    }
}
