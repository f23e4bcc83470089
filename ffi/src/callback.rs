//! Answers of functions of the host program.

use std::ffi::c_void;

use glossweave::{Error, ErrorKind};

use crate::{GwBytes, GwStr};

/// Frees the data of a recognizer, or of another callback. It is called once, in whichever thread uses it last,
/// and must not throw or jump out.
pub type GwFinalize = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// Returns the error for a status that a function of the host returned, which `name` describes: that kind, or else
/// `ErrorKind::Provider`.
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
