//! Paths. They may contain any bytes, because the environment and flags are not always UTF-8.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use glossweave_base::error::Result;
use glossweave_store::store::StoreLocation;

/// Reads and writes optional paths for `#[serde(with)]`: as text, or as a list of bytes if they are not UTF-8.
pub(super) struct AnyPath;

/// A type that is read from a path.
pub(super) trait FromPath: Sized {
    fn from_path(path: OsString) -> Result<Self>;

    /// Returns the bytes of the path if it cannot be shown as text.
    fn bytes(&self) -> Option<&[u8]>;

    fn text(&self) -> String;
}

impl FromPath for PathBuf {
    fn from_path(path: OsString) -> Result<PathBuf> {
        Ok(path.into())
    }

    fn bytes(&self) -> Option<&[u8]> {
        not_text(self)
    }

    fn text(&self) -> String {
        self.display().to_string()
    }
}

impl FromPath for StoreLocation {
    fn from_path(path: OsString) -> Result<StoreLocation> {
        StoreLocation::from_os_str(&path)
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.folder().and_then(not_text)
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

fn not_text(path: &Path) -> Option<&[u8]> {
    path.to_str().is_none().then_some(path.as_os_str().as_encoded_bytes())
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

impl AnyPath {
    pub(super) fn serialize<T: FromPath, S: Serializer>(
        path: &Option<T>,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        match path {
            Some(path) => match path.bytes() {
                Some(bytes) => bytes.serialize(serializer),
                None => serializer.serialize_str(&path.text()),
            },
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, T: FromPath, D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Option<T>, D::Error> {
        let path = Option::<Encoded>::deserialize(deserializer)?;
        let path = path.map(|Encoded(path)| T::from_path(path)).transpose();
        path.map_err(|error| de::Error::custom(error.message()))
    }
}

struct Encoded(OsString);

impl<'de> Deserialize<'de> for Encoded {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Encoded, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Encoded;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a path")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> std::result::Result<Encoded, E> {
                Ok(Encoded(text.into()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(
                self,
                mut access: A,
            ) -> std::result::Result<Encoded, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = access.next_element()? {
                    bytes.push(byte);
                }
                let wrong = || de::Error::invalid_value(de::Unexpected::Seq, &self);
                from_bytes(bytes).map(Encoded).ok_or_else(wrong)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for AnyPath {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Path".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "null"], "format": "path"})
    }
}
