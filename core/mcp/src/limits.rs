//! The limits of calls of tools.

use std::time::Duration;

/// The limits of calls of tools, whatever a call asks for.
///
/// ```
/// use glossweave_mcp::ServerLimits;
/// use std::time::Duration;
/// let mut limits = ServerLimits::default();
/// assert_eq!((limits.max_bytes, limits.max_results), (16 << 20, 1_000));
/// limits.time = Duration::from_secs(5);
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// The largest document, in bytes: 16 MiB.
    pub max_bytes: usize,
    /// The longest answer, in bytes of JSON: 4 MiB.
    pub max_output_bytes: usize,
    /// The maximum number of annotations, candidates or chunks in an answer: 1,000.
    pub max_results: usize,
    /// The longest time until an answer: 60 seconds. The work for a call that took longer goes on, as one of those at a
    /// time.
    pub time: Duration,
    /// The maximum number of calls at a time: 4.
    pub calls: usize,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            max_bytes: 16 << 20,
            max_output_bytes: 4 << 20,
            max_results: 1_000,
            time: Duration::from_secs(60),
            calls: 4,
        }
    }
}
