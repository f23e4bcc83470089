//! Rows with revisions, users and their permissions, and the resources of users.
//!
//! Programs use the crate `glossweave`, which re-exports their part of the API. Other public items
//! are used by the other crates of Glossweave only, and may change in any version.

pub mod acl;
pub mod job;
pub mod resource;
pub mod store;

pub use acl::Caller;
