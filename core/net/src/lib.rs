//! Outgoing HTTP calls.
//!
//! # Allowed calls
//!
//! Only `http` and `https`, without a user before the host. A host has to be allowed by name: in
//! the settings ([`Options::with_hosts`]), by the caller ([`HostPolicy::Hosts`]), or because the host
//! program itself has set the URL ([`HostPolicy::Named`]). Names may resolve to public addresses only,
//! and only to such addresses are connections made: loopback, private, link-local, shared,
//! multicast and other special ones are refused in every spelling, and so are those within other
//! addresses (mapped, NAT64, 6to4). Hosts in [`Options::with_private_hosts`] may have any address.
//! A redirect is held to the same rules, at most five are followed, none leads from `https` to
//! `http`, and none takes credentials to another host. Calls that these rules refuse are an error
//! of the kind [`Forbidden`](glossweave_base::ErrorKind::Forbidden). No proxy or other setting is taken
//! from the environment, and nothing but connections is kept between calls.

mod address;
mod chat;
#[cfg(feature = "client")]
mod client;
#[cfg(not(feature = "client"))]
mod without_client;
#[cfg(not(feature = "client"))]
use without_client as client;
mod hosts;
pub mod json;
mod policy;
mod reachable;
mod request;
mod service;

use std::fmt;
use std::time::Duration;

pub use chat::LanguageModel;
pub use chat::{Content, Prompt};
pub use glossweave_base::token_usage::TokenUsage;
pub use hosts::{HostPolicy, Hosts};
pub use policy::hide_private_hosts;
pub use request::{HttpRequest, HttpResponse};
pub use service::Service;
pub use service::{FORM, form, said};

use client::Client;
use glossweave_base::call_limits::add_input;
use glossweave_base::error::Result;
use policy::Policy;

/// The default time of a call, in all.
const TIME: Duration = Duration::from_secs(30);

/// The maximum time of a call.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The options of a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The hosts that may be called, at public addresses.
    pub hosts: Hosts,
    /// The hosts that may be called at any address.
    pub private_hosts: Hosts,
    /// The time of a call that sets none itself.
    pub time: Duration,
    /// The maximum size of a response in bytes, decompressed. For RDF it is also the maximum size of the statements, which
    /// count 160 bytes each in addition to their text.
    pub response: usize,
}

impl Default for Options {
    /// Returns the options without hosts, with 30 seconds and 64 MiB.
    fn default() -> Options {
        let (hosts, private_hosts) = (Hosts::default(), Hosts::default());
        Options { hosts, private_hosts, time: TIME, response: 64 << 20 }
    }
}

/// An HTTP client with a thread of its own, which starts with the first call and ends with the
/// network. Any number of threads may use it, also those of an asynchronous runtime; each waits for
/// its response.
pub struct Network {
    options: Options,
    client: Client,
}

impl Default for Network {
    fn default() -> Network {
        Network::new(Options::default())
    }
}

impl Network {
    /// Creates a network that has no thread yet.
    pub fn new(options: Options) -> Network {
        Network { options, client: Client::default() }
    }

    /// Sends a call and waits for the whole response, with any status except 429, 502, 503 and 504.
    /// For these, and for connections that fail or break before a response, an idempotent call is
    /// retried twice, after the time in `Retry-After` or after a short wait that doubles, as far as
    /// the time of the call allows.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the URL or a header is not valid, `ErrorKind::Forbidden` if the
    /// call or a redirect is not allowed, `ErrorKind::Deadline` if it takes longer than the time of
    /// the call, `ErrorKind::TooLarge` if the response is longer than allowed, and
    /// `ErrorKind::Unavailable` if there is no response or one of the four statuses, which is then the
    /// code of the error, with the time to wait if the server sent it. Messages name the host,
    /// never the rest of a URL. Returns `ErrorKind::Unsupported` if the library was built without the
    /// feature `net`.
    pub fn send(&self, outgoing: &HttpRequest) -> Result<HttpResponse> {
        let response = self.client.send(&self.options, outgoing)?;
        // The answer is an input of the call, too.
        add_input(response.bytes().len());
        Ok(response)
    }

    /// Returns the time of a call that sets none itself.
    #[doc(hidden)]
    pub fn time(&self) -> Duration {
        self.options.time
    }

    /// Checks that a URL may be called, without a call. Returns `ErrorKind::Invalid` if it is not valid, and
    /// `ErrorKind::Forbidden` if its host is not allowed.
    #[doc(hidden)]
    pub fn check(&self, url: &str) -> Result<()> {
        let url = policy::parse(url)?;
        Policy::new(&self.options, &HostPolicy::Settings, &url).permit(&url).map(drop)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Network").field("options", &self.options).finish_non_exhaustive()
    }
}
