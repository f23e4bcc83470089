//! Jobs.

use std::mem::MaybeUninit;
use std::time::Duration;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::{job_options, page};
use crate::{GwBuffer, GwCall, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// Submits a call of a service or a pipeline as a job, which runs later with the rights that the caller has then.
/// `params` may be NULL, or have `webhook`: a URL that is called when the job has ended. The job is written as JSON:
/// `id`, `owner`, `path`, `state` (`queued`, `running`, `done`, `failed`, `cancelled`), `progress` (`done` and
/// `total` steps of a pipeline that runs), `created`, `started`, `ended`, `expires`, `attempts`, `webhook`
/// (`pending`, `delivered`, `failed`) and `error`. Returns NotFound if no service has the path, Unauthenticated for
/// nobody, TooLarge and Throttled for what `jobs.size` and `quotas.jobs` of the engine do not allow. Free the job with
/// `gw_buffer_free`.
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

/// Writes a job as JSON, for its owner and admins. Returns NotFound for others. Free it with `gw_buffer_free`.
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

/// Writes the jobs of the caller as an array of JSON, in the order of their time; for admins those of all users.
/// `params` may be NULL, or have `limit` and `after`, which is the `id` of a job. Free it with `gw_buffer_free`.
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

/// Returns the answer of a job that is done, as `gw_call` does. Returns the error of a failed job, and Conflict for
/// one that has not ended or was cancelled. Free the reply with `gw_reply_free`.
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

/// Waits until a job has ended, or so many milliseconds have gone, and writes it as JSON. Free it with
/// `gw_buffer_free`.
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

/// Cancels a job: one that is queued never runs, one that runs is stopped before its next step, and its result is
/// dropped. One that has ended stays as it is. The job is written as JSON unless `job` is NULL; free it with
/// `gw_buffer_free`.
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

/// Removes a job with its result. One that has not ended is stopped, and its webhook is not called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_job_delete(
    session: Option<&GwSession>,
    id: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || open(session)?.jobs().delete(id.get("id")?))
}
