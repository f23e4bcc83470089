//! Log events for the host.
//!
//! ```
//! use glossweave::log::{Level, clear_listener, set_listener};
//! set_listener(Level::Info, |event| eprintln!("{} {}: {}", event.level, event.target, event.message))?;
//! // … an engine opens a store …
//! clear_listener();
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_base::log::{Event, Level, clear_listener, install, set_listener};
