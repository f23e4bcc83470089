//! Errors.

use std::error::Error as _;
use std::fmt::Write as _;

use glossweave::{Error, ErrorKind};

use crate::owner::GwOwner;
use crate::{GwSpan, GwStatus, GwStr};

/// An error. Free it with `gw_error_free`. Its texts live as long as the error; do not change them.
#[repr(C)]
#[derive(Debug)]
pub struct GwError {
    /// The status that the failed call returned.
    pub status: GwStatus,
    /// `true` if `location` is known.
    pub has_location: bool,
    /// The location in the source.
    pub location: GwLocation,
    /// The message with the location, as one line to display.
    pub text: GwStr,
    /// The message without the location.
    pub message: GwStr,
    /// The name of the wrong parameter. `data` is NULL if it is not known.
    pub parameter: GwStr,
    /// The error code of the stylesheet processor, for example `XTSE0010` from Saxon, or a word or number
    /// from libxslt. `data` is NULL if there is no code.
    pub code: GwStr,
    /// The causes, the nearest first, separated by colons. It is empty if none is known.
    pub cause: GwStr,
    /// The milliseconds to wait before a retry, after `GW_STATUS_THROTTLED` or `GW_STATUS_UNAVAILABLE`; 0
    /// if the time is not known.
    pub retry_after: u64,
    /// The index of the pipeline step that failed, from 0; -1 if no step failed.
    pub step: i64,
    /// For use by the library only.
    pub owner: GwOwner,
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
        // The texts must stay where they are when the error moves.
        let error = Box::new(error);
        let location = error.location().map(|place| {
            let bytes = place.bytes().into();
            GwLocation { bytes, line: place.line(), column: place.column() }
        });
        // Rounded up, because a retry a fraction of a millisecond too early would have to wait again.
        let milliseconds = error.retry_after().map(|wait| wait.as_nanos().div_ceil(1_000_000));
        GwError {
            status: GwStatus::of(error.kind()),
            has_location: location.is_some(),
            location: location.unwrap_or_default(),
            text: text.as_str().into(),
            message: error.message().into(),
            parameter: GwStr::optional(error.parameter()),
            code: GwStr::optional(error.code()),
            cause: causes.as_str().into(),
            retry_after: milliseconds.map_or(0, |wait| u64::try_from(wait).unwrap_or(u64::MAX)),
            step: error.step().and_then(|step| i64::try_from(step).ok()).unwrap_or(-1),
            owner: GwOwner::new((error, text, causes)),
        }
    }
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
