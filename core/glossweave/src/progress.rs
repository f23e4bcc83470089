//! The progress of long operations, which the host can cancel.

#[doc(inline)]
pub use glossweave_base::progress::{Progress, Watch};
