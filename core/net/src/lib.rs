//! Outgoing HTTP calls.
//!
//! # Allowed calls
//!
//! Only URLs with `http` or `https` and without a user are allowed. A host must be allowed by name: in the
//! settings ([`Options::hosts`]), by the caller ([`HostPolicy::Hosts`]), or because the host program
//! itself set the URL ([`HostPolicy::Named`]). Names may resolve only to public addresses, and connections
//! use only these: loopback, private, link-local, shared, multicast and other special addresses are refused
//! in every notation, also when they are embedded in other addresses (mapped, NAT64, 6to4). Hosts in
//! [`Options::private_hosts`] may have any address. The same rules apply to redirects: at most five
//! are followed, from `https` to `http` never, and credentials are not sent to another host. Calls that
//! break a rule return an error of the kind [`Forbidden`](glossweave_base::ErrorKind::Forbidden). The
//! environment is not used, for example for proxies, and between calls only connections are kept.
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
pub use request::{HttpRequest, HttpResponse, shown_type};
pub use service::{FORM, form, said};
pub use service::{Service, ServiceExt};

use client::Client;
use glossweave_base::call_limits::add_input;
use glossweave_base::error::Result;
use policy::Policy;

/// The default total time of a call.
const TIME: Duration = Duration::from_secs(30);

/// The maximum time of a call.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The options of a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The hosts that may be called at public addresses.
    pub hosts: Hosts,
    /// The hosts that may be called at any address.
    pub private_hosts: Hosts,
    /// The time of a call that does not set its time. Default: 30 seconds.
    pub time: Duration,
    /// The maximum size of a decompressed response in bytes. Default: 64 MiB. For RDF it also limits the
    /// size of the statements, which use 160 bytes each in addition to their text.
    pub response: usize,
}

impl Default for Options {
    /// Returns options without hosts, with 30 seconds and 64 MiB.
    fn default() -> Options {
        let (hosts, private_hosts) = (Hosts::default(), Hosts::default());
        Options { hosts, private_hosts, time: TIME, response: 64 << 20 }
    }
}

/// An HTTP client with a separate thread, which starts with the first call and ends with the network. Any
/// number of threads may use it, including threads of an asynchronous runtime. Each waits for its response.
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
    /// Creates a network. Its thread does not run yet.
    pub fn new(options: Options) -> Network {
        Network { options, client: Client::default() }
    }

    /// Sends a call and waits for the whole response. It can have any status except 429, 502, 503 and 504.
    /// For these statuses, and when a connection fails or breaks before a response, an idempotent call is
    /// retried twice within the time of the call. The delay is the time in `Retry-After`, or a short time
    /// that doubles with each retry.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the URL or a header is not valid, `ErrorKind::Forbidden` if the call
    /// or a redirect is not allowed, `ErrorKind::Deadline` if the call exceeds its time,
    /// `ErrorKind::TooLarge` if the response exceeds its limit, and `ErrorKind::Unavailable` if there is no
    /// response or it has one of the four statuses. The status is then the code of the error, which
    /// contains the time to wait if the server sent it. Messages contain the host, but never the rest of a
    /// URL. Returns `ErrorKind::Unsupported` if the library was built without the feature `net`.
    pub fn send(&self, outgoing: &HttpRequest) -> Result<HttpResponse> {
        let response = self.client.send(&self.options, outgoing)?;
        // The response also counts as an input of the call.
        add_input(response.bytes().len());
        Ok(response)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Network").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Methods of networks that the other crates of Glossweave call.
pub trait NetworkExt {
    /// Returns the time of a call that does not set its time.
    fn time(&self) -> Duration;

    /// Checks whether a URL may be called, without calling it. Returns `ErrorKind::Invalid` if the URL is
    /// not valid, and `ErrorKind::Forbidden` if its host is not allowed.
    fn check(&self, url: &str) -> Result<()>;
}

impl NetworkExt for Network {
    fn time(&self) -> Duration {
        self.options.time
    }

    fn check(&self, url: &str) -> Result<()> {
        let url = policy::parse(url)?;
        Policy::new(&self.options, &HostPolicy::Settings, &url).permit(&url).map(drop)
    }
}
