//! The specification of an engine without its components, which another process uses to open the
//! same engine.

use serde::{Deserialize, Serialize};

use super::open::is_none;
use super::{Builder, Engine, Settings};
use glossweave_base::error::{Error, Result};
use glossweave_store::store::StoreLocation;

/// The settings of an engine, for other processes, as JSON.
///
/// It excludes users, stored resources, and the components that the host added.
///
/// ```
/// use glossweave::engine::Specification;
/// use glossweave::settings::Bytes;
/// use glossweave::{Engine, Settings};
/// let mut settings = Settings::default();
/// settings.limits.source = Bytes(1000);
/// let specification = Engine::builder(settings).open()?.specification()?;
/// let same = Specification::from_json(&specification.to_json()?)?.builder().open()?;
/// assert_eq!(same.settings().limits.source, Bytes(1000));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specification {
    /// The version of the library. Another version may find different annotations in the same text.
    version: String,
    settings: Settings,
    /// The revision of the tagger that the settings name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tagger: Option<String>,
}

impl Engine {
    /// Returns the specification that other processes use to open the same engine without its
    /// components. Paths are absolute.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter at fault, if the settings contain the
    /// location of a store or of shared files, the creation of an admin, or the client secret of an
    /// OpenID provider. Stores are not shared in this way, and passwords and secrets are never
    /// passed on.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// assert!(engine.specification()?.to_json()?.contains("\"version\""));
    /// # let folder = tempfile::tempdir()?;
    ///
    /// // One process alone may open a folder.
    /// let mut settings = Settings::default();
    /// settings.store.location = Some(folder.path().join("store").into());
    /// let error = Engine::builder(settings).open()?.specification().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Invalid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn specification(&self) -> Result<Specification> {
        let refused = |parameter: &str, what: &str| {
            let message = format!("an engine that {what} has no specification: {parameter} is set");
            Err(Error::invalid(message).with_parameter(parameter))
        };
        let settings = self.settings();
        if settings.store.location.as_ref().is_some_and(|place| *place != StoreLocation::Memory) {
            return refused("store.location", "keeps what users store");
        }
        if settings.files.location.is_some() {
            return refused("files.location", "shares the files of datasets");
        }
        if settings.admin.create {
            return refused("admin.create", "makes an admin");
        }
        if settings.oidc.client_secret.is_some() {
            return refused("oidc.client-secret", "has a secret of an OpenID provider");
        }
        let mut settings = settings.clone();
        let paths = [
            &mut settings.models.folder,
            &mut settings.models.tagger,
            &mut settings.models.mentions,
            &mut settings.models.sentence_encoder,
            &mut settings.models.ranking_weights,
            &mut settings.xslt.saxon,
            &mut settings.xslt.worker,
        ];
        for path in paths.into_iter().flatten().filter(|path| !is_none(path)) {
            // The other process may run in another folder. `absolute` fails for an empty path,
            // which stays empty.
            if let Ok(absolute) = std::path::absolute(&*path) {
                *path = absolute;
            }
        }
        Ok(Specification {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings,
            tagger: self.0.tagger.as_deref().map(str::to_owned),
        })
    }
}

impl Specification {
    /// Returns the specification as JSON. Paths that are not Unicode are lists of bytes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the specification cannot be written.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// let settings = Settings { prefix: "http://example.org/pages/".into(), ..Settings::default() };
    /// let json = Engine::builder(settings).open()?.specification()?.to_json()?;
    /// assert!(json.contains(r#""prefix":"http://example.org/pages/""#));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|cause| Error::invalid(format!("no specification: {cause}")).because(cause))
    }

    /// Reads the output of [`Specification::to_json`].
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for any other text, and for the output of another version of
    /// the library.
    ///
    /// ```
    /// use glossweave::ErrorKind;
    /// use glossweave::engine::Specification;
    /// let error = Specification::from_json(r#"{"version": "0.0.1", "settings": {}}"#).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("version")));
    /// assert!(error.message().starts_with("the specification is of version 0.0.1"));
    /// ```
    pub fn from_json(json: &str) -> Result<Specification> {
        let wrong = |cause: serde_json::Error| {
            Error::invalid(format!("not the specification of an engine: {cause}")).because(cause)
        };
        /// The version only, because other versions may have different fields.
        #[derive(Deserialize)]
        struct Version {
            version: String,
        }
        let Version { version } = serde_json::from_str(json).map_err(wrong)?;
        let own = env!("CARGO_PKG_VERSION");
        if version != own {
            let message = format!("the specification is of version {version}, this is {own}");
            return Err(Error::invalid(message).with_parameter("version"));
        }
        serde_json::from_str(json).map_err(wrong)
    }

    /// Returns the settings. Some of them depend on the machine on which the engine runs.
    ///
    /// ```
    /// use glossweave::{Engine, Settings, engine::Specification, settings::Bytes};
    /// let json = Engine::builder(Settings::default()).open()?.specification()?.to_json()?;
    /// let mut specification = Specification::from_json(&json)?;
    /// specification.settings_mut().limits.source = Bytes(1 << 20);
    /// assert_eq!(specification.builder().open()?.settings().limits.source, Bytes(1 << 20));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Returns a builder for the engine. Opening the engine returns `ErrorKind::PreconditionFailed`
    /// if the tagger has changed.
    ///
    /// ```
    /// use glossweave::entity::{Corpus, Tagger, Training};
    /// use glossweave::settings::ModelSettings;
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("tagger");
    /// let train = |class: &str| {
    ///     let corpus = Corpus::from_conll(&format!("To O\nCork B-{class}\n"))?;
    ///     Tagger::train(&corpus, &Training::default().with_rounds(1))?.save(&path)
    /// };
    /// train("LOC")?;
    /// let models = ModelSettings { tagger: Some(path.clone()), ..ModelSettings::default() };
    /// let settings = Settings { models, ..Settings::default() };
    /// let specification = Engine::builder(settings).open()?.specification()?;
    /// assert!(specification.clone().builder().open().is_ok());
    /// // The other process finds another tagger at the path.
    /// train("CITY")?;
    /// let error = specification.builder().open().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::PreconditionFailed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder(self) -> Builder {
        Engine::builder(self.settings).expecting(self.tagger)
    }
}
