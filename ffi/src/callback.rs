//! Results of functions of the host program.

use std::ffi::c_void;

use glossweave::{Error, ErrorKind};

use crate::{GwBytes, GwStr};

/// Frees the data of a recognizer or another callback. The library calls it once, in the thread that uses
/// the data last. It must not throw an exception or use `longjmp`.
pub type GwFinalize = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// Creates the error for a status that a function of the host returned. Its kind is the status, or
/// `ErrorKind::Provider` if the number is not a status. `name` describes the function.
pub(crate) fn failed(name: &str, status: u32, reason: &GwStr) -> Error {
    let reason = GwBytes { data: reason.data.cast(), length: reason.length };
    let reason = reason.get("reason").map(String::from_utf8_lossy).unwrap_or_default();
    let kind = ErrorKind::from_number(status);
    let message = match (reason.is_empty(), kind) {
        (false, _) => reason.into_owned(),
        (true, Some(_)) => format!("failed with status {status}"),
        (true, None) => format!("returned {status}, which is not a status"),
    };
    Error::new(kind.unwrap_or(ErrorKind::Provider), format!("{name}: {message}"))
}
