//! Progress of calls that take long.

use std::ffi::c_void;

use glossweave::progress::Progress;
use glossweave::{Error, ErrorKind, Result};

/// Receives the progress of a call. `done` is the number of bytes read (for RDF, 0 until the end), `total`
/// is the number of bytes of the source, and `records` is the number of accepted records. During training,
/// they are the number of sentences processed (each counted once per round), their maximum, and the number
/// of finished rounds. Returns 0 to continue. Any other result ends the call, which then returns
/// `GW_STATUS_UNAVAILABLE` and changes nothing. It must not throw an exception or use `longjmp`.
pub type GwProgress =
    Option<unsafe extern "C" fn(data: *mut c_void, done: u64, total: u64, records: u64) -> u32>;

/// Reports progress to the host. Returns `ErrorKind::Unavailable` if the host ends the call.
pub(crate) fn report(progress: GwProgress, data: *mut c_void, at: Progress) -> Result<()> {
    let Some(progress) = progress else { return Ok(()) };
    // SAFETY: with `GwProgress`, the host promises that it can be called with its data.
    match unsafe { progress(data, at.done, at.total, at.records) } {
        0 => Ok(()),
        _ => Err(Error::new(ErrorKind::Unavailable, "the progress function ended the call")),
    }
}
