//! Settings of files that several engines share.

use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::path::AnyPath;
use super::size::Bytes;
use super::time::Time;
use glossweave_base::error::Result;
use glossweave_store::store::open_files;
use glossweave_vocabulary::SharedPlace;

/// Settings of the files of datasets when several engines share them.
///
/// ```
/// use glossweave::{Caller, Engine, Settings, settings::{Bytes, FileSettings}};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().display();
/// let files = FileSettings {
///     location: Some(format!("file:{folder}/files")),
///     cache: Some(format!("{folder}/cache").into()),
///     cache_size: Bytes::gibibytes(1),
///     ..FileSettings::default()
/// };
/// let engine = Engine::builder(Settings { files, ..Settings::default() }).open()?;
/// let table = b"uri,label\nhttp://example.org/cork,Cork\n";
/// engine.local_session()?.datasets().create(Some("places"), table, &Default::default())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FileSettings {
    /// `file:` and a folder, or a bucket, for example `s3://bucket/prefix?region=eu-west-1`. Buckets require the feature
    /// `object-store` and credentials in the environment. If unset, files are kept in the folder of the store, or in a
    /// temporary folder.
    pub location: Option<String>,
    /// The folder for files that are fetched from `files.location`. If unset, it is in the folder
    /// of the store, or a temporary folder.
    #[serde(with = "AnyPath")]
    pub cache: Option<PathBuf>,
    /// The maximum size of `files.cache`.
    pub cache_size: Bytes,
    /// The time for which unreferenced files are kept. It must be longer than storing or fetching a dataset takes.
    #[serde(with = "Time")]
    pub grace: Duration,
}

impl Default for FileSettings {
    fn default() -> FileSettings {
        FileSettings {
            location: None,
            cache: None,
            cache_size: Bytes::gibibytes(16),
            grace: Duration::from_secs(60 * 60),
        }
    }
}

impl FileSettings {
    /// Opens the location, if there is one. A folder keeps `reserve` bytes of its disk free.
    pub(crate) fn open(&self, reserve: u64) -> Result<Option<SharedPlace>> {
        let Some(location) = &self.location else { return Ok(None) };
        let files = open_files(location, reserve);
        let files = files.map_err(|error| error.with_parameter("files.location"))?;
        let (cache, cache_bytes) = (self.cache.clone(), self.cache_size.0);
        Ok(Some(SharedPlace { files, cache, cache_bytes, grace: self.grace }))
    }
}
