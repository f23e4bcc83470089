//! The handlers, by what they are about.

pub mod reconcile;
pub mod resource;
pub mod service;
pub mod user;
