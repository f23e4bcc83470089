//! Identifiers of jobs.

use std::fmt::Write;
use std::time::SystemTime;

use crate::store::random::random;
use glossweave_base::error::Result;

/// The length of the part after the number of the owner: 48 bits of time and 128 random bits, in
/// hexadecimal digits.
const LENGTH: usize = 12 + 32;

/// The identifier of a job: the number of its owner, its time in milliseconds and random bits. Jobs
/// are therefore sorted by time, and their identifiers cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Id {
    pub owner: u64,
    rest: String,
}

impl Id {
    /// Creates an identifier. Returns `ErrorKind::Internal` if the system provides no random numbers.
    pub fn random(owner: u64, moment: SystemTime) -> Result<Id> {
        let since = moment.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let time = since.as_millis() & 0xFFFF_FFFF_FFFF;
        let mut rest = format!("{time:012x}");
        for byte in random::<16>()? {
            // Writing to a string cannot fail.
            let _ = write!(rest, "{byte:02x}");
        }
        Ok(Id { owner, rest })
    }

    /// Parses the text of [`Id::to_text`].
    pub fn parse(text: &str) -> Option<Id> {
        let (owner, rest) = text.split_once('-')?;
        let id = Id::of(owner, rest)?;
        (id.to_text() == text).then_some(id)
    }

    /// Returns the identifier for a key of the queue.
    pub fn of_queue(key: &str) -> Option<Id> {
        let (rest, owner) = key.split_once('/')?;
        Id::of(owner, rest)
    }

    /// Returns the identifier for a key of a job.
    pub fn of_key(key: &str) -> Option<Id> {
        let (owner, rest) = key.split_once('/')?;
        Id::of(owner, rest)
    }

    fn of(owner: &str, rest: &str) -> Option<Id> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_well = rest.len() == LENGTH && rest.bytes().all(is_hex);
        let owner = owner.parse().ok().filter(|_| is_well)?;
        Some(Id { owner, rest: rest.to_owned() })
    }

    /// Returns the text that callers use.
    pub fn to_text(&self) -> String {
        format!("{}-{}", self.owner, self.rest)
    }

    /// Returns the key of the rows of the job.
    pub fn key(&self) -> String {
        prefix(self.owner) + &self.rest
    }

    /// Returns the key of the job in the queue.
    pub fn queue_key(&self) -> String {
        format!("{}/{}", self.rest, self.owner)
    }
}

/// Returns the prefix of the keys of a user's jobs.
pub(super) fn prefix(owner: u64) -> String {
    format!("{owner:020}/")
}

#[cfg(test)]
mod tests {
    use super::Id;
    use std::time::{Duration, SystemTime};

    #[test]
    fn identifiers_are_read_as_they_are_written_and_only_so() {
        let moment = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
        let id = Id::random(7, moment).unwrap();
        assert_eq!(Id::parse(&id.to_text()), Some(id.clone()));
        assert_eq!(Id::of_queue(&id.queue_key()), Some(id.clone()));
        assert_eq!(Id::of_key(&id.key()), Some(id.clone()));
        let text = id.to_text();
        let rest = text.split_once('-').unwrap().1;
        for wrong in ["", "7", "7-", "7-00", &format!("07-{rest}"), &format!("+7-{rest}")] {
            assert_eq!(Id::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Id::parse(&text.to_ascii_uppercase()), None);
    }

    #[test]
    fn identifiers_are_in_the_order_of_their_time() {
        let at = |milliseconds| SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds);
        let (first, second) = (Id::random(9, at(15)).unwrap(), Id::random(1, at(16)).unwrap());
        assert!(first.queue_key() < second.queue_key());
        assert!(Id::random(10, at(1)).unwrap().key() > Id::random(9, at(2)).unwrap().key());
    }
}
