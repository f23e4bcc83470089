//! The progress of long work, and its end by the host.

#[doc(inline)]
pub use glossweave_base::progress::{Progress, Watch};
