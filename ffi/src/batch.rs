//! Batches: one call for the documents of an archive or JSON Lines.

use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use glossweave::batch::{Batch, BatchResult};

use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::request::many_options;
use crate::{GwCall, GwError, GwParams, GwReply, GwSession, GwStatus, GwStr};

/// A running batch. Free it with `gw_batch_free`.
#[derive(Debug)]
pub struct GwBatch(Mutex<Running>);

#[derive(Debug)]
struct Running {
    batch: Batch,
    /// The name of the last result.
    name: String,
}

/// The result for one document of a batch.
#[repr(C)]
#[derive(Debug)]
pub struct GwBatchResult {
    /// `true` if the batch is over. The other fields are then empty.
    pub is_over: bool,
    /// The index of the document, from 0.
    pub index: usize,
    /// The name of the document, or an empty text. It lives until the next call for this batch.
    pub name: GwStr,
    /// The reply. Free it with `gw_reply_free`. NULL if the document failed.
    pub reply: *mut GwReply,
    /// The error of this document. Free it with `gw_error_free`. NULL if there is none.
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

/// Starts a batch: calls a service or a pipeline for each document in the body of `call`, on several
/// threads. `media_type` is the media type of the body: `application/x-ndjson`, `application/zip`,
/// `multipart/form-data` or `multipart/mixed` (docs/batches.md). `params` may be NULL, or contain `threads`
/// (a number; by default, the number of the engine) and `order` (`kept`, or `free` to get results as they
/// finish). Free the batch with `gw_batch_free`. Returns `GW_STATUS_UNSUPPORTED` for another media type,
/// `GW_STATUS_MALFORMED` for a broken archive, and `GW_STATUS_NOT_FOUND` if there is no service with this
/// path.
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

/// Waits for the next result of a batch, and writes it to `result`. If a document fails, the call still
/// returns `GW_STATUS_OK`, and `failure` of the result contains the error.
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

/// Frees a batch. If the batch is not over, stops it and waits for documents in progress. `batch` may be
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_batch_free(batch: Option<Box<GwBatch>>) {
    drop(batch);
}
