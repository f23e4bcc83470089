//! Batches: one call for the documents of an archive or JSON Lines.

use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use glossweave::batch::{Batch, BatchResult};

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::many_options;
use crate::{GwCall, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// A batch that is being done. Free it with `gw_batch_free`.
#[derive(Debug)]
pub struct GwBatch(Mutex<Running>);

#[derive(Debug)]
struct Running {
    batch: Batch,
    /// The name of the last result.
    name: String,
}

/// The result of one document of a batch.
#[repr(C)]
#[derive(Debug)]
pub struct GwBatchResult {
    /// `true` if the batch is over; then there is nothing else.
    pub is_over: bool,
    /// The index of the document, from 0.
    pub index: usize,
    /// The name of the document, empty if it has none. It lives until the next call for this batch.
    pub name: GwStr,
    /// The answer, to free with `gw_reply_free`; NULL if the document failed.
    pub reply: *mut GwReply,
    /// The error of this document, to free with `gw_error_free`; NULL if there is none.
    pub failure: *mut GwError,
}

impl Running {
    fn next(&mut self) -> GwBatchResult {
        let (reply, failure) = (null_mut(), null_mut());
        let mut all =
            GwBatchResult { is_over: true, index: 0, name: GwStr::default(), reply, failure };
        let Some(BatchResult { index, name, answer }) = self.batch.next() else { return all };
        self.name = name.unwrap_or_default();
        (all.is_over, all.index, all.name) = (false, index, self.name.as_str().into());
        match answer {
            Ok(answer) => all.reply = Box::into_raw(Box::new(answer.into())),
            Err(error) => all.failure = Box::into_raw(Box::new(GwError::new(error))),
        }
        all
    }
}

/// Begins to call a service or a pipeline for each document in the body of `call`, on several threads. `media_type` is
/// that of the body: `application/x-ndjson`, `application/zip`, `multipart/form-data` or `multipart/mixed`
/// (docs/batches.md). `params` may be NULL, or have `threads` (a number; what the engine was opened with if it is not
/// given) and `order` (`kept`; `free`: as they finish). Returns Unsupported for another media type, Malformed for a
/// broken archive, and NotFound if nothing has the path. Free the batch with `gw_batch_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_batch_new(
    session: Option<&GwSession>,
    call: Option<&GwCall>,
    media_type: GwStr,
    params: Option<&GwParams>,
    batch: Option<&mut MaybeUninit<*mut GwBatch>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (session, mut call) = (open(session)?, require(call, "call")?.read()?);
        let (options, out) = (many_options(params)?, require(batch, "batch")?);
        let (body, media_type) = (std::mem::take(&mut call.body), media_type.get("media_type")?);
        let batch = session.batch_body(call, media_type, body, &options)?;
        give(out, GwBatch(Mutex::new(Running { batch, name: String::new() })));
        Ok(())
    })
}

/// Waits for the next result of a batch. A document that fails is a result too: OK, with the failure in `result`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_batch_next(
    batch: Option<&GwBatch>,
    result: Option<&mut MaybeUninit<GwBatchResult>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (batch, out) = (&require(batch, "batch")?.0, require(result, "result")?);
        out.write(batch.lock().unwrap_or_else(PoisonError::into_inner).next());
        Ok(())
    })
}

/// Frees a batch, and stops it if it is not over; waits for the documents that are in progress. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_batch_free(batch: Option<Box<GwBatch>>) {
    drop(batch);
}
