//! Google Cloud Translation, version 3 of its API.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Form, Limits, Protocol};
use crate::provider_options::GOOGLE;
use crate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{SERVICE, names};
use glossweave_net::json::{join, post};
use glossweave_net::{HttpRequest, Service, ServiceExt};

/// A translator that uses Google Cloud Translation. Markers are sent as HTML elements.
///
/// Access tokens (`Authorization: Bearer …`, a header of the service) are valid for an hour. A host that runs
/// longer creates a new translator for each token.
///
/// Calls return the errors of [`Network::send`](glossweave_net::Network::send), `ErrorKind::NotFound` if the
/// languages are not supported, `ErrorKind::Throttled` if the rate limit is exceeded, `ErrorKind::TooLarge`
/// if a text is too long for it, and `ErrorKind::Unavailable` for any other status that is not a success and
/// for a response that is not a translation.
#[derive(Clone)]
pub struct Google {
    service: Service,
    model: Option<String>,
    glossary: Option<String>,
}

impl Google {
    /// Creates a translator for the project and location at the end of the URL of a service. `:translateText`
    /// is appended to the URL unless the URL ends with it.
    pub fn at(service: Service) -> Google {
        Google { service, model: None, glossary: None }
    }

    /// The option names that [`Google::set`] accepts.
    pub const NAMES: &[&str] = &names::<4>(&[&SERVICE, &GOOGLE]);

    /// Sets an option by its name: the options of [`Service::set`], `model` and `glossary`, both as resource
    /// names of Google (`projects/…`).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "header" | "milliseconds" => self.service.set(name, value)?,
            "model" => self.model = Some(value.to_owned()),
            "glossary" => self.glossary = Some(value.to_owned()),
            _ => return Err(Error::no_option(name, Google::NAMES)),
        }
        Ok(())
    }
}

impl Protocol for Google {
    fn service(&self) -> &Service {
        &self.service
    }

    /// Returns the limits. Google accepts 1,024 texts and recommends at most 30,000 characters, which are
    /// never more than the bytes.
    fn limits(&self) -> Limits {
        Limits { texts: 1_024, bytes: 30_000 }
    }

    fn outgoing(&self, texts: &[&str], form: Form, job: &TranslationBatch<'_>) -> HttpRequest {
        let mut body = json!({
            "contents": texts,
            "mimeType": if form == Form::Plain { "text/plain" } else { "text/html" },
            "sourceLanguageCode": job.source.as_str(),
            "targetLanguageCode": job.target.as_str(),
        });
        if let Some(model) = &self.model {
            body["model"] = model.as_str().into();
        }
        if let Some(glossary) = &self.glossary {
            body["glossaryConfig"] = json!({ "glossary": glossary });
        }
        post(join(&self.service, ":translateText"), &body)
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        // When a glossary is used, the response has the results with and without it.
        let plain = answer.get("translations");
        let with_glossary = answer.get("glossaryTranslations").filter(|_| self.glossary.is_some());
        super::texts(with_glossary.or(plain), "translatedText")
    }
}

impl Translator for Google {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        super::translate(self, job)
    }

    fn is_reachable(&self, wait: Duration) -> bool {
        self.service.is_reachable(wait)
    }

    fn abilities(&self) -> Capabilities {
        Capabilities::default().with_markup()
    }
}

impl fmt::Debug for Google {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Google").field("service", &self.service).finish_non_exhaustive()
    }
}
