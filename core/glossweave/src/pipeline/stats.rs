//! The times of the steps of a pipeline.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as STANDARD;
use serde_json::{Map, Value, json};

use crate::service::Answer;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The statistics of a finished step.
pub(super) struct Timing {
    pub endpoint: String,
    pub time: Duration,
    pub media_type: String,
}

/// Wraps an answer with the statistics of its steps: `metadata` with `executionTime` (milliseconds
/// by the number of the step), `totalExecutionTime` and `steps`, and `content` with `body` and
/// `contentType`. If the body is not text, it is written in base64, and `encoding` is set.
pub(super) fn wrap(answer: Answer, steps: &[Timing], total: Duration) -> Result<Answer> {
    let milliseconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    let mut times = Map::new();
    let mut list = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        times.insert(number.to_string(), json!(milliseconds(step.time)));
        list.push(json!({
            "step": number,
            "endpoint": step.endpoint,
            "executionTime": milliseconds(step.time),
            "contentType": step.media_type,
        }));
    }
    let mut content = Map::new();
    match String::from_utf8(answer.bytes) {
        Ok(text) => drop(content.insert("body".to_owned(), Value::String(text))),
        Err(error) => {
            content.insert("body".to_owned(), Value::String(STANDARD.encode(error.as_bytes())));
            content.insert("encoding".to_owned(), json!("base64"));
        }
    }
    content.insert("contentType".to_owned(), Value::String(answer.media_type));
    let wrapped = json!({
        "metadata": {
            "executionTime": times,
            "totalExecutionTime": milliseconds(total),
            "steps": list,
        },
        "content": content,
    });
    let bytes = serde_json::to_vec(&wrapped).map_err(|error| {
        Error::new(ErrorKind::Internal, "the statistics cannot be written").because(error)
    })?;
    Ok(Answer { bytes, media_type: "application/json".to_owned(), ..answer })
}
