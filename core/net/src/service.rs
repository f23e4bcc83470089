//! Services that are called repeatedly.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::reachable::{Reached, connects};
use super::{HostPolicy, HttpRequest, HttpResponse, Network, policy, shown_type};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::provider::{SERVICE, names};
use glossweave_base::text::iri;
use glossweave_rdf as rdf;
use glossweave_rdf::Graph;

/// A remote service: its URL, the headers of every call, and the time of a piece of work.
#[derive(Clone)]
pub struct Service {
    network: Arc<Network>,
    url: String,
    origin: String,
    reach: HostPolicy,
    headers: Vec<(String, String)>,
    time: Option<Duration>,
    reached: Reached,
}

impl Service {
    /// Creates a service from a URL that the program itself has set. The URL may have any address, for
    /// example on the same machine.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the URL is not an http or https URL.
    pub fn new(url: &str) -> Result<Service> {
        Service::over(Arc::default(), url, HostPolicy::Named)
    }

    /// Creates a service from a URL of another source, for example a stored template. `network` and `reach`
    /// determine whether it may be called.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the URL is not an http or https URL.
    pub fn over(network: Arc<Network>, url: &str, reach: HostPolicy) -> Result<Service> {
        let read = policy::parse(url).map_err(|error| error.with_parameter("url"))?;
        let origin = policy::origin(&read);
        let url = url.split('#').next().unwrap_or_default().to_owned();
        let (headers, reached) = (Vec::new(), Reached::default());
        Ok(Service { network, url, origin, reach, headers, time: None, reached })
    }

    /// Adds a header to every call, for example `Authorization`.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Service {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the time of one piece of work, which can consist of any number of calls. By default, the time
    /// of the network is used.
    pub fn with_time(mut self, time: Duration) -> Service {
        self.time = Some(time);
        self
    }

    /// The option names that [`Service::set`] accepts.
    pub const NAMES: &[&str] = &names::<2>(&[&SERVICE]);

    /// Sets an option by its name: `header` adds a header with its value (`Name: value`), and
    /// `milliseconds` is the time of one piece of work.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the name as the parameter, if the name or value is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "header" => {
                // The value is not shown, because it may be a key.
                let (header, value) = value.split_once(':').ok_or_else(|| {
                    let message = "expected a header as `Name: value`, found no colon";
                    Error::invalid(message).with_parameter(name)
                })?;
                self.headers.push((header.trim().to_owned(), value.trim().to_owned()));
            }
            "milliseconds" => {
                let time = value.parse().map_err(|_| {
                    Error::no_such("number", value, "milliseconds").with_parameter(name)
                })?;
                self.time = Some(Duration::from_millis(time));
            }
            _ => return Err(Error::no_option(name, Service::NAMES)),
        }
        Ok(())
    }
}

impl fmt::Debug for Service {
    /// Formats the service without headers and the full URL, because they may contain keys.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Service")
            .field("origin", &self.origin)
            .field("reach", &self.reach)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// A piece of work of a service, with a deadline.
#[derive(Debug)]
pub struct Work<'a> {
    service: &'a Service,
    time: Duration,
    deadline: Instant,
}

impl Work<'_> {
    /// Sends one call of the work as idempotent. Returns the errors of [`Network::send`].
    pub fn send(&self, outgoing: HttpRequest) -> Result<(HttpRequest, HttpResponse)> {
        let Service { network, headers, reach, .. } = self.service;
        let call = outgoing.with_time(self.remaining()?).idempotent().reaching(reach.clone());
        let call = headers.iter().fold(call, |call, (name, value)| call.with_header(name, value));
        let incoming = network.send(&call).map_err(|error| match error.kind() {
            ErrorKind::Deadline => self.late(),
            _ => error,
        })?;
        Ok((call, incoming))
    }

    /// Returns the remaining time. Returns `ErrorKind::Deadline` if it is over.
    pub(super) fn remaining(&self) -> Result<Duration> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() { Err(self.late()) } else { Ok(remaining) }
    }

    fn late(&self) -> Error {
        let (origin, time) = (&self.service.origin, self.time.as_millis());
        let message = format!("`{origin}` did not finish within {time} milliseconds");
        Error::new(ErrorKind::Deadline, message)
    }

    /// Parses RDF in a response, within the remaining time and the size limit of a response, because
    /// prefixes expand. N3 is parsed as Turtle, which servers mean by it. Returns `ErrorKind::Deadline` or
    /// `ErrorKind::TooLarge` if a limit is exceeded, and `ErrorKind::Unavailable` if the RDF is malformed;
    /// the reason is then its cause, because it may quote the response.
    pub fn graph(&self, incoming: &HttpResponse, format: Format) -> Result<Graph> {
        let format = if format == Format::N3 { Format::Turtle } else { format };
        let mut graph = Graph::new();
        let most = self.service.network.options.response;
        let mut remaining = most;
        // A response is relative to its URL. The query of the URL may be confidential.
        let place = self.service.url().split(['?', '#']).next().unwrap_or_default();
        let base = iri::resolve(place, "").map(|_| place);
        let read = rdf::read_each(incoming.bytes(), format, base, &mut |triple| {
            self.remaining()?;
            remaining = remaining.checked_sub(rdf::triple_size(&triple)).ok_or_else(|| {
                let what = format_args!("answers with statements of more than {most} bytes");
                Error::new(ErrorKind::TooLarge, self.service.did(what).message())
            })?;
            graph.push(triple);
            Ok(())
        });
        match read {
            Ok(()) => Ok(graph),
            Err(error) if matches!(error.kind(), ErrorKind::Deadline | ErrorKind::TooLarge) => {
                Err(error)
            }
            Err(error) => {
                let media_type = shown_type(incoming);
                let what = format_args!("answers with `{media_type}` that cannot be read");
                Err(self.service.did(what).because(error))
            }
        }
    }

    /// Sends one call, and returns its response if it is a success. Returns `ErrorKind::Unavailable` for
    /// another status.
    pub fn fetch(&self, outgoing: HttpRequest) -> Result<HttpResponse> {
        let (call, incoming) = self.send(outgoing)?;
        if incoming.is_success() {
            return Ok(incoming);
        }
        let reason = said(&call, &incoming).map(|reason| format!(": {reason}")).unwrap_or_default();
        Err(self.service.did(format_args!("answered {}{reason}", incoming.status())))
    }
}

/// The maximum length of a service's error message in our messages.
const SAID: usize = 200;

/// Returns the error message of a service: the first line of a plain text.
pub fn said(call: &HttpRequest, incoming: &HttpResponse) -> Option<String> {
    let plain = matches!(incoming.content_type()?.parse(), Ok(Format::Text));
    let text = std::str::from_utf8(incoming.bytes()).ok()?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let shown = plain && !call.is_betrayed_by(text);
    let line = || line.chars().filter(|char| !char.is_control()).take(SAID).collect();
    shown.then(line).map(|line| policy::shown(line, &call.url))
}

/// Encodes values as a form (`application/x-www-form-urlencoded`).
pub fn form<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut form = String::new();
    for (name, value) in pairs {
        if !form.is_empty() {
            form.push('&');
        }
        form.push_str(name);
        form.push('=');
        for byte in value.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    form.push(byte.into());
                }
                b' ' => form.push('+'),
                _ => {
                    let digit = |nibble: u8| char::from(b"0123456789ABCDEF"[usize::from(nibble)]);
                    form.extend(['%', digit(byte >> 4), digit(byte & 15)]);
                }
            }
        }
    }
    form
}

/// The media type of forms.
pub const FORM: &str = "application/x-www-form-urlencoded";

/// Methods of services that the other crates of Glossweave call.
pub trait ServiceExt {
    /// Starts a piece of work with the time of the service.
    fn begin(&self) -> Work<'_>;

    /// Starts a piece of work with the caller's time, limited by the time of the service.
    fn begin_within(&self, time: Duration) -> Work<'_>;

    /// Returns `true` if a connection to the service succeeds, or succeeded in the last five seconds.
    /// Nothing is sent. If there is no result after `wait`, the previous result is used, and the connection
    /// attempt continues for the next caller.
    fn is_reachable(&self, wait: Duration) -> bool;

    /// Returns the URL.
    fn url(&self) -> &str;

    /// Returns an error that describes a fault of the service.
    fn did(&self, what: impl fmt::Display) -> Error;
}

impl ServiceExt for Service {
    fn begin(&self) -> Work<'_> {
        self.begin_within(self.time.unwrap_or(self.network.options.time))
    }

    fn begin_within(&self, time: Duration) -> Work<'_> {
        let time = time.min(self.time.unwrap_or(super::LONGEST)).min(super::LONGEST);
        Work { service: self, time, deadline: Instant::now() + time }
    }

    fn is_reachable(&self, wait: Duration) -> bool {
        let (network, reach, url) = (self.network.clone(), self.reach.clone(), self.url.clone());
        self.reached.within(wait, move || connects(&network.options, &reach, &url))
    }

    fn url(&self) -> &str {
        &self.url
    }

    fn did(&self, what: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Unavailable, format!("`{}` {what}", self.origin))
    }
}
