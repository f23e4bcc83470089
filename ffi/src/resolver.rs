//! Files that documents refer to.

use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::Result;
use glossweave::its::Resolver;

use crate::callback::failed;
use crate::guard::{guard, require};
use crate::{GwBytes, GwError, GwFinalize, GwParams, GwStatus, GwStr};

/// Opens a file that a document refers to: linked ITS rules, or records. `reference` is the reference in
/// the document, and `base` is the option `base` or the reference of the file that contains `reference`.
/// Writes the bytes to `found`, or nothing if there is no such file or it must not be read. The bytes must
/// not change until the next call in the same thread. Returns 0, or the number of the status that the
/// caller of the library receives; it may then set `reason` to a text that lives until the next call in the
/// same thread. Several threads may call it at once with the same `data`. It must not throw an exception or
/// use `longjmp`.
pub type GwResolve = Option<
    unsafe extern "C" fn(
        data: *mut c_void,
        reference: GwStr,
        base: GwStr,
        found: *mut GwBytes,
        reason: *mut GwStr,
    ) -> u32,
>;

struct Callback {
    function: unsafe extern "C" fn(*mut c_void, GwStr, GwStr, *mut GwBytes, *mut GwStr) -> u32,
    data: *mut c_void,
    finalize: GwFinalize,
}

// SAFETY: `GwResolve` and `GwFinalize` require that any thread may use function and data.
unsafe impl Send for Callback {}
// SAFETY: `GwResolve` requires that several threads may call it at once.
unsafe impl Sync for Callback {}

impl fmt::Debug for Callback {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Callback")
    }
}

impl Resolver for Callback {
    fn open(&self, reference: &str, base: &str) -> Result<Option<Vec<u8>>> {
        let (mut found, mut reason) = (GwBytes::default(), GwStr::default());
        let (asked, base) = (reference.into(), base.into());
        // SAFETY: all arguments live during the call; the host promises the rest.
        let status = unsafe { (self.function)(self.data, asked, base, &mut found, &mut reason) };
        if status != 0 {
            return Err(failed(&format!("the resolver of `{reference}`"), status, &reason));
        }
        if found.data.is_null() {
            return Ok(None);
        }
        found.get("found").map(|bytes| Some(bytes.to_vec()))
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalize) = self.finalize {
            // SAFETY: the data is no longer in use, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Sets a function that opens the files that documents refer to, for `gw_decode` and `gw_its_analyze`. It
/// is used instead of the option `rules-folder`. `finalize` may be NULL. If this call succeeds, `finalize`
/// is called once, when the params and all documents read with them were freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_resolve(
    params: Option<&mut GwParams>,
    function: GwResolve,
    data: *mut c_void,
    finalize: GwFinalize,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let params = require(params, "params")?;
        let function = require(function, "function")?;
        params.resolver = Some(Arc::new(Callback { function, data, finalize }));
        Ok(())
    })
}
