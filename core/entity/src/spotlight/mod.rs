//! Remote DBpedia Spotlight servers, which are called through their REST API.

mod answer;
#[cfg(test)]
mod tests;

use crate::chunk::chunks;
use crate::provider_options::SPOTLIGHT;
use answer::Spot;
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{SERVICE, names};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_net::{FORM, HttpRequest, Service, ServiceExt, form};

/// The maximum length of the text in a request, in bytes.
const CHUNK: usize = 8_000;

/// The operation of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Annotate,
    Candidates,
}

/// A recognizer that uses a DBpedia Spotlight server. It finds topics of Wikipedia articles, and links them
/// to DBpedia.
///
/// A server supports a single language, which is part of its URL, for example `https://…/en` or
/// `http://localhost:2222/rest`. Long texts are split at the ends of blocks and sentences, and the parts are
/// sent sequentially within the time limit of the service. Offsets in UTF-16 code units are converted;
/// mentions that do not occur at their offsets are skipped.
///
/// Recognition returns the errors of [`Network::send`](glossweave_net::Network::send), and
/// `ErrorKind::Unavailable` if the response has an error status, is not a response of Spotlight, or contains
/// no offset that matches the text.
#[derive(Clone, Debug)]
pub struct Spotlight {
    service: Service,
    task: Task,
    parameters: Vec<(String, String)>,
    resources: String,
}

impl Spotlight {
    /// Creates a recognizer that uses a service. If its URL does not end with `/annotate` or
    /// `/candidates`, `/annotate` is appended.
    pub fn at(service: Service) -> Spotlight {
        let path = service.url().split('?').next().unwrap_or_default().trim_end_matches('/');
        let task = match path.ends_with("/candidates") {
            true => Task::Candidates,
            false => Task::Annotate,
        };
        let resources = "http://dbpedia.org/resource/".to_owned();
        Spotlight { service, task, parameters: Vec::new(), resources }
    }

    /// The option names that [`Spotlight::set`] accepts.
    pub const NAMES: &[&str] = &names::<11>(&[&SERVICE, &SPOTLIGHT]);

    /// Sets an option by its name. The options of [`Service::set`] are supported. In addition,
    /// `confidence` takes a number from 0 to 1, `support` takes a number, `types` takes a
    /// comma-separated list, `candidates` takes `true` or `false`, and `resources` takes the start
    /// of the IRIs of candidates. `policy`, `sparql`, `spotter` and `disambiguator` are passed to
    /// the server unchanged.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if the name is unknown or the
    /// value is not valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if Service::NAMES.contains(&name) {
            return self.service.set(name, value);
        }
        let parameter = SPOTLIGHT.iter().find(|parameter| parameter.name == name);
        parameter.ok_or_else(|| Error::no_option(name, Spotlight::NAMES))?.check(value)?;
        match name {
            "candidates" if value == "true" => self.task = Task::Candidates,
            "candidates" => self.task = Task::Annotate,
            "resources" => self.resources = value.to_owned(),
            _ => {
                self.parameters.retain(|(known, _)| known != name);
                self.parameters.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    fn url(&self) -> String {
        let url = self.service.url();
        let (path, query) = url.split_at(url.find('?').unwrap_or(url.len()));
        let path = path.trim_end_matches('/');
        let base = path.strip_suffix("/annotate").or(path.strip_suffix("/candidates"));
        let task = match self.task {
            Task::Annotate => "annotate",
            Task::Candidates => "candidates",
        };
        format!("{}/{task}{query}", base.unwrap_or(path))
    }

    fn outgoing(&self, text: &str) -> HttpRequest {
        let parameters = self.parameters.iter().map(|(name, value)| (&**name, &**value));
        let body = form([("text", text)].into_iter().chain(parameters));
        HttpRequest::post(self.url(), FORM, body).with_header("Accept", "application/json")
    }
}

impl Recognizer for Spotlight {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let work = self.service.begin();
        let mut found = Vec::new();
        for span in chunks(passage, CHUNK) {
            let text = &passage.text()[span.range()];
            if text.trim().is_empty() {
                continue;
            }
            let incoming = work.fetch(self.outgoing(text))?;
            let spots = answer::read(incoming.bytes(), text.len(), &self.resources)
                .map_err(|what| self.service.did(what))?;
            let before = found.len();
            found.extend(answer::places(text, &spots).map(|(place, spot)| {
                let (start, end) = (span.start() + place.start(), span.start() + place.end());
                Annotation::entity(TextSpan::new(start, end), entity(spot))
            }));
            if found.len() == before && !spots.is_empty() {
                return Err(self.service.did("gives offsets that do not fit the text"));
            }
        }
        Ok(passage.keep_within(found))
    }
}

fn entity(spot: &Spot) -> Entity {
    let boxed = |iris: &[String]| iris.iter().map(|iri| iri.as_str().into()).collect();
    let mut entity = Entity::default();
    entity.idents = boxed(&spot.idents);
    entity.classes = boxed(&spot.classes);
    entity.confidence = spot.confidence;
    entity
}
