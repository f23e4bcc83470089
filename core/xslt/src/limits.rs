//! The limits of the runs of a stylesheet.

use std::time::Duration;

use glossweave_base::error::Result;
use glossweave_base::options::OptionValue;

/// The limits of a run of a stylesheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum time of a run. The default is 10 seconds.
    pub time: Duration,
    /// The maximum number of bytes in use at the same time, including the source. For Saxon, the heap of its
    /// thread, including the stylesheets that are compiled there, at least 64 MiB. The default is 512 MiB.
    pub memory: usize,
    /// The maximum number of bytes of all results. The default is 64 MiB.
    pub output: usize,
    /// The maximum nesting of elements in the source. The default is 1,000.
    pub depth: usize,
    /// The maximum nesting of template calls. Saxon has a separate limit. The default is 3,000.
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
