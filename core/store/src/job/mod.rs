//! Jobs: calls that are stored, run later, and have their results stored.
//!
//! The rows are here. `glossweave::job` submits calls, runs them and returns their answers.

mod expire;
mod id;
mod jobs;
mod queue;
mod removal;
mod row;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

pub(crate) use expire::{count_job_bytes, expire_jobs};
pub use jobs::{JobLimits, NewJob, StoredJobs};
pub use queue::{
    ATTEMPTS, Delivered, Held, QueueLength, Task, Waiting, is_idle, length, new_runner, take,
    waiting,
};

use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Location, Side};

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for a runner.
    Queued,
    /// It runs.
    Running,
    /// It has a result.
    Done,
    /// It has an error.
    Failed,
    /// It was cancelled before its end.
    Cancelled,
}

impl JobState {
    /// Returns the name, which is the same in all interfaces.
    pub const fn name(self) -> &'static str {
        match self {
            JobState::Queued => "queued",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
        }
    }

    /// Returns `true` if the state does not change any more.
    pub const fn has_ended(self) -> bool {
        matches!(self, JobState::Done | JobState::Failed | JobState::Cancelled)
    }
}

impl fmt::Display for JobState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The state of the call of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WebhookState {
    /// It is still to be called.
    Pending,
    /// It has answered with a success.
    Delivered,
    /// It did not in all attempts.
    Failed,
}

impl WebhookState {
    /// Returns the name, which is the same in all interfaces.
    pub const fn name(self) -> &'static str {
        match self {
            WebhookState::Pending => "pending",
            WebhookState::Delivered => "delivered",
            WebhookState::Failed => "failed",
        }
    }
}

/// The progress of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobProgress {
    /// The number of steps that are done.
    pub done: u64,
    /// The number of all steps.
    pub total: u64,
}

/// A job, as its owner sees it.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// The identifier, which nobody guesses. Those of a user are in the order of their time.
    pub id: String,
    /// The name of the user who submitted it.
    pub owner: String,
    /// The path of the call, without parameters.
    pub path: String,
    /// The state.
    pub state: JobState,
    /// The progress of a pipeline that runs.
    pub progress: Option<JobProgress>,
    /// The time of its submission.
    pub created: Timestamp,
    /// The time at which the last attempt began.
    pub started: Option<Timestamp>,
    /// The time of its end.
    pub ended: Option<Timestamp>,
    /// The time from which it is removed with its result.
    pub expires: Option<Timestamp>,
    /// The number of times that it was begun.
    pub attempts: u32,
    /// The state of the webhook, once the job has ended, `None` without a webhook.
    pub webhook: Option<WebhookState>,
    /// The error of a failed job.
    pub error: Option<JobError>,
}

/// The error of a failed job.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobError {
    /// The name of the [`ErrorKind`].
    pub kind: String,
    /// The message.
    pub message: String,
    /// The parameter at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// The step of a pipeline, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The line in the source, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in the source, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The code of a specification or of another engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The side of the call: `input` or `output`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
}

impl From<&Error> for JobError {
    fn from(error: &Error) -> JobError {
        let side = error.side().map(|side| match side {
            Side::Input => "input",
            Side::Output => "output",
        });
        JobError {
            kind: error.kind().name().to_owned(),
            message: error.message().to_owned(),
            parameter: error.parameter().map(str::to_owned),
            step: error.step(),
            line: error.location().map(Location::line),
            column: error.location().map(Location::column),
            code: error.code().map(str::to_owned),
            side: side.map(str::to_owned),
        }
    }
}

impl From<&JobError> for Error {
    fn from(error: &JobError) -> Error {
        let kind = ErrorKind::ALL.iter().copied().find(|kind| kind.name() == error.kind);
        let mut made = Error::new(kind.unwrap_or(ErrorKind::Internal), "");
        if let Some(step) = error.step {
            made = made.in_step(step, "");
        }
        made = made.with_message(&error.message);
        if let Some(parameter) = &error.parameter {
            made = made.with_parameter(parameter);
        }
        if let (Some(line), Some(column)) = (error.line, error.column) {
            made = made.at(Location::at_line(b"", line, column));
        }
        if let Some(code) = &error.code {
            made = made.with_code(code);
        }
        match error.side.as_deref() {
            Some("input") => made.with_side(Side::Input),
            Some("output") => made.with_side(Side::Output),
            _ => made,
        }
    }
}
