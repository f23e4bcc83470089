//! The limits of tool calls.

use std::time::Duration;

/// The limits of tool calls. Arguments of a call cannot exceed them.
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
    /// The maximum size of a document, in bytes. Default: 16 MiB.
    pub max_bytes: usize,
    /// The maximum size of an answer, in bytes of JSON. Default: 4 MiB.
    pub max_output_bytes: usize,
    /// The maximum number of annotations, candidates or chunks in an answer. Default: 1,000.
    pub max_results: usize,
    /// The maximum time until an answer. Default: 60 seconds. When a call takes longer, its work
    /// continues and counts as one of the `calls`.
    pub time: Duration,
    /// The maximum number of concurrent calls. Default: 4.
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
