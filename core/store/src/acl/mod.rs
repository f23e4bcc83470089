//! Callers, users and permissions.
//!
//! [`may`] is the single table of permissions, which all interfaces use. [`Users`] manages the users
//! themselves, and [`AuthContext`] identifies callers for it and for the stored resources.

mod access;
mod backup;
mod caller;
mod kind;
mod page;
mod password;
mod policy;
mod random;
mod register;
mod row;
#[cfg(test)]
mod tests;
mod throttle;
mod token;
mod usage;
mod user;

#[doc(hidden)]
pub use access::shown;
pub use access::{AuthContext, Identity};
pub use backup::Backup;
pub use caller::Caller;
pub use glossweave_base::secret::Secret;
pub(crate) use kind::Naming;
pub use kind::ResourceKind;
pub use page::PageRequest;
pub(crate) use page::Part;
pub use policy::{Action, Decision, Relationship, ResourceClass, Role, Visibility, may};
#[doc(hidden)]
pub use register::{SYSTEM, check_name, count_names, install_admin};
pub(crate) use row::{moment, seconds};
pub use token::Token;
#[doc(hidden)]
pub use usage::{Reserved, Usage, full};

pub use user::{User, Users};
