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

/// Checks that all parameters are options of a table. Returns `ErrorKind::Invalid` for another parameter,
/// for example a misspelt `role`.
fn check_options(request: &Request, options: &[Parameter]) -> Result<()> {
    check_names(request, &options.iter().map(|option| option.name).collect::<Vec<_>>())
}

/// Checks that all parameters have one of these names. Returns `ErrorKind::Invalid` for another parameter.
fn check_names(request: &Request, names: &[&str]) -> Result<()> {
    match request.query.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some((name, _)) => {
            Err(Error::unknown(ErrorKind::Invalid, "parameter", name, names).with_parameter(name))
        }
    }
}
