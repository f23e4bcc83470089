//! The settings of jobs.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::job::Signer;
use glossweave_base::error::{Error, Result};
use glossweave_store::acl::Secret;
use glossweave_store::job::JobLimits;

/// The most jobs that run at once.
const THREADS: usize = 256;

/// The shortest lease in milliseconds.
const LEASE: u64 = 100;

/// The settings of jobs.
///
/// ```
/// use glossweave::{Engine, Settings, engine::JobSettings};
/// let jobs = JobSettings::default()
///     .with_threads(2)
///     .with_milliseconds(600_000)
///     .with_lease_milliseconds(10_000)
///     .with_bytes(1 << 20)
///     .with_kept_milliseconds(3_600_000)
///     .with_per_user(10)
///     .with_webhook_secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
/// let engine = Engine::builder(Settings::default().with_jobs(jobs)).open()?;
/// assert_eq!(engine.settings().jobs.per_user, 10);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JobSettings {
    /// The number of jobs that this engine runs at once; none if it is 0.
    pub threads: usize,
    /// The time that all steps of a pipeline may take in a job, in milliseconds.
    pub milliseconds: u64,
    /// The time after which a job is taken over whose runner has not renewed its lease, in milliseconds.
    pub lease_milliseconds: u64,
    /// The largest call of a job, and the largest result, in bytes.
    pub bytes: usize,
    /// The time for which jobs are kept that have ended, in milliseconds.
    pub kept_milliseconds: u64,
    /// The most jobs of a user, those that have ended included.
    pub per_user: u64,
    /// The secret that webhooks are signed with: `whsec_` and 24 to 64 bytes in base64. It is read, never written.
    #[serde(skip_serializing)]
    pub webhook_secret: Option<Secret>,
}

impl Default for JobSettings {
    fn default() -> JobSettings {
        JobSettings {
            threads: 1,
            milliseconds: 3_600_000,
            lease_milliseconds: 30_000,
            bytes: 32 << 20,
            kept_milliseconds: 86_400_000,
            per_user: 1_000,
            webhook_secret: None,
        }
    }
}

impl JobSettings {
    /// Sets the number of jobs that this engine runs at once.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings, engine::JobSettings};
    /// let settings = Settings::default().with_jobs(JobSettings::default().with_threads(1_000));
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("job-threads")));
    /// ```
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> JobSettings {
        self.threads = threads;
        self
    }

    /// Sets the time that all steps of a pipeline may take in a job, in milliseconds.
    #[must_use]
    pub fn with_milliseconds(mut self, milliseconds: u64) -> JobSettings {
        self.milliseconds = milliseconds;
        self
    }

    /// Sets the time after which a job is taken over, in milliseconds.
    #[must_use]
    pub fn with_lease_milliseconds(mut self, milliseconds: u64) -> JobSettings {
        self.lease_milliseconds = milliseconds;
        self
    }

    /// Sets the size of the largest call and of the largest result.
    #[must_use]
    pub fn with_bytes(mut self, bytes: usize) -> JobSettings {
        self.bytes = bytes;
        self
    }

    /// Sets the time for which jobs are kept that have ended, in milliseconds.
    #[must_use]
    pub fn with_kept_milliseconds(mut self, milliseconds: u64) -> JobSettings {
        self.kept_milliseconds = milliseconds;
        self
    }

    /// Sets the most jobs of a user.
    #[must_use]
    pub fn with_per_user(mut self, jobs: u64) -> JobSettings {
        self.per_user = jobs;
        self
    }

    /// Sets the secret that webhooks are signed with.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings, engine::JobSettings};
    /// let jobs = JobSettings::default().with_webhook_secret("correct horse");
    /// assert!(!format!("{jobs:?}").contains("horse"));
    /// let error = Engine::builder(Settings::default().with_jobs(jobs)).open().unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("webhook-secret")));
    /// ```
    #[must_use]
    pub fn with_webhook_secret(mut self, secret: impl Into<String>) -> JobSettings {
        self.webhook_secret = Some(Secret::new(secret));
        self
    }

    pub(in crate::engine) fn limits(&self) -> JobLimits {
        let kept = Duration::from_millis(self.kept_milliseconds);
        JobLimits { bytes: self.bytes, jobs: self.per_user, kept }
    }

    /// Checks the settings, and returns the signer of webhooks. Returns `ErrorKind::Invalid`, with the parameter at fault.
    pub(in crate::engine) fn signer(&self) -> Result<Option<Signer>> {
        let wrong = |name: &str, expected: String| {
            Err(Error::invalid(format!("expected {expected} as `{name}`")).with_parameter(name))
        };
        if self.threads > THREADS {
            return wrong("job-threads", format!("at most {THREADS}"));
        }
        if self.lease_milliseconds < LEASE {
            return wrong("job-lease-milliseconds", format!("at least {LEASE}"));
        }
        self.webhook_secret.as_ref().map(Signer::new).transpose()
    }
}

impl Settings {
    /// Sets the settings of jobs.
    ///
    /// ```
    /// use glossweave::{Settings, engine::JobSettings};
    /// let settings = Settings::default().with_jobs(JobSettings::default().with_threads(4));
    /// assert_eq!(settings.jobs.threads, 4);
    /// ```
    #[must_use]
    pub fn with_jobs(mut self, settings: JobSettings) -> Settings {
        self.jobs = settings;
        self
    }
}
