//! What goes out and what comes back.

use std::fmt;
use std::time::Duration;

use super::{Hosts, policy};

/// How much of a media type is shown.
const LONGEST: usize = 100;

/// The method of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Post,
}

/// Where a call may go, beside the hosts that the settings allow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Nowhere else.
    #[default]
    Settings,
    /// To these hosts too, at public addresses.
    Hosts(Hosts),
    /// To the scheme, host and port of its own URL, private or not: for URLs that the host program
    /// itself has named. What they redirect to is not meant by that; only the way from `http` to
    /// `https` on the same name is open, at public addresses.
    Named,
}

/// One call.
///
/// ```
/// use std::time::Duration;
/// use glossweave::provider::network::Outgoing;
/// let call = Outgoing::post("https://example.org/annotate?key=secret", "text/plain", "To Cork")
///     .with_header("Accept", "application/json")
///     .with_time(Duration::from_secs(5))
///     .idempotent();
/// assert!(!format!("{call:?}").contains("secret"));
/// ```
#[derive(Clone)]
pub struct Outgoing {
    pub(super) method: Method,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    pub(super) time: Option<Duration>,
    pub(super) idempotent: bool,
    pub(super) reach: Reach,
}

impl Outgoing {
    /// Asks for what is at a URL. It may be tried again.
    pub fn get(url: impl Into<String>) -> Outgoing {
        Outgoing {
            method: Method::Get,
            url: url.into(),
            headers: Vec::new(),
            body: Vec::new(),
            time: None,
            idempotent: true,
            reach: Reach::Settings,
        }
    }

    /// Sends something of a media type to a URL. It is not tried again unless it is
    /// [idempotent](Outgoing::idempotent).
    pub fn post(
        url: impl Into<String>,
        media_type: impl Into<String>,
        body: impl Into<Vec<u8>>,
    ) -> Outgoing {
        let call = Outgoing { method: Method::Post, body: body.into(), ..Outgoing::get(url) };
        Outgoing { idempotent: false, ..call.with_header("Content-Type", media_type) }
    }

    /// Adds a header. It does not go along to another host that a redirect leads to, unless it is
    /// one that says what the content is and what is understood.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Outgoing {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets how long all of it may take: every attempt, the waiting between them, and the body that
    /// comes back. What the network was set to where this is not called.
    pub fn with_time(mut self, time: Duration) -> Outgoing {
        self.time = Some(time);
        self
    }

    /// Says that the call does no harm when it arrives twice, so that it may be tried again.
    pub fn idempotent(mut self) -> Outgoing {
        self.idempotent = true;
        self
    }

    /// Sets where it may go.
    pub fn reaching(mut self, reach: Reach) -> Outgoing {
        self.reach = reach;
        self
    }

    /// Whether a text has something of the call that is not to be shown, such as a key.
    pub(crate) fn is_betrayed_by(&self, text: &str) -> bool {
        let query = self.url.split_once('?').map_or("", |(_, query)| query);
        let values =
            query.split('&').filter_map(|pair| pair.split_once('=')).map(|(_, value)| value);
        let headers = self.headers.iter().flat_map(|(_, value)| value.split(' '));
        let tells = |secret: &str| secret.len() > 3 && text.contains(secret);
        // Servers show what they read, which is not as the URL writes it.
        let url = policy::parse(&self.url).ok();
        let mut decoded = url.iter().flat_map(|url| url.query_pairs());
        values.chain(headers).any(tells) || decoded.any(|(_, value)| tells(&value))
    }
}

impl fmt::Debug for Outgoing {
    /// Shows neither headers nor the query of the URL: there may be keys in them.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        out.debug_struct("Outgoing")
            .field("method", &self.method)
            .field("url", &self.url.split(['?', '#']).next().unwrap_or_default())
            .field("headers", &names)
            .field("body", &self.body.len())
            .field("time", &self.time)
            .field("idempotent", &self.idempotent)
            .field("reach", &self.reach)
            .finish()
    }
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) bytes: Vec<u8>,
}

impl Incoming {
    /// The status, such as 200. Never 429, 502, 503 or 504, which are errors.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Whether the status is one of success: 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The first value of a header, whatever the case of its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The header `Content-Type`.
    pub fn content_type(&self) -> Option<&str> {
        self.header("content-type")
    }

    /// The media type of the content as errors show it: without parameters, and not at any length.
    pub(crate) fn shown_type(&self) -> String {
        let said = self.content_type().unwrap_or("no media type");
        let said = said.split(';').next().unwrap_or_default().trim();
        said.escape_debug().take(LONGEST).collect()
    }

    /// The content, unpacked.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, for keeps.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
