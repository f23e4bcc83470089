//! The values behind the pointers of a structure that the library returns.

use std::any::Any;
use std::ffi::c_void;
use std::ptr::null;

/// The values that the pointers of a structure refer to, for use by the library only.
#[repr(transparent)]
#[derive(Debug)]
pub struct GwOwner(*mut c_void);

/// A box of the values. It is boxed once more, because a pointer of C has one word.
type Values = Box<dyn Any>;

impl GwOwner {
    pub(crate) fn new(values: impl Any) -> GwOwner {
        let values: Values = Box::new(values);
        GwOwner(Box::into_raw(Box::new(values)).cast())
    }
}

impl Drop for GwOwner {
    fn drop(&mut self) {
        // SAFETY: `new` made the pointer, and nothing else frees it.
        drop(unsafe { Box::from_raw(self.0.cast::<Values>()) });
    }
}

/// Returns the first item of an array, or NULL if the array is empty.
pub(crate) fn first<T>(array: &[T]) -> *const T {
    array.first().map_or(null(), |_| array.as_ptr())
}
