//! Random numbers of the operating system.

use glossweave_base::error::{Error, ErrorKind, Result};

/// Returns random bytes of the operating system. Returns `ErrorKind::Internal` if it provides none.
pub(crate) fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        Error::new(ErrorKind::Internal, "the system provides no random numbers").because(error)
    })?;
    Ok(bytes)
}
