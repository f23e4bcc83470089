//! Jobs: stored calls that run later and store their results.
//!
//! This module contains the rows. `glossweave::job` submits calls, runs them and returns their
//! results.

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
    /// The job waits for a runner.
    Queued,
    /// The job is running.
    Running,
    /// The job has a result.
    Done,
    /// The job has an error.
    Failed,
    /// The job was cancelled before its end.
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

    /// Returns `true` if the state is final.
    pub const fn has_ended(self) -> bool {
        matches!(self, JobState::Done | JobState::Failed | JobState::Cancelled)
    }
}

impl fmt::Display for JobState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The state of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WebhookState {
    /// The webhook has not been called successfully yet.
    Pending,
    /// The webhook has responded with a success.
    Delivered,
    /// All attempts to call the webhook have failed.
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
    /// The number of finished steps.
    pub done: u64,
    /// The total number of steps.
    pub total: u64,
}

/// A job, as callers see it.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// The identifier, which cannot be guessed. The identifiers of a user's jobs are sorted by
    /// time.
    pub id: String,
    /// The name of the user who submitted the job.
    pub owner: String,
    /// The path of the call without parameters, for example `/e-link/documents`.
    pub path: String,
    /// The state.
    pub state: JobState,
    /// The progress of a running pipeline.
    pub progress: Option<JobProgress>,
    /// The time of the submission.
    pub created: Timestamp,
    /// The time when the last attempt began.
    pub started: Option<Timestamp>,
    /// The time when the job ended.
    pub ended: Option<Timestamp>,
    /// The time when the job and its result expire.
    pub expires: Option<Timestamp>,
    /// The number of attempts so far.
    pub attempts: u32,
    /// The state of the webhook after the job has ended. It is `None` for a job without a webhook.
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
    /// The index of the failed step of a pipeline, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The line in the source, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in the source, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The code of a specification or of another engine, for example of an XSLT error.
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
