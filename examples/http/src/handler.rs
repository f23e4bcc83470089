//! The handlers of requests, by resource.

pub mod batch;
pub mod call;
pub mod invitation;
pub mod job;
pub mod key;
pub mod model;
pub mod reconcile;
pub mod resource;
pub mod service;
pub mod user;

use glossweave::{Error, ErrorKind, Result};

use crate::request::Request;

/// Returns `ErrorKind::Invalid` for a parameter of another name, such as a misspelt `role`.
fn check_names(request: &Request, names: &[&str]) -> Result<()> {
    match request.query.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some((name, _)) => {
            Err(Error::unknown(ErrorKind::Invalid, "parameter", name, names).with_parameter(name))
        }
    }
}
