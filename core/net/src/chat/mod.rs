//! Language models that are called over HTTP as chat completions.

use crate::service::ServiceExt;
mod cache;
mod content;
mod limiter;
mod output;
mod prompt;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use self::cache::Cache;
pub use self::content::Content;
use self::content::text_of;
use self::limiter::{CallLimiter, MINUTE, Refusal, RunningCall};
use self::output::StructuredOutput;
pub use self::prompt::Prompt;
use crate::json::{join, limited, message, post};
use crate::{HttpRequest, HttpResponse, Service};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::provider::{LANGUAGE_MODEL, SERVICE, bytes, names};
use glossweave_base::token_usage::TokenUsage;

/// The approximate number of bytes per token, for servers that do not count tokens.
const TOKEN: usize = 4;

/// A language model behind the OpenAI protocol (`/v1/chat/completions`), for example a remote model, or a
/// model of llama.cpp, Ollama or vLLM.
///
/// Recognizers, linkers and translators use it. Clones share its cache and its usage counts. When a
/// question is in the cache, it is not sent again.
#[derive(Clone)]
pub struct LanguageModel {
    service: Service,
    key: Option<String>,
    name: String,
    temperature: f64,
    seed: Option<u64>,
    max_tokens: Option<u64>,
    output: Option<StructuredOutput>,
    prompt: Option<Prompt>,
    concurrency: Option<usize>,
    requests_per_minute: Option<usize>,
    /// The prices of a million tokens of questions and of answers.
    prices: [f64; 2],
    budget: Option<f64>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    usage: Mutex<TokenUsage>,
    cache: Mutex<Cache>,
    limiter: CallLimiter,
    /// The index of the strictest kind of structured output that the server is known to accept.
    output: AtomicU8,
}

impl LanguageModel {
    /// Creates a model from its name on a server. Appends `/chat/completions` to the URL unless the URL
    /// already ends with it.
    pub fn at(service: Service, name: impl Into<String>) -> LanguageModel {
        LanguageModel {
            service,
            key: None,
            name: name.into(),
            temperature: 0.0,
            seed: None,
            max_tokens: None,
            output: None,
            prompt: None,
            concurrency: None,
            requests_per_minute: None,
            prices: [0.0; 2],
            budget: None,
            state: Arc::default(),
        }
    }

    /// Sets the key, which is sent as a bearer token.
    pub fn with_key(mut self, key: impl Into<String>) -> LanguageModel {
        self.key = Some(key.into());
        self
    }

    /// The option names that [`LanguageModel::set`] accepts.
    pub const NAMES: &[&str] = &names::<15>(&[&SERVICE, &LANGUAGE_MODEL]);

    /// Sets an option by its name: the options of [`Service::set`], `model`, `key`, `temperature` (default:
    /// 0), `seed`, `max-tokens` of an answer, `structured-output` (`auto`, `schema`, `json` or `none`),
    /// `prompt` and `prompt-file` (custom instructions), `concurrency` and `requests-per-minute` (limits
    /// for all clones), `prompt-price` and `completion-price` of a million tokens, and `budget`, the cost
    /// after which calls are refused.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the name as the parameter, if the name or value is not known,
    /// and [`ErrorKind::Storage`] if the file of a prompt cannot be read.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if Service::NAMES.contains(&name) {
            return self.service.set(name, value);
        }
        let parameter = LANGUAGE_MODEL.iter().find(|parameter| parameter.name == name);
        parameter.ok_or_else(|| Error::no_option(name, LanguageModel::NAMES))?.check(value)?;
        match name {
            "model" => self.name = value.to_owned(),
            "key" => self.key = Some(value.to_owned()),
            "temperature" => self.temperature = value.parse().unwrap_or(0.0),
            "seed" => self.seed = value.parse().ok(),
            "max-tokens" => self.max_tokens = value.parse().ok(),
            "prompt" => self.prompt = Some(Prompt::new(value.to_owned())),
            "prompt-file" => {
                let text = bytes(Path::new(value)).map_err(|error| error.with_parameter(name))?;
                let text = String::from_utf8(text).map_err(|_| {
                    let message = format!("the file `{value}` is not UTF-8");
                    Error::malformed(message).with_parameter(name)
                })?;
                self.prompt = Some(Prompt::new(text));
            }
            "concurrency" => self.concurrency = value.parse().ok(),
            "requests-per-minute" => self.requests_per_minute = value.parse().ok(),
            "prompt-price" => self.prices[0] = value.parse().unwrap_or(0.0),
            "completion-price" => self.prices[1] = value.parse().unwrap_or(0.0),
            "budget" => self.budget = value.parse().ok(),
            _ => self.output = StructuredOutput::of(value),
        }
        Ok(())
    }

    /// Returns the name of the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the configured instructions, or `default` if there are none.
    pub fn prompt(&self, default: &'static str) -> Prompt {
        self.prompt.clone().unwrap_or_else(|| Prompt::new(default))
    }

    /// Returns the number of calls and tokens that this model and its clones have used.
    pub fn usage(&self) -> TokenUsage {
        *self.state.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if a connection to the server succeeds. See [`ServiceExt::is_reachable`].
    pub fn is_reachable(&self, wait: Duration) -> bool {
        self.service.is_reachable(wait)
    }

    /// Requests an answer in JSON that matches a schema. If `is_again` is true, the server is called even
    /// if the cache contains an answer.
    ///
    /// Returns the errors of [`Network::send`](crate::Network::send), `ErrorKind::Throttled` if the rate limit is
    /// exceeded, with the time to wait if the server sends it, `ErrorKind::TooLarge` if the question is too long, and
    /// `ErrorKind::Unavailable` for any other status that is not a success and for a response that is not a completion.
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
        let question = format!("{body}{schema}");
        let known = if is_again { None } else { self.lock_cache().get(&question) };
        if let Some(text) = known {
            self.count(|usage| usage.cached += 1);
            return Ok(Content::new(text, false, schema));
        }
        let content = self.call(&mut body, schema)?;
        if !content.is_cut {
            self.lock_cache().insert(question, content.text.clone());
        }
        Ok(content)
    }

    /// Sends a question with the configured kind of structured output, or else with the strictest kind that
    /// the server accepts, which is remembered.
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
            let work = self.service.begin();
            let running = self.begin(work.remaining()?)?;
            self.count(|usage| usage.calls += 1);
            let (call, incoming) = work.send(request).map_err(limited)?;
            drop(running);
            if incoming.is_success() {
                if self.output.is_none() {
                    self.state.output.store((first + index) as u8, Ordering::Relaxed);
                }
                let answer: Option<Value> = serde_json::from_slice(incoming.bytes()).ok();
                let content = answer.as_ref().and_then(|answer| self.read(body, answer, schema));
                return content.ok_or_else(|| self.service.did("returned an invalid completion"));
            }
            let error = self.fault(&call, &incoming);
            // A server that does not support this kind of structured output returns these statuses, but not
            // only then.
            if !matches!(incoming.status(), 400 | 422 | 501) {
                return Err(error);
            }
            refused.get_or_insert(error);
        }
        Err(refused.unwrap_or_else(|| self.service.did("was not called")))
    }

    /// Starts a call within the limits. Returns `ErrorKind::Throttled` if the budget is spent or the rate
    /// limit would delay the call beyond its time, and `ErrorKind::Deadline` if other calls use up its
    /// time.
    fn begin(&self, time: Duration) -> Result<RunningCall<'_>> {
        let refused = |kind, what: &str| {
            let message = self.service.did(what).message().to_owned();
            Error::new(kind, message)
        };
        if self.budget.is_some() && self.prices == [0.0; 2] {
            let message = "a budget needs `prompt-price` or `completion-price`";
            return Err(Error::invalid(message).with_parameter("budget"));
        }
        let spent = || match self.budget.filter(|budget| self.usage().cost >= *budget) {
            Some(budget) => {
                let what = format!("is not called: the budget of {budget} is spent");
                Err(refused(ErrorKind::Throttled, &what).with_code("budget"))
            }
            None => Ok(()),
        };
        spent()?;
        let rate = self.requests_per_minute.map(|number| (number, MINUTE));
        let begun = self.state.limiter.begin(self.concurrency, rate, time);
        let running = begun.map_err(|refusal| match refusal {
            Refusal::Busy => {
                refused(ErrorKind::Deadline, "is not called in time: too many calls are running")
            }
            Refusal::Rate(wait) => {
                let error =
                    refused(ErrorKind::Throttled, "is not called: too many calls in a minute");
                error.with_code("requests-per-minute").with_retry_after(wait)
            }
        })?;
        // Other calls may have spent the budget while this call waited.
        spent()?;
        Ok(running)
    }

    fn read(&self, question: &Value, answer: &Value, schema: &Value) -> Option<Content> {
        let choice = answer.get("choices").and_then(|all| all.get(0));
        let text = choice.and_then(|choice| text_of(choice.pointer("/message/content")?));
        let tokens = |place: &str, bytes: usize| {
            let reported = answer.pointer(place).and_then(Value::as_u64);
            reported.unwrap_or_else(|| bytes.div_ceil(TOKEN) as u64)
        };
        let prompt = tokens("/usage/prompt_tokens", question["messages"].to_string().len());
        let completion = tokens("/usage/completion_tokens", text.as_ref().map_or(0, String::len));
        self.count(|usage| {
            usage.prompt_tokens = usage.prompt_tokens.saturating_add(prompt);
            usage.completion_tokens = usage.completion_tokens.saturating_add(completion);
            let cost = prompt as f64 * self.prices[0] + completion as f64 * self.prices[1];
            usage.cost += cost / 1e6;
        });
        let is_cut = choice?.get("finish_reason").and_then(Value::as_str) == Some("length");
        Some(Content::new(text?, is_cut, schema))
    }

    /// Returns the error for a status that is not a success. A rejected key belongs to the host program, so
    /// callers receive `Unavailable`.
    fn fault(&self, call: &HttpRequest, incoming: &HttpResponse) -> Error {
        let status = incoming.status();
        let (kind, what) = match status {
            401 | 403 => (ErrorKind::Unavailable, "rejects the credentials"),
            413 => (ErrorKind::TooLarge, "rejects the text as too long"),
            _ => (ErrorKind::Unavailable, "does not complete the call"),
        };
        let reported = message(self.key.as_deref(), call, incoming);
        let reported = reported.map(|reported| format!(": {reported}")).unwrap_or_default();
        let did = self.service.did(format_args!("{what}, with status {status}{reported}"));
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
