//! Apertium APY, the web service of Apertium.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::{Form, Limits, Protocol};
use crate::provider::network::{FORM, Outgoing, Service, form};
use crate::provider::{Abilities, Job, Translated, Translator};
use glossweave_base::error::{Error, Result};

/// A server of Apertium APY. It takes one text a call. Markers go out as elements of HTML, which stay
/// between the words where they were, and do not follow words that change their order, as they do
/// with [`Apertium`](crate::provider::Apertium) itself.
///
/// Kinds of its errors: those of [`Network::send`](crate::provider::Network::send); NotFound for
/// languages that are not installed there, Throttled where it wants to be called less often,
/// TooLarge for a text that it finds too long, Unavailable for any other status that is not one of
/// success and for what is no translation.
///
/// ```
/// use glossweave::provider::Apy;
/// use glossweave::provider::network::Service;
/// let translator = Apy::at(Service::new("http://localhost:2737")?);
/// # let _ = translator;
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Apy {
    service: Service,
    pair: Option<String>,
}

impl Apy {
    /// The server that a service is. `/translate` is added to its URL unless it is there.
    pub fn at(service: Service) -> Apy {
        Apy { service, pair: None }
    }

    /// The names that [`Apy::set`] knows.
    pub const NAMES: &[&str] = &["header", "milliseconds", "pair"];

    /// Sets an option by its name: those of [`Service::set`], and `pair` to what the server calls
    /// its languages, such as `spa|eng_US`: the languages of a job without region or script where it
    /// is not set. Kind Invalid, with the name as parameter, for a name or value that is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "header" | "milliseconds" => self.service.set(name, value)?,
            "pair" if !value.contains('|') => {
                let expected = "two languages with `|` between";
                return Err(Error::no_such("pair", value, expected).with_parameter(name));
            }
            "pair" => self.pair = Some(value.to_owned()),
            _ => return Err(Error::no_option(name, Apy::NAMES)),
        }
        Ok(())
    }
}

impl Protocol for Apy {
    fn service(&self) -> &Service {
        &self.service
    }

    fn limits(&self) -> Limits {
        Limits { texts: 1, bytes: 30_000 }
    }

    fn outgoing(&self, texts: &[&str], kind: Form, job: &Job<'_>) -> Outgoing {
        let usual = || format!("{}|{}", job.source.primary(), job.target.primary());
        let pair = self.pair.clone().unwrap_or_else(usual);
        let format = if kind == Form::Plain { "txt" } else { "html" };
        let fields = [("langpair", pair.as_str()), ("markUnknown", "no"), ("format", format)];
        let texts = texts.iter().map(|text| ("q", *text));
        let body = form(fields.into_iter().chain(texts));
        Outgoing::post(super::join(&self.service, "/translate"), FORM, body)
            .with_header("Accept", "application/json")
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        let text = answer.pointer("/responseData/translatedText")?.as_str()?;
        // A line end comes after texts that had none.
        Some(vec![text.trim_end_matches('\n').to_owned()])
    }
}

impl Translator for Apy {
    fn translate(&self, job: &Job<'_>) -> Result<Vec<Option<Translated>>> {
        super::translate(self, job)
    }

    fn is_reachable(&self, wait: Duration) -> bool {
        self.service.is_reachable(wait)
    }

    fn abilities(&self) -> Abilities {
        Abilities::default().with_markup()
    }
}

impl fmt::Debug for Apy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Apy").field("service", &self.service).finish_non_exhaustive()
    }
}
