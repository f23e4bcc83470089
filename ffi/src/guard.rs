//! The one way through which every function that can fail goes.

use std::cell::RefCell;
use std::mem::{MaybeUninit, forget};
use std::panic::{AssertUnwindSafe, catch_unwind};

use glossweave::{CancellationScope, Error, Result};

use crate::{GwError, GwStatus};

thread_local! {
    /// The part of the call of this thread that can be cancelled.
    static SCOPE: RefCell<Option<CancellationScope>> = const { RefCell::new(None) };
}

/// The scope of a call in which another one is made, by a function of the host.
struct Outer(Option<CancellationScope>);

impl Drop for Outer {
    fn drop(&mut self) {
        // The inner scope ends first.
        drop(SCOPE.take());
        SCOPE.set(self.0.take());
    }
}

/// Lets a cancellation end the call of this thread, until `guard` returns. Returns an error if it was cancelled before.
#[cfg(feature = "engine")]
pub(crate) fn cancelled_by(cancellation: &glossweave::Cancellation) -> Result<()> {
    drop(SCOPE.take());
    SCOPE.set(Some(cancellation.enter()?));
    Ok(())
}

/// Runs the body of a function. A panic becomes an error of kind Internal; an error goes to the
/// caller if it wants one.
pub(crate) fn guard(
    error: Option<&mut MaybeUninit<*mut GwError>>,
    body: impl FnOnce() -> Result<()>,
) -> GwStatus {
    let _outer = Outer(SCOPE.take());
    let outcome = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let caught = Error::from_panic(&*payload);
        // Dropping what was thrown may panic again.
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

/// Returns the value; NULL, or no value, is an error that names the parameter.
pub(crate) fn require<T>(pointer: Option<T>, parameter: &str) -> Result<T> {
    pointer.ok_or_else(|| {
        Error::invalid(format!("`{parameter}` is missing")).with_parameter(parameter)
    })
}

/// Hands a value to the caller, who frees it.
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
        // SAFETY: `guard` wrote it, since the status is not Ok.
        let error = unsafe { Box::from_raw(error.assume_init()) };
        assert!(error.message().contains("on purpose"));
    }

    #[test]
    fn what_was_thrown_is_not_dropped() {
        assert_eq!(guard(None, || std::panic::panic_any(Bomb)), GwStatus::Internal);
    }
}
