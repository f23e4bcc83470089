//! The locations of stores, as settings specify them.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Backend, MemoryBackend, SledOptions, open_folder};
use glossweave_base::error::{Error, Result};
use glossweave_base::secret::Secret;

/// The prefixes of the URL of a PostgreSQL database.
const DATABASE: &[&str] = &["postgres:", "postgresql:"];

/// The location of a store: `memory:`, `file:` and the path of a folder, only the path, or the URL
/// of a PostgreSQL database.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreLocation {
    /// The memory of the process.
    Memory,
    /// A folder.
    Folder(PathBuf),
    /// A PostgreSQL database, specified by its URL.
    Postgres(Secret),
}

impl StoreLocation {
    /// Parses a location. The path of a folder need not be UTF-8.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the location is
    /// another kind of URL or an empty path.
    pub fn from_os_str(place: &OsStr) -> Result<StoreLocation> {
        match place.to_str() {
            Some(text) => text.parse(),
            None => Ok(StoreLocation::Folder(place.into())),
        }
    }

    /// Returns the path of the folder. Returns `None` for other kinds of locations.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            StoreLocation::Folder(path) => Some(path),
            StoreLocation::Memory | StoreLocation::Postgres(_) => None,
        }
    }

    /// Opens the store, or creates a new store at the location.
    ///
    /// # Errors
    ///
    /// Returns the errors of `SledBackend::open` and `PostgresBackend::open`, and
    /// `ErrorKind::Unsupported` if the library was built without the feature for this location.
    #[doc(hidden)]
    pub fn open(&self, options: &SledOptions) -> Result<Arc<dyn Backend>> {
        match self {
            StoreLocation::Memory => Ok(Arc::new(MemoryBackend::new())),
            StoreLocation::Folder(path) => open_folder(path, options),
            StoreLocation::Postgres(url) => open_database(url, options),
        }
    }
}

#[cfg(feature = "postgres")]
fn open_database(url: &Secret, options: &SledOptions) -> Result<Arc<dyn Backend>> {
    Ok(Arc::new(super::PostgresBackend::open(url.word(), options.durability)?))
}

#[cfg(not(feature = "postgres"))]
fn open_database(_: &Secret, _: &SledOptions) -> Result<Arc<dyn Backend>> {
    use glossweave_base::error::ErrorKind;
    let message = "no database can be opened: the library was built without the feature `postgres`";
    Err(Error::new(ErrorKind::Unsupported, message))
}

impl FromStr for StoreLocation {
    type Err = Error;

    /// Parses a location.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`StoreLocation::from_os_str`].
    fn from_str(place: &str) -> Result<StoreLocation> {
        // The message does not quote the text because a URL contains a password.
        let expected =
            "`memory:`, `file:` and the path of a folder, the path alone, or `postgres://…`";
        let wrong = || Error::invalid(format!("invalid location of a store, expected {expected}"));
        if place == "memory:" {
            return Ok(StoreLocation::Memory);
        }
        if DATABASE.iter().any(|prefix| place.starts_with(prefix)) {
            return Ok(StoreLocation::Postgres(Secret::new(place)));
        }
        let path = match place.strip_prefix("file:") {
            Some(rest) => match rest.strip_prefix("//") {
                Some(path) if path.starts_with('/') => path,
                Some(_) => return Err(wrong()),
                None => rest,
            },
            None if place.contains("://") || place.starts_with("memory:") => return Err(wrong()),
            None => place,
        };
        if path.is_empty() {
            return Err(wrong());
        }
        Ok(StoreLocation::Folder(path.into()))
    }
}

impl fmt::Display for StoreLocation {
    /// Writes the location, without the user, the password and the parameters of a URL.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreLocation::Memory => out.write_str("memory:"),
            StoreLocation::Folder(path) => {
                let read = StoreLocation::from_os_str(path.as_os_str());
                let is_clear = read.is_ok_and(|place| place == *self);
                write!(out, "{}{}", if is_clear { "" } else { "file:" }, path.display())
            }
            StoreLocation::Postgres(url) => {
                let rest = url.word().split_once("://").unwrap_or_default().1;
                // The user and the password can contain any character, because the last `@` ends
                // them.
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                let host = host.split_once('?').map_or(host, |(host, _)| host);
                write!(out, "postgres://{host}")
            }
        }
    }
}

impl From<PathBuf> for StoreLocation {
    fn from(folder: PathBuf) -> StoreLocation {
        StoreLocation::Folder(folder)
    }
}

impl From<&PathBuf> for StoreLocation {
    fn from(folder: &PathBuf) -> StoreLocation {
        StoreLocation::Folder(folder.clone())
    }
}

impl From<&Path> for StoreLocation {
    fn from(folder: &Path) -> StoreLocation {
        StoreLocation::Folder(folder.to_owned())
    }
}

impl Serialize for StoreLocation {
    /// Writes the same text as [`Display`](fmt::Display).
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StoreLocation {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<StoreLocation, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::StoreLocation;

    #[test]
    fn a_shown_place_is_read_as_the_same() {
        for path in ["data", "/data", "C:\\data", "memory:", "file:x", "postgres:x", "a://b", "@?"]
        {
            let folder = StoreLocation::Folder(path.into());
            assert_eq!(folder.to_string().parse::<StoreLocation>().unwrap(), folder, "{path}");
        }
        let folder = StoreLocation::Folder("/data".into());
        assert_eq!("file:///data".parse::<StoreLocation>().unwrap(), folder);
        assert!("file://host/data".parse::<StoreLocation>().is_err());
    }

    #[test]
    fn nothing_of_user_and_password_is_shown() {
        for url in [
            "postgres://ann:secret@host:1/texts?sslmode=disable",
            "postgresql://ann:secret@secret?secret@host:1/texts",
            "postgres://host:1/texts?user=ann&password=secret",
        ] {
            let place: StoreLocation = url.parse().unwrap();
            assert_eq!(place.to_string(), "postgres://host:1/texts", "{url}");
            assert!(!format!("{place:?}").contains("secret"), "{url}");
        }
    }
}
