//! Waiting times after failed log-ins. All engines of a store share them.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::access::AuthContext;
use super::row;
use super::token::hex;
use crate::store::random::random;
use crate::store::{Change, CommitOutcome, Precondition, Row, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The number of consecutive failures without a wait, for a name from one address.
const FREE: u32 = 5;
/// The number of failures without a wait, for a name from all addresses together.
const FREE_ALL: u32 = 100;
/// The maximum waiting time.
const LONGEST: Duration = Duration::from_secs(60);
/// The time after the last failure when failures are forgotten.
const FORGOTTEN: Duration = Duration::from_secs(60 * 60);
/// The time after the last log-in when the address of a user is forgotten.
const UNKNOWN: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// The minimum interval between two records of the last log-in.
const RECORDED: Duration = Duration::from_secs(24 * 60 * 60);
/// One random byte value: when a failure draws it, forgotten rows are removed.
const SWEEP: u8 = 255;

/// The failed log-ins of a name, with or without an address, or the last log-in of a user from an
/// address.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct LogInRow {
    /// The number of consecutive failures, 0 after a log-in.
    #[serde(rename = "n", default)]
    failures: u32,
    /// The time of the last failure or log-in, in milliseconds since 1970.
    #[serde(rename = "t")]
    last: u64,
}

impl LogInRow {
    fn read(found: &Row) -> Result<LogInRow> {
        row::read(found, "log-ins")
    }

    /// Returns the time since the last failure or log-in. It is zero if the clock was set back, so
    /// that no caller waits longer than the full waiting time.
    fn age(&self, now: u64) -> Duration {
        Duration::from_millis(now.saturating_sub(self.last))
    }

    fn is_over(&self, now: u64) -> bool {
        self.age(now) > if self.failures == 0 { UNKNOWN } else { FORGOTTEN }
    }

    /// Returns the remaining time until the next attempt.
    fn wait(&self, free: u32, now: u64) -> Option<Duration> {
        let beyond = self.failures.checked_sub(free)?;
        let wait = Duration::from_secs(1 << beyond.min(6)).min(LONGEST);
        wait.checked_sub(self.age(now)).filter(|wait| !wait.is_zero())
    }
}

/// An attempt to log in with a name, existing or not, from an address. Failures are counted for the
/// pair of name and address, so that an attacker has to wait but does not lock out the user.
/// Guesses from many addresses are counted for the name.
pub(super) struct Attempt<'a> {
    access: &'a AuthContext,
    /// The keys of the failure counts, each with its number of failures without a wait.
    counted: Vec<(String, u32)>,
    /// The key of the last log-in from the address.
    known: Option<String>,
}

impl<'a> Attempt<'a> {
    pub fn new(access: &'a AuthContext, name: &str, address: Option<IpAddr>) -> Attempt<'a> {
        // Hashes have a bounded length, and hide names and addresses in the store.
        let hash = |text: String| hex(&Sha256::digest(text.as_bytes()));
        let all = format!("name/{}", hash(name.to_owned()));
        let Some(address) = address else {
            return Attempt { access, counted: vec![(all, FREE)], known: None };
        };
        let pair = hash(format!("{address} {name}"));
        let counted = vec![(format!("address/{pair}"), FREE), (all, FREE_ALL)];
        Attempt { access, counted, known: Some(format!("known/{pair}")) }
    }

    /// Checks that the attempt is not too early. Returns `ErrorKind::Throttled`, with the time to
    /// wait, if it is.
    pub fn check(&self) -> Result<()> {
        let (mut longest, now) = (None, self.now());
        for (key, free) in &self.counted {
            let found = self.access.store().read(Table::LogIns, key)?;
            let row = found.as_ref().map(LogInRow::read).transpose()?.unwrap_or_default();
            longest = longest.max(row.wait(*free, now));
        }
        longest.map_or(Ok(()), |wait| Err(too_early(wait)))
    }

    /// Returns `true` if a user with this name has logged in from the address before. In this case
    /// the right password is never refused.
    pub fn is_known(&self) -> Result<bool> {
        Ok(self.last_log_in()?.is_some_and(|(_, row)| !row.is_over(self.now())))
    }

    fn last_log_in(&self) -> Result<Option<(Row, LogInRow)>> {
        let Some(key) = &self.known else { return Ok(None) };
        let Some(found) = self.access.store().read(Table::LogIns, key)? else { return Ok(None) };
        let row = LogInRow::read(&found)?;
        Ok(Some((found, row)))
    }

    /// Counts a failure. Returns `ErrorKind::Throttled`, with the time to wait, if failures that
    /// were counted since the check allow no attempt.
    pub fn count(&self) -> Result<()> {
        // Failures from a known address are not guesses from many addresses, so they do not count
        // for the name.
        let counted = if self.is_known()? { 1 } else { 2 };
        let now = self.now();
        for (key, free) in self.counted.iter().take(counted) {
            self.replace(key, |old| {
                let failures = old.filter(|row| !row.is_over(now)).unwrap_or_default();
                match failures.wait(*free, now) {
                    Some(wait) => Err(too_early(wait)),
                    None => {
                        Ok(LogInRow { failures: failures.failures.saturating_add(1), last: now })
                    }
                }
            })?;
        }
        if random::<1>()? == [SWEEP] {
            expire_log_ins(self.access)?;
        }
        Ok(())
    }

    /// Forgets the failures of a user who has logged in, and records the address.
    pub fn succeed(&self) -> Result<()> {
        if let Some((key, _)) = self.counted.first()
            && self.access.store().read(Table::LogIns, key)?.is_some()
        {
            let removed = Change::remove(Table::LogIns, key, Precondition::Present);
            // Another caller may have removed the row.
            let _ = self.access.store().commit(&[removed], &[])?;
        }
        let now = self.now();
        match (&self.known, self.last_log_in()?) {
            (Some(_), Some((_, row))) if row.age(now) < RECORDED => Ok(()),
            (Some(key), _) => self.replace(key, |_| Ok(LogInRow { failures: 0, last: now })),
            (None, _) => Ok(()),
        }
    }

    /// Changes a row. Retries if another writer was faster.
    fn replace(
        &self,
        key: &str,
        change: impl Fn(Option<LogInRow>) -> Result<LogInRow>,
    ) -> Result<()> {
        loop {
            let found = self.access.store().read(Table::LogIns, key)?;
            let old = found.as_ref().map(LogInRow::read).transpose()?;
            let seen =
                found.map_or(Precondition::Absent, |row| Precondition::Revision(row.revision));
            let put = Change::put(Table::LogIns, key, seen, row::write(&change(old)?)?);
            if let CommitOutcome::Done { .. } = self.access.store().commit(&[put], &[])? {
                return Ok(());
            }
        }
    }

    fn now(&self) -> u64 {
        now(self.access)
    }
}

fn too_early(wait: Duration) -> Error {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let message = format!("too many failed log-ins, wait {seconds} s");
    Error::new(ErrorKind::Throttled, message).with_retry_after(wait)
}

fn now(access: &AuthContext) -> u64 {
    let since = access.moment().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(u64::MAX)
}

/// Removes forgotten log-ins and failures, and returns their number.
pub(crate) fn expire_log_ins(access: &AuthContext) -> Result<usize> {
    let (now, mut over) = (now(access), Vec::new());
    access.store().scan(Table::LogIns, None, &mut |key, found| {
        if LogInRow::read(&found)?.is_over(now) {
            let seen = Precondition::Revision(found.revision);
            over.push(Change::remove(Table::LogIns, key, seen));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let mut removed = 0;
    for change in over {
        let outcome = access.store().commit(&[change], &[])?;
        removed += usize::from(matches!(outcome, CommitOutcome::Done { .. }));
    }
    Ok(removed)
}
