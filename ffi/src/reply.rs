//! Replies.

use std::mem::MaybeUninit;

use glossweave::Placement;
use glossweave::document::Part;
use glossweave::error::Skipped;
use glossweave::text::ByteSpan;

use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::params::{encode_options, export_options};
use crate::{GwAnnotations, GwBytes, GwDocument, GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A document as the result of a call. It is immutable. Free it with `gw_reply_free`. Values read from a
/// reply live as long as the reply.
#[derive(Debug, Default)]
pub struct GwReply {
    pub(crate) bytes: Vec<u8>,
    pub(crate) placements: Vec<Placement>,
    pub(crate) inserted: Vec<ByteSpan>,
    pub(crate) replaced: Vec<(ByteSpan, ByteSpan)>,
    pub(crate) parts: Vec<Part>,
    #[cfg(feature = "engine")]
    pub(crate) failures: Vec<glossweave::link::Failure>,
    pub(crate) skipped: Vec<Skipped>,
    #[cfg(feature = "engine")]
    pub(crate) segments: Vec<glossweave::translate::SegmentStatus>,
    #[cfg(feature = "engine")]
    pub(crate) media_type: String,
}

/// The way in which an annotation was inserted.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GwPlaced {
    /// Not inserted; `rule` contains the reason.
    Not = 0,
    /// In new elements; `fragments` is their number.
    Elements = 1,
    /// As attributes of an element of the source.
    OnParent = 2,
    /// Not inserted, because the source already contains the annotation.
    Present = 3,
}

/// The result of inserting an annotation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwPlacement {
    /// The way in which the annotation was inserted, if it was.
    pub placed: GwPlaced,
    /// The number of new elements; more than one if the annotation crosses the markup of the source.
    pub fragments: usize,
    /// The rule that prevented the insertion. `data` is NULL if the annotation was inserted.
    pub rule: GwStr,
}

/// Writes a document with annotations: the bytes of the source with insertions. `annotations` may be NULL
/// (none). `params` may be NULL, or contain the options of `EncodeOptions` (docs/options.md). Free the
/// reply with `gw_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_encode(
    document: Option<&GwDocument>,
    annotations: Option<&GwAnnotations>,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, reply) = (&require(document, "document")?.0, require(reply, "reply")?);
        let annotations = annotations.map_or(&[][..], |list| &list.0);
        let done = glossweave::encode(document, annotations, &encode_options(params)?)?;
        let glossweave::Encoded { bytes, placements, inserted, replaced, parts, .. } = done;
        let given = GwReply { bytes, placements, inserted, replaced, parts, ..GwReply::default() };
        give(reply, given);
        Ok(())
    })
}

/// Exports a document of any format as a new file with annotations: the annotations in its markup, and
/// `annotations`, which may be NULL. `format` is the name or media type of a format with the ability
/// `export`, for example `conll-u`. `params` may be NULL, or contain `name` (the name of the document in
/// the file) and `max-output-bytes`. `gw_reply_skipped` lists content that the format cannot store. Free
/// the reply with `gw_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_export(
    document: Option<&GwDocument>,
    annotations: Option<&GwAnnotations>,
    format: GwStr,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, reply) = (&require(document, "document")?.0, require(reply, "reply")?);
        let annotations = annotations.map_or(&[][..], |list| &list.0);
        let (format, options) = (format.get("format")?.parse()?, export_options(params)?);
        let made = glossweave::export(document, annotations, format, &options)?;
        let (bytes, placements, skipped) = (made.bytes, made.placements, made.skipped);
        give(reply, GwReply { bytes, placements, skipped, ..GwReply::default() });
        Ok(())
    })
}

/// Returns the bytes of the reply. Returns no bytes if `reply` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_bytes(reply: Option<&GwReply>) -> GwBytes {
    reply.map(|reply| reply.bytes.as_slice().into()).unwrap_or_default()
}

/// Returns the number of placements: one for each annotation, in the same order. Returns 0 if `reply` is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_placement_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.placements.len())
}

/// Writes the placement of the annotation `index`, from 0, to `placement`. Returns `GW_STATUS_NOT_FOUND` if
/// there is no such annotation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_placement(
    reply: Option<&GwReply>,
    index: usize,
    placement: Option<&mut MaybeUninit<GwPlacement>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(reply, "reply")?.placements, require(placement, "placement")?);
        out.write(all.get(index).ok_or_else(|| missing("placement", index))?.into());
        Ok(())
    })
}

/// Returns the number of insertions. Returns 0 if `reply` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_inserted_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.inserted.len())
}

/// Writes the span of the insertion `index`, from 0, to `span`, in bytes of the reply. Without all
/// insertions, the bytes of the reply equal the source. Returns `GW_STATUS_NOT_FOUND` if there is no such
/// insertion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_inserted(
    reply: Option<&GwReply>,
    index: usize,
    span: Option<&mut MaybeUninit<GwSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(reply, "reply")?.inserted, require(span, "span")?);
        out.write((*all.get(index).ok_or_else(|| missing("insertion", index))?).into());
        Ok(())
    })
}

/// Returns the number of spans of the source that translations replaced. Returns 0 if `reply` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_replaced_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.replaced.len())
}

/// Writes the spans of the replacement `index`, from 0: the replaced bytes of the source to `source`, and
/// the new bytes of the reply to `span`. Returns `GW_STATUS_NOT_FOUND` if there is no such replacement.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_replaced(
    reply: Option<&GwReply>,
    index: usize,
    source: Option<&mut MaybeUninit<GwSpan>>,
    span: Option<&mut MaybeUninit<GwSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let all = &require(reply, "reply")?.replaced;
        let (source, span) = (require(source, "source")?, require(span, "span")?);
        let (was, is) = *all.get(index).ok_or_else(|| missing("replacement", index))?;
        source.write(was.into());
        span.write(is.into());
        Ok(())
    })
}

/// Returns the number of parts of the input that were skipped because they are wrong. Returns 0 if `reply`
/// is NULL. With `strict` = `yes`, wrong NIF strings are an error instead.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_skipped_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.skipped.len())
}

/// Writes the skipped part `index` of the input, from 0, to `skipped`. Returns `GW_STATUS_NOT_FOUND` if
/// there is no such part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_skipped(
    reply: Option<&GwReply>,
    index: usize,
    skipped: Option<&mut MaybeUninit<GwSkipped>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(reply, "reply")?.skipped, require(skipped, "skipped")?);
        out.write(all.get(index).ok_or_else(|| missing("skipped string", index))?.into());
        Ok(())
    })
}

/// Frees a reply. `reply` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_free(reply: Option<Box<GwReply>>) {
    drop(reply);
}

/// A part of the input that was skipped because it is wrong.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwSkipped {
    /// The IRI of a string, the `id` of an entry, or the name of an entity or a file.
    pub subject: GwStr,
    /// The message.
    pub message: GwStr,
    /// The line in the source, from 1; 0 when it is not known.
    pub line: u32,
    /// The column in the source, from 1; 0 when it is not known.
    pub column: u32,
}

impl From<&Skipped> for GwSkipped {
    fn from(one: &Skipped) -> GwSkipped {
        let (line, column) = one.location().map_or((0, 0), |at| (at.line(), at.column()));
        GwSkipped { subject: one.subject().into(), message: one.message().into(), line, column }
    }
}

impl From<&Placement> for GwPlacement {
    fn from(placement: &Placement) -> GwPlacement {
        let (placed, fragments, rule) = match placement {
            Placement::Placed { fragments } => (GwPlaced::Elements, *fragments, None),
            Placement::OnParent => (GwPlaced::OnParent, 0, None),
            Placement::Present => (GwPlaced::Present, 0, None),
            Placement::NotPlaced { rule } => (GwPlaced::Not, 0, Some(&**rule)),
            _ => (GwPlaced::Not, 0, None),
        };
        GwPlacement { placed, fragments, rule: GwStr::optional(rule) }
    }
}
