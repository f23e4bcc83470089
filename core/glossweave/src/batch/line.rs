//! The results of a batch in JSON.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use serde_json::json;

use super::BatchResult;
use crate::service::Answer;
use glossweave_base::error::Skipped;
use glossweave_base::media::Format;
use glossweave_link::Failure;
use glossweave_store::job::JobError;

#[derive(Serialize)]
struct Line<'r> {
    index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'r str>,
    state: &'static str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    done: Option<Done<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<JobError>,
}

#[derive(Serialize)]
struct Done<'r> {
    media_type: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<JsonFailure<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<JsonSkipped<'r>>,
}

#[derive(Serialize)]
struct JsonFailure<'r> {
    entity: &'r str,
    kind: &'static str,
    message: &'r str,
}

#[derive(Serialize)]
struct JsonSkipped<'r> {
    subject: &'r str,
    message: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'r> From<&'r Failure> for JsonFailure<'r> {
    fn from(failure: &'r Failure) -> JsonFailure<'r> {
        let Failure { entity, kind, message, .. } = failure;
        JsonFailure { entity, kind: kind.name(), message }
    }
}

impl<'r> From<&'r Skipped> for JsonSkipped<'r> {
    fn from(skipped: &'r Skipped) -> JsonSkipped<'r> {
        let (subject, message) = (skipped.subject(), skipped.message());
        let (line, column) = skipped.location().map(|at| (at.line(), at.column())).unzip();
        JsonSkipped { subject, message, line, column }
    }
}

impl<'r> From<&'r Answer> for Done<'r> {
    fn from(answer: &'r Answer) -> Done<'r> {
        let Answer { bytes, media_type, failures, skipped, .. } = answer;
        let is_package = media_type.parse().is_ok_and(Format::is_package);
        let content = str::from_utf8(bytes).ok().filter(|_| !is_package);
        let base64 = content.is_none().then(|| BASE64_STANDARD.encode(bytes));
        let failures = failures.iter().map(JsonFailure::from).collect();
        let skipped = skipped.iter().map(JsonSkipped::from).collect();
        Done { media_type, content, base64, failures, skipped }
    }
}

impl BatchResult {
    /// Returns the result as a JSON object on one line, with `index`, `name` and `state` (`done` or
    /// `failed`). If it is done, it has `media_type`, the content as `content`, a text, or as
    /// `base64`, and the skipped parts (`failures`, `skipped`). If it failed, it has an `error`
    /// like a [`Job`](crate::job::Job).
    ///
    /// ```
    /// use glossweave::batch::BatchDocument;
    /// use glossweave::pipeline::BatchOptions;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Error, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let documents = [BatchDocument::failed(Error::invalid("no file"))].into_iter();
    /// let call = Call::new("/e-terminology/extraction?language=en");
    /// let session = engine.session(Caller::Anonymous);
    /// let result = session.batch(call, documents, &BatchOptions::default())?.next().unwrap();
    /// assert_eq!(
    ///     result.to_json(),
    ///     r#"{"index":0,"state":"failed","error":{"kind":"Invalid","message":"no file"}}"#
    /// );
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        let BatchResult { index, name, answer } = self;
        let (done, error) = match answer {
            Ok(answer) => (Some(Done::from(answer)), None),
            Err(error) => (None, Some(JobError::from(error))),
        };
        let state = if done.is_some() { "done" } else { "failed" };
        let line = Line { index: *index, name: name.as_deref(), state, done, error };
        // Serialization cannot fail because all keys are strings.
        serde_json::to_string(&line).unwrap_or_default()
    }
}

/// Returns the summary of a batch: the number of finished documents, and the number of failed ones.
pub(super) fn summary((finished, failed): (usize, usize)) -> String {
    json!({"summary": {"done": finished - failed.min(finished), "failed": failed}}).to_string()
}
