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

use glossweave::provider::Parameter;
use glossweave::{Error, ErrorKind, Result};

use crate::request::Request;

/// Returns `ErrorKind::Invalid` for a parameter that is not an option of a table, such as a misspelt `role`.
fn check_options(request: &Request, options: &[Parameter]) -> Result<()> {
    check_names(request, &options.iter().map(|option| option.name).collect::<Vec<_>>())
}

/// Returns `ErrorKind::Invalid` for a parameter of another name.
fn check_names(request: &Request, names: &[&str]) -> Result<()> {
    match request.query.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some((name, _)) => {
            Err(Error::unknown(ErrorKind::Invalid, "parameter", name, names).with_parameter(name))
        }
    }
}
