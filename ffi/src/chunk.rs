//! Chunks of documents.

use std::mem::MaybeUninit;

use glossweave::chunk::chunks;
use glossweave::chunk_lines;

use crate::guard::{guard, require};
use crate::params::chunk_options;
use crate::{GwAnnotations, GwBuffer, GwDocument, GwError, GwParams, GwStatus};

/// Divides the text of a document into chunks, and writes them as JSON Lines with the text, its spans in
/// code points of the document's text and in bytes of the source, headings, language, entities and terms.
/// The chunks use the annotations in the markup and in `annotations`, which may be NULL. `params` may be
/// NULL, or contain the options of `ChunkOptions` (docs/options.md). Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_chunks_write(
    document: Option<&GwDocument>,
    annotations: Option<&GwAnnotations>,
    params: Option<&GwParams>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, bytes) = (&require(document, "document")?.0, require(bytes, "bytes")?);
        let annotations = annotations.map_or(&[][..], |list| &list.0);
        let options = chunk_options(params)?;
        let all = chunks(document, annotations, &options)?;
        bytes.write(chunk_lines::write(document, &all, &options)?.into());
        Ok(())
    })
}
