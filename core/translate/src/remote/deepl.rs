//! DeepL, version 2 of its API.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Form, Limits, Protocol};
use crate::provider_options::DEEPL;
use crate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{SERVICE, names};
use glossweave_base::text::Language;
use glossweave_net::json::{join, post};
use glossweave_net::{HttpRequest, Service, ServiceExt};

/// A translator that uses DeepL. Markers are sent as XML elements.
///
/// Calls return the errors of [`Network::send`](glossweave_net::Network::send), `ErrorKind::NotFound` if the
/// languages are not supported, `ErrorKind::Throttled` if the rate limit is exceeded or the quota is used up,
/// `ErrorKind::TooLarge` if a text is too long for it, and `ErrorKind::Unavailable` for any other status that
/// is not a success and for a response that is not a translation.
#[derive(Clone)]
pub struct DeepL {
    service: Service,
    key: String,
    options: Vec<(&'static str, String)>,
}

/// The options that are passed on unchanged.
const HANDED_ON: [(&str, &str); 3] =
    [("formality", "formality"), ("glossary", "glossary_id"), ("model", "model_type")];

impl DeepL {
    /// Creates a translator with a key. A key that ends with `:fx` uses the server for free accounts.
    pub fn new(key: impl Into<String>) -> Result<DeepL> {
        let key = key.into();
        let free = if key.ends_with(":fx") { "-free" } else { "" };
        Ok(DeepL::at(Service::new(&format!("https://api{free}.deepl.com"))?, key))
    }

    /// Creates a translator that uses a server compatible with DeepL. `/v2/translate` is appended to the URL
    /// unless the URL ends with it.
    pub fn at(service: Service, key: impl Into<String>) -> DeepL {
        DeepL { service, key: key.into(), options: Vec::new() }
    }

    /// The option names that [`DeepL::set`] accepts.
    pub const NAMES: &[&str] = &names::<5>(&[&SERVICE, &DEEPL]);

    /// Sets an option by its name: the options of [`Service::set`], and the following options, which are
    /// passed on unchanged: `formality`, `glossary` (an id), `model` (a model type).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if let Some((_, field)) = HANDED_ON.iter().find(|(known, _)| *known == name) {
            self.options.retain(|(known, _)| known != field);
            self.options.push((field, value.to_owned()));
            return Ok(());
        }
        match name {
            "header" | "milliseconds" => self.service.set(name, value),
            _ => Err(Error::no_option(name, DeepL::NAMES)),
        }
    }
}

impl Protocol for DeepL {
    fn service(&self) -> &Service {
        &self.service
    }

    /// Returns the limits. DeepL accepts 50 texts and 128 KiB, and JSON may use several bytes for one byte of
    /// text.
    fn limits(&self) -> Limits {
        Limits { texts: 50, bytes: 50_000 }
    }

    fn outgoing(&self, texts: &[&str], form: Form, job: &TranslationBatch<'_>) -> HttpRequest {
        let mut body = json!({
            "text": texts,
            "source_lang": source(job.source),
            "target_lang": target(job.target),
        });
        if form == Form::Marked {
            body["tag_handling"] = "xml".into();
        }
        for (field, value) in &self.options {
            body[*field] = value.as_str().into();
        }
        post(join(&self.service, "/v2/translate"), &body)
            .with_header("Authorization", format!("DeepL-Auth-Key {}", self.key))
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        super::texts(answer.get("translations"), "text")
    }
}

impl Translator for DeepL {
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

impl fmt::Debug for DeepL {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DeepL").field("service", &self.service).finish_non_exhaustive()
    }
}

/// Returns the code of a source language, which has no region.
fn source(language: &Language) -> String {
    match language.primary().to_ascii_uppercase().as_str() {
        "NO" | "NN" => "NB".into(),
        primary => primary.into(),
    }
}

/// Returns the code of a target language, with a region if DeepL distinguishes it.
fn target(language: &Language) -> String {
    let is = |range| language.is(range);
    let code = match language.primary().to_ascii_lowercase().as_str() {
        "en" if is("en-gb") || is("en-ie") || is("en-au") || is("en-nz") => "EN-GB",
        "en" => "EN-US",
        "pt" if is("pt-br") => "PT-BR",
        "pt" => "PT-PT",
        "zh" if is("zh-hant") || is("zh-tw") || is("zh-hk") || is("zh-mo") => "ZH-HANT",
        "zh" => "ZH-HANS",
        "es" if is("es-419") || is("es-mx") => "ES-419",
        _ => return source(language),
    };
    code.to_owned()
}
