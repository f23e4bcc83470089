//! Sessions: the services of an engine for one caller.

use std::io::Write;
use std::sync::Arc;

use super::{Engine, Settings};
use crate::entity::{Entities, Models};
use crate::link::{Links, Parts as LinkParts};
use crate::pipeline::{BatchOptions, CallBatch, run_many};
use crate::request::{Attribution, Conversion};
use crate::service::{Call, Engines, ServiceSet, Services};
use crate::settings::Bytes;
use crate::term::Terms;
use crate::translate::Translations;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_store::acl::{Caller, Users, export};
use glossweave_store::resource::{PageRequest, ResourceKind, ResourceUpdate};

/// The services of an [`Engine`] for one caller. A session is cheap to create, for example for each
/// call.
///
/// ```
/// use glossweave::service::Call;
/// use glossweave::{Caller, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let session = engine.session(Caller::Anonymous);
/// assert_eq!(session.caller(), &Caller::Anonymous);
/// assert_eq!(session.settings().limits, engine.settings().limits);
/// // What the host has added, and what everybody has.
/// assert_eq!(session.terms().providers(), ["extraction", "termbase"]);
/// assert!(session.translations().providers().is_empty());
/// assert!(session.entities().names().next().is_none() && session.models().list()?.is_empty());
/// // An anonymous caller sees what is public: the templates that come with the library.
/// assert!(!session.templates().list(&Default::default())?.is_empty());
/// assert!(session.pipelines().list(&Default::default())?.is_empty());
/// let call = Call::new("/e-terminology/extraction?language=en").with_body("One black hole.");
/// assert_eq!(session.call(call)?.media_type, "text/turtle");
/// assert!(session.links().explore("no IRI", "dataset:places").is_err());
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session<'a> {
    pub(super) engine: &'a Engine,
    pub(super) caller: Caller,
}

impl<'a> Session<'a> {
    pub(super) fn new(engine: &'a Engine, caller: Caller) -> Session<'a> {
        Session { engine, caller }
    }

    /// Returns the caller of this session.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Returns the settings of the engine.
    pub fn settings(&self) -> &'a Settings {
        self.engine.settings()
    }

    /// Returns the service for named entities.
    pub fn entities(&self) -> Entities<'a> {
        let parts = &self.engine.0;
        let dataset = parts.settings.dataset.as_deref();
        let providers = (&parts.registry, &parts.models);
        Entities::new(providers, self.conversion(), self.datasets(), dataset)
    }

    /// Returns the service for trained models.
    pub fn models(&self) -> Models<'a> {
        let parts = &self.engine.0;
        let (datasets, documents) = (self.datasets(), self.documents());
        Models::new(&parts.models, &parts.registry, &parts.access, datasets, documents)
    }

    /// Returns the service for terms.
    pub fn terms(&self) -> Terms<'a> {
        Terms::new(&self.engine.0.registry, self.conversion(), self.datasets())
    }

    /// Returns the service for translations.
    pub fn translations(&self) -> Translations<'a> {
        let parts = &self.engine.0;
        let time = parts.settings.network.time;
        Translations::new(&parts.systems, self.terms(), self.conversion(), time)
    }

    fn conversion(&self) -> Conversion<'a> {
        let parts = &self.engine.0;
        let Settings { prefix, limits, .. } = &parts.settings;
        Conversion {
            prefix,
            max_bytes: limits.source.as_usize(),
            bounds: &parts.bounds,
            max_output_bytes: limits.output.map(Bytes::as_usize),
            attribution: Attribution::new(&parts.access, parts.settings.provenance),
            filters: self.filters(),
            profiles: self.profiles(),
        }
    }

    /// Returns the service for links, which adds the results of stored templates to entities.
    pub fn links(&self) -> Links<'a> {
        let parts = &self.engine.0;
        let Settings { sparql, links, .. } = &parts.settings;
        let parts = LinkParts {
            access: &parts.access,
            registry: &parts.registry,
            network: &parts.network,
            graphs: &parts.graphs,
            limits: sparql.limits(),
            concurrency: links.concurrency,
            time: links.time,
        };
        let conversion = Conversion { attribution: Attribution::none(), ..self.conversion() };
        Links::new(parts, self.templates(), conversion, self.caller.clone())
    }

    /// Returns the recognizers, term finders and translators that the caller may use, with their
    /// parameters and languages. Private translation systems are omitted, and so are keys.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let engines = engine.session(Caller::Anonymous).engines()?;
    /// assert_eq!(engines.recognizers[0].name, "dictionary");
    /// assert!(engines.recognizers[0].parameters.iter().any(|one| one.name == "threshold"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file of a term base or of a trained model is damaged.
    pub fn engines(&self) -> Result<Engines> {
        Engines::new(&self.entities(), &self.terms(), &self.translations())
    }

    /// Returns all services by their paths.
    pub(crate) fn services(&self) -> Services<'a> {
        let engine = self.engine;
        let open = move |caller| Session { engine, caller }.service_set();
        let parts = &engine.0;
        let (access, blacklist, bounds) = (&parts.access, &parts.blacklist, &parts.bounds);
        Services::new(self.caller.clone(), Arc::new(open), access, blacklist, bounds)
    }

    /// Runs work within the limits of a call whose input has `input` bytes.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work, and `ErrorKind::Deadline`, `ErrorKind::TooLarge` and
    /// `ErrorKind::Unavailable` if it uses more time or memory than a call may.
    pub fn limited<T>(&self, input: usize, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.engine.0.bounds.limits(input).run(work)
    }

    fn service_set(&self) -> ServiceSet<'a> {
        ServiceSet {
            entities: self.entities(),
            links: self.links(),
            terms: self.terms(),
            translations: self.translations(),
            filters: self.filters(),
            converters: self.converters(),
            conversion: self.conversion(),
        }
    }

    /// Returns the service for users.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let error = users.read("anna").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    ///
    /// let token = users.authenticate("anna", "correct horse")?;
    /// let anna = engine.session(Caller::token(&token.to_text())).users();
    /// assert_eq!(anna.read("anna")?.username, "anna");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// Failed log-ins are counted for each name and address. When there are too many, further
    /// attempts are refused:
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let stranger = users.clone().from_address([192, 0, 2, 7].into());
    /// for _ in 0..5 {
    ///     stranger.authenticate("anna", "a wrong word").unwrap_err();
    /// }
    /// let error = stranger.authenticate("anna", "a wrong word").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Throttled);
    /// users.from_address([192, 0, 2, 8].into()).authenticate("anna", "correct horse")?;
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn users(&self) -> Users<'a> {
        Users::new(&self.engine.0.access, self.caller.clone())
    }

    /// Removes a user together with all resources of the user. Only the user and admins may do so.
    /// The resources are removed one after the other; if the call fails halfway, repeat it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Users::delete`], but `ErrorKind::Conflict` only for the last admin.
    ///
    /// ```
    /// # use glossweave::resource::ResourceUpdate;
    /// # use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let session = engine.session(anna);
    /// session.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &ResourceUpdate::default())?;
    /// let error = session.users().delete("anna").unwrap_err();
    /// assert!(error.message().contains("1 filter (`all`)"));
    /// session.delete_user("anna")?;
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn delete_user(&self, name: &str) -> Result<()> {
        // The user may get new resources in the meantime, so deletion is tried several times.
        for _ in 0..8 {
            match self.users().delete(name) {
                Err(error) if error.parameter() == Some("resources") => {}
                done => return done,
            }
            if !self.delete_owned(name)? {
                break;
            }
        }
        self.users().delete(name)
    }

    /// Removes the resources of a user. Returns `true` if there were any.
    fn delete_owned(&self, name: &str) -> Result<bool> {
        let mut any = false;
        for kind in ResourceKind::ALL {
            let collection = self.collection(*kind);
            let mut page = PageRequest::default();
            loop {
                let part = collection.list(&page)?;
                let Some(last) = part.last() else { break };
                page.after = Some(last.resource.name.clone());
                for one in part.iter().filter(|one| one.resource.owner == name) {
                    match collection.delete(&one.resource.name, &ResourceUpdate::default()) {
                        // Another call has removed the resource.
                        Err(error) if error.kind() == ErrorKind::NotFound => {}
                        done => done?,
                    }
                    any = true;
                }
            }
        }
        Ok(any)
    }

    /// Writes the whole store as JSON Lines, for [`store::import`](crate::store::import). The export
    /// contains the hashes of passwords, tokens and API keys, so it must be kept as safe as the store.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::Forbidden`] if the caller is not an
    /// admin, and [`ErrorKind::Storage`] if the store or the writer fails.
    ///
    /// ```
    /// use glossweave::store::{MemoryBackend, import};
    /// use glossweave::settings::AdminSettings;
    /// use glossweave::{Caller, Engine, Settings};
    /// let admin = AdminSettings::new("root", "correct horse");
    /// let settings = Settings { admin, ..Settings::default() };
    /// let engine = Engine::builder(settings).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// let root = Caller::Token(users.authenticate("root", "correct horse")?);
    /// let mut lines = Vec::new();
    /// engine.session(root.clone()).export(&mut lines)?;
    ///
    /// let copy = MemoryBackend::new();
    /// import(&copy, &lines[..])?;
    /// let engine = Engine::builder(Settings::default()).backend(copy).open()?;
    /// assert_eq!(engine.session(root).users().read("root")?.username, "root");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn export(&self, to: impl Write) -> Result<()> {
        export(&self.engine.0.access, &self.caller, to)
    }

    /// Runs a stream of calls on several threads, each like [`Session::call`]. When a call fails,
    /// its answer is an error, and the other calls continue.
    ///
    /// ```
    /// use glossweave::pipeline::BatchOptions;
    /// use glossweave::entity::Dictionary;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let texts = ["To Cork!", "", "Cork again"];
    /// let call = |text| Ok(Call::new("/e-entity/places/documents").with_body(text));
    /// let options = BatchOptions { threads: 2, ..BatchOptions::default() };
    /// let many = engine.session(Caller::Anonymous).call_many(texts.into_iter().map(call), &options);
    /// let done: Vec<_> = many.map(|one| (one.index, one.answer.is_ok())).collect();
    /// assert_eq!(done, [(0, true), (1, false), (2, true)]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn call_many<I>(&self, calls: I, options: &BatchOptions) -> CallBatch
    where
        I: Iterator<Item = Result<Call>> + Send + 'static,
    {
        let (engine, caller) = (self.engine.clone(), self.caller.clone());
        run_many(calls, options, move |call| engine.session(caller.clone()).call(call))
    }
}
