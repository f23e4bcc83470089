//! Replies.

use std::mem::MaybeUninit;

use glossweave::Placement;
use glossweave::document::Part;
use glossweave::error::Skipped;
use glossweave::text::ByteSpan;

use crate::guard::{give, guard, require};
use crate::owner::{GwOwner, first};
use crate::params::{encode_options, export_options};
use crate::{
    GwAnnotations, GwBytes, GwDocument, GwError, GwParams, GwPart, GwSpan, GwStatus, GwStr,
};

/// A document as the result of a call. Free it with `gw_reply_free`. Its texts and arrays live as long as
/// the reply; do not change them.
#[repr(C)]
#[derive(Debug)]
pub struct GwReply {
    /// The bytes of the document.
    pub bytes: GwBytes,
    /// The media type of replies of `gw_call` and of batches. It is empty for other replies.
    pub media_type: GwStr,
    /// The placement of each annotation, in the same order.
    pub placements: *const GwPlacement,
    /// The number of placements.
    pub placement_count: usize,
    /// The spans of the insertions, in bytes of the reply. Without all insertions, the bytes of the reply
    /// equal the source.
    pub inserted: *const GwSpan,
    /// The number of insertions.
    pub inserted_count: usize,
    /// The spans of the source that translations replaced.
    pub replaced: *const GwReplacement,
    /// The number of replacements.
    pub replaced_count: usize,
    /// The files of the reply's package, with their spans, which include the insertions.
    pub parts: *const GwPart,
    /// The number of files; 0 for formats that are not packages.
    pub part_count: usize,
    /// The statuses of the sentences of a translated document that contain letters.
    pub segments: *const GwSegment,
    /// The number of sentences; 0 for other replies.
    pub segment_count: usize,
    /// The entities for which the template of `gw_links_enrich` failed.
    pub failures: *const GwFailure,
    /// The number of failures.
    pub failure_count: usize,
    /// The parts of the input that were skipped because they are wrong. With `strict` = `yes`, wrong NIF
    /// strings are an error instead.
    pub skipped: *const GwSkipped,
    /// The number of skipped parts.
    pub skipped_count: usize,
    /// For use by the library only.
    pub owner: GwOwner,
}

/// The values of a reply.
#[derive(Debug, Default)]
pub(crate) struct ReplyData {
    pub bytes: Vec<u8>,
    pub placements: Vec<Placement>,
    pub inserted: Vec<ByteSpan>,
    pub replaced: Vec<(ByteSpan, ByteSpan)>,
    pub parts: Vec<Part>,
    #[cfg(feature = "engine")]
    pub failures: Vec<glossweave::link::Failure>,
    pub skipped: Vec<Skipped>,
    #[cfg(feature = "engine")]
    pub segments: Vec<glossweave::translate::SegmentStatus>,
    #[cfg(feature = "engine")]
    pub media_type: String,
}

impl From<ReplyData> for GwReply {
    fn from(data: ReplyData) -> GwReply {
        let placements: Vec<GwPlacement> = data.placements.iter().map(GwPlacement::from).collect();
        let inserted: Vec<GwSpan> = data.inserted.iter().map(|span| (*span).into()).collect();
        let replaced: Vec<GwReplacement> = data
            .replaced
            .iter()
            .map(|(source, span)| GwReplacement { source: (*source).into(), span: (*span).into() })
            .collect();
        let parts: Vec<GwPart> = data.parts.iter().map(GwPart::from).collect();
        let skipped: Vec<GwSkipped> = data.skipped.iter().map(GwSkipped::from).collect();
        #[cfg(feature = "engine")]
        let (segments, failures, media_type) = {
            let segments: Vec<GwSegment> = data.segments.iter().map(GwSegment::from).collect();
            let failures: Vec<GwFailure> = data.failures.iter().map(GwFailure::from).collect();
            (segments, failures, data.media_type.as_str())
        };
        #[cfg(not(feature = "engine"))]
        let (segments, failures, media_type) = (Vec::new(), Vec::new(), "");
        GwReply {
            bytes: data.bytes.as_slice().into(),
            media_type: media_type.into(),
            placements: first(&placements),
            placement_count: placements.len(),
            inserted: first(&inserted),
            inserted_count: inserted.len(),
            replaced: first(&replaced),
            replaced_count: replaced.len(),
            parts: first(&parts),
            part_count: parts.len(),
            segments: first::<GwSegment>(&segments),
            segment_count: segments.len(),
            failures: first::<GwFailure>(&failures),
            failure_count: failures.len(),
            skipped: first(&skipped),
            skipped_count: skipped.len(),
            // The values stay where they are when their vectors move.
            owner: GwOwner::new((
                data, placements, inserted, replaced, parts, segments, failures, skipped,
            )),
        }
    }
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

/// A span of the source that a translation replaced.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwReplacement {
    /// The replaced bytes of the source.
    pub source: GwSpan,
    /// The new bytes of the reply.
    pub span: GwSpan,
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

/// An entity for which a template failed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwFailure {
    /// The IRI of the entity.
    pub entity: GwStr,
    /// The kind of the failure.
    pub status: GwStatus,
    /// The message.
    pub message: GwStr,
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
        let data = ReplyData { bytes, placements, inserted, replaced, parts, ..<_>::default() };
        give(reply, data.into());
        Ok(())
    })
}

/// Exports a document of any format as a new file with annotations: the annotations in its markup, and
/// `annotations`, which may be NULL. `format` is the name or media type of a format with the ability
/// `export`, for example `conll-u`. `params` may be NULL, or contain `name` (the name of the document in
/// the file) and `max-output-bytes`. `skipped` of the reply lists content that the format cannot store. Free
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
        give(reply, ReplyData { bytes, placements, skipped, ..<_>::default() }.into());
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
