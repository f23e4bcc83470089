//! Everything that goes out over HTTP.
//!
//! # What may be called
//!
//! `http` and `https` only, without a user before the host. A host has to be allowed by name: in the
//! settings ([`Options::with_hosts`]), by the one who calls ([`Reach::Hosts`]), or since the host
//! program itself has named the URL ([`Reach::Named`]). Names may lead to public addresses only, and
//! only to such addresses are connections made: loopback, private, link-local, shared, multicast and
//! other special ones are refused in every spelling, and so are those within other addresses (mapped,
//! NAT64, 6to4). Hosts in [`Options::with_private_hosts`] may be anywhere. A redirect is held to the
//! same rules, at most five are followed, none leads from `https` to `http`, and none takes
//! credentials to another host. What these rules refuse is an error of the kind
//! [`Forbidden`](glossweave_base::Kind::Forbidden). Neither a proxy nor anything else is taken from the
//! environment, and nothing is kept between calls but connections.

mod address;
mod client;
mod exchange;
mod hosts;
mod message;
mod policy;
mod reachable;
mod retry;
mod service;
mod thread;

#[cfg(test)]
pub(crate) mod tests;

use std::fmt;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use hosts::Hosts;
pub use message::{Incoming, Outgoing, Reach};
pub use service::Service;
pub(crate) use service::{FORM, form, said};

use client::Lookup;
use exchange::Call;
use glossweave_base::error::{Error, Kind, Result};
use glossweave_base::event::{Level, tell};
use thread::{Job, Thread};

/// How long a call without a time of its own may take, in all.
const TIME: Duration = Duration::from_secs(30);

/// The longest time that can be asked for.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What the thread of the network gets beyond the deadline, to say itself that it has passed.
const SLACK: Duration = Duration::from_millis(500);

/// How many calls are under way at once; others wait, within their time.
const AT_ONCE: usize = 32;

/// What a [`Network`] is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    hosts: Hosts,
    private: Hosts,
    time: Duration,
    response: usize,
}

impl Default for Options {
    /// No hosts, 30 seconds, 64 MiB.
    fn default() -> Options {
        let (hosts, private) = (Hosts::default(), Hosts::default());
        Options { hosts, private, time: TIME, response: 64 << 20 }
    }
}

impl Options {
    /// Sets the hosts that may be called, at public addresses.
    pub fn with_hosts(mut self, hosts: Hosts) -> Options {
        self.hosts = hosts;
        self
    }

    /// Sets the hosts that may be called wherever they are.
    pub fn with_private_hosts(mut self, hosts: Hosts) -> Options {
        self.private = hosts;
        self
    }

    /// Sets how long a call may take that says nothing itself.
    pub fn with_time(mut self, time: Duration) -> Options {
        self.time = time;
        self
    }

    /// Sets how many bytes an answer may have, unpacked; where it is RDF, its statements too, with
    /// 160 for each beside its text.
    pub fn with_response(mut self, bytes: usize) -> Options {
        self.response = bytes;
        self
    }
}

/// Sends calls over HTTP, in a thread of its own that starts with the first call and ends with the
/// network. Any number of threads may use it, those of an asynchronous runtime too; each waits for
/// its answer.
///
/// ```
/// use glossweave::Kind;
/// use glossweave::provider::Network;
/// use glossweave::provider::network::{Hosts, Options, Outgoing};
/// let network = Network::new(Options::default().with_hosts("example.org".parse::<Hosts>()?));
/// for url in ["https://example.com/", "http://0x7f.1/", "http://example.org@localhost/"] {
///     let error = network.send(&Outgoing::get(url)).unwrap_err();
///     assert!(matches!(error.kind(), Kind::Forbidden | Kind::Invalid));
/// }
/// # Ok::<(), glossweave::Error>(())
/// ```
pub struct Network {
    options: Options,
    lookup: Lookup,
    at_once: usize,
    thread: Mutex<Option<Thread>>,
}

impl Default for Network {
    fn default() -> Network {
        Network::new(Options::default())
    }
}

impl Network {
    /// A network that has not called anyone yet.
    pub fn new(options: Options) -> Network {
        Network { options, lookup: client::system(), at_once: AT_ONCE, thread: Mutex::new(None) }
    }

    /// Sends a call and waits for the whole answer, whatever its status but for 429, 502, 503 and
    /// 504. These, and connections that do not come about or break before an answer, are tried twice
    /// again where the call is idempotent, after what `Retry-After` says or after a moment that
    /// doubles, as far as the time allows.
    ///
    /// Kinds: Invalid for a URL or header that is none; Forbidden for what may not be called, and
    /// for a redirect to there; Deadline where it takes longer than the time of the call; TooLarge
    /// where the answer is longer than allowed; Unavailable where there is no answer, or one of the
    /// four statuses, then with that as its code and how long to wait where that was said. Messages
    /// name the host, never the rest of a URL.
    pub fn send(&self, outgoing: &Outgoing) -> Result<Incoming> {
        let call = Arc::new(Call::new(outgoing, &self.options)?);
        let time = outgoing.time.unwrap_or(self.options.time).min(LONGEST);
        let (answer, done) = sync_channel(1);
        let deadline = Instant::now() + time;
        self.hand_over(Job { call: call.clone(), deadline, answer })?;
        let answer = done.recv_timeout(time + SLACK).unwrap_or_else(|lost| match lost {
            RecvTimeoutError::Timeout => Err(retry::late(&call, time)),
            RecvTimeoutError::Disconnected => {
                Err(Error::new(Kind::Internal, "the thread of the network has ended"))
            }
        });
        if let Err(error) = &answer
            && error.kind() != Kind::Forbidden
        {
            tell(Level::Warn, "glossweave::network", format_args!("{error}"));
        }
        answer
    }

    fn hand_over(&self, job: Job) -> Result<()> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match thread.as_ref() {
            None => job,
            Some(running) => match running.take(job) {
                Ok(()) => return Ok(()),
                Err(job) => job,
            },
        };
        let started = Thread::start(self.lookup.clone(), self.at_once)?;
        let ended = || Error::new(Kind::Internal, "the thread of the network has ended");
        started.take(job).map_err(|_| ended())?;
        *thread = Some(started);
        Ok(())
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Network").field("options", &self.options).finish_non_exhaustive()
    }
}
