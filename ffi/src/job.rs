//! Jobs.

use std::mem::MaybeUninit;
use std::time::Duration;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwError, GwSession, GwStatus, GwStr};

/// Waits until a job has ended, but not longer than `milliseconds`, and writes it as JSON (docs/pipelines.md).
/// Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_wait(
    session: Option<&GwSession>,
    id: GwStr,
    milliseconds: u64,
    job: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (jobs, out) = (open(session)?.jobs(), require(job, "job")?);
        let time = Duration::from_millis(milliseconds);
        json(Some(out), serde_json::to_vec(&jobs.wait(id.get("id")?, time)?))
    })
}
