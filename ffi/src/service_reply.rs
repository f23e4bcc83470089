//! Replies of the services of an engine.

use glossweave::Reply;
use glossweave::link::Failure;
use glossweave::service::Answer;
use glossweave::translate::{SegmentStatus, TranslationFindings};

use crate::reply::ReplyData;
use crate::{GwFailure, GwReply, GwSegment, GwStatus};

/// Splits a reply into the values of a `GwReply` and the findings.
fn parts<F>(reply: Reply<F>) -> (ReplyData, F) {
    let Reply { bytes, placements, skipped, findings, .. } = reply;
    (ReplyData { bytes, placements, skipped, ..<_>::default() }, findings)
}

impl From<Reply> for GwReply {
    fn from(reply: Reply) -> GwReply {
        parts(reply).0.into()
    }
}

impl From<Reply<TranslationFindings>> for GwReply {
    fn from(reply: Reply<TranslationFindings>) -> GwReply {
        let (data, findings) = parts(reply);
        ReplyData { segments: findings.segments, ..data }.into()
    }
}

impl From<Reply<Vec<Failure>>> for GwReply {
    fn from(reply: Reply<Vec<Failure>>) -> GwReply {
        let (data, failures) = parts(reply);
        ReplyData { failures, ..data }.into()
    }
}

impl From<Answer> for GwReply {
    fn from(answer: Answer) -> GwReply {
        let (bytes, failures, skipped) = (answer.bytes, answer.failures, answer.skipped);
        let media_type = answer.media_type;
        ReplyData { bytes, failures, skipped, media_type, ..<_>::default() }.into()
    }
}

impl From<&SegmentStatus> for GwSegment {
    fn from(segment: &SegmentStatus) -> GwSegment {
        let (bytes, status) = (segment.span.into(), segment.name().into());
        GwSegment { context: segment.context, bytes, status }
    }
}

impl From<&Failure> for GwFailure {
    fn from(failure: &Failure) -> GwFailure {
        let (entity, message) = (failure.entity.as_str().into(), failure.message.as_str().into());
        GwFailure { entity, status: GwStatus::of(failure.kind), message }
    }
}
