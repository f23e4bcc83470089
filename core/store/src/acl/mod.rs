//! Callers, users and permissions.
//!
//! The permissions are defined in a single table, [`may`], which all interfaces use. [`Users`]
//! manages the users. [`AuthContext`] identifies callers, for [`Users`] and for the stored
//! resources.

mod access;
mod account;
mod api_key;
mod audit;
mod audit_log;
mod backup;
mod caller;
mod delegation;
mod id_token;
mod identify_job;
mod invitation;
mod invitations;
mod keys;
mod kind;
mod label;
mod log_in;
mod name;
mod page;
mod password;
mod policy;
mod register;
mod revoke;
mod row;
mod scope;
mod shared_key;
#[cfg(test)]
pub(crate) mod tests;
mod throttle;
mod token;
mod usage;
mod user;
mod user_changes;
mod user_removal;
mod users;

pub use access::{AuthContext, Identity};
pub use api_key::{ApiKey, ApiKeyOptions, NewApiKey};
pub(crate) use audit::expire_audit;
pub use audit::{AuditAction, AuditEntry};
pub use backup::export;
pub use caller::Caller;
pub use delegation::Delegation;
pub use glossweave_base::secret::Secret;
pub use id_token::IdToken;
pub use id_token::{Claims, VerifyIdToken};
pub use invitation::{Invitation, InvitationOptions, NewInvitation, Registration};
pub(crate) use invitations::expire_invitations;
pub(crate) use keys::expire_keys;
pub(crate) use kind::Naming;
pub use kind::ResourceKind;
pub use name::check_name;
pub(crate) use page::PagePart;
pub use page::PageRequest;
pub use policy::{
    Action, Decision, Relationship, ResourceClass, Role, Visibility, may, required_scope,
};
pub use register::{SYSTEM, count_names, install_admin, install_local};
pub(crate) use row::{moment, seconds};
pub use scope::Scope;
pub(crate) use throttle::expire_log_ins;
pub use token::Token;
pub use usage::{Reserved, Usage, full};

pub use user::User;
pub use users::Users;
