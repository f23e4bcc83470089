//! A language model that is asked over HTTP by chat completions.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use crate::remote::{fault, join, json as json_request, limited};
use glossweave_base::error::Result;
use glossweave_net::Service;

/// The number of bytes of questions and answers that are kept.
const CACHE: usize = 16 << 20;

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

/// A way to hold an answer to its schema, the strictest one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StructuredOutput {
    Schema,
    Json,
    None,
}

impl StructuredOutput {
    const ALL: [StructuredOutput; 3] =
        [StructuredOutput::Schema, StructuredOutput::Json, StructuredOutput::None];

    /// Returns the way of a word; `None` for `auto`: the strictest one that the server knows.
    pub fn of(word: &str) -> Option<StructuredOutput> {
        match word {
            "schema" => Some(StructuredOutput::Schema),
            "json" => Some(StructuredOutput::Json),
            "none" => Some(StructuredOutput::None),
            _ => None,
        }
    }

    fn format(self, schema: &Value) -> Option<Value> {
        match self {
            StructuredOutput::Schema => Some(json!({
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": true, "schema": schema},
            })),
            StructuredOutput::Json => Some(json!({"type": "json_object"})),
            StructuredOutput::None => None,
        }
    }
}

/// A model at a server. Clones share its cache and its counts.
#[derive(Clone)]
pub(super) struct Model {
    pub service: Service,
    pub key: Option<String>,
    pub name: String,
    pub temperature: f64,
    pub seed: Option<u64>,
    pub max_tokens: Option<u64>,
    pub output: Option<StructuredOutput>,
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
pub(super) struct Content {
    pub text: String,
    /// `true` if the server has cut it.
    pub is_cut: bool,
}

impl Model {
    pub fn at(service: Service, name: String) -> Model {
        Model {
            service,
            key: None,
            name,
            temperature: 0.0,
            seed: None,
            max_tokens: None,
            output: None,
            state: Arc::default(),
        }
    }

    pub fn usage(&self) -> TokenUsage {
        *self.state.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for an answer in JSON of a schema; with `is_again` the server is asked whatever it has answered before.
    /// Returns the errors of calls, and those of remote translators.
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
            let mut request = json_request(join(&self.service, "/chat/completions"), body);
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
            let error = fault(&self.service, self.key.as_deref(), &call, &incoming);
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

    fn count(&self, add: impl FnOnce(&mut TokenUsage)) {
        add(&mut self.state.usage.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn lock_cache(&self) -> MutexGuard<'_, Cache> {
        self.state.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers by their questions; the oldest ones are given up.
#[derive(Default)]
struct Cache {
    answers: HashMap<String, String>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Cache {
    fn get(&self, question: &str) -> Option<String> {
        self.answers.get(question).cloned()
    }

    fn insert(&mut self, question: String, answer: String) {
        let bytes = question.len() * 2 + answer.len();
        if bytes > CACHE {
            return;
        }
        if let Some(known) = self.answers.get_mut(&question) {
            self.bytes = self.bytes - known.len() + answer.len();
            *known = answer;
        } else {
            self.bytes += bytes;
            self.order.push_back(question.clone());
            self.answers.insert(question, answer);
        }
        while self.bytes > CACHE
            && let Some(oldest) = self.order.pop_front()
        {
            let answer = self.answers.remove(&oldest).unwrap_or_default();
            self.bytes -= oldest.len() * 2 + answer.len();
        }
    }
}
