//! LibreTranslate.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Form, Limits, Protocol};
use crate::provider_options::LIBRETRANSLATE;
use crate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{SERVICE, names};
use glossweave_base::text::Language;
use glossweave_net::json::{join, post};
use glossweave_net::{HttpRequest, Service, ServiceExt};

/// A translator that uses a server of LibreTranslate. Markers are sent as HTML elements.
///
/// Calls return the errors of [`Network::send`](glossweave_net::Network::send), `ErrorKind::NotFound` if the
/// languages are not supported, `ErrorKind::Throttled` if the rate limit is exceeded, with the time to wait
/// if the server sends it, `ErrorKind::TooLarge` if a text is too long for it, and `ErrorKind::Unavailable`
/// for any other status that is not a success and for a response that is not a translation.
#[derive(Clone)]
pub struct LibreTranslate {
    service: Service,
    key: Option<String>,
}

impl LibreTranslate {
    /// Creates a translator that uses a service. `/translate` is appended to the URL unless the URL ends with
    /// it.
    pub fn at(service: Service) -> LibreTranslate {
        LibreTranslate { service, key: None }
    }

    /// Sets the key (`api_key`).
    pub fn with_key(mut self, key: impl Into<String>) -> LibreTranslate {
        self.key = Some(key.into());
        self
    }

    /// The option names that [`LibreTranslate::set`] accepts.
    pub const NAMES: &[&str] = &names::<3>(&[&SERVICE, &LIBRETRANSLATE]);

    /// Sets an option by its name: the options of [`Service::set`], and `key`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "header" | "milliseconds" => self.service.set(name, value)?,
            "key" => self.key = Some(value.to_owned()),
            _ => return Err(Error::no_option(name, LibreTranslate::NAMES)),
        }
        Ok(())
    }
}

impl Protocol for LibreTranslate {
    fn service(&self) -> &Service {
        &self.service
    }

    /// Returns the limits. Servers have different limits, and these are below the limits of known public
    /// servers.
    fn limits(&self) -> Limits {
        Limits { texts: 25, bytes: 5_000 }
    }

    fn outgoing(&self, texts: &[&str], form: Form, job: &TranslationBatch<'_>) -> HttpRequest {
        let mut body = json!({
            "q": texts,
            "source": code(job.source),
            "target": code(job.target),
            "format": if form == Form::Plain { "text" } else { "html" },
        });
        if let Some(key) = &self.key {
            body["api_key"] = key.as_str().into();
        }
        post(join(&self.service, "/translate"), &body)
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        let text = |item: &Value| Some(item.as_str()?.to_owned());
        match answer.get("translatedText")? {
            Value::Array(all) => all.iter().map(text).collect(),
            single => Some(vec![text(single)?]),
        }
    }

    fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }
}

impl Translator for LibreTranslate {
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

impl fmt::Debug for LibreTranslate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LibreTranslate").field("service", &self.service).finish_non_exhaustive()
    }
}

/// Returns the code of a language for old and new servers.
fn code(language: &Language) -> String {
    let is = |range| language.is(range);
    match language.primary().to_ascii_lowercase().as_str() {
        "zh" if is("zh-hant") || is("zh-tw") || is("zh-hk") || is("zh-mo") => "zt".into(),
        "pt" if is("pt-br") => "pb".into(),
        "no" | "nn" => "nb".into(),
        primary => primary.into(),
    }
}
