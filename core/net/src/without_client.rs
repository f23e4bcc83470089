//! The client of a build without the feature `client`. It makes no calls.

use super::{HttpRequest, HttpResponse, Options};
use glossweave_base::error::{Error, ErrorKind, Result};

/// A client without a network.
#[derive(Default)]
pub(crate) struct Client;

impl Client {
    /// Returns `ErrorKind::Unsupported`.
    pub(crate) fn send(&self, _: &Options, _: &HttpRequest) -> Result<HttpResponse> {
        let message = "no calls are made: the library was built without the feature `net`";
        Err(Error::new(ErrorKind::Unsupported, message))
    }
}
