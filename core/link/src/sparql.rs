//! Remote SPARQL endpoints, using the SPARQL 1.1 Protocol.

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::{Answer, QueryEndpoint};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_net::{
    FORM, HttpRequest, HttpResponse, Service, ServiceExt, form, said, shown_type,
};
use glossweave_rdf::Graph;

/// The maximum length of a URL. RFC 9110, 4.1, recommends that servers accept 8,000 bytes, but the
/// limit of some servers is 2,048.
const URL: usize = 2_000;

/// The form in which a query is sent (SPARQL 1.1 Protocol, clause 2.1).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryForm {
    /// In the URL if the query is short, otherwise as a form.
    #[default]
    Short,
    /// As a form, using POST.
    Form,
    /// Unencoded, using POST and the media type `application/sparql-query`.
    Direct,
}

/// A remote SPARQL endpoint.
///
/// It requests N-Triples, Turtle, RDF/XML or JSON-LD. Responses are parsed according to their media
/// type.
#[derive(Clone, Debug)]
pub struct SparqlEndpoint {
    service: Service,
    form: QueryForm,
}

impl SparqlEndpoint {
    /// Creates an endpoint at a URL that the program has chosen. All addresses are allowed,
    /// including the local machine.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the URL does not use http or https.
    pub fn new(url: &str) -> Result<SparqlEndpoint> {
        Service::new(url).map(SparqlEndpoint::at)
    }

    /// Creates an endpoint that uses a service.
    pub fn at(service: Service) -> SparqlEndpoint {
        SparqlEndpoint { service, form: QueryForm::default() }
    }

    /// Sets the form in which queries are sent.
    pub fn with_form(mut self, form: QueryForm) -> SparqlEndpoint {
        self.form = form;
        self
    }

    fn outgoing(&self, query: &str) -> HttpRequest {
        let url = self.service.url();
        let form = form([("query", query)]);
        let call = match self.form {
            QueryForm::Short if url.len() + form.len() < URL => {
                let join = if url.contains('?') { '&' } else { '?' };
                HttpRequest::get(format!("{url}{join}{form}"))
            }
            QueryForm::Direct => HttpRequest::post(url, "application/sparql-query", query),
            _ => HttpRequest::post(url, FORM, form),
        };
        call.with_header("Accept", accept())
    }

    /// Returns the format of a response, according to its media type.
    fn format(&self, incoming: &HttpResponse) -> Result<Format> {
        match incoming.content_type().unwrap_or_default().parse() {
            // Some servers use these media types for N-Triples and RDF/XML.
            Ok(Format::Text) => Ok(Format::NTriples),
            Ok(Format::Xml) => Ok(Format::RdfXml),
            Ok(format) if Format::is_rdf(format) => Ok(format),
            _ => {
                let media_type = shown_type(incoming);
                let what =
                    format_args!("answers a CONSTRUCT query with `{media_type}`, expected RDF");
                Err(self.service.did(what))
            }
        }
    }
}

impl QueryEndpoint for SparqlEndpoint {
    fn construct(&self, query: &str, time: Duration) -> Result<Graph> {
        self.answer(query, time).map(|answer| answer.graph)
    }

    fn answer(&self, query: &str, time: Duration) -> Result<Answer> {
        let work = self.service.begin_within(time);
        let (call, incoming) = work.send(self.outgoing(query))?;
        let status = incoming.status();
        if !incoming.is_success() {
            let reason =
                said(&call, &incoming).map(|reason| format!(": {reason}")).unwrap_or_default();
            return Err(match status {
                400 => Error::invalid(
                    self.service.did(format_args!("refuses the query{reason}")).message(),
                ),
                _ => self.service.did(format_args!("answered {status}{reason}")),
            });
        }
        let incomplete = incomplete(&incoming);
        let graph = match (status, incoming.bytes()) {
            (204, []) => Graph::new(),
            _ => work.graph(&incoming, self.format(&incoming)?)?,
        };
        Ok(Answer { graph, incomplete })
    }
}

/// Returns the `Accept` header, with the format that is fastest to parse first.
fn accept() -> String {
    let [first, second, third, last] =
        [Format::NTriples, Format::Turtle, Format::RdfXml, Format::JsonLd].map(Format::media_type);
    format!("{first},{second};q=0.9,{third};q=0.8,{last};q=0.7")
}

/// Returns the reason why a result is incomplete. For example, Virtuoso responds with status 200
/// and a partial result when a query exceeds the limits of the server, and reports this in headers.
fn incomplete(incoming: &HttpResponse) -> Option<Box<str>> {
    let rows = incoming.header("X-SPARQL-MaxRows").map(|rows| {
        let rows: String = rows.chars().filter(char::is_ascii_digit).take(20).collect();
        format!("the endpoint returns at most {rows} rows").into()
    });
    let stopped = || incoming.header("X-SQL-State").map(|_| "the endpoint stopped early".into());
    rows.or_else(stopped)
}
