//! Language models that are asked over HTTP by chat completions.

mod cache;
mod output;
mod prompt;

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use self::cache::Cache;
use self::output::StructuredOutput;
pub use self::prompt::Prompt;
use crate::json::{join, limited, message, post};
use crate::{HttpRequest, HttpResponse, Service};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::provider::{LANGUAGE_MODEL, SERVICE, names};

/// The tokens that a language model has read and written.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenUsage {
    /// The number of calls.
    pub calls: u64,
    /// The number of questions that were answered from the cache.
    pub cached: u64,
    /// The number of tokens of the questions, as the server counts them.
    pub prompt_tokens: u64,
    /// The number of tokens of the answers.
    pub completion_tokens: u64,
}

/// A language model that is served by the protocol of OpenAI (`/v1/chat/completions`): remote ones, and those that
/// llama.cpp, Ollama or vLLM serve.
///
/// It is what recognizers, linkers and translators ask. Clones share its cache and its counts. A question that was
/// answered before is not sent again.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_net as net; }
/// use glossweave::net::{LanguageModel, Service};
/// let mut model = LanguageModel::at(Service::new("http://localhost:11434/v1")?, "gemma3").with_key("4711");
/// model.set("temperature", "0.2")?;
/// assert!(!format!("{model:?}").contains("4711"));
/// assert_eq!(model.usage().calls, 0);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct LanguageModel {
    service: Service,
    key: Option<String>,
    name: String,
    temperature: f64,
    seed: Option<u64>,
    max_tokens: Option<u64>,
    output: Option<StructuredOutput>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    usage: Mutex<TokenUsage>,
    cache: Mutex<Cache>,
    /// The index of the strictest way that the server is known to accept.
    output: AtomicU8,
}

/// The content of an answer.
#[doc(hidden)]
pub struct Content {
    pub text: String,
    /// `true` if the server has cut it.
    pub is_cut: bool,
}

impl Content {
    /// Returns the JSON of the content. Some models write it into a block of code, or write something before or
    /// after it.
    pub fn value(&self) -> Option<Value> {
        let text = self.text.trim().trim_start_matches('\u{feff}');
        if let Ok(value) = serde_json::from_str(text) {
            return Some(value);
        }
        let (start, end) = (text.find('{')?, text.rfind('}')?);
        serde_json::from_str(text.get(start..=end)?).ok()
    }
}

impl LanguageModel {
    /// Creates a model by its name at a server. `/chat/completions` is appended to the URL unless it is there.
    pub fn at(service: Service, name: impl Into<String>) -> LanguageModel {
        LanguageModel {
            service,
            key: None,
            name: name.into(),
            temperature: 0.0,
            seed: None,
            max_tokens: None,
            output: None,
            state: Arc::default(),
        }
    }

    /// Sets the key, which is sent as bearer token.
    pub fn with_key(mut self, key: impl Into<String>) -> LanguageModel {
        self.key = Some(key.into());
        self
    }

    /// The option names that [`LanguageModel::set`] accepts.
    pub const NAMES: &[&str] = &names::<8>(&[&SERVICE, &LANGUAGE_MODEL]);

    /// Sets an option by its name: those of [`Service::set`], `model`, `key`, `temperature` (0 unless set), `seed`,
    /// `max-tokens` of an answer, and `structured-output` (`auto`, `schema`, `json` or `none`).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] with the name as parameter if the name or value is not known.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_net as net; }
    /// use glossweave::net::{LanguageModel, Service};
    /// let mut model = LanguageModel::at(Service::new("http://localhost:8080/v1")?, "any");
    /// for (name, value) in [("seed", "7"), ("structured-output", "json"), ("milliseconds", "5000")] {
    ///     model.set(name, value)?;
    /// }
    /// assert_eq!(model.set("temperature", "hot").unwrap_err().parameter(), Some("temperature"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if Service::NAMES.contains(&name) {
            return self.service.set(name, value);
        }
        let parameter = LANGUAGE_MODEL.iter().find(|one| one.name == name);
        parameter.ok_or_else(|| Error::no_option(name, LanguageModel::NAMES))?.check(value)?;
        match name {
            "model" => self.name = value.to_owned(),
            "key" => self.key = Some(value.to_owned()),
            "temperature" => self.temperature = value.parse().unwrap_or(0.0),
            "seed" => self.seed = value.parse().ok(),
            "max-tokens" => self.max_tokens = value.parse().ok(),
            _ => self.output = StructuredOutput::of(value),
        }
        Ok(())
    }

    /// Returns the name of the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the calls and tokens that were used since it was created, by all of its clones.
    pub fn usage(&self) -> TokenUsage {
        *self.state.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[doc(hidden)]
    pub fn is_reachable(&self, wait: Duration) -> bool {
        self.service.is_reachable(wait)
    }

    /// Asks for an answer in JSON of a schema; with `is_again` the server is asked whatever it has answered before.
    ///
    /// Returns the errors of [`Network::send`](crate::Network::send), `ErrorKind::Throttled` if the rate limit is
    /// exceeded, with the time to wait if the server sends it, `ErrorKind::TooLarge` if the question is too long, and
    /// `ErrorKind::Unavailable` for any other status that is not a success and for a response that is no completion.
    #[doc(hidden)]
    pub fn ask(&self, system: &str, user: &str, schema: &Value, is_again: bool) -> Result<Content> {
        let mut body = json!({
            "model": self.name,
            "messages": [
                {"role": "system", "content": system},
                {"role": "user", "content": user},
            ],
            "temperature": self.temperature,
            "stream": false,
        });
        if let Some(seed) = self.seed {
            body["seed"] = seed.into();
        }
        if let Some(most) = self.max_tokens {
            body["max_tokens"] = most.into();
        }
        let question = body.to_string();
        let known = if is_again { None } else { self.lock_cache().get(&question) };
        if let Some(text) = known {
            self.count(|usage| usage.cached += 1);
            return Ok(Content { text, is_cut: false });
        }
        let content = self.call(&mut body, schema)?;
        if !content.is_cut {
            self.lock_cache().insert(question, content.text.clone());
        }
        Ok(content)
    }

    /// Asks in the way that is set, else in the strictest one that the server accepts, which is kept.
    fn call(&self, body: &mut Value, schema: &Value) -> Result<Content> {
        let first = usize::from(self.state.output.load(Ordering::Relaxed));
        let ways = match &self.output {
            Some(output) => std::slice::from_ref(output),
            None => StructuredOutput::ALL.get(first..).unwrap_or_default(),
        };
        let mut refused = None;
        for (index, output) in ways.iter().enumerate() {
            if let Some(body) = body.as_object_mut() {
                body.shift_remove("response_format");
                body.extend(output.format(schema).map(|format| ("response_format".into(), format)));
            }
            let mut request = post(join(&self.service, "/chat/completions"), body);
            if let Some(key) = &self.key {
                request = request.with_header("Authorization", format!("Bearer {key}"));
            }
            let (call, incoming) = self.service.begin().send(request).map_err(limited)?;
            self.count(|usage| usage.calls += 1);
            if incoming.is_success() {
                if self.output.is_none() {
                    self.state.output.store((first + index) as u8, Ordering::Relaxed);
                }
                let answer: Option<Value> = serde_json::from_slice(incoming.bytes()).ok();
                let content = answer.as_ref().and_then(|answer| self.read(answer));
                return content
                    .ok_or_else(|| self.service.did("answers with what is no completion"));
            }
            let error = self.fault(&call, &incoming);
            // A server that does not know a way of structured output answers so, but not only then.
            if !matches!(incoming.status(), 400 | 422 | 501) {
                return Err(error);
            }
            refused.get_or_insert(error);
        }
        Err(refused.unwrap_or_else(|| self.service.did("was not asked")))
    }

    fn read(&self, answer: &Value) -> Option<Content> {
        let tokens = |name: &str| answer.pointer(name).and_then(Value::as_u64).unwrap_or(0);
        self.count(|usage| {
            usage.prompt_tokens += tokens("/usage/prompt_tokens");
            usage.completion_tokens += tokens("/usage/completion_tokens");
        });
        let choice = answer.get("choices")?.get(0)?;
        let text = choice.pointer("/message/content")?.as_str()?.to_owned();
        let is_cut = choice.get("finish_reason").and_then(Value::as_str) == Some("length");
        Some(Content { text, is_cut })
    }

    /// Returns the error for a status that is not a success. A key that is refused is that of the host, not of the
    /// caller: for the caller the service is unavailable.
    fn fault(&self, call: &HttpRequest, incoming: &HttpResponse) -> Error {
        let status = incoming.status();
        let (kind, what) = match status {
            401 | 403 => (ErrorKind::Unavailable, "refuses what it was called with"),
            413 => (ErrorKind::TooLarge, "finds the text too long"),
            _ => (ErrorKind::Unavailable, "does not answer the question"),
        };
        let said = message(self.key.as_deref(), call, incoming);
        let said = said.map(|said| format!(": {said}")).unwrap_or_default();
        let did = self.service.did(format_args!("{what}, it answered {status}{said}"));
        Error::new(kind, did.message()).with_code(status.to_string())
    }

    fn count(&self, add: impl FnOnce(&mut TokenUsage)) {
        add(&mut self.state.usage.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn lock_cache(&self) -> MutexGuard<'_, Cache> {
        self.state.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for LanguageModel {
    /// Formats the model without its key.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LanguageModel")
            .field("service", &self.service)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
