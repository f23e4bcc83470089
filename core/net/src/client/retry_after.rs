//! The delay that a response requests.

use std::time::{Duration, SystemTime};

use glossweave_base::clock::Timestamp;

/// Parses `Retry-After` (RFC 9110, 10.2.3): a number of seconds, or a date.
pub(super) fn wait(value: &str) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = SystemTime::from(date(value)?);
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

/// Parses an HTTP date, for example `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date(value: &str) -> Option<Timestamp> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let (_, rest) = value.split_once(", ")?;
    let mut parts = rest.split(' ');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let (time, zone) = (parts.next()?, parts.next()?);
    let month = MONTHS.find(month).filter(|at| at % 3 == 0 && month.len() == 3)? / 3 + 1;
    (zone == "GMT").then(|| format!("{year}-{month:02}-{day}T{time}Z"))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{date, wait};

    #[test]
    fn both_ways_to_say_how_long_to_wait_are_read() {
        assert_eq!(wait(" 120 "), Some(Duration::from_secs(120)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        let read = date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        assert_eq!(read.to_string(), "1994-11-06T08:49:37Z");
        for other in ["", "-1", "soon", "Sun, 06 anF 1994 08:49:37 GMT", "Sun, 06 Nov", "1.5"] {
            assert_eq!(wait(other), None, "{other}");
        }
    }
}
