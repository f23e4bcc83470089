//! The thread in which sled syncs to the disk, because this call may never return.
//!
//! If a write fails in one of sled's threads, sled does not notify the waiting callers. If it
//! leaves an unfinished buffer, they wait forever. The thread prevents that callers are blocked in
//! either case.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ::sled::Db;

use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum time of a sync. Slow disks need several seconds.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The interval at which a failure of the store in another call is detected.
const STEP: Duration = Duration::from_millis(100);
/// The time after which sled is reminded. Another request makes sled notify the waiting callers.
const REMINDER: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Worker {
    db: Db,
    /// The sender of jobs. It is `None` when the thread should end.
    jobs: Option<SyncSender<()>>,
    done: Receiver<Result<()>>,
    thread: Option<JoinHandle<()>>,
    is_lost: bool,
}

impl Worker {
    pub(super) fn start(db: Db) -> Result<Worker> {
        let (jobs, requests) = mpsc::sync_channel::<()>(1);
        let (tell, done) = mpsc::channel();
        let its = db.clone();
        let thread = thread::Builder::new()
            .name("glossweave-flush".to_owned())
            .spawn(move || {
                while requests.recv().is_ok() {
                    if tell.send(flush(&its)).is_err() {
                        break;
                    }
                }
            })
            .map_err(|error| {
                Error::new(ErrorKind::Internal, "no thread for the store can be started")
                    .because(error)
            })?;
        Ok(Worker { db, jobs: Some(jobs), done, thread: Some(thread), is_lost: false })
    }

    /// Syncs all commits to the disk. Returns `ErrorKind::Storage` if this fails or takes too long,
    /// or if another call failed in the meantime.
    pub(super) fn flush(&mut self, broken: &AtomicBool) -> Result<()> {
        let lost = |what: &str| Error::new(ErrorKind::Storage, format!("the store failed: {what}"));
        let is_sent = match &self.jobs {
            Some(jobs) if !self.is_lost => jobs.send(()).is_ok(),
            _ => false,
        };
        if !is_sent {
            return Err(lost("its disk did not answer before"));
        }
        let begun = Instant::now();
        let mut is_reminded = false;
        loop {
            match self.done.recv_timeout(STEP) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_lost = true;
                    return Err(lost("its thread has ended"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let is_broken = broken.load(Ordering::Acquire);
            if is_broken || begun.elapsed() > TIMEOUT {
                self.is_lost = true;
                return Err(lost(match is_broken {
                    true => "another call failed",
                    false => "its disk does not answer",
                }));
            }
            if !is_reminded && begun.elapsed() > REMINDER {
                is_reminded = true;
                remind(&self.db);
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && !self.is_lost
        {
            let _ = thread.join();
        }
    }
}

/// Makes sled check for a failed write and notify the waiting callers. Most calls would wait as
/// well, because they wait for transactions that wait for the write. Creating a tree does not.
fn remind(db: &Db) {
    let name = "reminder";
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let made = db.open_tree(name).map(drop);
        made.and_then(|()| db.drop_tree(name))
    }));
}

fn flush(db: &Db) -> Result<()> {
    let flushed = catch_unwind(AssertUnwindSafe(|| db.flush()));
    match flushed {
        Ok(done) => done.map(drop).map_err(super::broken),
        Err(payload) => Err(super::broken(Error::from_panic(payload.as_ref()))),
    }
}
