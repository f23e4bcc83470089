//! Formats.

use std::mem::MaybeUninit;

use glossweave::Format;

use crate::bytes::json;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwError, GwStatus};

/// Writes the formats as a JSON array of objects with `name`, `title`, `media_types`, `extensions` and
/// `abilities` (`read`, `annotate`, `translate`, `export`, `rdf`). Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_formats(
    formats: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let all: Vec<_> = Format::ALL.iter().map(|format| format.info()).collect();
        json(Some(require(formats, "formats")?), serde_json::to_vec(&all))
    })
}
