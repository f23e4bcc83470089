//! Stored pipelines.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Request;
use super::request::sort;
use super::variable::names;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Result};
use glossweave_store::resource::{Content, PendingContent, ResourceKind, as_json, check_parameter};

/// The lifetime of a pipeline that is not kept for ever.
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The maximum number of steps.
pub(super) const STEPS: usize = 64;

/// The content of a stored pipeline.
///
/// The body is a JSON array of 1 to 64 request objects. The first request has no body.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPipeline {
    /// The label for users.
    pub label: Option<String>,
    /// The steps.
    pub requests: Vec<Request>,
    /// `true` if the pipeline does not expire.
    pub persist: bool,
    /// The time when the pipeline is removed.
    pub expires: Option<Timestamp>,
}

impl Content for StoredPipeline {
    const KIND: ResourceKind = ResourceKind::Pipeline;
    const LARGE: &'static [&'static str] = &["requests"];
    type Context = ();

    fn parse(
        body: &[u8],
        old: Option<&StoredPipeline>,
        _: &mut PendingContent<'_>,
        (): &(),
    ) -> Result<StoredPipeline> {
        let requests = read(body)?;
        let label = old.and_then(|old| old.label.clone());
        let persist = old.is_some_and(|old| old.persist);
        Ok(StoredPipeline { label, requests, persist, expires: None })
    }

    fn validate(&mut self, draft: &PendingContent<'_>) -> Result<()> {
        if let Some(label) = &draft.changes.label {
            self.label = Some(label.clone());
        }
        self.persist = draft.changes.persist.unwrap_or(self.persist);
        // The week starts again with new requests, and when a pipeline is no longer kept for ever.
        self.expires = match (self.persist, self.expires) {
            (true, _) => None,
            (false, Some(expires)) if !draft.is_new() => Some(expires),
            (false, _) => Some(draft.later(WEEK)),
        };
        Ok(())
    }

    fn expires(&self) -> Option<Timestamp> {
        self.expires
    }
}

/// Parses the requests of a stored pipeline. The first request must not have a body. Returns the
/// errors of [`requests`].
pub(super) fn read(body: &[u8]) -> Result<Vec<Request>> {
    let requests = requests(body)?;
    check_body(&requests)?;
    for (step, request) in requests.iter().enumerate() {
        if let Some(name) = request.headers.iter().find_map(told) {
            let message = format!(
                "all readers of the pipeline would see the value of `{name}`, expected a variable \
                 such as `$TOKEN$`"
            );
            return Err(Error::invalid(message).in_step(step, ""));
        }
    }
    Ok(requests)
}

/// Returns `ErrorKind::Invalid` if the first request has a body, which the call must provide.
pub(super) fn check_body(requests: &[Request]) -> Result<()> {
    match requests.first() {
        Some(Request { body: Some(_), .. }) => {
            Err(Error::invalid("expected no `body`: the call contains it").in_step(0, ""))
        }
        _ => Ok(()),
    }
}

/// Returns the name of a header with credentials if its value contains no variable.
fn told<'r>((name, value): (&'r String, &Value)) -> Option<&'r str> {
    let secret = ["x-auth-token", "authorization", "cookie", "x-api-key", "api-key"];
    let is_secret = secret.iter().any(|known| known.eq_ignore_ascii_case(name));
    let has_variable = value.as_str().is_some_and(|value| names(value).next().is_some());
    (is_secret && !has_variable).then_some(name.as_str())
}

/// Parses requests. Returns `ErrorKind::Malformed` if the text is not JSON, and
/// `ErrorKind::Invalid` for invalid requests.
pub(super) fn requests(body: &[u8]) -> Result<Vec<Request>> {
    of_json(as_json(body)?)
}

/// Returns the requests of an array. Returns the errors of [`requests`], except
/// `ErrorKind::Malformed`.
pub(super) fn of_json(value: Value) -> Result<Vec<Request>> {
    let steps = match value {
        Value::Array(steps) => steps,
        other => {
            let found = sort(&other);
            return Err(Error::invalid(format!("expected an array of requests, found {found}")));
        }
    };
    check_count(steps.len())?;
    let requests = steps.into_iter().enumerate();
    let requests = requests.map(|(step, value)| Request::read(step, value));
    let requests = requests.collect::<Result<Vec<Request>>>()?;
    check_variables(&requests)?;
    Ok(requests)
}

/// Returns `ErrorKind::Invalid` if a pipeline cannot have this number of steps.
pub(super) fn check_count(steps: usize) -> Result<()> {
    if (1..=STEPS).contains(&steps) {
        return Ok(());
    }
    Err(Error::invalid(format!("expected 1 to {STEPS} requests, found {steps}")))
}

/// Returns `ErrorKind::Invalid`, with the number of the step in the message, if a variable has the
/// name of a parameter of calls.
pub(super) fn check_variables(requests: &[Request]) -> Result<()> {
    for (step, request) in requests.iter().enumerate() {
        for name in request.variables() {
            check_parameter(ResourceKind::Pipeline, name)
                .map_err(|error| error.in_step(step, ""))?;
        }
    }
    Ok(())
}
