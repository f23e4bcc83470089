//! Memory for arguments, random numbers and panics, on WebAssembly only: ffi/wasm has the other half.

use std::alloc::{Layout, alloc, dealloc};
use std::panic::set_hook;
use std::ptr::null_mut;

#[link(wasm_import_module = "glossweave")]
unsafe extern "C" {
    /// Fills memory with random bytes.
    fn fill_random(data: *mut u8, length: usize);
    /// Tells the message of a panic, after which the module stops.
    fn panicked(message: *const u8, length: usize);
}

/// The alignment of every structure of the interface.
const ALIGNMENT: usize = 8;

/// Prepares the module. To be called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn gw_wasm_start() {
    set_hook(Box::new(|panic| {
        let message = panic.to_string();
        // SAFETY: the host reads the message during the call.
        unsafe { panicked(message.as_ptr(), message.len()) };
    }));
}

/// Returns memory, or NULL if there is not enough of it, and for no bytes. Free it with `gw_wasm_free`.
#[unsafe(no_mangle)]
pub extern "C" fn gw_wasm_alloc(length: usize) -> *mut u8 {
    match Layout::from_size_align(length, ALIGNMENT) {
        // SAFETY: the size is not zero.
        Ok(layout) if length > 0 => unsafe { alloc(layout) },
        _ => null_mut(),
    }
}

/// Frees memory of `gw_wasm_alloc`, of the same length. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_wasm_free(data: *mut u8, length: usize) {
    if let Ok(layout) = Layout::from_size_align(length, ALIGNMENT)
        && !data.is_null()
    {
        // SAFETY: the caller got it for this length, and so with this layout.
        unsafe { dealloc(data, layout) };
    }
}

/// The source of random numbers, by the name that `getrandom` looks for.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    data: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: `getrandom` gives memory of that length.
    unsafe { fill_random(data, length) };
    Ok(())
}
