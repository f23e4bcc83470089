//! The opening of an engine, with its store and its models.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::build::Builder;
use super::{Engine, Parts, Settings};
use crate::filter::Compiled;
use crate::models::{DefaultModels, LanguageTagger, StoredModels};
use crate::registry::TRAINED;
use glossweave_base::call_limits::CallBounds;
use glossweave_base::error::{Error, Result};
use glossweave_entity::{MentionModel, RankingWeights, SentenceEncoder, Tagger};
use glossweave_link::install_templates;
use glossweave_net::Network;
use glossweave_nif::nif::check_prefix;
use glossweave_store::acl::{AuthContext, VerifyIdToken, count_names, install_admin};
use glossweave_store::resource;
use glossweave_store::store::{Backend, RecentRows, SledOptions, StoreLocation};
use glossweave_translate::Systems;
use glossweave_vocabulary::{StoredGraphs, VocabularyFiles};
use glossweave_xslt::StylesheetCache;
impl Builder {
    /// Opens the engine.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter at fault, for settings that no engine can have: a
    /// `max_bytes` of 0, a prefix that is not an http or https IRI, lists of hosts with something else in
    /// them, an OpenID provider without a URL or a client, or an admin without a name or password. Returns `ErrorKind::Conflict`, with the parameter
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
        let signer = self.settings.jobs.signer()?;
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
        let store = match self.settings.store_cache_milliseconds {
            0 => store,
            time => Arc::new(RecentRows::new(store, Duration::from_millis(time))),
        };
        let made = Network::new(self.settings.http.options()?);
        let network = self.network.unwrap_or_else(|| Arc::new(made));
        let provider = self.settings.oidc.open(&network)?;
        let (admin, registration) = (&self.settings.admin, self.settings.effective_registration());
        let access = AuthContext::new(store, self.clock.clone(), resource::expire);
        let access = access.reserving(admin.username.as_deref()).registering(registration);
        let access = access.allowing(self.settings.limits.quota_bytes);
        let access = access.verifying(provider.clone().map(|one| one as Arc<dyn VerifyIdToken>));
        let access = Arc::new(access.auditing(self.settings.audit_days));
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
        if let Some(place) = self.settings.files.open(self.settings.store_reserve)? {
            folder = folder.with_shared(place)?;
        }
        let folder = Arc::new(folder);
        resource::count_bytes(&access, &|row| folder.size_of_row(row))?;
        let graphs = StoredGraphs { access: access.clone(), folder };
        let Settings { saxon, xslt, .. } = &self.settings;
        let stylesheet_cache = StylesheetCache::open(xslt.options(), saxon.as_deref())?;
        let mut systems = Systems::default();
        for (provider, system, translator) in self.translators {
            systems.add(&provider, system, translator, self.clock.clone());
        }
        let blacklist = self.settings.i18n_blacklist.parse()?;
        let Settings { call_memory, all_calls_memory, call_milliseconds, .. } = &self.settings;
        let time = call_milliseconds.map(Duration::from_millis);
        let bounds = CallBounds::new(*call_memory, *all_calls_memory, time);
        let place = self.settings.store.as_ref();
        let models = place.and_then(StoreLocation::folder).map(|folder| folder.join("models"));
        let Builder { settings, registry, clock, .. } = self;
        let parts = Parts {
            settings,
            registry,
            models: StoredModels::in_folder(models),
            clock,
            access,
            #[cfg(feature = "oidc")]
            provider,
            compiled: Compiled::default(),
            stylesheet_cache,
            network,
            graphs,
            systems,
            tagger: revision,
            blacklist,
            bounds,
        };
        Engine::of(parts, signer)
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
