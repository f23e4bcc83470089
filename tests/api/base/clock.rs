//! The public items of `core/base/src/clock.rs`.

#[test]
fn clock() {
    use glossweave::clock::{Clock, FixedClock};
    use std::time::{Duration, SystemTime};
    let clock = FixedClock::new(SystemTime::UNIX_EPOCH);
    clock.advance(Duration::from_secs(60));
    assert_eq!(clock.now(), SystemTime::UNIX_EPOCH + Duration::from_secs(60));
}

#[test]
fn clock_now() {
    use glossweave::clock::{Clock, SystemClock, Timestamp};
    use std::time::{Duration, SystemTime};
    /// A clock that is a week fast.
    struct Ahead;
    impl Clock for Ahead {
        fn now(&self) -> SystemTime {
            SystemClock.now() + Duration::from_secs(7 * 24 * 60 * 60)
        }
    }
    assert!(Timestamp::from(Ahead.now()) > Timestamp::from(SystemClock.now()));
}

#[test]
fn timestamp() -> Result<(), glossweave::Error> {
    use glossweave::clock::Timestamp;
    let moment: Timestamp = "2026-02-28T12:00:00Z".parse()?;
    assert_eq!(moment.to_string(), "2026-02-28T12:00:00Z");
    Ok(())
}

#[test]
fn fixed_clock_advance() {
    use glossweave::clock::{Clock, FixedClock};
    use std::time::{Duration, SystemTime};
    let clock = FixedClock::new(SystemTime::UNIX_EPOCH);
    clock.advance(Duration::from_millis(1_500));
    clock.advance(Duration::from_millis(500));
    assert_eq!(clock.now(), SystemTime::UNIX_EPOCH + Duration::from_secs(2));
}
