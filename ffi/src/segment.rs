//! Replies of services, and the statuses of translated sentences.

use std::mem::MaybeUninit;

use glossweave::Reply;
use glossweave::translate::TranslationReply;

use crate::document::missing;
use crate::guard::{guard, require};
use crate::{GwError, GwReply, GwSpan, GwStatus, GwStr};

impl From<Reply> for GwReply {
    fn from(reply: Reply) -> GwReply {
        let (bytes, placements, skipped) = (reply.bytes, reply.placements, reply.skipped);
        GwReply { bytes, placements, skipped, ..GwReply::default() }
    }
}

impl From<TranslationReply> for GwReply {
    fn from(reply: TranslationReply) -> GwReply {
        GwReply { segments: reply.segments, ..GwReply::from(reply.reply) }
    }
}

/// The status of a sentence of a translated document.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwSegment {
    /// The number of the context of NIF that it is in, from 0; 0 in other documents.
    pub context: usize,
    /// The bytes of the text of that context.
    pub bytes: GwSpan,
    /// `machine`, `exact`, `fuzzy` or `untranslated`. It lives as long as the program.
    pub status: GwStr,
}

/// Returns the number of sentences of a translated document that have letters; 0 for other replies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_segment_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.segments.len())
}

/// Writes the status of the sentence `index`. Returns NotFound if there is none.
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
