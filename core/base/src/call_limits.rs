//! The limits of the call that a thread works for: its time and its memory.
//!
//! A call starts with [`CallLimits::run`]. The loops in it use [`check`], or [`is_exceeded`] if they cannot
//! fail, and end early when a limit is exceeded. Outside of a call, nothing is limited.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::allowance::{self, Allowance, Budget};
use crate::cancellation::{Cancellation, cancelled};
use crate::counting_allocator::{bytes_in_use, largest_grown_block, set_largest_grown_block};
use crate::error::{Error, ErrorKind, Result};

/// One of this number of checks reads the clock and the memory counter.
const INTERVAL: u32 = 64;

/// The bytes of memory per decompressed byte. Fewer than for a byte of input, because compression can make
/// a text a thousand times shorter.
const UNPACKED: usize = 16;

/// The limits that an engine sets for each of its calls.
#[derive(Clone, Debug, Default)]
pub struct CallBounds {
    /// The memory of each call in bytes, or `None` if it depends on the input.
    memory: Option<usize>,
    /// The memory of all calls together, if it is limited.
    all_memory: Option<Arc<Budget>>,
    time: Option<Duration>,
}

impl CallBounds {
    /// Creates the limits from the memory of each call, the memory of all calls, both in bytes, and the
    /// time of a call.
    pub fn new(
        memory: Option<usize>,
        all_memory: Option<usize>,
        time: Option<Duration>,
    ) -> CallBounds {
        CallBounds { memory, all_memory: all_memory.map(Budget::new).map(Arc::new), time }
    }

    /// Returns the memory of a call with `input` bytes of input. It never exceeds the memory of all calls.
    pub fn of_call(&self, input: usize) -> Allowance {
        let allowance = self.memory.map_or_else(|| Allowance::for_input(input), Allowance::new);
        self.all_memory.as_ref().map(|all| allowance.within(all)).unwrap_or(allowance)
    }

    /// Returns the limits of a call with `input` bytes of input.
    pub fn limits(&self, input: usize) -> CallLimits {
        CallLimits::new(self.of_call(input), self.time)
    }

    /// Returns the limits of a call with a different time.
    pub fn limits_within(&self, input: usize, time: Duration) -> CallLimits {
        CallLimits::new(self.of_call(input), Some(time))
    }
}

/// The limits of a call. Clones share one state.
#[derive(Clone, Debug)]
pub struct CallLimits(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The deadline, and the time that it was computed from.
    end: Option<(Instant, Duration)>,
    /// The estimated memory, and the memory of all calls.
    allowance: Allowance,
    /// The limit of the bytes in use, which grows when data is decompressed.
    memory: AtomicUsize,
    /// The bytes that the threads of the call have allocated and not freed.
    in_use: AtomicIsize,
    /// The switch with which another thread can end the call, if there is one.
    cancellation: Option<Cancellation>,
    /// The first limit that was exceeded.
    exceeded: OnceLock<Limit>,
}

/// A limit that a call has exceeded.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Time(Duration),
    /// The memory of the call, in bytes.
    Memory(usize),
    /// The memory of all calls.
    AllMemory,
    /// Another thread cancelled the call.
    Cancelled,
}

/// The call that a thread works for.
struct Current {
    limits: CallLimits,
    /// The bytes that the thread had in use at the last check.
    seen: isize,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
    static QUESTIONS: Cell<u32> = const { Cell::new(0) };
}

impl CallLimits {
    fn new(allowance: Allowance, time: Option<Duration>) -> CallLimits {
        CallLimits(Arc::new(Shared {
            end: time.and_then(|time| Some((Instant::now().checked_add(time)?, time))),
            memory: AtomicUsize::new(allowance.total()),
            allowance,
            in_use: AtomicIsize::new(0),
            cancellation: Cancellation::current(),
            exceeded: OnceLock::new(),
        }))
    }

    /// Returns the limits of the call that this thread works for, if any. Use it to run parts of the call
    /// in other threads.
    pub fn current() -> Option<CallLimits> {
        CURRENT.with_borrow(|current| current.as_ref().map(|current| current.limits.clone()))
    }

    /// Returns the allowance for estimated memory.
    pub fn allowance(&self) -> &Allowance {
        &self.0.allowance
    }

    /// Runs the work of a call, or a part of it in another thread. A call within a call belongs to the
    /// outer call.
    ///
    /// # Errors
    ///
    /// Returns the errors of the work, [`ErrorKind::Deadline`] if the call exceeds its time,
    /// [`ErrorKind::TooLarge`] if it exceeds its memory, and [`ErrorKind::Unavailable`] if all calls
    /// together use too much memory.
    pub fn run<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if CURRENT.with_borrow(Option::is_some) {
            return work();
        }
        set_largest_grown_block(0);
        let current = Current { limits: self.clone(), seen: bytes_in_use() };
        CURRENT.set(Some(current));
        let _end = End;
        let result = work();
        // A loop that ended early may have caused another error, or no error.
        match (self.limit_error(), result) {
            // The error of the limit itself, which may contain the step of a pipeline.
            (Some(limit), Err(error)) if error.kind() == limit.kind() => Err(error),
            (Some(limit), _) => Err(limit),
            (None, _) if self.is_cancelled() => Err(cancelled()),
            (None, result) => result,
        }
    }

    fn limit_error(&self) -> Option<Error> {
        self.0.exceeded.get().map(|limit| self.error(*limit))
    }

    fn is_cancelled(&self) -> bool {
        self.0.cancellation.as_ref().is_some_and(Cancellation::is_cancelled)
    }

    fn error(&self, limit: Limit) -> Error {
        match limit {
            Limit::Time(most) => {
                let most = most.as_millis();
                let message = format!("the call did not finish within {most} milliseconds");
                Error::new(ErrorKind::Deadline, message)
            }
            Limit::Memory(most) => allowance::exceeded("the call", most),
            Limit::AllMemory => self.0.allowance.exceeded_by_all(),
            Limit::Cancelled => cancelled(),
        }
    }

    /// Checks the clock and the memory in use, and returns the exceeded limit. The memory includes `more`
    /// bytes that will be allocated, or the bytes that the largest list needs when it grows next, whichever
    /// is larger. `seen` contains the bytes that the thread had in use at the last check.
    fn look(&self, seen: &mut isize, more: usize) -> Option<Limit> {
        let Shared { end, allowance, memory, in_use, exceeded, .. } = &*self.0;
        if let Some(limit) = exceeded.get() {
            return Some(*limit);
        }
        let now = bytes_in_use();
        let taken = now - std::mem::replace(seen, now);
        let bytes = in_use.fetch_add(taken, Ordering::Relaxed) + taken;
        let bytes = usize::try_from(bytes).unwrap_or(0);
        let bytes = bytes.saturating_add(more.max(largest_grown_block()));
        // A call that needs more than the memory of all calls will not fit later either.
        let most = memory.load(Ordering::Relaxed).min(allowance.of_all());
        let limit = match end {
            Some((end, time)) if Instant::now() >= *end => Limit::Time(*time),
            _ if bytes > most => Limit::Memory(most),
            _ if !allowance.covers(bytes) => Limit::AllMemory,
            _ if self.is_cancelled() => Limit::Cancelled,
            _ => return None,
        };
        Some(*exceeded.get_or_init(|| limit))
    }
}

/// Ends the work of a thread for a call, including when the work panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        if let Some(Current { limits, seen }) = CURRENT.take() {
            limits.0.in_use.fetch_add(bytes_in_use() - seen, Ordering::Relaxed);
        }
    }
}

/// Checks the limits of the call of this thread. It is cheap enough for every step of a loop, because only
/// one of 64 checks reads the clock and the memory in use.
///
/// # Errors
///
/// Returns the errors of [`CallLimits::run`].
pub fn check() -> Result<()> {
    if is_due() { check_now() } else { Ok(()) }
}

/// Checks the limits immediately. Use it before or after an expensive step.
///
/// # Errors
///
/// Returns the errors of [`CallLimits::run`].
pub fn check_now() -> Result<()> {
    check_for(0)
}

/// Checks whether the call of this thread can allocate `bytes` bytes. Use it for work of libraries that do
/// not check.
///
/// # Errors
///
/// Returns the errors of [`CallLimits::run`].
pub fn check_for(bytes: usize) -> Result<()> {
    CURRENT.with_borrow_mut(|current| match current {
        Some(Current { limits, seen }) => {
            limits.look(seen, bytes).map_or(Ok(()), |limit| Err(limits.error(limit)))
        }
        None => Ok(()),
    })
}

/// Returns `true` if the call of this thread has exceeded a limit. Use it to end a loop that cannot fail;
/// the call then fails, even if the loop does not. It is as cheap as [`check`].
pub fn is_exceeded() -> bool {
    is_due() && is_exceeded_now()
}

/// Returns the same immediately. Use it before or after an expensive step.
pub fn is_exceeded_now() -> bool {
    CURRENT.with_borrow_mut(|current| {
        current.as_mut().is_some_and(|Current { limits, seen }| limits.look(seen, 0).is_some())
    })
}

/// Returns the error of the limit that the call of this thread has exceeded, if a loop has noticed it.
pub fn limit_error() -> Option<Error> {
    CURRENT.with_borrow(|current| current.as_ref().and_then(|current| current.limits.limit_error()))
}

/// Runs work whose result outlives the call, for example loading a model for all calls. The work has no
/// limits, and its memory does not count for the call.
pub fn without_limits<T>(work: impl FnOnce() -> T) -> T {
    let before = (bytes_in_use(), largest_grown_block());
    let _again = Again { current: CURRENT.take(), before };
    work()
}

/// Resumes a call after work without limits, including when the work panics.
struct Again {
    current: Option<Current>,
    /// The bytes in use, and the largest grown block.
    before: (isize, usize),
}

impl Drop for Again {
    fn drop(&mut self) {
        if let Some(current) = &mut self.current {
            current.seen += bytes_in_use() - self.before.0;
        }
        set_largest_grown_block(self.before.1);
        CURRENT.set(self.current.take());
    }
}

/// Adds bytes that were decompressed from the input of the current call. They raise its memory limit.
pub fn add_input(bytes: usize) {
    CURRENT.with_borrow(|current| {
        if let Some(Current { limits, .. }) = current {
            limits.0.memory.fetch_add(bytes.saturating_mul(UNPACKED), Ordering::Relaxed);
        }
    });
}

fn is_due() -> bool {
    let count = QUESTIONS.get().wrapping_add(1);
    QUESTIONS.set(count);
    count.is_multiple_of(INTERVAL)
}

#[cfg(test)]
mod tests {
    use std::alloc::System;
    use std::hint::black_box;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::{
        CallBounds, CallLimits, add_input, check, check_now, is_exceeded, limit_error,
        without_limits,
    };
    use crate::cancellation::Cancellation;
    use crate::counting_allocator::CountingAllocator;
    use crate::error::{Error, ErrorKind, Result};

    #[global_allocator]
    static ALLOCATOR: CountingAllocator = CountingAllocator(System);

    const MIB: usize = 1 << 20;

    fn block(mebibytes: usize) -> Vec<u8> {
        black_box(vec![1; mebibytes * MIB])
    }

    fn bounded(memory: usize) -> CallLimits {
        CallBounds::new(Some(memory * MIB), None, None).limits(0)
    }

    fn kind<T>(result: Result<T>) -> Option<ErrorKind> {
        result.err().map(|error| error.kind())
    }

    #[test]
    fn a_loop_ends_when_the_call_has_taken_its_memory() {
        let mut blocks = Vec::new();
        let result = bounded(8).run(|| {
            while blocks.len() < 100 {
                blocks.push(block(1));
                check_now()?;
            }
            Ok(())
        });
        assert_eq!((kind(result), blocks.len()), (Some(ErrorKind::TooLarge), 8));
        // Memory that was freed, or allocated before the call, does not count.
        let result = bounded(8).run(|| {
            for _ in 0..20 {
                block(4);
                check_now()?;
            }
            Ok(())
        });
        assert_eq!(kind(result), None);
    }

    #[test]
    fn a_loop_that_cannot_fail_fails_the_call() {
        let mut blocks = Vec::new();
        let result = bounded(1).run(|| {
            while !is_exceeded() && blocks.len() < 1_000_000 {
                blocks.push(vec![0_u8; 1024]);
            }
            Ok(blocks.len())
        });
        assert_eq!(kind(result), Some(ErrorKind::TooLarge));
        assert!(blocks.len() < 2_000, "{}", blocks.len());
    }

    #[test]
    fn a_call_has_a_time() {
        let limits = CallBounds::new(None, None, Some(Duration::ZERO)).limits(0);
        let result = limits.run(|| {
            for _ in 0..1_000 {
                check()?;
            }
            Ok(())
        });
        assert_eq!(kind(result), Some(ErrorKind::Deadline));
        assert_eq!(kind(check_now()), None);
    }

    #[test]
    fn another_thread_ends_a_call() {
        let cancellation = Cancellation::default();
        let steps = AtomicUsize::new(0);
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                while steps.load(Ordering::Relaxed) < 100 {
                    std::thread::yield_now();
                }
                cancellation.cancel();
            });
            cancellation.run(|| {
                bounded(8).run(|| {
                    loop {
                        steps.fetch_add(1, Ordering::Relaxed);
                        check()?;
                    }
                })
            })
        });
        assert_eq!(kind::<()>(result), Some(ErrorKind::Unavailable));
        // Calls of other threads continue, and a call that does not check its limits fails at its end.
        assert_eq!(kind(bounded(8).run(|| Ok(()))), None);
        let cancellation = Cancellation::default();
        let late = cancellation.run(|| {
            bounded(8).run(|| {
                cancellation.cancel();
                Ok(())
            })
        });
        assert_eq!(kind(late), Some(ErrorKind::Unavailable));
    }

    #[test]
    fn an_error_of_a_limit_keeps_what_was_added_to_it() {
        let step = |result: Result<()>| {
            result.err().map(|error| (error.kind(), error.step(), limit_error().is_none()))
        };
        let exceed = |error: fn(Error) -> Error| {
            let result = bounded(8).run(|| {
                let _kept = block(9);
                check_now().map_err(error)
            });
            step(result)
        };
        let at_step = exceed(|error| error.in_step(3, "/e-link"));
        assert_eq!(at_step, Some((ErrorKind::TooLarge, Some(3), true)));
        // An error of another kind is the consequence.
        let other = exceed(|_| Error::invalid("no end").in_step(3, "/e-link"));
        assert_eq!(other, Some((ErrorKind::TooLarge, None, true)));
    }

    #[test]
    fn a_list_that_cannot_double_any_more_ends_the_call() {
        let mut bytes: Vec<u8> = Vec::new();
        let result = bounded(8).run(|| {
            while !is_exceeded() && bytes.len() < 100 * MIB {
                bytes.extend_from_slice(&[1; 1024]);
            }
            Ok(())
        });
        assert_eq!(kind(result), Some(ErrorKind::TooLarge));
        assert!((4 * MIB..8 * MIB + 1).contains(&bytes.capacity()), "{}", bytes.capacity());
        // The block does not count as the largest block of the next call.
        assert_eq!(kind(bounded(8).run(check_now)), None);
        drop(bytes);
    }

    #[test]
    fn threads_of_a_call_share_its_memory() {
        let limits = bounded(8);
        let result = limits.run(|| {
            let inner = CallLimits::current().unwrap();
            let held = block(5);
            check_now()?;
            let other = std::thread::scope(|scope| {
                let work = || {
                    inner.run(|| {
                        let more = block(5);
                        check_now().map(|()| more.len())
                    })
                };
                scope.spawn(work).join().unwrap()
            });
            assert_eq!(kind(other), Some(ErrorKind::TooLarge));
            Ok(held.len())
        });
        assert_eq!(kind(result), Some(ErrorKind::TooLarge));
    }

    #[test]
    fn what_outlives_a_call_is_not_its_memory() {
        let result = bounded(8).run(|| {
            let model = without_limits(|| {
                let model = block(20);
                check_now().map(|()| model)
            })?;
            check_now()?;
            add_input(4 * MIB);
            let unpacked = block(20);
            check_now()?;
            Ok(model.len() + unpacked.len())
        });
        assert_eq!(kind(result), None);
    }

    #[test]
    fn all_calls_share_a_budget() {
        let bounds = CallBounds::new(None, Some(8 * MIB), None);
        let (first, second) = (bounds.limits(0), bounds.limits(0));
        let take = |limits: &CallLimits| {
            limits.run(|| {
                let held = block(6);
                check_now().map(|()| held.len())
            })
        };
        assert_eq!(kind(take(&first)), None);
        assert_eq!(kind(take(&second)), Some(ErrorKind::Unavailable));
        // The memory that calls have drawn is available again when they have ended.
        drop((first, second));
        assert_eq!(kind(take(&bounds.limits(0))), None);
    }
}
