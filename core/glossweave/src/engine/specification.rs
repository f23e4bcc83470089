//! What an engine is made of, less its components, so that another process makes the same.

use serde::{Deserialize, Serialize};

use super::{Builder, Engine, Settings};
use glossweave_base::error::{Error, Result};

/// The settings of an engine, for other processes: they go there as JSON.
///
/// Neither users nor anything stored goes along, nor do the components that the host gave.
///
/// ```
/// use glossweave::engine::Specification;
/// use glossweave::{Engine, Settings};
/// let mut settings = Settings::default();
/// settings.set("max-bytes", "1000")?;
/// let specification = Engine::builder(settings).open()?.specification()?;
/// let same = Specification::from_json(&specification.to_json()?)?.builder().open()?;
/// assert_eq!(same.settings().max_bytes, 1000);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specification {
    /// The version of the library. Another one may find something else in the same text.
    version: String,
    settings: Settings,
    /// The revision of the tagger that the settings name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tagger: Option<String>,
}

impl Engine {
    /// What other processes make the same engine from, less its components; paths are absolute. Kind Invalid, with the
    /// parameter at fault, for one with a folder as its store, which one process has at a time, and
    /// for one that makes an admin, whose password goes nowhere.
    pub fn specification(&self) -> Result<Specification> {
        let refused = |parameter: &str, what: &str| {
            let message = format!("an engine that {what} has no specification: {parameter} is set");
            Err(Error::invalid(message).with_parameter(parameter))
        };
        let settings = self.settings();
        if settings.store.is_some() {
            return refused("store", "keeps what users store");
        }
        if settings.admin.create {
            return refused("admin.create", "makes an admin");
        }
        let mut settings = settings.clone();
        let paths = [&mut settings.tagger, &mut settings.saxon, &mut settings.xslt.worker];
        for path in paths.into_iter().flatten() {
            // The other process may run in another folder. An empty path is no file there either.
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
    /// Writes it. Kind Invalid for paths that are not Unicode.
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|cause| Error::invalid(format!("no specification: {cause}")).because(cause))
    }

    /// Reads what [`Specification::to_json`] wrote. Kind Invalid where it is something else, or was
    /// written by another version of the library.
    pub fn from_json(json: &str) -> Result<Specification> {
        let wrong = |cause: serde_json::Error| {
            Error::invalid(format!("not the specification of an engine: {cause}")).because(cause)
        };
        /// Other versions may have other fields.
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

    /// The settings, of which some belong to the place where the engine runs.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Begins to put the engine together. Opening it is of Kind PreconditionFailed where the tagger
    /// is not the one that it was.
    pub fn builder(self) -> Builder {
        Engine::builder(self.settings).expecting(self.tagger)
    }
}
