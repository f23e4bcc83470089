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

/// A document given back. It never changes. Free it with `gw_reply_free`; the values that were read from it
/// live as long.
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

/// The result for an annotation.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GwPlaced {
    /// It could not be placed; `rule` says why.
    Not = 0,
    /// It stands in new elements, as many as `fragments` says.
    Elements = 1,
    /// It stands as attributes on an element of the source.
    OnParent = 2,
    /// The source says it already.
    Present = 3,
}

/// The result for an annotation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwPlacement {
    /// The way in which it was placed, if it was.
    pub placed: GwPlaced,
    /// The number of its elements; more than one if it crosses the markup of the source.
    pub fragments: usize,
    /// The rule that kept it from being placed; `data` is NULL if it was placed.
    pub rule: GwStr,
}

/// Writes a document with annotations inserted: the bytes of the source with insertions. `annotations` may
/// be NULL (none), `params` too, or have the options of `EncodeOptions` (docs/options.md). Free the reply with `gw_reply_free`.
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

/// Writes a document of any format as a new file with its annotations: those that its markup has and those of
/// `annotations`, which may be NULL. `format` is the name or media type of a format with the ability `export`, such as
/// `conll-u`. `params` may be NULL, or have `name` (of the document in the file) and `max-output-bytes`. What the format
/// cannot say is in `gw_reply_skipped`. Free the reply with `gw_reply_free`.
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

/// Returns the bytes of the reply; none for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_bytes(reply: Option<&GwReply>) -> GwBytes {
    reply.map(|reply| reply.bytes.as_slice().into()).unwrap_or_default()
}

/// Returns the number of placements: one for each annotation, in their order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_placement_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.placements.len())
}

/// Writes the result for an annotation, by its index from 0. Returns NotFound if there is none.
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

/// Returns the number of insertions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_inserted_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.inserted.len())
}

/// Writes the span of an insertion in the bytes of the reply, by its index from 0. Without them the bytes
/// are the source. Returns NotFound if there is none.
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

/// Returns the number of spans of the source that translations replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_replaced_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.replaced.len())
}

/// Writes the spans that a translation replaced, by its index from 0: bytes of the source, and bytes of the
/// reply that stand there. Returns NotFound if there is none.
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

/// Returns the number of strings of NIF that were left out since they are wrong; 0 if they were an error
/// (`strict` = `yes`), and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_skipped_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.skipped.len())
}

/// Writes a part of the input that was left out, by its index from 0. Returns NotFound if there is none.
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

/// Frees a reply. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_free(reply: Option<Box<GwReply>>) {
    drop(reply);
}

/// A part of the input that was left out since it is wrong.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwSkipped {
    /// The IRI of a string, the `id` of an entry, or the name of an entity or a file.
    pub subject: GwStr,
    /// The message.
    pub message: GwStr,
    /// Its line in the source, from 1; 0 if that is not known.
    pub line: u32,
    /// Its column, from 1; 0 if that is not known.
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
