//! The limits of the runs of a stylesheet.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_base::options::OptionValue;

/// The limits of one run of a stylesheet.
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

/// Reads the maximum time, in milliseconds.
pub(super) fn read_time(limits: &mut Limits, value: &str) -> Result<()> {
    limits.time = Duration::from_millis(usize::read(value)? as u64);
    Ok(())
}

pub(super) fn read_memory(limits: &mut Limits, value: &str) -> Result<()> {
    limits.memory = usize::read(value)?;
    Ok(())
}

pub(super) fn read_output(limits: &mut Limits, value: &str) -> Result<()> {
    limits.output = usize::read(value)?;
    Ok(())
}

pub(super) fn read_depth(limits: &mut Limits, value: &str) -> Result<()> {
    limits.depth = usize::read(value)?;
    Ok(())
}

pub(super) fn read_recursion(limits: &mut Limits, value: &str) -> Result<()> {
    limits.recursion = usize::read(value)?;
    Ok(())
}
