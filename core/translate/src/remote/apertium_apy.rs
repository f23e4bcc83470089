//! Apertium APY, the web service of Apertium.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::{Form, Limits, Protocol};
use crate::provider_options::APY;
use crate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{SERVICE, names};
use glossweave_net::json::join;
use glossweave_net::{FORM, HttpRequest, Service, ServiceExt, form};

/// A translator that uses a server of Apertium APY. It sends one text in each call. Markers are sent as HTML
/// elements, which keep their position. When the order of words changes, markers do not follow their words,
/// unlike with [`Apertium`](crate::Apertium).
///
/// Calls return the errors of [`Network::send`](glossweave_net::Network::send), `ErrorKind::NotFound` if the
/// languages are not installed on the server, `ErrorKind::Throttled` if its rate limit is exceeded,
/// `ErrorKind::TooLarge` if a text is too long for it, and `ErrorKind::Unavailable` for any other status that
/// is not a success and for a response that is not a translation.
#[derive(Clone)]
pub struct ApertiumApy {
    service: Service,
    pair: Option<String>,
}

impl ApertiumApy {
    /// Creates a translator that uses a service. `/translate` is appended to the URL unless the URL ends with
    /// it.
    pub fn at(service: Service) -> ApertiumApy {
        ApertiumApy { service, pair: None }
    }

    /// The option names that [`ApertiumApy::set`] accepts.
    pub const NAMES: &[&str] = &names::<3>(&[&SERVICE, &APY]);

    /// Sets an option by its name: the options of [`Service::set`], and `pair`, the server's names of the
    /// languages, for example `spa|eng_US`. The default is the languages of a batch without region and
    /// script.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "header" | "milliseconds" => self.service.set(name, value)?,
            "pair" if !value.contains('|') => {
                let expected = "two languages separated by `|`";
                return Err(Error::no_such("pair", value, expected).with_parameter(name));
            }
            "pair" => self.pair = Some(value.to_owned()),
            _ => return Err(Error::no_option(name, ApertiumApy::NAMES)),
        }
        Ok(())
    }
}

impl Protocol for ApertiumApy {
    fn service(&self) -> &Service {
        &self.service
    }

    fn limits(&self) -> Limits {
        Limits { texts: 1, bytes: 30_000 }
    }

    fn outgoing(&self, texts: &[&str], kind: Form, job: &TranslationBatch<'_>) -> HttpRequest {
        let usual = || format!("{}|{}", job.source.primary(), job.target.primary());
        let pair = self.pair.clone().unwrap_or_else(usual);
        let format = if kind == Form::Plain { "txt" } else { "html" };
        let fields = [("langpair", pair.as_str()), ("markUnknown", "no"), ("format", format)];
        let texts = texts.iter().map(|text| ("q", *text));
        let body = form(fields.into_iter().chain(texts));
        HttpRequest::post(join(&self.service, "/translate"), FORM, body)
            .with_header("Accept", "application/json")
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        let text = answer.pointer("/responseData/translatedText")?.as_str()?;
        // The server adds a line end even if the text has none.
        Some(vec![text.trim_end_matches('\n').to_owned()])
    }
}

impl Translator for ApertiumApy {
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

impl fmt::Debug for ApertiumApy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ApertiumApy").field("service", &self.service).finish_non_exhaustive()
    }
}
