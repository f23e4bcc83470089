//! SPARQL endpoints elsewhere, over the SPARQL 1.1 Protocol.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use super::network::{Incoming, Network, Outgoing, Reach};
use super::{Answer, QueryEndpoint};
use crate::error::{Error, Kind, Result};
use crate::media::Format;
use crate::rdf::{self, Graph};

/// The longest URL that every server takes (RFC 9110, 4.1, asks for 8,000 bytes; some have 2,048).
const URL: usize = 2_000;

/// How much of what an endpoint says of a query is shown.
const SAID: usize = 200;

/// How a query is sent (SPARQL 1.1 Protocol, clause 2.1).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryForm {
    /// In the URL where it is short, as a form else.
    #[default]
    Short,
    /// As a form, with POST.
    Form,
    /// As it is, with POST and the media type `application/sparql-query`.
    Direct,
}

/// A SPARQL endpoint elsewhere.
///
/// It is asked for N-Triples, Turtle, RDF/XML or JSON-LD, and what comes back is read as its media
/// type says.
///
/// ```
/// use std::time::Duration;
/// use glossweave::Kind;
/// use glossweave::provider::{QueryEndpoint, SparqlEndpoint};
/// // A program may name a server of its own network.
/// let endpoint = SparqlEndpoint::new("http://127.0.0.1:9/sparql")?;
/// let error = endpoint.construct("CONSTRUCT WHERE { ?s ?p ?o }", Duration::from_secs(5));
/// assert_eq!(error.unwrap_err().kind(), Kind::Unavailable);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparqlEndpoint {
    network: Arc<Network>,
    url: String,
    reach: Reach,
    headers: Vec<(String, String)>,
    form: QueryForm,
}

impl SparqlEndpoint {
    /// The endpoint at a URL that the program itself has named: it may be anywhere, on the same
    /// machine too. Kind Invalid for what is no http or https URL.
    pub fn new(url: impl Into<String>) -> Result<SparqlEndpoint> {
        let url = url.into();
        super::network::check(&url)?;
        Ok(SparqlEndpoint::over(Arc::default(), url, Reach::Named))
    }

    /// The endpoint at a URL that came from elsewhere, such as a stored template: `network` and
    /// `reach` say whether it may be called.
    pub fn over(network: Arc<Network>, url: impl Into<String>, reach: Reach) -> SparqlEndpoint {
        let form = QueryForm::default();
        SparqlEndpoint { network, url: url.into(), reach, headers: Vec::new(), form }
    }

    /// Sends through a network that others use too.
    pub fn with_network(mut self, network: Arc<Network>) -> SparqlEndpoint {
        self.network = network;
        self
    }

    /// Adds a header to every call, such as `Authorization`.
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets how queries are sent.
    pub fn with_form(mut self, form: QueryForm) -> SparqlEndpoint {
        self.form = form;
        self
    }

    fn outgoing(&self, query: &str, time: Duration) -> Outgoing {
        let form = format!("query={}", percent_encoded(query));
        let call = match self.form {
            QueryForm::Short if self.url.len() + form.len() < URL => {
                let url = self.url.split('#').next().unwrap_or_default();
                let join = if url.contains('?') { '&' } else { '?' };
                Outgoing::get(format!("{url}{join}{form}"))
            }
            QueryForm::Direct => {
                Outgoing::post(self.url.clone(), "application/sparql-query", query)
            }
            _ => Outgoing::post(self.url.clone(), "application/x-www-form-urlencoded", form),
        };
        let call =
            self.headers.iter().fold(call, |call, (name, value)| call.with_header(name, value));
        call.with_header("Accept", accept())
            .with_time(time)
            .idempotent()
            .reaching(self.reach.clone())
    }
}

impl QueryEndpoint for SparqlEndpoint {
    fn construct(&self, query: &str, time: Duration) -> Result<Graph> {
        self.answer(query, time).map(|answer| answer.graph)
    }

    fn answer(&self, query: &str, time: Duration) -> Result<Answer> {
        let outgoing = self.outgoing(query, time);
        let incoming = self.network.send(&outgoing)?;
        let host = super::network::shown(&self.url);
        let status = incoming.status();
        if !incoming.is_success() {
            let said = said(&outgoing, &incoming).map(|said| format!(": {said}"));
            let said = said.unwrap_or_default();
            return Err(match status {
                400 => Error::invalid(format!("`{host}` refuses the query{said}")),
                _ => Error::new(Kind::Unavailable, format!("`{host}` answered {status}{said}")),
            });
        }
        let left_out = left_out(&incoming);
        let graph = match (status, incoming.bytes()) {
            (204, []) => Graph::new(),
            (_, bytes) => read(host, bytes, incoming.content_type())?,
        };
        Ok(Answer { graph, left_out })
    }
}

/// What is understood, what is read fastest first.
fn accept() -> String {
    let [first, second, third, last] =
        [Format::NTriples, Format::Turtle, Format::RdfXml, Format::JsonLd].map(Format::media_type);
    format!("{first},{second};q=0.9,{third};q=0.8,{last};q=0.7")
}

fn read(host: String, bytes: &[u8], content_type: Option<&str>) -> Result<Graph> {
    let said = content_type.unwrap_or("no media type").split(';').next().unwrap_or_default().trim();
    let format = match said.parse() {
        // What some servers call N-Triples and RDF/XML.
        Ok(Format::Text) => Some(Format::NTriples),
        Ok(Format::Xml) => Some(Format::RdfXml),
        Ok(format) if Format::is_rdf(format) => Some(format),
        _ => None,
    };
    let said: String = said.escape_debug().take(SAID).collect();
    let Some(format) = format else {
        let message = format!("`{host}` answers a CONSTRUCT query with `{said}`, expected RDF");
        return Err(Error::new(Kind::Unavailable, message));
    };
    rdf::read(bytes, format, None).map_err(|error| match error.kind() {
        Kind::TooLarge => error,
        _ => {
            let message = format!("`{host}` answers with `{said}` that cannot be read: {error}");
            Error::new(Kind::Unavailable, message).because(error)
        }
    })
}

/// Virtuoso answers 200 with a part of the result where it is longer or takes longer than the server
/// wants, and says so in headers.
fn left_out(incoming: &Incoming) -> Option<Box<str>> {
    let rows = incoming.header("X-SPARQL-MaxRows").map(|rows| {
        let rows: String = rows.chars().filter(char::is_ascii_digit).take(20).collect();
        format!("the endpoint gives at most {rows} rows").into()
    });
    let stopped =
        || incoming.header("X-SQL-State").map(|_| "the endpoint stopped before it was done".into());
    rows.or_else(stopped)
}

/// What an endpoint says of a query: the first line, if it is one to be shown.
fn said(outgoing: &Outgoing, incoming: &Incoming) -> Option<String> {
    let format = incoming.content_type()?.parse::<Format>().ok()?;
    let text = std::str::from_utf8(incoming.bytes()).ok()?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let shown = format == Format::Text && !outgoing.is_betrayed_by(text);
    shown.then(|| line.chars().filter(|char| !char.is_control()).take(SAID).collect())
}

/// A value of a form, as `application/x-www-form-urlencoded` has it.
pub(super) fn percent_encoded(value: &str) -> String {
    let mut encoded = String::with_capacity(value.len() * 2);
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(byte.into());
            }
            b' ' => encoded.push('+'),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
