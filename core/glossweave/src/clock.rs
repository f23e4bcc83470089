//! The current time, which a host or a test may replace.
//!
//! For example, a test can advance the clock:
//!
//! ```
//! use glossweave::clock::{Clock, FixedClock, Timestamp};
//! use std::time::{Duration, SystemTime};
//! let clock = FixedClock::new(SystemTime::from("2026-01-31T12:00:00Z".parse::<Timestamp>()?));
//! clock.advance(Duration::from_secs(7 * 24 * 60 * 60));
//! assert_eq!(Timestamp::from(clock.now()).to_string(), "2026-02-07T12:00:00Z");
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_base::clock::{Clock, FixedClock, SystemClock, Timestamp};
