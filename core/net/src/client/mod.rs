//! The client: a thread that makes the calls, and its queue.

mod attempt;
mod connection;
mod retry;
mod retry_after;
mod runtime;
#[cfg(test)]
mod tests;

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{HttpRequest, HttpResponse, LONGEST, Options, policy};
use attempt::Call;
use connection::Lookup;
use glossweave_base::call_limits::check_now;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};
use glossweave_base::trace::{SpanKind, SpanValue, span};
use runtime::{Job, Thread};
use tokio::sync::oneshot;

/// The time after the deadline during which the network thread can still report the timeout itself.
const SLACK: Duration = Duration::from_millis(500);

/// The interval between two checks of the limits of a waiting call.
const LOOK: Duration = Duration::from_millis(50);

/// The maximum number of concurrent calls. Further calls wait, within their time.
const AT_ONCE: usize = 32;

/// The client of a network. Its thread starts with the first call.
pub(crate) struct Client {
    lookup: Lookup,
    at_once: usize,
    thread: Mutex<Option<Thread>>,
}

impl Default for Client {
    fn default() -> Client {
        Client { lookup: connection::system(), at_once: AT_ONCE, thread: Mutex::new(None) }
    }
}

impl Client {
    /// Makes a call, as described in [`Network::send`](super::Network::send).
    pub(crate) fn send(&self, options: &Options, outgoing: &HttpRequest) -> Result<HttpResponse> {
        let method = || outgoing.method.name().to_owned();
        let attributes = || {
            let mut all = vec![("http.request.method", SpanValue::Text(method()))];
            if let Ok(url) = policy::parse(&outgoing.url) {
                let host = url.host_str().unwrap_or_default().to_owned();
                let port = url.port_or_known_default().unwrap_or_default();
                all.push(("server.address", SpanValue::Text(host)));
                all.push(("server.port", SpanValue::Number(port.into())));
            }
            all
        };
        span(SpanKind::Client, method, attributes, || self.send_within(options, outgoing))
    }

    fn send_within(&self, options: &Options, outgoing: &HttpRequest) -> Result<HttpResponse> {
        let call = Arc::new(Call::new(outgoing, options)?);
        let time = outgoing.time.unwrap_or(options.time).min(LONGEST);
        let (answer, done) = sync_channel(1);
        let deadline = Instant::now() + time;
        // Dropped whenever this function returns, so that the thread stops the call.
        let (_waiting, gone) = oneshot::channel();
        self.hand_over(Job { call: call.clone(), deadline, answer, gone })?;
        let answer = loop {
            let remaining = (deadline + SLACK).saturating_duration_since(Instant::now());
            match done.recv_timeout(remaining.min(LOOK)) {
                Ok(answer) => break answer,
                Err(RecvTimeoutError::Timeout) if remaining > LOOK => check_now()?,
                Err(RecvTimeoutError::Timeout) => break Err(retry::late(&call, time)),
                Err(RecvTimeoutError::Disconnected) => {
                    let message = "the thread of the network has ended";
                    break Err(Error::new(ErrorKind::Internal, message));
                }
            }
        };
        if let Err(error) = &answer
            && error.kind() != ErrorKind::Forbidden
        {
            let origin = call.origin();
            let message = error.message();
            match message.contains(&origin) {
                true => emit(Level::Warn, "glossweave::network", format_args!("{error}")),
                false => {
                    emit(Level::Warn, "glossweave::network", format_args!("`{origin}`: {error}"))
                }
            }
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
        let ended = || Error::new(ErrorKind::Internal, "the thread of the network has ended");
        started.take(job).map_err(|_| ended())?;
        *thread = Some(started);
        Ok(())
    }
}
