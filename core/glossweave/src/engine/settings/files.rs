//! The settings of files that several engines share.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Settings;
use glossweave_base::error::Result;
use glossweave_store::store::open_files;
use glossweave_vocabulary::SharedPlace;

/// The place of the files of datasets, if several engines share them.
///
/// ```
/// use glossweave::{Caller, Engine, Settings, engine::FilesSettings};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().display();
/// let files = FilesSettings::default()
///     .with_place(format!("file:{folder}/files"))
///     .with_cache(format!("{folder}/cache"))
///     .with_cache_bytes(1 << 30)
///     .with_grace_milliseconds(600_000);
/// let engine = Engine::builder(Settings::default().with_files(files)).open()?;
/// let table = b"uri,label\nhttp://example.org/cork,Cork\n";
/// engine.local_session()?.datasets().create(Some("places"), table, &Default::default())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
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
    /// Sets the place.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings, engine::FilesSettings};
    /// let files = FilesSettings::default().with_place("ftp://example.org/files");
    /// let error = Engine::builder(Settings::default().with_files(files)).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("files")));
    /// ```
    #[must_use]
    pub fn with_place(mut self, place: impl Into<String>) -> FilesSettings {
        self.place = Some(place.into());
        self
    }

    /// Sets the folder of the files that are fetched.
    #[must_use]
    pub fn with_cache(mut self, folder: impl Into<PathBuf>) -> FilesSettings {
        self.cache = Some(folder.into());
        self
    }

    /// Sets the most bytes of that folder.
    #[must_use]
    pub fn with_cache_bytes(mut self, bytes: u64) -> FilesSettings {
        self.cache_bytes = bytes;
        self
    }

    /// Sets the time for which files stay that no dataset has any more, in milliseconds.
    #[must_use]
    pub fn with_grace_milliseconds(mut self, milliseconds: u64) -> FilesSettings {
        self.grace_milliseconds = milliseconds;
        self
    }

    /// Opens the place, if one is given. A folder keeps so many bytes of its disk free.
    pub(in crate::engine) fn open(&self, reserve: u64) -> Result<Option<SharedPlace>> {
        let Some(place) = &self.place else { return Ok(None) };
        let files = open_files(place, reserve).map_err(|error| error.with_parameter("files"))?;
        let grace = Duration::from_millis(self.grace_milliseconds);
        let (cache, cache_bytes) = (self.cache.clone(), self.cache_bytes);
        Ok(Some(SharedPlace { files, cache, cache_bytes, grace }))
    }
}

impl Settings {
    /// Sets the place of the files of datasets, if several engines share them.
    ///
    /// ```
    /// use glossweave::{Settings, engine::FilesSettings};
    /// let files = FilesSettings::default().with_place("s3://bucket/prefix");
    /// let settings = Settings::default().with_files(files);
    /// assert_eq!(settings.files.place.as_deref(), Some("s3://bucket/prefix"));
    /// ```
    #[must_use]
    pub fn with_files(mut self, settings: FilesSettings) -> Settings {
        self.files = settings;
        self
    }
}
