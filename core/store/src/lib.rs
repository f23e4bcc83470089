//! Rows with revisions, users and their permissions, and the resources that users own.
//!
//! A host uses the crate `glossweave`, which re-exports all public items of this one. Hidden items are
//! for the other crates of Glossweave alone and may change with any version.

pub mod acl;
pub mod job;
pub mod resource;
pub mod store;

pub use acl::Caller;
