//! Services by path, pipelines and streams of calls.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, PoisonError};

use glossweave::pipeline::{BatchHandle, CallBatch, CallResult};
use glossweave::service::Call;
use glossweave::{Error, Result};

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::many_options;
use crate::{GwBytes, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// A call of a service or of another part of the HTTP interface. Set fields that are not needed to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwCall {
    /// The path after the version segment, optionally with parameters after a `?`, for example
    /// `/e-entity/{engine}/documents`, `/pipelining/chain/{id}` or `/user` (docs/http.md).
    pub path: GwStr,
    /// More parameters; may be NULL.
    pub parameters: *const GwParams,
    /// The headers, as over HTTP, for example `Content-Type` and `Accept`; may be NULL.
    pub headers: *const GwParams,
    /// The body.
    pub body: GwBytes,
    /// `GET`, `POST`, `PUT` or `DELETE`; `POST` if it is empty.
    pub method: GwStr,
    /// The address of the client, for which failed log-ins are counted. It may be empty. Hosts that serve a
    /// network should set it.
    pub address: GwStr,
}

impl Default for GwCall {
    fn default() -> GwCall {
        GwCall {
            path: GwStr::default(),
            parameters: null(),
            headers: null(),
            body: GwBytes::default(),
            method: GwStr::default(),
            address: GwStr::default(),
        }
    }
}

impl GwCall {
    pub(crate) fn read(&self) -> Result<Call> {
        let mut call = Call::new(self.path.get("path")?).with_body(self.body.get("body")?);
        call.method = self.method.get("method")?.parse()?;
        let address = self.address.filled("address")?.map(str::parse).transpose();
        let wrong = |_| Error::invalid("expected an IP address").with_parameter("address");
        call.address = address.map_err(wrong)?;
        // SAFETY: NULL, or a set that lives as long as the call is read.
        let (parameters, headers) = unsafe { (self.parameters.as_ref(), self.headers.as_ref()) };
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        call.parameters = GwParams::pairs(parameters).map(owned).collect();
        call.headers = GwParams::pairs(headers).map(owned).collect();
        Ok(call)
    }
}

/// Calls a path of the HTTP interface: a service, a pipeline, stored resources, users and their keys,
/// invitations, jobs, models, reconciliation, or a list such as `/engines` (docs/http.md lists the paths,
/// their parameters, and the JSON of their replies). The body for a pipeline contains its requests as JSON;
/// a stored pipeline is called by its number. The parameter `async` = `true` submits the call of a service
/// as a job. The reply has the bytes and the media type. Free it with `gw_reply_free`. Returns
/// `GW_STATUS_NOT_FOUND` if the interface does not have this path with this method,
/// `GW_STATUS_UNSUPPORTED` if a format is unknown or not possible, `GW_STATUS_INVALID`, with the parameter,
/// if the service does not have a parameter, and the errors of the service. For a pipeline, `step` of the
/// error is the step that failed.
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

/// Writes the next call of a stream to `call` and returns `true`, or returns `false` at the end of the
/// stream. The data in `call` must live until the next call of the function. The library uses it in its
/// threads, never twice at once. It must not throw an exception or use `longjmp`.
pub type GwNextCall = Option<unsafe extern "C" fn(data: *mut c_void, call: *mut GwCall) -> bool>;

/// Frees the data of a stream; see `GwFinalize`.
pub type GwEndOfCalls = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// A stream of results. Free it with `gw_call_batch_free`.
#[derive(Debug)]
pub struct GwCallBatch {
    batch: Mutex<CallBatch>,
    handle: BatchHandle,
}

/// A result in a stream.
#[repr(C)]
#[derive(Debug)]
pub struct GwDone {
    /// `true` if the stream is over. The other fields are then empty.
    pub is_over: bool,
    /// The index of the call, from 0.
    pub index: usize,
    /// The reply. Free it with `gw_reply_free`. NULL if the call failed.
    pub reply: *mut GwReply,
    /// The error of this call. Free it with `gw_error_free`. NULL if there is none.
    pub failure: *mut GwError,
}

struct Calls {
    function: unsafe extern "C" fn(*mut c_void, *mut GwCall) -> bool,
    data: *mut c_void,
    finalize: GwEndOfCalls,
}

// SAFETY: `GwNextCall` and `GwEndOfCalls` require that any thread may use function and data.
unsafe impl Send for Calls {}

impl Iterator for Calls {
    type Item = Result<Call>;

    fn next(&mut self) -> Option<Result<Call>> {
        let mut call = GwCall::default();
        // SAFETY: `call` lives during the call; the host promises the rest.
        unsafe { (self.function)(self.data, &mut call) }.then(|| call.read())
    }
}

impl Drop for Calls {
    fn drop(&mut self) {
        if let Some(finalize) = self.finalize {
            // SAFETY: the data is no longer in use, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Starts to process a stream of calls on several threads. `params` may be NULL, or contain `threads` (a
/// number; by default, the number of cores) and `order` (`kept`, or `free` to get results as they finish).
/// The library requests only as many calls as it can process soon. Each call of `function` receives `data`.
/// If this call succeeds, the library owns `data`, and calls `finalize`, unless that is NULL, when it needs
/// no more calls. If this call fails, `data` remains with the caller. Free the stream with
/// `gw_call_batch_free`.
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

/// Waits for the next result of a stream, and writes it to `done`. If a call of the stream fails, the
/// function still returns `GW_STATUS_OK`, and `failure` of the result contains the error.
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

/// Stops a stream. Finished results can still be read, then the stream is over. Any thread may call this
/// function, even while another thread waits in `gw_call_batch_next`. `many` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call_batch_cancel(many: Option<&GwCallBatch>) {
    if let Some(many) = many {
        many.handle.cancel();
    }
}

/// Frees a stream. If the stream is not over, stops it and waits for running calls. `many` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_call_batch_free(many: Option<Box<GwCallBatch>>) {
    drop(many);
}
