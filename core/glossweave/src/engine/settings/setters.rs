//! The functions that set the settings one at a time.

use std::path::PathBuf;

use super::{
    Admin, HttpSettings, LinkSettings, OidcSettings, PipelineSettings, QueryLimits, Settings,
    XsltSettings,
};
use glossweave_store::acl::Registration;
use glossweave_store::resource::Limits;
use glossweave_store::store::{Durability, StoreLocation};

impl Settings {
    /// Sets the prefix of the IRIs of documents.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let settings = Settings::default().with_prefix("http://example.org/letters/1");
    /// let engine = Engine::builder(settings).recognizer("places", names).open()?;
    /// let request = Request::new("To Cork", Format::Text);
    /// let reply = engine.session(Caller::Anonymous).entities().enrich("places", request)?;
    /// let turtle = String::from_utf8_lossy(&reply.bytes);
    /// assert!(turtle.contains("<http://example.org/letters/1#char=3,7>"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_prefix(mut self, iri: impl Into<String>) -> Settings {
        self.prefix = iri.into();
        self
    }

    /// Sets the size of the largest document.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let settings = Settings::default()
    ///     .with_max_bytes(10)
    ///     .with_call_memory(64 << 20)
    ///     .with_all_calls_memory(1 << 30)
    ///     .with_max_output_bytes(1 << 20);
    /// let engine = Engine::builder(settings).recognizer("places", names).open()?;
    /// let request = Request::new("From Cobh to Cork", Format::Text);
    /// let error = engine.session(Caller::Anonymous).entities().enrich("places", request).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: usize) -> Settings {
        self.max_bytes = bytes;
        self
    }

    /// Sets the memory of a call.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default().with_call_memory(10_000))
    ///     .recognizer("places", names)
    ///     .open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// assert!(entities.enrich("places", Request::new("To Cork", Format::Text)).is_ok());
    /// // As many names as have no place in that memory.
    /// let many = Request::new("To Cork ".repeat(1_000), Format::Text);
    /// assert_eq!(entities.enrich("places", many).unwrap_err().kind(), ErrorKind::TooLarge);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_call_memory(mut self, bytes: usize) -> Settings {
        self.call_memory = Some(bytes);
        self
    }

    /// Sets the memory of all calls together.
    #[must_use]
    pub fn with_all_calls_memory(mut self, bytes: usize) -> Settings {
        self.all_calls_memory = Some(bytes);
        self
    }

    /// Sets the time of a call.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let settings = Settings::default().with_call_milliseconds(0);
    /// let engine = Engine::builder(settings).recognizer("places", names).open()?;
    /// let many = Request::new("To Cork ".repeat(10_000), Format::Text);
    /// let error = engine.session(Caller::Anonymous).entities().enrich("places", many).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Deadline);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_call_milliseconds(mut self, milliseconds: u64) -> Settings {
        self.call_milliseconds = Some(milliseconds);
        self
    }

    /// Sets the size of the longest answer of a service.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let settings = Settings::default().with_max_output_bytes(100);
    /// let engine = Engine::builder(settings).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let request = Request::new("<p>To Cork", Format::Html);
    /// let error = entities.enrich("places", request.clone()).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::TooLarge, Some("max-output-bytes")));
    /// // The page with its marks is shorter than NIF.
    /// assert!(entities.enrich("places", request.output(Format::Html)).is_ok());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_output_bytes(mut self, bytes: usize) -> Settings {
        self.max_output_bytes = Some(bytes);
        self
    }

    /// Sets the place of users and of what they store: a folder, or another [`StoreLocation`].
    ///
    /// ```
    /// use glossweave::{Engine, Settings, engine::Admin, resource::Limits, store::Durability};
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path().join("store");
    /// let admin = Admin::default().with_create(true).with_username("root").with_password("battery staple");
    /// let settings = Settings::default()
    ///     .with_store(&folder)
    ///     .with_durability(Durability::Periodic)
    ///     .with_store_reserve(16 << 20)
    ///     .with_store_cache_milliseconds(1_000)
    ///     .with_limits(Limits::default().with_quota_bytes(1 << 30))
    ///     .with_admin(admin);
    /// let engine = Engine::builder(settings).open()?;
    /// let users = engine.session(glossweave::Caller::Anonymous).users();
    /// assert!(users.authenticate("root", "battery staple").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// One engine at a time has a folder:
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path().join("store");
    /// let first = Engine::builder(Settings::default().with_store(&folder)).open()?;
    /// let error = Engine::builder(Settings::default().with_store(&folder)).open().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Storage);
    /// drop(first);
    /// assert!(Engine::builder(Settings::default().with_store(&folder)).open().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_store(mut self, place: impl Into<StoreLocation>) -> Settings {
        self.store = Some(place.into());
        self
    }

    /// Sets the point at which a change in that store may be acknowledged.
    #[must_use]
    pub fn with_durability(mut self, durability: Durability) -> Settings {
        self.durability = durability;
        self
    }

    /// Sets the bytes that are kept free on the disk of that store if it is a folder.
    #[must_use]
    pub fn with_store_reserve(mut self, bytes: u64) -> Settings {
        self.store_reserve = bytes;
        self
    }

    /// Sets the time in milliseconds for which services do not read a row of the store again.
    #[must_use]
    pub fn with_store_cache_milliseconds(mut self, milliseconds: u64) -> Settings {
        self.store_cache_milliseconds = milliseconds;
        self
    }

    /// Sets an admin that exists from the start.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings, engine::Admin};
    /// let settings = Settings::default().with_admin(Admin::default().with_create(true));
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("admin.username")));
    /// ```
    #[must_use]
    pub fn with_admin(mut self, admin: Admin) -> Settings {
        self.admin = admin;
        self
    }

    /// Sets the callers who may register users.
    ///
    /// ```
    /// use glossweave::acl::Registration;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let settings = Settings::default().with_registration(Registration::Closed);
    /// let engine = Engine::builder(settings).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// assert_eq!(users.create("ann", "correct horse").unwrap_err().kind(), ErrorKind::Forbidden);
    /// assert!(engine.local_session()?.users().create("ann", "correct horse").is_ok());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_registration(mut self, registration: Registration) -> Settings {
        self.registration = Some(registration);
        self
    }

    /// Returns the callers who may register users.
    ///
    /// ```
    /// use glossweave::Settings;
    /// use glossweave::acl::Registration;
    /// use glossweave::engine::OidcSettings;
    /// let provider = OidcSettings::new("https://login.example.org", "glossweave");
    /// let settings = Settings::default();
    /// assert_eq!(settings.effective_registration(), Registration::Open);
    /// let settings = settings.with_oidc(provider);
    /// assert_eq!(settings.effective_registration(), Registration::Closed);
    /// let settings = settings.with_registration(Registration::Invitation);
    /// assert_eq!(settings.effective_registration(), Registration::Invitation);
    /// ```
    pub fn effective_registration(&self) -> Registration {
        self.registration.unwrap_or(match self.oidc.issuer {
            Some(_) => Registration::Closed,
            None => Registration::Open,
        })
    }

    /// Sets the number of days for which entries of the audit log stay; 0 keeps none.
    ///
    /// ```
    /// use glossweave::acl::PageRequest;
    /// use glossweave::{Engine, Settings};
    /// let engine = Engine::builder(Settings::default().with_audit_days(90)).open()?;
    /// let admin = engine.local_session()?;
    /// admin.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &Default::default())?;
    /// let last = admin.users().read_audit_log(&PageRequest::default())?.pop().unwrap();
    /// assert_eq!((last.user.as_deref(), last.kind.as_str()), (Some("local"), "filter"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_audit_days(mut self, days: u64) -> Settings {
        self.audit_days = days;
        self
    }

    /// Sets the OpenID provider whose users may log in.
    ///
    /// ```
    /// use glossweave::engine::OidcSettings;
    /// use glossweave::{Engine, Settings};
    /// // Keys would be fetched in clear text.
    /// let provider = OidcSettings::new("http://login.example.org", "glossweave");
    /// let error = Engine::builder(Settings::default().with_oidc(provider)).open().unwrap_err();
    /// assert_eq!(error.parameter(), Some("oidc-issuer"));
    /// ```
    #[must_use]
    pub fn with_oidc(mut self, settings: OidcSettings) -> Settings {
        self.oidc = settings;
        self
    }

    /// Sets the maximum sizes of stored resources.
    ///
    /// ```
    /// use glossweave::resource::Limits;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let settings = Settings::default().with_limits(Limits::default().with_quota_bytes(100));
    /// let engine = Engine::builder(settings).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let long = format!("SELECT * {{ ?s ?p '{}' }}", "Cork ".repeat(100));
    /// let error = anna.filters().create(Some("long"), long.as_bytes(), &Default::default()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Settings {
        self.limits = limits;
        self
    }

    /// Sets the limits of the queries of filters.
    ///
    /// ```
    /// use glossweave::Settings;
    /// use glossweave::engine::{LinkSettings, PipelineSettings, QueryLimits, XsltSettings};
    /// let settings = Settings::default()
    ///     .with_query(QueryLimits::default().with_memory(64 << 20).with_result(1 << 20))
    ///     .with_link(LinkSettings::default().with_milliseconds(5_000))
    ///     .with_pipeline(PipelineSettings::default().with_base_urls("https://example.org/v1"))
    ///     .with_xslt(XsltSettings::default().with_memory(128 << 20).with_output(8 << 20))
    ///     .with_i18n_blacklist("/e-link");
    /// assert_eq!(settings.query.result, 1 << 20);
    /// ```
    #[must_use]
    pub fn with_query(mut self, limits: QueryLimits) -> Settings {
        self.query = limits;
        self
    }

    /// Sets the library of SaxonC-HE.
    #[must_use]
    pub fn with_saxon(mut self, path: impl Into<PathBuf>) -> Settings {
        self.saxon = Some(path.into());
        self
    }

    /// Sets the settings of stored stylesheets.
    #[must_use]
    pub fn with_xslt(mut self, settings: XsltSettings) -> Settings {
        self.xslt = settings;
        self
    }

    /// Sets the hosts that may be called over HTTP, and the limits of a call.
    #[must_use]
    pub fn with_http(mut self, settings: HttpSettings) -> Settings {
        self.http = settings;
        self
    }

    /// Sets the settings of queries about entities.
    #[must_use]
    pub fn with_link(mut self, settings: LinkSettings) -> Settings {
        self.link = settings;
        self
    }

    /// Sets the dataset that entities are found in if a request names none.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let engine = Engine::builder(Settings::default().with_dataset("places")).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let table = b"uri,label\nhttp://example.org/cork,Cork\n";
    /// anna.datasets().create(Some("places"), table, &Default::default())?;
    /// // The request names no dataset.
    /// let reply = anna.entities().enrich("dictionary", Request::new("To Cork", Format::Text))?;
    /// assert!(String::from_utf8_lossy(&reply.bytes).contains("<http://example.org/cork>"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_dataset(mut self, name: impl Into<String>) -> Settings {
        self.dataset = Some(name.into());
        self
    }

    /// Sets if annotations name the tool that made them, the dataset and the time.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Document, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let settings = Settings::default().with_provenance(true);
    /// let engine = Engine::builder(settings).recognizer("places", names).open()?;
    /// let text = Document::of_text("To Cork".to_owned(), None);
    /// let found = engine.session(Caller::Anonymous).entities().recognize("places", &text)?;
    /// let made = found[0].provenance().unwrap();
    /// assert_eq!(made.tool, "urn:glossweave:tool:places");
    /// assert!(made.version.is_some() && made.time.is_some());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_provenance(mut self, is_wanted: bool) -> Settings {
        self.provenance = is_wanted;
        self
    }

    /// Sets the folder of the default models, or `none`.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default().with_models("none")).open()?;
    /// assert_eq!(engine.session(Caller::Anonymous).entities().providers(), ["dictionary"]);
    /// let error = Engine::builder(Settings::default().with_models("/nowhere")).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("models")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_models(mut self, folder: impl Into<PathBuf>) -> Settings {
        self.models = Some(folder.into());
        self
    }

    /// Sets the file of a trained tagger, or `none`.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// // Files are opened with the engine.
    /// let settings = Settings::default().with_dataset("places").with_tagger("/nowhere/tagger");
    /// assert_eq!(Engine::builder(settings).open().unwrap_err().kind(), ErrorKind::Storage);
    /// let settings = Settings::default().with_saxon("/nowhere/libsaxonc.so");
    /// assert_eq!(Engine::builder(settings).open().unwrap_err().kind(), ErrorKind::Unsupported);
    /// ```
    #[must_use]
    pub fn with_tagger(mut self, path: impl Into<PathBuf>) -> Settings {
        self.tagger = Some(path.into());
        self
    }

    /// Sets the file of a mention model, or `none`.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// let settings = Settings::default().with_mention_model("/nowhere/en.mentions");
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("mention-model")));
    /// ```
    #[must_use]
    pub fn with_mention_model(mut self, path: impl Into<PathBuf>) -> Settings {
        self.mention_model = Some(path.into());
        self
    }

    /// Sets the folder of a sentence encoder.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// let settings = Settings::default().with_sentence_encoder("/nowhere/minilm");
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!(error.parameter(), Some("sentence-encoder"));
    /// ```
    #[must_use]
    pub fn with_sentence_encoder(mut self, folder: impl Into<PathBuf>) -> Settings {
        self.sentence_encoder = Some(folder.into());
        self
    }

    /// Sets the file of the weights by which candidates are ranked.
    ///
    /// ```
    /// use glossweave::entity::{EntityOptions, Feature, RankingWeights};
    /// use glossweave::{Document, Engine, Settings};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("places.weights");
    /// RankingWeights::default().with_weight(Feature::Prior, 2.0)?.save(&path)?;
    /// let engine = Engine::builder(Settings::default().with_ranking_weights(&path)).open()?;
    /// let session = engine.local_session()?;
    /// let table = b"uri,label,weight\nhttp://example.org/city,Cork,9\nhttp://example.org/bark,Cork,1\n";
    /// session.datasets().create(Some("names"), table, &Default::default())?;
    /// let text = Document::of_text("We went to Cork.".to_owned(), None);
    /// let wanted = EntityOptions::default().with_datasets(["names".to_owned()]);
    /// let explained = session.entities().explain(&text, &wanted, None)?;
    /// let prior = explained[0].choices[0].features.iter().find(|one| one.feature == "prior");
    /// assert_eq!(prior.unwrap().weight, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_ranking_weights(mut self, path: impl Into<PathBuf>) -> Settings {
        self.ranking_weights = Some(path.into());
        self
    }

    /// Sets the prefixes of paths for which markup is converted only if a call asks for it.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let settings = Settings::default().with_i18n_blacklist("/e-entity/places");
    /// let engine = Engine::builder(settings).recognizer("places", names).open()?;
    /// let session = engine.session(Caller::Anonymous);
    /// let call = Call::new("/e-entity/places/documents?informat=html").with_body("<p>To Cork");
    /// assert_eq!(session.call(call.clone()).unwrap_err().kind(), ErrorKind::Unsupported);
    /// assert!(session.call(call.with_parameter("useI18n", "true")).is_ok());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_i18n_blacklist(mut self, paths: impl Into<String>) -> Settings {
        self.i18n_blacklist = paths.into();
        self
    }

    /// Sets the settings of pipelines.
    #[must_use]
    pub fn with_pipeline(mut self, settings: PipelineSettings) -> Settings {
        self.pipeline = settings;
        self
    }
}
