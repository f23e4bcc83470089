//! The guard that every function that can fail uses.

use std::cell::RefCell;
use std::mem::{MaybeUninit, forget};
use std::panic::{AssertUnwindSafe, catch_unwind};

use glossweave::{CancellationScope, Error, Result};

use crate::{GwError, GwStatus};

thread_local! {
    /// The scope in which the current call of this thread can be cancelled.
    static SCOPE: RefCell<Option<CancellationScope>> = const { RefCell::new(None) };
}

/// The scope of a call during which a function of the host makes another call.
struct Outer(Option<CancellationScope>);

impl Drop for Outer {
    fn drop(&mut self) {
        // The inner scope must end first.
        drop(SCOPE.take());
        SCOPE.set(self.0.take());
    }
}

/// Allows a cancellation to end the call of this thread, until `guard` returns. Returns an error if the
/// call is already cancelled.
#[cfg(feature = "engine")]
pub(crate) fn cancelled_by(cancellation: &glossweave::Cancellation) -> Result<()> {
    drop(SCOPE.take());
    SCOPE.set(Some(cancellation.enter()?));
    Ok(())
}

/// Runs the body of a function. Converts a panic to an error of kind Internal, and writes an error to
/// `error` unless it is `None`.
pub(crate) fn guard(
    error: Option<&mut MaybeUninit<*mut GwError>>,
    body: impl FnOnce() -> Result<()>,
) -> GwStatus {
    let _outer = Outer(SCOPE.take());
    let outcome = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let caught = Error::from_panic(&*payload);
        // Dropping the payload may panic again.
        forget(payload);
        Err(caught)
    });
    let Err(failure) = outcome else { return GwStatus::Ok };
    let status = GwStatus::of(failure.kind());
    if let Some(error) = error {
        give(error, GwError::new(failure));
    }
    status
}

/// Returns the value. Returns an error that names the parameter if the value is `None`, for example because
/// a pointer is NULL.
pub(crate) fn require<T>(pointer: Option<T>, parameter: &str) -> Result<T> {
    pointer.ok_or_else(|| {
        Error::invalid(format!("`{parameter}` is missing")).with_parameter(parameter)
    })
}

/// Writes a new box with the value to `out`. The caller frees it.
pub(crate) fn give<T>(out: &mut MaybeUninit<*mut T>, value: T) {
    out.write(Box::into_raw(Box::new(value)));
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        let mut error = MaybeUninit::uninit();
        let status = guard(Some(&mut error), || panic!("on purpose"));
        assert_eq!(status, GwStatus::Internal);
        // SAFETY: `guard` wrote it, because the status is not Ok.
        let error = unsafe { Box::from_raw(error.assume_init()) };
        assert!(error.message.get("message").unwrap().contains("on purpose"));
    }

    #[test]
    fn what_was_thrown_is_not_dropped() {
        assert_eq!(guard(None, || std::panic::panic_any(Bomb)), GwStatus::Internal);
    }
}
