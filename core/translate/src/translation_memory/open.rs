//! Opening of translation memories in any supported format.

use std::ffi::OsStr;
use std::path::Path;

use super::TranslationMemory;
use glossweave_base::error::Result;
use glossweave_base::log::{Level, emit};
use glossweave_base::provider::bytes;

/// Opens a memory, using the format of its file name extension. Skipped units are logged as warnings.
pub(crate) fn open_file(path: &Path, is_strict: bool) -> Result<TranslationMemory> {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let informat = match extension.to_ascii_lowercase().as_str() {
        "tmx" => "tmx",
        "xlf" | "xliff" => "xliff",
        _ => return TranslationMemory::open(path),
    };
    let mut builder = TranslationMemory::builder();
    if !is_strict {
        builder.lenient();
    }
    builder.load(informat, bytes(path)?.as_slice())?;
    for unit in builder.skipped() {
        let message = format_args!("{}: skipped: {unit}", path.display());
        emit(Level::Warn, "glossweave::translation", message);
    }
    builder.build()
}
