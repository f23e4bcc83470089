//! The builder of an engine.

use std::sync::Arc;

use super::Settings;
use crate::provider::Provider;
use crate::registry::Registry;
use glossweave_base::clock::{Clock, SystemClock};
use glossweave_base::error::{Error, Result};
use glossweave_document::recognizer::Recognizer;
use glossweave_entity::{MentionModel, SentenceEncoder};
use glossweave_link::QueryEndpoint;
use glossweave_net::Network;
use glossweave_store::store::Backend;
use glossweave_term::TermBase;
use glossweave_translate::{System, Translator};

/// Collects the components of an [`Engine`](super::Engine).
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
    pub(super) settings: Settings,
    pub(super) registry: Registry,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) backend: Option<Arc<dyn Backend>>,
    pub(super) network: Option<Arc<Network>>,
    pub(super) translators: Vec<(Box<str>, System, Arc<dyn Translator>)>,
    /// The revision that the tagger of the settings must have.
    pub(super) revision: Option<String>,
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

    /// Adds a recognizer under the name that callers use. Replaces an earlier recognizer of that
    /// name.
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

    /// Adds a term base under the name that [`Terms`](crate::term::Terms) uses. Replaces an earlier
    /// term base of that name.
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

    /// Sets the model that decides where names of datasets are mentioned, instead of the model of
    /// the settings.
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
    /// let wanted = EntityOptions { datasets: ["places".to_owned()].into(), ..EntityOptions::default() };
    /// let find = |wanted: &EntityOptions| session.entities().recognize_with("dictionary", &document, wanted, None);
    /// assert_eq!(find(&wanted)?.len(), 1);
    /// assert_eq!(find(&EntityOptions { mentions: Mentions::All, ..wanted })?.len(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn mention_model(mut self, model: MentionModel) -> Builder {
        self.registry.set_mention_model(model);
        self
    }

    /// Sets the encoder that distinguishes entities with the same name, instead of the encoder of
    /// the settings. It encodes the statements about them in datasets, and the sentences that
    /// contain their names. Datasets that were loaded with another encoder must be loaded again;
    /// datasets that were loaded without an encoder are used without one.
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
    /// use glossweave::entity::EntityOptions;
    /// let wanted = EntityOptions { datasets: ["names".to_owned()].into(), ..EntityOptions::default() };
    /// let explained = session.entities().explain(&document, &wanted, None)?;
    /// let similarity = explained[0].choices[0].features.iter().find(|one| one.feature == "similarity");
    /// assert!(similarity.unwrap().value > 0.9);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn sentence_encoder(mut self, encoder: impl SentenceEncoder + 'static) -> Builder {
        self.registry.set_sentence_encoder(Arc::new(encoder));
        self
    }

    /// Sets the endpoint that answers queries of templates for a URL, instead of the network.
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

    /// Adds a translation system under the name of a provider, with the translator that the system
    /// uses. A provider may have any number of systems.
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

    /// Adds a provider of any kind: a recognizer, a term base or a translator under a name, as the
    /// functions for these kinds do, or an endpoint for a URL. A translator requires the
    /// description of its `system`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `system`, if a translator has no system, or
    /// if a provider of another kind has one.
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
                    true => format!("`system` is not allowed for the {kind} `{name}`"),
                    false => format!("`system` of the {kind} `{name}` is missing"),
                };
                return Err(Error::invalid(message).with_parameter("system"));
            }
        }
        Ok(self)
    }

    /// Sets the clock. By default, the clock of the machine is used.
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

    /// Sets the backend that stores users and their resources. By default, the store at the
    /// location of the settings is used, or a store in memory. Use an [`Arc`] to share a backend
    /// between engines of a process.
    pub fn backend(mut self, backend: impl Backend + 'static) -> Builder {
        self.backend = Some(Arc::new(backend));
        self
    }

    /// Sets the network that is used to call remote services, for example to share it with the
    /// providers of the host. By default, the engine creates a network from its settings.
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
}
