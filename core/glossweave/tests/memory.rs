//! Limits on the memory that small, repetitive inputs may use. An allocator counts the bytes in
//! use, so that the result is the same on every machine.

#![allow(clippy::unwrap_used)] // A failing test reports its line.

#[path = "memory/allocator.rs"]
mod allocator;
#[path = "memory/calls.rs"]
mod calls;
#[path = "memory/cases.rs"]
mod cases;
#[path = "memory/packed.rs"]
mod packed;

use std::sync::{Mutex, PoisonError};

/// The count belongs to the whole process, so tests run one at a time.
static TURN: Mutex<()> = Mutex::new(());

/// Returns the maximum number of bytes in use during `work`, minus the bytes in use before, and the
/// result.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = allocator::reset_peak();
    let result = work();
    (allocator::peak().saturating_sub(before), result)
}

#[test]
fn nothing_takes_more_than_64_times_its_input() {
    let mut greedy = Vec::new();
    for (name, run) in cases::ALL {
        let (taken, bytes) = peak(|| run(&cases::Input::default()));
        println!("{name}: {taken} bytes for {bytes}, {:.1} times", taken as f64 / bytes as f64);
        if taken > 64 * bytes {
            greedy.push(format!("{name}: {taken} bytes for {bytes}"));
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}

/// The maximum number of bytes of a call, so that a process with two gigabytes survives the call.
const MAX_CALL: usize = 1_700_000_000;

#[test]
fn no_call_ends_a_process_of_two_gigabytes() {
    let mut greedy = Vec::new();
    for (name, call) in calls::ALL {
        let (taken, ()) = peak(|| calls::run(call()));
        println!("{name}: {taken} bytes");
        if taken > MAX_CALL {
            greedy.push(format!("{name}: {taken} bytes"));
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}

#[test]
fn packed_calls_stay_within_their_memory() {
    let engine = packed::engine();
    let (mut greedy, mut limited) = (Vec::new(), 0);
    packed::each(|name, call| {
        let (taken, is_limited) = peak(|| packed::is_limited(&engine, call));
        println!("{name}: {taken} bytes, limited {is_limited}");
        limited += usize::from(is_limited);
        // A list that grows by doubling may exceed the limit before this is noticed.
        if taken > 2 * packed::MEMORY + packed::MEMORY / 2 {
            greedy.push(format!("{name}: {taken} bytes"));
        }
    });
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
    assert!(limited >= 10, "{limited}");
}
