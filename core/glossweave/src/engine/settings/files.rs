//! The settings of files that several engines share.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use glossweave_base::error::Result;
use glossweave_store::store::open_files;
use glossweave_vocabulary::SharedPlace;

/// The place of the files of datasets, if several engines share them.
///
/// ```
/// use glossweave::{Caller, Engine, Settings, engine::FilesSettings};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().display();
/// let files = FilesSettings {
///     place: Some(format!("file:{folder}/files")),
///     cache: Some(format!("{folder}/cache").into()),
///     cache_bytes: 1 << 30,
///     grace_milliseconds: 600_000,
///     ..FilesSettings::default()
/// };
/// let engine = Engine::builder(Settings { files, ..Settings::default() }).open()?;
/// let table = b"uri,label\nhttp://example.org/cork,Cork\n";
/// engine.local_session()?.datasets().create(Some("places"), table, &Default::default())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FilesSettings {
    /// The place: `file:` and a folder, or a bucket, such as `s3://bucket/prefix?region=eu-west-1`. If it is not
    /// given, files are in the folder of the store, or in a temporary one. Buckets need the feature
    /// `object-store`; their credentials are in the environment.
    pub place: Option<String>,
    /// The folder of the files that are fetched from that place. If it is not given, it is in the folder of the
    /// store, or a temporary one.
    pub cache: Option<PathBuf>,
    /// The most bytes of that folder.
    pub cache_bytes: u64,
    /// The time for which files stay that no dataset has any more, in milliseconds: longer than it takes to
    /// store or to fetch a dataset.
    pub grace_milliseconds: u64,
}

impl Default for FilesSettings {
    fn default() -> FilesSettings {
        FilesSettings {
            place: None,
            cache: None,
            cache_bytes: 16 << 30,
            grace_milliseconds: 3_600_000,
        }
    }
}

impl FilesSettings {
    /// Opens the place, if one is given. A folder keeps so many bytes of its disk free.
    pub(in crate::engine) fn open(&self, reserve: u64) -> Result<Option<SharedPlace>> {
        let Some(place) = &self.place else { return Ok(None) };
        let files = open_files(place, reserve).map_err(|error| error.with_parameter("files"))?;
        let grace = Duration::from_millis(self.grace_milliseconds);
        let (cache, cache_bytes) = (self.cache.clone(), self.cache_bytes);
        Ok(Some(SharedPlace { files, cache, cache_bytes, grace }))
    }
}
