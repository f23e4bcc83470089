//! The settings of jobs.

use std::time::Duration;

use serde::{Deserialize, Serialize};

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
/// use glossweave::acl::Secret;
/// let jobs = JobSettings {
///     threads: 2,
///     milliseconds: 600_000,
///     per_user: 10,
///     webhook_secret: Some(Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
///     ..JobSettings::default()
/// };
/// let engine = Engine::builder(Settings { jobs, ..Settings::default() }).open()?;
/// assert_eq!(engine.settings().jobs.per_user, 10);
/// # Ok::<(), glossweave::Error>(())
/// ```
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
