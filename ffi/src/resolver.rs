//! Referenced files of documents.

use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::Result;
use glossweave::its::Resolver;

use crate::callback::failed;
use crate::guard::{guard, require};
use crate::{GwBytes, GwError, GwFinalize, GwParams, GwStatus, GwStr};

/// Opens a file that a document refers to: linked ITS rules, or records. `reference` is what stands in the
/// document, `base` the option of that name or the reference that led there. Writes the bytes to `found`, which must
/// stay as they are until the next call in the same thread, or nothing if there is no such file, or none that may be
/// read. Returns 0, or the number of a status that the caller of the library is to get; it may then set `reason` to a
/// text that lives until the next call in the same thread. Several threads may call it at once with the same `data`.
/// It must not throw or jump out.
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

// SAFETY: `GwResolve` and `GwFinalize` demand that function and data may go to any thread.
unsafe impl Send for Callback {}
// SAFETY: `GwResolve` demands that several threads may call at once.
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
        // SAFETY: everything handed over lives during the call; the rest is the host's promise.
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
            // SAFETY: nobody uses the data any more, and this is the only call.
            unsafe { finalize(self.data) };
        }
    }
}

/// Lets a function open the files that documents refer to, for `gw_decode` and `gw_its_analyze`. It takes
/// the place of the option `rules-folder`. `finalize` may be NULL; it is called once, when neither the
/// params nor a document read with them are left; not if this call fails.
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
