//! The limits of the runs of a stylesheet.

use std::time::Duration;

/// The limits of one run of a stylesheet.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum time of a run.
    pub time: Duration,
    /// The maximum number of bytes held at once, the source included. For Saxon the heap of its thread,
    /// with the stylesheets compiled there; 64 MiB at least.
    pub memory: usize,
    /// The maximum number of bytes of its results.
    pub output: usize,
    /// The maximum nesting of elements in the source.
    pub depth: usize,
    /// The maximum nesting of template calls. Saxon has its own limit.
    pub recursion: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 512 << 20,
            output: 64 << 20,
            depth: 1_000,
            recursion: 3_000,
        }
    }
}

impl Limits {
    /// Sets the maximum time of a run.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Limits {
        self.time = time;
        self
    }

    /// Sets the maximum number of bytes held at once.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Limits {
        self.memory = bytes;
        self
    }

    /// Sets the maximum number of bytes of the results.
    #[must_use]
    pub fn with_output(mut self, bytes: usize) -> Limits {
        self.output = bytes;
        self
    }

    /// Sets the maximum nesting of elements in a source.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Limits {
        self.depth = depth;
        self
    }

    /// Sets the maximum nesting of template calls.
    #[must_use]
    pub fn with_recursion(mut self, calls: usize) -> Limits {
        self.recursion = calls;
        self
    }
}
