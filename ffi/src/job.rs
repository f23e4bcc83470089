//! Jobs.

use std::mem::MaybeUninit;
use std::time::Duration;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::{job_options, page};
use crate::{GwBuffer, GwCall, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// Submits a call of a service or a pipeline as a job. The job runs later, with the rights that the caller
/// has then. `params` may be NULL, or contain `webhook`: a URL that is called when the job has ended.
/// Writes the job as JSON with `id`, `owner`, `path`, `state` (`queued`, `running`, `done`, `failed`,
/// `cancelled`), `progress` (`done` and `total` steps of a running pipeline), `created`, `started`,
/// `ended`, `expires`, `attempts`, `webhook` (`pending`, `delivered`, `failed`) and `error`. Free the bytes
/// with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if there is no service with this path,
/// `GW_STATUS_UNAUTHENTICATED` if the caller is anonymous, and `GW_STATUS_TOO_LARGE` or
/// `GW_STATUS_THROTTLED` if the job exceeds the settings `jobs.size` or `quotas.jobs` of the engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_submit(
    session: Option<&GwSession>,
    call: Option<&GwCall>,
    params: Option<&GwParams>,
    job: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (jobs, call) = (open(session)?.jobs(), require(call, "call")?.read()?);
        let (options, out) = (job_options(params)?, require(job, "job")?);
        json(Some(out), serde_json::to_vec(&jobs.submit(call, &options)?))
    })
}

/// Writes a job as JSON. Only its owner and admins can read it. Free the bytes with `gw_buffer_free`.
/// Returns `GW_STATUS_NOT_FOUND` for other callers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_read(
    session: Option<&GwSession>,
    id: GwStr,
    job: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (jobs, out) = (open(session)?.jobs(), require(job, "job")?);
        json(Some(out), serde_json::to_vec(&jobs.read(id.get("id")?)?))
    })
}

/// Writes the jobs of the caller as a JSON array, ordered by time. Admins get the jobs of all users.
/// `params` may be NULL, or contain `limit` and `after` (the `id` of a job). Free the bytes with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_list(
    session: Option<&GwSession>,
    params: Option<&GwParams>,
    jobs: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (open(session)?.jobs(), require(jobs, "jobs")?);
        json(Some(out), serde_json::to_vec(&all.list(&page(params)?)?))
    })
}

/// Writes the result of a job that is done to `reply`, as `gw_call` does. Free the reply with
/// `gw_reply_free`. Returns the error of a failed job, and `GW_STATUS_CONFLICT` if the job has not ended or
/// was cancelled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_result(
    session: Option<&GwSession>,
    id: GwStr,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (jobs, out) = (open(session)?.jobs(), require(reply, "reply")?);
        give(out, jobs.result(id.get("id")?)?.into());
        Ok(())
    })
}

/// Waits until a job has ended, but not longer than `milliseconds`, and writes it as JSON. Free the bytes
/// with `gw_buffer_free`.
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

/// Cancels a job. A queued job never runs. A running job stops before its next step, and its result is
/// dropped. A job that has ended does not change. `job` may be NULL, or receives the job as JSON; free it
/// with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_cancel(
    session: Option<&GwSession>,
    id: GwStr,
    job: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let cancelled = open(session)?.jobs().cancel(id.get("id")?)?;
        json(job, serde_json::to_vec(&cancelled))
    })
}

/// Deletes a job and its result. If the job has not ended, it is stopped, and its webhook is not called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_delete(
    session: Option<&GwSession>,
    id: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.jobs().delete(id.get("id")?))
}
