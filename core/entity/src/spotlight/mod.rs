//! Remote DBpedia Spotlight servers, over their REST interface.

use glossweave_document::recognizer::PassageExt;
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
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_net::{FORM, HttpRequest, Service, ServiceExt, form};

/// The maximum number of bytes of text in a call.
const CHUNK: usize = 8_000;

/// The operation of Spotlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Annotate,
    Candidates,
}

/// A recognizer over a server of DBpedia Spotlight: it finds topics of Wikipedia articles, and
/// links them to DBpedia.
///
/// A server has one language, which its URL shows, such as `https://…/en` or
/// `http://localhost:2222/rest`. Long texts are sent in parts that end at the ends of pieces and
/// sentences, one after the other, within the time of the service. Offsets in UTF-16 units are
/// converted; mentions that do not occur at their offsets are left out.
///
/// Calls return the errors of [`Network::send`](glossweave_net::Network::send), and `ErrorKind::Unavailable` also
/// for a status that is not a success, for a response that is not one of Spotlight, and for one
/// whose offsets do not fit the text at all.
#[derive(Clone, Debug)]
pub struct Spotlight {
    service: Service,
    task: Task,
    parameters: Vec<(String, String)>,
    resources: String,
}

impl Spotlight {
    /// Creates a recognizer over a service. Its URL may end with `/annotate` or `/candidates`; the
    /// former is appended if neither is there.
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

    /// Sets an option by its name: those of [`Service::set`]; `confidence` to a number from 0 to 1,
    /// `support` to a number, `types` to a comma-separated list, `candidates` to `true` or `false`,
    /// `resources` to the prefix of the IRIs of candidates, and those that are passed on unchanged:
    /// `policy`, `sparql`, `spotter`, `disambiguator`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if Service::NAMES.contains(&name) {
            return self.service.set(name, value);
        }
        let parameter = SPOTLIGHT.iter().find(|one| one.name == name);
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
