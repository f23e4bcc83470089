//! An allocator that counts the bytes in use.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use glossweave::CountingAllocator;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

pub struct Counting;

// The limits of calls require separate counts for each thread.
#[global_allocator]
static ALLOCATOR: CountingAllocator<Counting> = CountingAllocator(Counting);

/// Returns the number of bytes in use, and resets the peak.
pub fn reset_peak() -> usize {
    let bytes = IN_USE.load(Relaxed);
    PEAK.store(bytes, Relaxed);
    bytes
}

/// Returns the maximum number of bytes in use since the last [`reset_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}

fn grow(bytes: usize) {
    PEAK.fetch_max(IN_USE.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

fn shrink(bytes: usize) {
    IN_USE.fetch_sub(bytes, Relaxed);
}

// SAFETY: every call goes to the allocator of the system unchanged; counting touches no memory of the caller.
#[allow(unsafe_code, reason = "the trait is unsafe")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the block comes from the allocator of the system with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    // The system extends large blocks in their location, so the old block is not counted with the
    // new one.
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        shrink(layout.size());
        grow(size);
        // SAFETY: the block comes from the allocator of the system with this layout.
        unsafe { System.realloc(block, layout, size) }
    }
}
