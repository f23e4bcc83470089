//! Errors.

use std::error::Error as _;
use std::fmt::Write as _;

use glossweave::{Error, ErrorKind};

use crate::{GwSpan, GwStatus, GwStr};

/// An error. Free it with `gw_error_free`. Its texts live as long as the error.
#[derive(Debug)]
pub struct GwError {
    pub(crate) error: Error,
    text: String,
    causes: String,
}

/// A location in the source of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct GwLocation {
    /// The span, in bytes of the source.
    pub bytes: GwSpan,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters, or in bytes if the source is not UTF-8.
    pub column: u32,
}

impl GwError {
    pub(crate) fn new(error: Error) -> GwError {
        let text = error.to_string();
        let mut causes = String::new();
        let mut next = error.source();
        while let Some(cause) = next {
            let separator = if causes.is_empty() { "" } else { ": " };
            let _ = write!(causes, "{separator}{cause}");
            next = cause.source();
        }
        GwError { error, text, causes }
    }

    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        self.error.message()
    }
}

/// Returns the status that the failed call returned. Returns `GW_STATUS_OK` if `error` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_status(error: Option<&GwError>) -> GwStatus {
    error.map_or(GwStatus::Ok, |error| GwStatus::of(error.error.kind()))
}

/// Returns the message with the location, as one line to display. Returns an empty text if `error` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_text(error: Option<&GwError>) -> GwStr {
    error.map_or("", |error| &error.text).into()
}

/// Returns the message without the location. Returns an empty text if `error` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_message(error: Option<&GwError>) -> GwStr {
    error.map_or("", |error| error.error.message()).into()
}

/// Returns the name of the wrong parameter. `data` of the result is NULL if it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_parameter(error: Option<&GwError>) -> GwStr {
    GwStr::optional(error.and_then(|error| error.error.parameter()))
}

/// Returns the error code of the stylesheet processor, for example `XTSE0010` from Saxon, or a word or
/// number from libxslt. `data` of the result is NULL if there is no code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_code(error: Option<&GwError>) -> GwStr {
    GwStr::optional(error.and_then(|error| error.error.code()))
}

/// Returns the causes of the error, the nearest first, separated by colons. Returns an empty text if none
/// is known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_cause(error: Option<&GwError>) -> GwStr {
    error.map_or("", |error| &error.causes).into()
}

/// Writes the location in the source to `location`, which may be NULL, and returns `true`. Returns `false`
/// if the location is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_location(
    error: Option<&GwError>,
    location: Option<&mut std::mem::MaybeUninit<GwLocation>>,
) -> bool {
    let Some(place) = error.and_then(|error| error.error.location()) else { return false };
    if let Some(location) = location {
        let bytes = place.bytes().into();
        location.write(GwLocation { bytes, line: place.line(), column: place.column() });
    }
    true
}

/// Returns how many milliseconds to wait before a retry, after `GW_STATUS_THROTTLED` or
/// `GW_STATUS_UNAVAILABLE`. Returns 0 if the time is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_retry_after(error: Option<&GwError>) -> u64 {
    let Some(wait) = error.and_then(|error| error.error.retry_after()) else { return 0 };
    // Rounded up, because a retry a fraction of a millisecond too early would have to wait again.
    u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// Frees an error. `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_error_free(error: Option<Box<GwError>>) {
    drop(error);
}

/// Creates the error for an index beyond the last item. `what` is the kind of the item.
pub(crate) fn missing(what: &str, index: usize) -> Error {
    Error::new(ErrorKind::NotFound, format!("there is no {what} {index}")).with_parameter("index")
}
