//! Opening a folder: its lock, its database, and the check for missing or damaged rows.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ::sled::{Config, Db, Mode};

use super::ack_mark::AckMark;
use super::flush::{Flush, PERIOD};
use super::lock_file::FolderLock;
use super::tree::Trees;
use super::values::Values;
use super::{Durability, EVENTS, Inner, Options, broken, damaged, failed, schema};
use crate::store::disk::{make_folder, sync_folder};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};

pub(super) fn open(folder: &Path, options: &Options) -> Result<Inner> {
    make_folder(folder).map_err(|error| failed(folder, error))?;
    let holder = FolderLock::take(folder, options)?;
    let database = folder.join("sled");
    let ack_mark = AckMark::open(folder, &database)?;
    // Created here, because sled would create it with access for all users.
    make_folder(&database).map_err(|error| failed(&database, error))?;
    let db = start(folder, &database, options)?;
    let values = Values::open(folder)?;
    let checked = catch_unwind(AssertUnwindSafe(|| check(folder, db, values, ack_mark.revision())));
    let (trees, checksums) = checked.unwrap_or_else(|payload| {
        let cause = Error::from_panic(payload.as_ref());
        Err(damaged(folder, &format!("sled failed: {cause}")))
    })?;
    sync_folder(folder)
        .and_then(|()| sync_folder(&database))
        .map_err(|error| failed(&database, error))?;
    let db = trees.db().clone();
    let flush = Flush::new(options.durability, db, &database, ack_mark, checksums.revision)?;
    // The store is complete, so the copy of the damaged database is not needed any more.
    let _ = fs::remove_dir_all(aside(folder));
    Ok(Inner {
        trees,
        flush,
        checksums: checksums.into(),
        broken: false.into(),
        hangs: false.into(),
        holder,
    })
}

/// Compares the rows with their totals and the acknowledged revision, and removes the value files
/// without a row.
fn check(
    folder: &Path,
    db: Db,
    values: Values,
    acknowledged: u64,
) -> Result<(Trees, super::Checksums)> {
    let name = |error: Error| match error.kind() {
        ErrorKind::Storage if !error.message().contains("is damaged") => {
            damaged(folder, error.message()).because(error)
        }
        _ => error,
    };
    let trees = Trees::open(db, values.into()).map_err(name)?;
    let checksums = schema::upgrade(folder, &trees, acknowledged).map_err(name)?;
    if checksums.revision < acknowledged {
        return Err(schema::lost(folder, checksums.revision, acknowledged));
    }
    let (found, named) = trees.audit().map_err(name)?;
    if found.revision > checksums.revision || found.at(checksums.revision) != checksums {
        let what = format!(
            "it has {} rows and counters, which differ from the {} that were written",
            found.rows(),
            checksums.rows()
        );
        return Err(damaged(folder, &what));
    }
    trees.values().sweep(&named);
    Ok((trees, checksums))
}

/// The failure of one attempt to open the database.
enum Failure {
    /// A failure of the disk, for example missing space or permissions. Nothing needs a repair.
    Disk(Error),
    /// A database that sled cannot read.
    Damage(String),
}

fn start(folder: &Path, database: &Path, options: &Options) -> Result<Db> {
    let first = match attempt(database, options) {
        Ok(db) => return Ok(db),
        Err(Failure::Disk(error)) => return Err(error),
        Err(Failure::Damage(cause)) => cause,
    };
    // The snapshot and the parameters can be rebuilt, because the log contains all changes.
    let spare = spare(database).map_err(|error| failed(database, error))?;
    if spare.is_empty() {
        return Err(damaged(folder, &first));
    }
    keep(folder, database).map_err(|error| failed(&aside(folder), error))?;
    for path in spare {
        fs::remove_file(&path).map_err(|error| failed(&path, error))?;
    }
    let message = format_args!("`{}` is recovered from its log: {first}", folder.display());
    emit(Level::Warn, EVENTS, message);
    attempt(database, options).map_err(|failure| match failure {
        Failure::Disk(error) => error,
        Failure::Damage(cause) => {
            damaged(folder, &format!("{cause}; its files are kept in `damaged`"))
        }
    })
}

fn attempt(database: &Path, options: &Options) -> std::result::Result<Db, Failure> {
    let every = match options.durability {
        Durability::Flush => None,
        Durability::Periodic => Some(PERIOD.as_millis() as u64),
    };
    let mut patience = 200;
    loop {
        let config = Config::new()
            .path(database)
            .mode(Mode::HighThroughput)
            .cache_capacity(options.cache)
            .flush_every_ms(every);
        let error = match catch_unwind(AssertUnwindSafe(|| config.open())) {
            Ok(Ok(db)) => return Ok(db),
            Ok(Err(error)) => error,
            Err(payload) => {
                let cause = Error::from_panic(payload.as_ref());
                return Err(Failure::Damage(format!("sled cannot open it: {cause}")));
            }
        };
        match error {
            // The folder is locked by this process, but a database that was just closed may still
            // hold its lock.
            ::sled::Error::Io(error)
                if patience > 0 && error.to_string().contains("could not acquire lock") =>
            {
                patience -= 1;
                if patience == 0 {
                    move_log(database).map_err(|error| Failure::Disk(failed(database, error)))?;
                }
                thread::sleep(Duration::from_millis(10));
            }
            ::sled::Error::Io(error)
                if !matches!(
                    error.kind(),
                    io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData
                ) =>
            {
                return Err(Failure::Disk(failed(database, error)));
            }
            ::sled::Error::Unsupported(cause) => {
                return Err(Failure::Disk(broken(::sled::Error::Unsupported(cause))));
            }
            error => return Err(Failure::Damage(format!("sled cannot open it: {error}"))),
        }
    }
}

/// Replaces the file of the log with a copy. Child processes that were forked while the log was
/// open keep sled's lock on the old file as long as they run. This is safe because they cannot use
/// the store, and this process holds the lock on the folder.
fn move_log(database: &Path) -> std::io::Result<()> {
    let (log, draft) = (database.join("db"), database.with_file_name("db.new"));
    fs::copy(&log, &draft)?;
    fs::File::open(&draft)?.sync_all()?;
    fs::rename(&draft, &log)?;
    sync_folder(database)
}

/// Returns the files that sled can rebuild.
fn spare(database: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut spare = Vec::new();
    for entry in fs::read_dir(database)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "conf" || name.to_string_lossy().starts_with("snap.") {
            spare.push(entry.path());
        }
    }
    Ok(spare)
}

fn aside(folder: &Path) -> PathBuf {
    folder.join("damaged")
}

/// Copies the database to `damaged`. An existing copy is kept, because it is closest to the
/// original.
fn keep(folder: &Path, database: &Path) -> std::io::Result<()> {
    let (copy, draft) = (aside(folder), folder.join("damaged.new"));
    if copy.try_exists()? {
        return Ok(());
    }
    if draft.try_exists()? {
        fs::remove_dir_all(&draft)?;
    }
    copy_folder(database, &draft)?;
    fs::rename(&draft, &copy)?;
    sync_folder(folder)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    make_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
            fs::File::open(&target)?.sync_all()?;
        }
    }
    sync_folder(to)
}
