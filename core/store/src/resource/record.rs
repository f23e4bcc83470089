//! Stored resources, with typed or JSON content.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value};

use super::content::fields;
use super::{Content, ResourceKind, Visibility};
use glossweave_base::clock::Timestamp;

/// A stored resource.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource<T> {
    /// The name, or the number that the store assigned.
    pub name: String,
    /// The name of the owner.
    pub owner: String,
    /// The visibility.
    pub visibility: Visibility,
    /// The description.
    pub description: Option<String>,
    /// The time of the creation.
    pub created: Timestamp,
    /// The time of the last change.
    pub updated: Timestamp,
    /// The number of the commit that wrote the resource. It grows with every change.
    pub revision: u64,
    /// The content.
    pub content: T,
}

/// A resource of any kind, with its content as JSON fields. It serializes to the JSON of the HTTP
/// API: the fields of all resources, then the fields of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The kind.
    pub kind: ResourceKind,
    /// The resource.
    pub resource: Resource<Map<String, Value>>,
}

impl Record {
    /// Returns the record as JSON text.
    pub fn to_json(&self) -> String {
        // The serialization cannot fail because all keys are strings, so the fallback is never
        // used.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the record without some fields of its content.
    pub(super) fn without(mut self, names: &[&str]) -> Record {
        names.iter().for_each(|name| drop(self.resource.content.shift_remove(*name)));
        self
    }
}

impl<T: Content> From<Resource<T>> for Record {
    fn from(resource: Resource<T>) -> Record {
        let Resource { name, owner, visibility, description, created, updated, revision, content } =
            resource;
        let mut content = fields(&content);
        T::HIDDEN.iter().for_each(|name| drop(content.shift_remove(*name)));
        let resource =
            Resource { name, owner, visibility, description, created, updated, revision, content };
        Record { kind: T::KIND, resource }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Record { kind, resource } = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry(kind.key(), &resource.name)?;
        object.serialize_entry("kind", kind.name())?;
        object.serialize_entry("owner", &resource.owner)?;
        object.serialize_entry("visibility", &resource.visibility)?;
        object.serialize_entry("description", &resource.description)?;
        object.serialize_entry("created", &resource.created)?;
        object.serialize_entry("updated", &resource.updated)?;
        object.serialize_entry("revision", &resource.revision)?;
        for (name, value) in &resource.content {
            object.serialize_entry(name, value)?;
        }
        object.end()
    }
}
