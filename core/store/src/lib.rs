//! Rows with revisions, users and their permissions, and the resources that users own.
//!
//! A program uses the crate `glossweave`, which re-exports what programs need. Other public items are for the other crates
//! of Glossweave, and may change with any version.

pub mod acl;
pub mod job;
pub mod resource;
pub mod store;

pub use acl::Caller;
