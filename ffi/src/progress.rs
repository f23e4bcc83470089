//! Progress of calls that take long.

use std::ffi::c_void;

use glossweave::progress::Progress;
use glossweave::{Error, ErrorKind, Result};

/// Receives the progress of a call: the bytes that were read (0 of RDF until the end), those that there are,
/// and the records that were taken; of training the sentences that were learned from, each as often as
/// it was, how many that can be at most, and the rounds that were done. Returns 0 to go on; anything
/// else ends the call, which is then Unavailable, with nothing changed. It must not throw or jump out.
pub type GwProgress =
    Option<unsafe extern "C" fn(data: *mut c_void, done: u64, total: u64, records: u64) -> u32>;

/// Reports progress to the host. Returns `ErrorKind::Unavailable` if it ends the call.
pub(crate) fn report(progress: GwProgress, data: *mut c_void, at: Progress) -> Result<()> {
    let Some(progress) = progress else { return Ok(()) };
    // SAFETY: the host promises with `GwProgress` that it can be called with its data.
    match unsafe { progress(data, at.done, at.total, at.records) } {
        0 => Ok(()),
        _ => Err(Error::new(ErrorKind::Unavailable, "who watches ended the call")),
    }
}
