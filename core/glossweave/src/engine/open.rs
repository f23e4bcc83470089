//! Opening of an engine, with its store and its models.

use std::path::Path;
use std::sync::Arc;

use super::build::Builder;
use super::{Engine, Parts};
use crate::filter::Compiled;
use crate::models::{DefaultModels, LanguageTagger, StoredModels};
use crate::registry::TRAINED;
use crate::settings::{Bytes, LimitSettings, ModelSettings};
use glossweave_base::call_limits::CallBounds;
use glossweave_base::error::{Error, Result};
use glossweave_entity::{MentionModel, RankingWeights, SentenceEncoder, Tagger};
use glossweave_link::install_templates;
use glossweave_net::Network;
use glossweave_nif::nif::check_prefix;
use glossweave_store::acl::{AuthContext, VerifyIdToken, count_names, install_admin};
use glossweave_store::resource;
use glossweave_store::store::{RecentRows, StoreLocation};
use glossweave_translate::Systems;
use glossweave_vocabulary::{StoredGraphs, VocabularyFiles};
use glossweave_xslt::StylesheetCache;
impl Builder {
    /// Opens the engine.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter at fault, if a setting is not valid: a
    /// `limits.source` of 0, a prefix that is not an http or https IRI, a list of hosts with an
    /// entry that is not a host, an OpenID provider without a URL or a client, or an admin without
    /// a name or password. Returns `ErrorKind::Conflict`, with the parameter `admin.username`, if a
    /// user of this name is not an admin and has another password. Returns `ErrorKind::Storage` if
    /// the store cannot be opened.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// let settings = Settings { prefix: "urn:texts".into(), ..Settings::default() };
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!(error.parameter(), Some("prefix"));
    /// assert!(error.message().starts_with("expected an http or https IRI as prefix"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn open(mut self) -> Result<Engine> {
        if self.settings.limits.source.0 == 0 {
            let message = "`limits.source` is 0, expected the size of the largest document";
            return Err(Error::invalid(message).with_parameter("limits.source"));
        }
        check_prefix(&self.settings.prefix)?;
        let signer = self.settings.jobs.signer()?;
        let revision = self.open_models()?;
        if let Some(folder) = &self.settings.models.sentence_encoder
            && self.registry.sentence_encoder().is_none()
        {
            let encoder = sentence_encoder(folder);
            let encoder =
                encoder.map_err(|error| error.with_parameter("models.sentence-encoder"))?;
            self.registry.set_sentence_encoder(encoder);
        }
        if let Some(path) = &self.settings.models.ranking_weights {
            let weights = RankingWeights::open(path);
            let weights =
                weights.map_err(|error| error.with_parameter("models.ranking-weights"))?;
            self.registry.set_ranking_weights(weights);
        }
        let store = match self.backend {
            Some(backend) => backend,
            None => self.settings.store.open()?,
        };
        let cache_time = self.settings.store.cache_time;
        let store =
            if cache_time.is_zero() { store } else { Arc::new(RecentRows::new(store, cache_time)) };
        let made = Network::new(self.settings.network.options()?);
        let network = self.network.unwrap_or_else(|| Arc::new(made));
        let provider = self.settings.oidc.open(&network)?;
        let (admin, registration) = (&self.settings.admin, self.settings.effective_registration());
        let access = AuthContext::new(store, self.clock.clone(), resource::expire);
        let access = access.reserving(admin.username.as_deref()).registering(registration);
        let access = access.allowing(self.settings.quotas.size.map(|size| size.0));
        let access = access.verifying(provider.clone().map(|one| one as Arc<dyn VerifyIdToken>));
        let access = Arc::new(access.auditing(self.settings.access.audit));
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
        if let Some(place) = self.settings.files.open(self.settings.store.reserve.0)? {
            folder = folder.with_shared(place)?;
        }
        let folder = Arc::new(folder);
        resource::count_bytes(&access, &|row| folder.size_of_row(row))?;
        let graphs = StoredGraphs { access: access.clone(), folder };
        let xslt = &self.settings.xslt;
        let stylesheet_cache = StylesheetCache::open(xslt.options(), xslt.saxon.as_deref())?;
        let mut systems = Systems::default();
        for (provider, system, translator) in self.translators {
            systems.add(&provider, system, translator, self.clock.clone());
        }
        let blacklist = self.settings.i18n.blacklist.parse()?;
        let LimitSettings { memory, total_memory, time, .. } = self.settings.limits;
        let bounds =
            CallBounds::new(memory.map(Bytes::as_usize), total_memory.map(Bytes::as_usize), time);
        let place = self.settings.store.location.as_ref();
        let models = place.and_then(StoreLocation::folder).map(|folder| folder.join("models"));
        let Builder { settings, registry, clock, .. } = self;
        let parts = Parts {
            resource_limits: settings.resource_limits(),
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
    /// Opens the tagger and the mention model of the settings, unless the host has set them. If the
    /// settings name none, the default models are used. Returns the revision of the tagger.
    fn open_models(&mut self) -> Result<Option<String>> {
        let ModelSettings { folder, tagger, mentions, .. } = &self.settings.models;
        let default = match folder {
            None => DefaultModels::of_library(),
            Some(path) if is_none(path) => None,
            Some(folder) => Some(DefaultModels::in_folder(folder)?),
        };
        let default = default.map(Arc::new);
        let mut model = None;
        match (mentions, &default) {
            _ if self.registry.has_mention_model() => {}
            (None, Some(default)) => self.registry.set_default_mention_model(default.clone()),
            (Some(path), _) if !is_none(path) => {
                let opened = MentionModel::open(path);
                model = Some(opened.map_err(|error| error.with_parameter("models.mentions"))?);
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
                    .map_err(|error| error.with_parameter("models.tagger"))?;
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

/// Returns `true` for the value of a setting that disables a model.
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
