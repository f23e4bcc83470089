//! Statuses of translated sentences.

use std::mem::MaybeUninit;

use glossweave::Reply;
use glossweave::link::Failure;
use glossweave::translate::TranslationFindings;

use crate::error::missing;
use crate::guard::{guard, require};
use crate::{GwError, GwReply, GwSpan, GwStatus, GwStr};

/// Splits a reply into a `GwReply` and the findings.
fn parts<F>(reply: Reply<F>) -> (GwReply, F) {
    let Reply { bytes, placements, skipped, findings, .. } = reply;
    (GwReply { bytes, placements, skipped, ..GwReply::default() }, findings)
}

impl From<Reply> for GwReply {
    fn from(reply: Reply) -> GwReply {
        parts(reply).0
    }
}

impl From<Reply<TranslationFindings>> for GwReply {
    fn from(reply: Reply<TranslationFindings>) -> GwReply {
        let (reply, findings) = parts(reply);
        GwReply { segments: findings.segments, ..reply }
    }
}

impl From<Reply<Vec<Failure>>> for GwReply {
    fn from(reply: Reply<Vec<Failure>>) -> GwReply {
        let (reply, failures) = parts(reply);
        GwReply { failures, ..reply }
    }
}

/// The status of a sentence of a translated document.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwSegment {
    /// The index of the NIF context that contains the sentence, from 0; 0 in other documents.
    pub context: usize,
    /// The span of the sentence, in bytes of the text of the context.
    pub bytes: GwSpan,
    /// `machine`, `exact`, `fuzzy` or `untranslated`. The text lives as long as the program.
    pub status: GwStr,
}

/// Returns the number of sentences of a translated document that contain letters. Returns 0 for other
/// replies and if `reply` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_segment_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.segments.len())
}

/// Writes the status of the sentence `index`, from 0, to `segment`. Returns `GW_STATUS_NOT_FOUND` if there
/// is no such sentence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_segment(
    reply: Option<&GwReply>,
    index: usize,
    segment: Option<&mut MaybeUninit<GwSegment>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(reply, "reply")?.segments, require(segment, "segment")?);
        let one = all.get(index).ok_or_else(|| missing("segment", index))?;
        let (context, bytes, status) = (one.context, one.span.into(), one.name().into());
        out.write(GwSegment { context, bytes, status });
        Ok(())
    })
}
