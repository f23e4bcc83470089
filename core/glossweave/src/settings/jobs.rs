//! Settings of jobs.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::size::Bytes;
use super::time::Time;
use crate::job::Signer;
use glossweave_base::error::{Error, Result};
use glossweave_store::acl::Secret;

/// The maximum number of jobs that run at once.
const THREADS: usize = 256;

/// The minimum lease.
const LEASE: Duration = Duration::from_millis(100);

/// Settings of jobs.
///
/// ```
/// use glossweave::{Engine, Settings, settings::JobSettings};
/// use std::time::Duration;
/// use glossweave::Secret;
/// let jobs = JobSettings {
///     threads: 2,
///     time: Duration::from_secs(600),
///     webhook_secret: Some(Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
///     ..JobSettings::default()
/// };
/// let engine = Engine::builder(Settings { jobs, ..Settings::default() }).open()?;
/// assert_eq!(engine.settings().jobs.threads, 2);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct JobSettings {
    /// The number of jobs that this engine runs at once. If it is 0, this engine runs no jobs.
    pub threads: usize,
    /// The time that all steps of a pipeline may take in a job.
    #[serde(with = "Time")]
    pub time: Duration,
    /// The time after which another engine takes over a job whose runner has not renewed its lease.
    #[serde(with = "Time")]
    pub lease: Duration,
    /// The maximum size of the call of a job, and of its result.
    pub size: Bytes,
    /// The time for which jobs are kept after they have ended.
    #[serde(with = "Time")]
    pub kept: Duration,
    /// The secret that signs webhooks: `whsec_` and 24 to 64 bytes in base64. Settings never show it. If unset, jobs with a
    /// webhook are refused.
    #[serde(skip_serializing)]
    #[schemars(with = "Option<String>")]
    pub webhook_secret: Option<Secret>,
}

impl Default for JobSettings {
    fn default() -> JobSettings {
        JobSettings {
            threads: 1,
            time: Duration::from_secs(60 * 60),
            lease: Duration::from_secs(30),
            size: Bytes::mebibytes(32),
            kept: Duration::from_secs(24 * 60 * 60),
            webhook_secret: None,
        }
    }
}

impl JobSettings {
    /// Checks the settings, and returns the signer of webhooks. Returns `ErrorKind::Invalid`, with
    /// the parameter at fault, if a setting is not valid.
    pub(crate) fn signer(&self) -> Result<Option<Signer>> {
        let wrong = |name: &str, expected: String| {
            Err(Error::invalid(format!("expected {expected} as `{name}`")).with_parameter(name))
        };
        if self.threads > THREADS {
            return wrong("jobs.threads", format!("at most {THREADS}"));
        }
        if self.lease < LEASE {
            return wrong("jobs.lease", "at least 100ms".to_owned());
        }
        self.webhook_secret.as_ref().map(Signer::new).transpose()
    }
}
