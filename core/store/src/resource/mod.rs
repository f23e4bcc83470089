//! Resources of users, such as filters and datasets.
//!
//! A [`Collection`] manages the [`Resource`]s of one kind, whose [`Content`] is defined in a
//! separate module. It checks names and permissions, and lets only one of several concurrent
//! writers succeed. Use [`AnyCollection`] if the kind is known only at run time.

mod any_collection;
mod authorize;
mod change;
mod collection;
mod content;
mod draft;
mod expire;
mod head;
mod header;
mod limit;
mod list;
mod mode;
mod name;
mod permission;
mod predefined;
mod quota;
mod record;
mod row;
#[cfg(test)]
mod tests;

pub use crate::acl::{PageRequest, ResourceKind, Visibility};
pub use any_collection::AnyCollection;
pub use authorize::{authorize_use, owner_may_use};
pub use change::ResourceUpdate;
pub use collection::{Collection, CollectionExt, Make};
pub use content::{Content, PendingContent};
pub use content::{as_json, as_text};
pub use expire::expire;
pub use limit::Limits;
pub use mode::{DatasetType, Mode};
pub use name::check_parameter;
pub use permission::PermissionExt;
pub use predefined::install;
pub use quota::count_bytes;
pub use record::{Record, Resource};
pub use row::any;
