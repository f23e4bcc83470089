//! The handlers of requests, by resource.

pub mod reconcile;
pub mod resource;
pub mod service;
pub mod user;
