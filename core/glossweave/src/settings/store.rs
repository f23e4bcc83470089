//! Settings of the store.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::path::AnyPath;
use super::size::Bytes;
use super::time::Time;
use glossweave_base::error::Result;
use glossweave_store::store::{Backend, Durability, SledOptions, StoreLocation};
use std::sync::Arc;

/// Settings of the store, which contains users and their resources.
///
/// ```
/// use glossweave::settings::StoreSettings;
/// use glossweave::{Engine, Settings};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let store = StoreSettings::new(folder.join("store"));
/// let engine = Engine::builder(Settings { store, ..Settings::default() }).open()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct StoreSettings {
    /// The folder of the store, or `postgres://…` for a database. If unset or `memory:`, everything is kept in memory and lost
    /// when the engine closes.
    #[serde(with = "AnyPath")]
    pub location: Option<StoreLocation>,
    /// The point at which a change is acknowledged: `flush` (when it is on disk) or `periodic` (at
    /// once; a crash may lose the last second).
    #[schemars(with = "String")]
    pub durability: Durability,
    /// The space that is kept free on the disk of the store and of shared files. Writes fail if
    /// there is less.
    pub reserve: Bytes,
    /// The time for which services use a row of the store without reading it again.
    #[serde(with = "Time")]
    pub cache_time: Duration,
}

impl Default for StoreSettings {
    fn default() -> StoreSettings {
        StoreSettings {
            location: None,
            durability: Durability::default(),
            reserve: Bytes(SledOptions::RESERVE),
            cache_time: Duration::ZERO,
        }
    }
}

impl StoreSettings {
    /// Returns the settings of a store at a location, for example the path of a folder.
    pub fn new(location: impl Into<StoreLocation>) -> StoreSettings {
        StoreSettings { location: Some(location.into()), ..StoreSettings::default() }
    }

    pub(crate) fn open(&self) -> Result<Arc<dyn Backend>> {
        let (durability, reserve) = (self.durability, self.reserve.0);
        let options = SledOptions { durability, reserve, ..SledOptions::default() };
        self.location.as_ref().unwrap_or(&StoreLocation::Memory).open(&options)
    }
}
