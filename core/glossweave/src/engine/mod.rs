//! The engine: its settings and components, and sessions for callers. The services do the work.

mod batch;
mod build;
mod jobs;
mod log_in;
mod open;
mod session;
mod specification;
mod stored;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

pub use build::Builder;
pub use glossweave_store::job::QueueLength;
#[cfg(feature = "oidc")]
pub use log_in::LogIn;
pub use session::Session;
pub use specification::Specification;

#[cfg(feature = "oidc")]
use self::log_in::Provider;
use crate::filter::Compiled;
use crate::job::JobRunners;
use crate::models::StoredModels;
use crate::registry::Registry;
use crate::service::Blacklist;
use crate::settings::Settings;
use glossweave_base::call_limits::CallBounds;
use glossweave_base::clock::Clock;
use glossweave_base::error::Result;
use glossweave_base::log::{Level, emit};
use glossweave_net::{Network, TokenUsage};
use glossweave_store::acl::{AuthContext, Caller, install_local};
use glossweave_store::resource::Limits;
use glossweave_translate::Systems;
use glossweave_vocabulary::StoredGraphs;
use glossweave_xslt::StylesheetCache;

/// The settings and components of a host. An engine is cheap to clone, and threads can share it.
///
/// ```
/// use glossweave::entity::Dictionary;
/// use glossweave::{Caller, Engine, Format, Request, Settings};
/// let names = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
/// let engine = Engine::builder(Settings::default()).recognizer("names", names).open()?;
/// let session = engine.session(Caller::Anonymous);
/// let request = Request::new("<p>To Cork!", Format::Html).output(Format::Html);
/// let page = session.entities().enrich("names", request)?;
/// assert!(page.bytes.starts_with(b"<p>To <span its-ta-ident-ref=\"http://example.org/Cork\""));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Engine(Arc<Parts>, Option<Arc<JobRunners>>);

struct Parts {
    settings: Settings,
    resource_limits: Limits,
    registry: Registry,
    models: StoredModels,
    clock: Arc<dyn Clock>,
    access: Arc<AuthContext>,
    #[cfg(feature = "oidc")]
    provider: Option<Arc<Provider>>,
    compiled: Compiled,
    stylesheet_cache: StylesheetCache,
    network: Arc<Network>,
    graphs: StoredGraphs,
    systems: Systems,
    /// The revision of the tagger that the settings name.
    tagger: Option<String>,
    blacklist: Blacklist,
    bounds: CallBounds,
}

/// The use of the language models of a provider.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProviderUsage {
    /// The kind of the provider: `recognizer` or `translator`.
    pub kind: &'static str,
    /// The name of the provider.
    pub name: String,
    /// The name of the translation system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The calls, tokens and cost.
    #[serde(flatten)]
    pub usage: TokenUsage,
}

impl Engine {
    /// Returns a builder for an engine with these settings.
    ///
    /// ```
    /// use glossweave::settings::Bytes;
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// let mut settings = Settings::default();
    /// settings.limits.source = Bytes(0);
    /// let error = Engine::builder(settings).open().map(drop).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Invalid);
    /// ```
    pub fn builder(settings: Settings) -> Builder {
        Builder::new(settings)
    }

    /// Returns a session on behalf of a caller.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let stranger = engine.session(Caller::token("made up"));
    /// assert_eq!(stranger.users().read("anna").unwrap_err().kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn session(&self, caller: Caller) -> Session<'_> {
        Session::new(self, caller)
    }

    /// Returns a session of the local user, for programs with a single user. The local user is an
    /// admin who does not need a password or token. If it does not exist, it is created under the
    /// name `local`.
    ///
    /// Permissions apply as in every other engine: the local user owns the resources that it
    /// stores, and a server that opens the same store protects them. The local user cannot log in
    /// until an admin sets a password.
    ///
    /// ```
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let session = engine.local_session()?;
    /// use glossweave::acl::Visibility;
    /// let private = ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
    /// let filter = session.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &private)?;
    /// assert_eq!(filter.owner, "local");
    /// let error = engine.session(Caller::Anonymous).filters().read("all").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Conflict`](glossweave_base::ErrorKind) if the user `local` of the store
    /// is not an admin, and [`ErrorKind::Storage`](glossweave_base::ErrorKind) if the store fails.
    pub fn local_session(&self) -> Result<Session<'_>> {
        install_local(&self.0.access)?;
        Ok(self.session(Caller::Local))
    }

    /// Returns the settings.
    ///
    /// ```
    /// use glossweave::settings::Bytes;
    /// use glossweave::{Engine, Settings};
    /// let mut settings = Settings::default();
    /// settings.limits.source = Bytes(1_000_000);
    /// let engine = Engine::builder(settings).open()?;
    /// assert_eq!(engine.settings().limits.source, Bytes(1_000_000));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Removes expired items, and returns their number: pipelines after one week, uploads that were
    /// not changed for one week, shared files that no dataset has used during the grace period, and
    /// jobs whose retention period is over or whose owner was deleted. Stops translation systems
    /// that were not used for an hour.
    ///
    /// Callers never see expired items. All of them except shared files are also removed when an
    /// engine is opened. A host that runs for a long time should call this function once a day.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the store or the store of shared files fails.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// assert_eq!(engine.expire()?, 0);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn expire(&self) -> Result<usize> {
        self.0.systems.expire();
        let expired = self.0.access.expire()? + self.0.graphs.folder.expire()?;
        emit(Level::Debug, "glossweave::engine", format_args!("expired: {expired} removed"));
        Ok(expired)
    }

    /// Checks that the store accepts changes, without accessing the disk.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind) if the store has failed and was
    /// not reopened.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// // For a page that says if the server is well.
    /// Engine::builder(Settings::default()).open()?.check()?;
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn check(&self) -> Result<()> {
        self.0.access.store().check()
    }

    /// Checks that the store has space for more data. A server uses it to refuse uploads early.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) with the code `disk-full` if the disk is full.
    pub fn check_space(&self) -> Result<()> {
        self.0.access.store().check_space(0)
    }

    /// Returns the use of each language model since the engine was opened: first by recognizers in
    /// the order of their names, then by translators. Clones of a translator share one count, and
    /// each of them reports it.
    ///
    /// ```
    /// use glossweave::entity::open_recognizer;
    /// use glossweave::{Engine, Settings};
    /// let url = "http://localhost:11434/v1";
    /// let model = open_recognizer("chat-completions", url, [("model", "gemma3")])?;
    /// let engine = Engine::builder(Settings::default()).recognizer("model", model).open()?;
    /// let usage = engine.token_usage();
    /// assert_eq!((usage[0].name.as_str(), usage[0].usage.prompt_tokens), ("model", 0));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn token_usage(&self) -> Vec<ProviderUsage> {
        let recognizers = self.0.registry.token_usage().map(|(name, usage)| ProviderUsage {
            kind: "recognizer",
            name: name.to_owned(),
            system: None,
            usage,
        });
        let translators = self.0.systems.token_usage();
        let translators = translators.map(|(provider, system, usage)| ProviderUsage {
            kind: "translator",
            name: provider.to_owned(),
            system: Some(system.to_owned()),
            usage,
        });
        recognizers.chain(translators).collect()
    }

    /// Returns the network that all components of the engine use to call remote services.
    ///
    /// ```
    /// use glossweave::net::HttpRequest;
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// // No host is allowed unless the settings name it.
    /// let error = engine.network().send(&HttpRequest::get("https://example.org/")).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Forbidden);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn network(&self) -> &Arc<Network> {
        &self.0.network
    }

    /// Returns the clock that all components of the engine use.
    ///
    /// ```
    /// use glossweave::clock::FixedClock;
    /// use glossweave::{Engine, Settings};
    /// use std::time::SystemTime;
    /// let clock = FixedClock::new(SystemTime::UNIX_EPOCH);
    /// let engine = Engine::builder(Settings::default()).clock(clock).open()?;
    /// assert_eq!(engine.clock().now(), SystemTime::UNIX_EPOCH);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn clock(&self) -> &dyn Clock {
        self.0.clock.as_ref()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { settings, registry, .. } = &*self.0;
        out.debug_struct("Engine").field("settings", settings).field("registry", registry).finish()
    }
}
