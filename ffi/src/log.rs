//! Log.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use glossweave::log::{self, Event, Level};

use crate::guard::{guard, require};
use crate::{GwError, GwFinalize, GwStatus, GwStr};

/// Receives a log event. `level` is `error`, `warn`, `info` or `debug`, `target` is the part of the library
/// that reports the event, and `message` is for people to read. The texts live until the function returns.
/// Several threads may call it at once with the same `data`, during other calls. It must not throw an
/// exception or use `longjmp`.
pub type GwListen =
    Option<unsafe extern "C" fn(data: *mut c_void, level: GwStr, target: GwStr, message: GwStr)>;

struct Callback {
    function: unsafe extern "C" fn(*mut c_void, GwStr, GwStr, GwStr),
    data: *mut c_void,
    finalize: GwFinalize,
}

// SAFETY: `GwListen` and `GwFinalize` require that any thread may use function and data.
unsafe impl Send for Callback {}
// SAFETY: `GwListen` requires that several threads may call it at once.
unsafe impl Sync for Callback {}

impl Callback {
    fn tell(&self, event: &Event<'_>) {
        let (level, target, message) = (event.level.name(), event.target, event.message);
        // SAFETY: the texts live during the call; the host promises the rest.
        unsafe { (self.function)(self.data, level.into(), target.into(), message.into()) };
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

/// Passes log events of the library to a function, in the whole process: events of `level` or more severe.
/// The function replaces the function of an earlier call. `finalize` may be NULL. If this call succeeds,
/// `finalize` is called once, when another function was set or `gw_log_stop` was called, and no call of the
/// function is in progress. Returns `GW_STATUS_CONFLICT` if a program in Rust already uses another logger.
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
        // Nothing fails from here on, so that `finalize` is not called when this call fails.
        log::install()?;
        let callback = Callback { function, data, finalize };
        log::set_listener(level, move |event| callback.tell(event))
    })
}

/// Stops passing log events to the function of `gw_log_start`.
#[unsafe(no_mangle)]
pub extern "C" fn gw_log_stop() {
    log::clear_listener();
}
