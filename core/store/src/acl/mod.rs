//! Who is calling, and what they may do.
//!
//! [`may`] is the one table that every door asks. [`Users`] is the door to the users themselves, and
//! [`Access`] what stands behind it and behind the doors to stored resources.

mod access;
mod backup;
mod caller;
mod kind;
mod page;
mod password;
mod policy;
mod register;
mod row;
mod secret;
#[cfg(test)]
mod tests;
mod throttle;
mod token;
mod usage;
mod user;

#[doc(hidden)]
pub use access::shown;
pub use access::{Access, Identity};
pub use backup::Backup;
pub use caller::Caller;
pub use kind::Kind;
pub(crate) use kind::Naming;
pub use page::Page;
pub(crate) use page::Part;
pub use policy::{Action, Relation, Role, Target, Verdict, Visibility, may};
#[doc(hidden)]
pub use register::{SYSTEM, check_name, count_names, install_admin};
pub(crate) use row::{moment, seconds};
pub use secret::Secret;
pub use token::Token;
#[doc(hidden)]
pub use usage::{Reserved, Usage, full};

pub use user::{User, Users};
