//! Log.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::log::{self, Event, Level};

use crate::guard::{guard, require};
use crate::{GwError, GwFinalize, GwStatus, GwStr};

/// Gets what has happened: `level` is `error`, `warn`, `info` or `debug`, `target` the part of the library
/// that tells it, `message` for people to read. The texts live during the call. Several threads may
/// call it at once with the same `data`, in the middle of other calls; it must not throw or jump out.
pub type GwListen =
    Option<unsafe extern "C" fn(data: *mut c_void, level: GwStr, target: GwStr, message: GwStr)>;

struct Callback {
    function: unsafe extern "C" fn(*mut c_void, GwStr, GwStr, GwStr),
    data: *mut c_void,
    finalize: GwFinalize,
}

// SAFETY: `GwListen` and `GwFinalize` demand that function and data may go to any thread.
unsafe impl Send for Callback {}
// SAFETY: `GwListen` demands that several threads may call at once.
unsafe impl Sync for Callback {}

impl Callback {
    fn tell(&self, event: &Event<'_>) {
        let (level, target, message) = (event.level.name(), event.target, event.message);
        // SAFETY: the texts live during the call; the rest is the host's promise.
        unsafe { (self.function)(self.data, level.into(), target.into(), message.into()) };
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

/// Passes the events of the library to a function from now on, in place of the one before: those of `level`
/// or more severe. It is for the whole process. `finalize` may be NULL; it is called once, when another
/// function takes its place or `gw_log_stop` is called and no call of it is left; not if this call fails.
/// Returns Conflict if a program in Rust has a logger of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_log_start(
    level: GwStr,
    function: GwListen,
    data: *mut c_void,
    finalize: GwFinalize,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let level: Level = level.get("level")?.parse()?;
        let function = require(function, "function")?;
        // From here on nothing fails, so that `finalize` is not called where this does.
        log::install()?;
        let callback = Callback { function, data, finalize };
        log::set_listener(level, move |event| callback.tell(event))
    })
}

/// Hands what the library tells to nobody any more.
#[unsafe(no_mangle)]
pub extern "C" fn gw_log_stop() {
    log::clear_listener();
}
