//! Services by path, pipelines and streams of calls.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, PoisonError};

use glossweave::Result;
use glossweave::pipeline::{BatchHandle, CallBatch, CallResult};
use glossweave::service::{Answer, Call};

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::many_options;
use crate::{GwBytes, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// A call of a service.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwCall {
    /// The path below the version segment, with or without parameters behind a `?`:
    /// `/e-entity/{engine}/documents`, `/pipelining/chain/{id}` and so on (docs/pipelines.md).
    pub path: GwStr,
    /// More parameters; may be NULL.
    pub parameters: *const GwParams,
    /// Headers, of which `Content-Type` and `Accept` count; may be NULL.
    pub headers: *const GwParams,
    /// The body.
    pub body: GwBytes,
}

impl Default for GwCall {
    fn default() -> GwCall {
        let (path, body) = (GwStr::default(), GwBytes::default());
        GwCall { path, parameters: null(), headers: null(), body }
    }
}

impl GwCall {
    pub(crate) fn read(&self) -> Result<Call> {
        let mut call = Call::new(self.path.get("path")?).with_body(self.body.get("body")?);
        // SAFETY: NULL, or a set that lives as long as the call is read.
        let (parameters, headers) = unsafe { (self.parameters.as_ref(), self.headers.as_ref()) };
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        call.parameters = GwParams::pairs(parameters).map(owned).collect();
        call.headers = GwParams::pairs(headers).map(owned).collect();
        Ok(call)
    }
}

impl From<Answer> for GwReply {
    fn from(answer: Answer) -> GwReply {
        let (bytes, failures, skipped) = (answer.bytes, answer.failures, answer.skipped);
        let media_type = answer.media_type;
        GwReply { bytes, failures, skipped, media_type, ..GwReply::default() }
    }
}

/// Calls the service of a path, or a pipeline, whose requests are the body in JSON (stored ones by their
/// number). The reply has the bytes and `gw_reply_media_type`. Returns NotFound if nothing has the path,
/// Unsupported for formats that are unknown or impossible, Invalid, with the parameter, for parameters that
/// the service does not know, and the errors of the service. In a pipeline `gw_error_step` returns the step
/// that failed. Free the reply with `gw_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call(
    session: Option<&GwSession>,
    call: Option<&GwCall>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (session, call) = (open(session)?, require(call, "call")?.read()?);
        let out = require(reply, "reply")?;
        give(out, session.call(call)?.into());
        Ok(())
    })
}

/// Returns the media type of a reply of `gw_call` and `gw_call_batch_next`; empty for others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_media_type(reply: Option<&GwReply>) -> GwStr {
    reply.map(|reply| reply.media_type.as_str().into()).unwrap_or_default()
}

/// Returns the next call of a stream: writes it to `call` and returns true, or returns false if there is
/// none. The data that `call` points to lives until the next call of the function. It is called in threads
/// of the library, never twice at once, and must not throw or jump out.
pub type GwNextCall = Option<unsafe extern "C" fn(data: *mut c_void, call: *mut GwCall) -> bool>;

/// Frees the data of a stream; see `GwFinalize`.
pub type GwEndOfCalls = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// A stream of answers. Free it with `gw_call_batch_free`.
#[derive(Debug)]
pub struct GwCallBatch {
    batch: Mutex<CallBatch>,
    handle: BatchHandle,
}

/// One answer of a stream.
#[repr(C)]
#[derive(Debug)]
pub struct GwDone {
    /// `true` if the stream is over; then there is nothing else.
    pub is_over: bool,
    /// The index of the call, from 0.
    pub index: usize,
    /// The answer, to free with `gw_reply_free`; NULL if the call failed.
    pub reply: *mut GwReply,
    /// The error of this call, to free with `gw_error_free`; NULL if there is none.
    pub failure: *mut GwError,
}

struct Calls {
    function: unsafe extern "C" fn(*mut c_void, *mut GwCall) -> bool,
    data: *mut c_void,
    finalize: GwEndOfCalls,
}

// SAFETY: `GwNextCall` and `GwEndOfCalls` demand that function and data may go to any thread.
unsafe impl Send for Calls {}

impl Iterator for Calls {
    type Item = Result<Call>;

    fn next(&mut self) -> Option<Result<Call>> {
        let mut call = GwCall::default();
        // SAFETY: `call` lives during the call; the rest is the host's promise.
        unsafe { (self.function)(self.data, &mut call) }.then(|| call.read())
    }
}

impl Drop for Calls {
    fn drop(&mut self) {
        if let Some(finalize) = self.finalize {
            // SAFETY: nobody uses the data any more, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Begins to process a stream of calls on several threads. `params` may be NULL, or have `threads` (a
/// number; the number of cores if it is not given) and `order` (`kept`; `free`: as they finish). No more
/// calls are taken than can be answered soon. On success `data` belongs to the library, which hands it to
/// `finalize` (unless that is NULL) when no call is taken any more; on failure it stays with the caller.
/// Free the stream with `gw_call_batch_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call_batch_new(
    session: Option<&GwSession>,
    function: GwNextCall,
    data: *mut c_void,
    finalize: GwEndOfCalls,
    params: Option<&GwParams>,
    many: Option<&mut MaybeUninit<*mut GwCallBatch>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (session, function) = (open(session)?, require(function, "function")?);
        let (options, out) = (many_options(params)?, require(many, "many")?);
        let calls = Calls { function, data, finalize };
        let batch = session.call_many(calls, &options);
        let handle = batch.handle();
        give(out, GwCallBatch { batch: Mutex::new(batch), handle });
        Ok(())
    })
}

/// Waits for the next answer of a stream. A call that fails is an answer too: OK, with the failure in
/// `done`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call_batch_next(
    many: Option<&GwCallBatch>,
    done: Option<&mut MaybeUninit<GwDone>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (many, out) = (&require(many, "many")?.batch, require(done, "done")?);
        let next = many.lock().unwrap_or_else(PoisonError::into_inner).next();
        out.write(next.into());
        Ok(())
    })
}

impl From<Option<CallResult>> for GwDone {
    fn from(done: Option<CallResult>) -> GwDone {
        let mut all =
            GwDone { is_over: done.is_none(), index: 0, reply: null_mut(), failure: null_mut() };
        let Some(done) = done else { return all };
        all.index = done.index;
        match done.answer {
            Ok(answer) => all.reply = Box::into_raw(Box::new(answer.into())),
            Err(error) => all.failure = Box::into_raw(Box::new(GwError::new(error))),
        }
        all
    }
}

/// Stops a stream: what is done already still comes, then it is over. Any thread may call it, also while
/// another one waits in `gw_call_batch_next`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call_batch_cancel(many: Option<&GwCallBatch>) {
    if let Some(many) = many {
        many.handle.cancel();
    }
}

/// Frees a stream, and stops it if it is not over; waits for the calls that are running. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call_batch_free(many: Option<Box<GwCallBatch>>) {
    drop(many);
}

/// Returns the step of a pipeline that failed, from 0; -1 if it was none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_step(error: Option<&GwError>) -> i64 {
    let step = error.and_then(|error| error.error.step());
    step.and_then(|step| i64::try_from(step).ok()).unwrap_or(-1)
}
