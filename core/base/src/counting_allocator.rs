//! An allocator that counts the bytes in use per thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Without a destructor, so that counting works at any time in the life of a thread.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static GROWN: Cell<usize> = const { Cell::new(0) };
}

/// A wrapper of an allocator, by default the system allocator, that counts the bytes in use per thread.
///
/// When it is the global allocator, the limits of calls apply to all memory that the library allocates,
/// instead of only to estimates. The server, the C library and the Python package use it. A Rust host must
/// declare it.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator<A = System>(pub A);

/// Returns the bytes that this thread has allocated and not freed. The value is negative when the thread
/// has freed memory of other threads, and 0 with another allocator.
pub(crate) fn bytes_in_use() -> isize {
    IN_USE.get()
}

/// Returns the size of the largest block that this thread has grown since [`set_largest_grown_block`] and
/// not freed. A list that grows doubles its block.
pub(crate) fn largest_grown_block() -> usize {
    GROWN.get()
}

/// Sets the size of the largest grown block. Without a reset, a block that another thread freed would
/// remain the largest.
pub(crate) fn set_largest_grown_block(size: usize) {
    GROWN.set(size);
}

// Wrapping is fine, because the size of a block is at most `isize::MAX`.
fn count(more: usize, less: usize) {
    IN_USE.set(IN_USE.get().wrapping_add_unsigned(more).wrapping_sub_unsigned(less));
}

// SAFETY: all calls are passed to the inner allocator unchanged; counting allocates no memory and cannot
// panic.
#[allow(unsafe_code, reason = "the trait is unsafe")]
unsafe impl<A: GlobalAlloc> GlobalAlloc for CountingAllocator<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, layout.size());
        if layout.size() == GROWN.get() {
            GROWN.set(0);
        }
        // SAFETY: the block was allocated by the inner allocator with this layout.
        unsafe { self.0.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        if layout.size() == GROWN.get() || size > GROWN.get() {
            GROWN.set(size);
        }
        // SAFETY: the block was allocated by the inner allocator with this layout.
        unsafe { self.0.realloc(block, layout, size) }
    }
}
