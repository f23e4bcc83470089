//! The builder of an engine.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{Engine, Parts, Settings};
use crate::filter::Compiled;
use crate::models::{DefaultModels, LanguageTagger, StoredModels};
use crate::provider::Provider;
use crate::registry::{Registry, TRAINED};
use glossweave_base::allowance::Memory;
use glossweave_base::clock::{Clock, SystemClock};
use glossweave_base::error::{Error, Result};
use glossweave_entity::{MentionModel, RankingWeights, SentenceEncoder, Tagger};
use glossweave_format::recognizer::Recognizer;
use glossweave_link::QueryEndpoint;
use glossweave_link::install_templates;
use glossweave_net::Network;
use glossweave_nif::nif::check_prefix;
use glossweave_store::acl::{AuthContext, count_names, install_admin};
use glossweave_store::resource;
use glossweave_store::store::{Backend, SledOptions, StoreLocation};
use glossweave_term::TermBase;
use glossweave_translate::Translator;
use glossweave_translate::{System, Systems};
use glossweave_vocabulary::{StoredGraphs, VocabularyFiles};
use glossweave_xslt::StylesheetCache;

/// Collects the components of an [`Engine`].
///
/// ```
/// use glossweave::clock::FixedClock;
/// use glossweave::net::Network;
/// use glossweave::store::MemoryBackend;
/// use glossweave::term::TermBase;
/// use glossweave::{Caller, Engine, Settings};
/// use std::{sync::Arc, time::SystemTime};
/// let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
/// let engine = Engine::builder(Settings::default())
///     .backend(MemoryBackend::new())
///     .clock(FixedClock::new(SystemTime::UNIX_EPOCH))
///     .network(Arc::new(Network::default()))
///     .term_base("astronomy", terms)
///     .open()?;
/// assert_eq!(engine.clock().now(), SystemTime::UNIX_EPOCH);
/// assert!(engine.session(Caller::Anonymous).terms().providers().contains(&"astronomy"));
/// # Ok::<(), glossweave::Error>(())
/// ```
pub struct Builder {
    settings: Settings,
    registry: Registry,
    clock: Arc<dyn Clock>,
    backend: Option<Arc<dyn Backend>>,
    network: Option<Arc<Network>>,
    translators: Vec<(Box<str>, System, Arc<dyn Translator>)>,
    /// The revision that the tagger of the settings must have.
    revision: Option<String>,
}

impl Builder {
    pub(super) fn new(settings: Settings) -> Builder {
        Builder {
            settings,
            registry: Registry::default(),
            clock: Arc::new(SystemClock),
            backend: None,
            network: None,
            translators: Vec::new(),
            revision: None,
        }
    }

    pub(super) fn expecting(mut self, revision: Option<String>) -> Builder {
        self.revision = revision;
        self
    }

    /// Adds a recognizer under the name that callers use, or replaces the one of that name.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// assert!(engine.session(Caller::Anonymous).entities().names().eq(["places"]));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn recognizer(mut self, name: &str, recognizer: impl Recognizer + 'static) -> Builder {
        self.registry.add_recognizer(name, Arc::new(recognizer));
        self
    }

    /// Adds a term base under the name by which [`Terms`](crate::term::Terms) knows it, or replaces the
    /// one of that name.
    ///
    /// ```
    /// use glossweave::term::{TermBase, TermOptions};
    /// use glossweave::{Caller, Document, Engine, Settings};
    /// let terms = TermBase::builder().csv(b"concept,term,language\nc1,black hole,en\n")?.build()?;
    /// let engine = Engine::builder(Settings::default()).term_base("astronomy", terms).open()?;
    /// let text = Document::of_text("A black hole".to_owned(), Some(&"en".parse()?));
    /// let terms = engine.session(Caller::Anonymous).terms();
    /// assert_eq!(terms.find("astronomy", &text, &TermOptions::default())?.len(), 1);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn term_base(mut self, name: &str, base: TermBase) -> Builder {
        self.registry.add_term_base(name, base);
        self
    }

    /// Sets the model that tells where the names of datasets are meant, in place of that of the settings.
    ///
    /// ```
    /// use glossweave::entity::{Corpus, Dictionary, EntityOptions, MentionModel, MentionTraining, Mentions};
    /// use glossweave::{Caller, Document, Engine, Settings};
    /// let text = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n".repeat(20);
    /// let table = b"uri,label\nhttp://example.org/nice,Nice\n";
    /// let names = Dictionary::from_csv(&table[..])?;
    /// let model = MentionModel::train(&Corpus::from_conll(&text)?, &names, &MentionTraining::default())?;
    /// let engine = Engine::builder(Settings::default()).mention_model(model).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let session = engine.session(anna);
    /// session.datasets().create(Some("places"), table, &Default::default())?;
    /// let document = Document::of_text("Nice weather! We went to Nice.".to_owned(), None);
    /// let wanted = EntityOptions::default().with_datasets(["places".to_owned()]);
    /// let find = |wanted: &EntityOptions| session.entities().recognize_with("dictionary", &document, wanted, None);
    /// assert_eq!(find(&wanted)?.len(), 1);
    /// assert_eq!(find(&wanted.with_mentions(Mentions::All))?.len(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn mention_model(mut self, model: MentionModel) -> Builder {
        self.registry.set_mention_model(model);
        self
    }

    /// Sets the encoder of what datasets say about entities that share names, and of the sentences with such names,
    /// in place of that of the settings. Datasets that were loaded with another one must be loaded again; those that
    /// were loaded without one are used without it.
    ///
    /// ```
    /// use glossweave::entity::SentenceEncoder;
    /// use glossweave::{Caller, Engine, Settings};
    /// /// The number of bytes of a text, and one.
    /// struct Length;
    /// impl SentenceEncoder for Length {
    ///     fn identity(&self) -> &str {
    ///         "length-1"
    ///     }
    ///     fn dimensions(&self) -> usize {
    ///         2
    ///     }
    ///     fn encode(&self, texts: &[&str]) -> glossweave::Result<Vec<Vec<f32>>> {
    ///         Ok(texts.iter().map(|text| vec![text.len() as f32, 1.0]).collect())
    ///     }
    /// }
    /// let engine = Engine::builder(Settings::default()).sentence_encoder(Length).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let session = engine.session(anna);
    /// let table = b"uri,label\nhttp://example.org/city,Cork\nhttp://example.org/bark,Cork\n";
    /// session.datasets().create(Some("names"), table, &Default::default())?;
    /// let document = glossweave::Document::of_text("We went to Cork by train.".to_owned(), None);
    /// let wanted = glossweave::entity::EntityOptions::default().with_datasets(["names".to_owned()]);
    /// let explained = session.entities().explain(&document, &wanted, None)?;
    /// let similarity = explained[0].choices[0].features.iter().find(|one| one.feature == "similarity");
    /// assert!(similarity.unwrap().value > 0.9);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn sentence_encoder(mut self, encoder: impl SentenceEncoder + 'static) -> Builder {
        self.registry.set_sentence_encoder(Arc::new(encoder));
        self
    }

    /// Sets the endpoint that answers the queries of templates for a URL, in place of the network.
    ///
    /// ```
    /// use glossweave::link::QueryEndpoint;
    /// use glossweave::rdf::Graph;
    /// use glossweave::{Caller, Engine, Settings};
    /// struct Empty;
    /// impl QueryEndpoint for Empty {
    ///     fn construct(&self, _: &str, _: std::time::Duration) -> glossweave::Result<Graph> {
    ///         Ok(Graph::new())
    ///     }
    /// }
    /// let url = "https://example.org/sparql";
    /// let engine = Engine::builder(Settings::default()).endpoint(url, Empty).open()?;
    /// let links = engine.session(Caller::Anonymous).links();
    /// assert!(links.explore("http://example.org/cork", url)?.graph.is_empty());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn endpoint(mut self, url: &str, endpoint: impl QueryEndpoint + 'static) -> Builder {
        self.registry.add_endpoint(url, Arc::new(endpoint));
        self
    }

    /// Adds a translation system, with the translator that does its work, under the name of a provider. A
    /// provider may have any number of systems.
    ///
    /// ```
    /// use glossweave::translate::{System, TranslationMemory};
    /// use glossweave::{Caller, Engine, Settings};
    /// let memory = TranslationMemory::builder().build()?;
    /// let system = System::new("news", "en".parse()?, "es".parse()?);
    /// let engine = Engine::builder(Settings::default()).translator("memory", system, memory).open()?;
    /// let translations = engine.session(Caller::Anonymous).translations();
    /// assert_eq!(translations.providers(), ["memory"]);
    /// assert_eq!(translations.systems("memory")?[0].name, "news");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn translator(
        mut self,
        provider: &str,
        system: System,
        translator: impl Translator + 'static,
    ) -> Builder {
        self.translators.push((provider.into(), system, Arc::new(translator)));
        self
    }

    /// Adds a provider of any kind: a recognizer, a term base or a translator under a name, as the functions
    /// of these kinds do, or an endpoint for a URL. A translator needs the description of its `system`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `system`, if a translator has none, or if another
    /// provider has one.
    ///
    /// ```
    /// use glossweave::provider::Provider;
    /// use glossweave::translate::{System, TranslationMemory};
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// use std::sync::Arc;
    /// let memory = Provider::Translator(Arc::new(TranslationMemory::builder().build()?));
    /// let builder = Engine::builder(Settings::default());
    /// let error = builder.provider("memory", memory.clone(), None).err().unwrap();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("system")));
    ///
    /// let system = System::new("news", "en".parse()?, "es".parse()?);
    /// let builder = Engine::builder(Settings::default()).provider("memory", memory, Some(system))?;
    /// let engine = builder.open()?;
    /// assert_eq!(engine.session(Caller::Anonymous).translations().providers(), ["memory"]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn provider(
        mut self,
        name: &str,
        provider: Provider,
        system: Option<System>,
    ) -> Result<Builder> {
        match (provider, system) {
            (Provider::Recognizer(one), None) => self.registry.add_recognizer(name, one),
            (Provider::TermFinder(base), None) => self.registry.add_term_base(name, base),
            (Provider::Endpoint(endpoint), None) => self.registry.add_endpoint(name, endpoint),
            (Provider::Translator(one), Some(system)) => {
                self.translators.push((name.into(), system, one));
            }
            (provider, system) => {
                let (kind, found) = (provider.kind().name(), system.is_some());
                let message = match found {
                    true => format!("expected no `system` of the {kind} `{name}`"),
                    false => format!("`system` of the {kind} `{name}` is missing"),
                };
                return Err(Error::invalid(message).with_parameter("system"));
            }
        }
        Ok(self)
    }

    /// Sets the clock. The default is the clock of the machine.
    ///
    /// ```
    /// use glossweave::clock::{FixedClock, Timestamp};
    /// use glossweave::{Caller, Engine, Settings};
    /// let noon: Timestamp = "2026-01-31T12:00:00Z".parse()?;
    /// let engine = Engine::builder(Settings::default()).clock(FixedClock::new(noon.into())).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let made = anna.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &Default::default())?;
    /// assert_eq!(made.created, noon);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn clock(mut self, clock: impl Clock + 'static) -> Builder {
        self.clock = Arc::new(clock);
        self
    }

    /// Sets the backend that stores users and their resources. The default is a store in memory, or in
    /// the place that the settings name. Several engines of a process share one in an [`Arc`].
    pub fn backend(mut self, backend: impl Backend + 'static) -> Builder {
        self.backend = Some(Arc::new(backend));
        self
    }

    /// Sets the network that remote services are called through, such as one that the providers of the
    /// host use too. The default is one that the engine makes from its settings.
    ///
    /// ```
    /// use glossweave::net::Network;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// // A network that may call no host, whatever the settings allow.
    /// let network = std::sync::Arc::new(Network::default());
    /// let engine = Engine::builder(Settings::default()).network(network).open()?;
    /// let links = engine.session(Caller::Anonymous).links();
    /// let error = links.explore("http://example.org/cork", "https://example.org/sparql").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Forbidden);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn network(mut self, network: Arc<Network>) -> Builder {
        self.network = Some(network);
        self
    }

    /// Opens the engine.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter at fault, for settings that no engine can have: a
    /// `max_bytes` of 0, a prefix that is not an http or https IRI, lists of hosts with something else in
    /// them, or an admin without a name or password. Returns `ErrorKind::Conflict`, with the parameter
    /// `admin.username`, if that is a user who is no admin and has another password. Returns
    /// `ErrorKind::Storage` if the store does not open.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// let mut settings = Settings::default();
    /// settings.set("prefix", "urn:texts")?;
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!(error.parameter(), Some("prefix"));
    /// assert!(error.message().starts_with("expected an http or https IRI as prefix"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn open(mut self) -> Result<Engine> {
        if self.settings.max_bytes == 0 {
            let message = "`max_bytes` is 0, expected the size of the largest document";
            return Err(Error::invalid(message).with_parameter("max_bytes"));
        }
        check_prefix(&self.settings.prefix)?;
        let revision = self.open_models()?;
        if let Some(folder) = &self.settings.sentence_encoder
            && self.registry.sentence_encoder().is_none()
        {
            let encoder = sentence_encoder(folder);
            let encoder = encoder.map_err(|error| error.with_parameter("sentence-encoder"))?;
            self.registry.set_sentence_encoder(encoder);
        }
        if let Some(path) = &self.settings.ranking_weights {
            let weights = RankingWeights::open(path);
            let weights = weights.map_err(|error| error.with_parameter("ranking-weights"))?;
            self.registry.set_ranking_weights(weights);
        }
        let store = match self.backend {
            Some(backend) => backend,
            None => stored_in(&self.settings)?,
        };
        let Settings { admin, .. } = &self.settings;
        let access = AuthContext::new(store, self.clock.clone(), resource::expire);
        let access = access.reserving(admin.username.as_deref());
        let access = access.allowing(self.settings.limits.quota_bytes);
        let token_cache = Duration::from_millis(self.settings.token_cache_milliseconds);
        let access = Arc::new(access.caching_tokens(token_cache));
        count_names(&access)?;
        if admin.create {
            let missing = |name: &str| {
                let message = format!("`{name}` is missing");
                Error::invalid(message).with_parameter(name)
            };
            let name = admin.username.as_deref().ok_or_else(|| missing("admin.username"))?;
            let password = admin.password.as_ref().ok_or_else(|| missing("admin.password"))?;
            install_admin(&access, name, password).map_err(|error| match error.parameter() {
                Some(parameter) => {
                    let parameter = format!("admin.{parameter}");
                    error.with_parameter(parameter)
                }
                None => error,
            })?;
        }
        access.expire()?;
        install_templates(&access)?;
        let registry = self.registry.clone();
        let models = Box::new(move || registry.index_models());
        let mut folder = VocabularyFiles::open(&access)?.with_models(models);
        if let Some(place) = self.settings.files.open()? {
            folder = folder.with_shared(place)?;
        }
        let folder = Arc::new(folder);
        resource::count_bytes(&access, &|row| folder.size_of_row(row))?;
        let graphs = StoredGraphs { access: access.clone(), folder };
        let Settings { saxon, xslt, .. } = &self.settings;
        let stylesheet_cache = StylesheetCache::open(xslt.options(), saxon.as_deref())?;
        let made = Network::new(self.settings.http.options()?);
        let network = self.network.unwrap_or_else(|| Arc::new(made));
        let mut systems = Systems::default();
        for (provider, system, translator) in self.translators {
            systems.add(&provider, system, translator, self.clock.clone());
        }
        let blacklist = self.settings.i18n_blacklist.parse()?;
        let memory = Memory::new(self.settings.call_memory, self.settings.all_calls_memory);
        let place = self.settings.store.as_ref();
        let models = place.and_then(StoreLocation::folder).map(|folder| folder.join("models"));
        let Builder { settings, registry, clock, .. } = self;
        Ok(Engine(Arc::new(Parts {
            settings,
            registry,
            models: StoredModels::in_folder(models),
            clock,
            access,
            compiled: Compiled::default(),
            stylesheet_cache,
            network,
            graphs,
            systems,
            tagger: revision,
            blacklist,
            memory,
        })))
    }
}

impl Builder {
    /// Opens the tagger and the mention model of the settings, as far as the host has given none. Without such
    /// settings the default models are used. Returns the revision of the tagger.
    fn open_models(&mut self) -> Result<Option<String>> {
        let Settings { models, tagger, mention_model, .. } = &self.settings;
        let default = match models {
            None => DefaultModels::of_library(),
            Some(path) if is_none(path) => None,
            Some(folder) => Some(DefaultModels::in_folder(folder)?),
        };
        let default = default.map(Arc::new);
        let mut model = None;
        match (mention_model, &default) {
            _ if self.registry.has_mention_model() => {}
            (None, Some(default)) => self.registry.set_default_mention_model(default.clone()),
            (Some(path), _) if !is_none(path) => {
                let opened = MentionModel::open(path);
                model = Some(opened.map_err(|error| error.with_parameter("mention-model"))?);
            }
            _ => {}
        }
        let mut revision = None;
        match (tagger, &default) {
            _ if self.registry.has_recognizer(TRAINED) => {}
            (None, Some(default)) => self.registry.set_default_tagger(default.clone()),
            (Some(path), _) if !is_none(path) => {
                let tagger = Tagger::open(path)
                    .and_then(|tagger| match &self.revision {
                        Some(expected) => tagger.at_revision(expected),
                        None => Ok(tagger),
                    })
                    .map_err(|error| error.with_parameter("tagger"))?;
                revision = Some(tagger.revision());
                model = model.map(|model| model.with_tagger(tagger.clone()));
                let others = default.clone();
                self.registry.add_recognizer(TRAINED, Arc::new(LanguageTagger { tagger, others }));
            }
            _ => {}
        }
        if let Some(model) = model {
            self.registry.set_mention_model(model);
        }
        Ok(revision)
    }
}

/// Returns `true` for the value of a setting that leaves out a model.
pub(super) fn is_none(path: &Path) -> bool {
    path.as_os_str() == "none"
}

#[cfg(feature = "neural")]
fn sentence_encoder(folder: &Path) -> Result<Arc<dyn SentenceEncoder>> {
    Ok(Arc::new(glossweave_neural::SentenceTransformer::open(folder)?))
}

#[cfg(not(feature = "neural"))]
fn sentence_encoder(folder: &Path) -> Result<Arc<dyn SentenceEncoder>> {
    let message = format!(
        "no sentence encoder `{}` can be opened: the library was built without the feature `neural`",
        folder.display()
    );
    Err(Error::new(glossweave_base::error::ErrorKind::Unsupported, message))
}

fn stored_in(settings: &Settings) -> Result<Arc<dyn Backend>> {
    let options = SledOptions::default()
        .with_durability(settings.durability)
        .with_reserve(settings.store_reserve);
    settings.store.as_ref().unwrap_or(&StoreLocation::Memory).open(&options)
}
