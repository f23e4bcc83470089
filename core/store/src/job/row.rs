//! The stored rows of jobs.

use serde::{Deserialize, Serialize};

use super::id::Id;
use super::{Job, JobError, JobProgress, JobState, WebhookState};
use crate::acl::Delegation;
use crate::store::Row;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A job. While it has a row in the queue, both rows are changed together.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct JobRow {
    /// The name of the owner.
    pub owner: String,
    /// The hash of the token or API key of the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    pub path: String,
    pub state: JobState,
    pub created: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    pub attempts: u32,
    /// The URL of the webhook that is called when the job ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<WebhookState>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<JobError>,
    /// The bytes of the call, and later of the result.
    pub bytes: u64,
}

/// The purpose of a row of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Purpose {
    /// A job to run.
    #[serde(rename = "call")]
    Call,
    /// A webhook to call.
    #[serde(rename = "webhook")]
    Webhook,
}

/// A row of the queue. It is small, because all rows are read to find the next job.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct QueueRow {
    #[serde(rename = "p")]
    pub purpose: Purpose,
    /// The runner that holds the item.
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<String>,
    /// The number of times that a runner has taken the item.
    #[serde(rename = "l")]
    pub lease: u64,
    /// The number of attempts.
    #[serde(rename = "a")]
    pub attempts: u32,
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<JobProgress>,
    /// The time before which the item is not due.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub not_before: Option<Timestamp>,
    /// The host of a webhook.
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

impl QueueRow {
    /// Returns the row of a new job.
    pub fn of_call() -> QueueRow {
        let (runner, progress, not_before, host) = (None, None, None, None);
        let purpose = Purpose::Call;
        QueueRow { purpose, runner, lease: 0, attempts: 0, progress, not_before, host }
    }

    /// Returns the row of a new webhook call.
    pub fn of_webhook(url: &str) -> QueueRow {
        let host = url.split('/').nth(2).map(str::to_ascii_lowercase);
        QueueRow { purpose: Purpose::Webhook, host, ..QueueRow::of_call() }
    }
}

impl JobRow {
    /// Returns the row of a queued job.
    pub fn queued(
        owner: String,
        delegation: &Delegation,
        path: String,
        url: Option<String>,
        created: Timestamp,
        bytes: u64,
    ) -> JobRow {
        JobRow {
            owner,
            hash: delegation.hash().map(str::to_owned),
            path,
            state: JobState::Queued,
            created,
            started: None,
            ended: None,
            expires: None,
            attempts: 0,
            webhook: None,
            url,
            error: None,
            bytes,
        }
    }

    pub fn delegation(&self, id: &Id) -> Delegation {
        Delegation::new(self.owner.clone(), id.owner, self.hash.clone())
    }

    /// Returns `true` if the job has a row in the queue.
    pub fn is_in_queue(&self) -> bool {
        !self.state.has_ended() || self.webhook == Some(WebhookState::Pending)
    }

    pub fn to_job(&self, id: &Id, progress: Option<JobProgress>) -> Job {
        Job {
            id: id.to_text(),
            owner: self.owner.clone(),
            path: self.path.clone(),
            state: self.state,
            progress,
            created: self.created,
            started: self.started,
            ended: self.ended,
            expires: self.expires,
            attempts: self.attempts,
            webhook: self.webhook,
            error: self.error.clone(),
        }
    }
}

pub(super) fn read<'a, T: Deserialize<'a>>(row: &'a Row) -> Result<T> {
    serde_json::from_slice(&row.value).map_err(|error| {
        Error::new(ErrorKind::Storage, "the row of a job is damaged").because(error)
    })
}

pub(super) fn write(row: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(row)
        .map_err(|error| Error::new(ErrorKind::Internal, "a row cannot be written").because(error))
}
