//! Text and buffers.

use std::ffi::{CStr, c_char, c_void};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::Range;
use std::ptr::{null, null_mut};
use std::slice::from_raw_parts;

use glossweave::text::{ByteSpan, CharSpan, TextSpan};
use glossweave::{Error, ErrorKind, Result};

/// A text in UTF-8, without a zero at its end. The library reads an argument only during the call. A
/// returned text belongs to the object that it was read from.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwStr {
    /// The first byte. NULL with a length of 0 means no text.
    pub data: *const c_char,
    /// The length in bytes.
    pub length: usize,
}

/// Bytes, with the same rules as `GwStr`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwBytes {
    /// The first byte. NULL with a length of 0 means no bytes.
    pub data: *const c_void,
    /// The length in bytes.
    pub length: usize,
}

/// Bytes that belong to the caller. Free them with `gw_buffer_free` and no other function.
#[repr(C)]
#[derive(Debug)]
pub struct GwBuffer {
    /// The first byte.
    pub data: *mut u8,
    /// The length in bytes.
    pub length: usize,
    /// For use by the library only.
    pub capacity: usize,
}

/// A range of offsets. `start` is included, `end` is not.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GwSpan {
    /// The first offset.
    pub start: usize,
    /// The offset after the last one.
    pub end: usize,
}

impl From<&str> for GwStr {
    fn from(text: &str) -> GwStr {
        GwStr { data: text.as_ptr().cast(), length: text.len() }
    }
}

impl Default for GwStr {
    fn default() -> GwStr {
        GwStr { data: null(), length: 0 }
    }
}

impl Default for GwBytes {
    fn default() -> GwBytes {
        GwBytes { data: null(), length: 0 }
    }
}

impl From<&[u8]> for GwBytes {
    fn from(bytes: &[u8]) -> GwBytes {
        GwBytes { data: bytes.as_ptr().cast(), length: bytes.len() }
    }
}

impl From<Range<usize>> for GwSpan {
    fn from(range: Range<usize>) -> GwSpan {
        GwSpan { start: range.start, end: range.end }
    }
}

impl From<ByteSpan> for GwSpan {
    fn from(span: ByteSpan) -> GwSpan {
        span.range().into()
    }
}

impl From<TextSpan> for GwSpan {
    fn from(span: TextSpan) -> GwSpan {
        span.range().into()
    }
}

impl From<CharSpan> for GwSpan {
    fn from(span: CharSpan) -> GwSpan {
        span.range().into()
    }
}

impl GwSpan {
    pub(crate) fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the span in a text. Returns an error if its end is before its start or beyond any text.
    pub(crate) fn text(self) -> Result<TextSpan> {
        TextSpan::checked(self.start, self.end).ok_or_else(|| {
            let message = format!("{}..{} is not a span of a text", self.start, self.end);
            Error::invalid(message).with_parameter("span")
        })
    }
}

impl GwStr {
    pub(crate) fn optional(text: Option<&str>) -> GwStr {
        text.map(GwStr::from).unwrap_or_default()
    }

    /// Returns the text. Returns an error that names the parameter if the text is not UTF-8.
    pub(crate) fn get(&self, parameter: &str) -> Result<&str> {
        let bytes = GwBytes { data: self.data.cast(), length: self.length };
        // SAFETY: the bytes belong to `self`, which the caller keeps during the call.
        let bytes = unsafe { bytes.slice(parameter) }?;
        std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let message = format!("`{parameter}` is not UTF-8 at byte {at}");
            Error::invalid(message).with_parameter(parameter)
        })
    }

    /// Returns the text, or `None` if it is empty.
    pub(crate) fn filled(&self, parameter: &str) -> Result<Option<&str>> {
        self.get(parameter).map(|text| Some(text).filter(|text| !text.is_empty()))
    }
}

impl GwBytes {
    /// Returns the bytes. Returns an error that names the parameter if the pointer cannot have this length.
    pub(crate) fn get(&self, parameter: &str) -> Result<&[u8]> {
        // SAFETY: the bytes live as long as the parameter, as docs/c.md requires.
        unsafe { self.slice(parameter) }
    }

    /// SAFETY: the bytes must live as long as the result.
    unsafe fn slice<'a>(&self, parameter: &str) -> Result<&'a [u8]> {
        let fault = match (self.data.is_null(), self.length) {
            (true, 0) => return Ok(&[]),
            (true, _) => "is NULL but has a length",
            (false, length) if length > isize::MAX as usize => "is longer than memory",
            // SAFETY: not NULL, not longer than memory, and the caller promises the rest.
            (false, length) => return Ok(unsafe { from_raw_parts(self.data.cast(), length) }),
        };
        Err(Error::invalid(format!("`{parameter}` {fault}")).with_parameter(parameter))
    }
}

/// Writes JSON to `out`, unless it is `None`.
pub(crate) fn json(
    out: Option<&mut MaybeUninit<GwBuffer>>,
    text: serde_json::Result<Vec<u8>>,
) -> Result<()> {
    let unwritten = |error| Error::new(ErrorKind::Internal, "JSON was not written").because(error);
    let text = text.map_err(unwritten)?;
    if let Some(out) = out {
        out.write(text.into());
    }
    Ok(())
}

impl From<Vec<u8>> for GwBuffer {
    fn from(bytes: Vec<u8>) -> GwBuffer {
        let mut bytes = ManuallyDrop::new(bytes);
        GwBuffer { data: bytes.as_mut_ptr(), length: bytes.len(), capacity: bytes.capacity() }
    }
}

/// Returns the text of a string with a zero at its end. Returns no text if `text` is NULL. The result uses
/// the memory of the string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_str(text: Option<&c_char>) -> GwStr {
    let Some(text) = text else { return GwStr::default() };
    // SAFETY: the caller promises a zero at the end.
    let length = unsafe { CStr::from_ptr(text) }.count_bytes();
    GwStr { data: text, length }
}

/// Frees the bytes and empties the buffer, so that a second call does nothing. `buffer` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_buffer_free(buffer: Option<&mut GwBuffer>) {
    let Some(buffer) = buffer else { return };
    if !buffer.data.is_null() {
        // SAFETY: pointer, length and capacity came from a `Vec`, unless the caller changed them.
        drop(unsafe { Vec::from_raw_parts(buffer.data, buffer.length, buffer.capacity) });
    }
    *buffer = GwBuffer { data: null_mut(), length: 0, capacity: 0 };
}
