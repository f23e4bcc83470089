//! Rows with revisions, users and what they may do, and the resources that they own.
//!
//! A host uses the crate `glossweave`, which re-exports all that is public here. What is hidden in these
//! pages is for the other crates of Glossweave alone and may change with any version.

pub mod acl;
pub mod resource;
pub mod store;

pub use acl::Caller;
