//! The version of the trees, and the upgrades between versions.

use std::path::Path;

use super::audit::{Checksums, KEY, META};
use super::tree::{Trees, Writes};
use super::{broken, damaged, row_codec};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The current version.
///
/// 1: encoded rows and counters, the last revision under `sequence`. 2: totals instead, with the
/// number of rows and the sum of their checksums. 3: large values in files next to the rows. Large
/// values of older versions stay in their rows until they change.
pub(super) const CURRENT: u32 = STEPS.len() as u32 + 1;

/// The upgrades from version n + 1 to the next version. The writes of a step and the version number
/// are in one transaction, so that the store always has either the old or the new version when the
/// process ends.
const STEPS: &[fn(&Path, &Trees) -> Result<Writes>] = &[count_rows, allow_files];

const SCHEMA: &str = "schema";
pub(super) const SEQUENCE: &str = "sequence";

/// Upgrades a store to the current version and returns its totals. `acknowledged` is the last
/// acknowledged revision. If it is not 0, the store must not be empty.
pub(super) fn upgrade(folder: &Path, trees: &Trees, acknowledged: u64) -> Result<Checksums> {
    let Some(found) = version(trees)? else {
        return begin(folder, trees, acknowledged);
    };
    let step = found.checked_sub(1).and_then(|step| STEPS.get(step as usize..));
    let Some(steps) = step else {
        return Err(Error::new(
            ErrorKind::Unsupported,
            format!(
                "the store in `{}` has version {found}, expected at most {CURRENT}",
                folder.display()
            ),
        ));
    };
    for (number, step) in (found + 1..).zip(steps) {
        let mut writes = step(folder, trees)?;
        write_version(&mut writes, number);
        trees.apply(&writes)?;
        trees.db().flush().map_err(broken)?;
    }
    match trees.meta(KEY)? {
        Some(sealed) => Checksums::open(&sealed),
        None => Err(damaged(folder, "its checksums are missing")),
    }
}

fn version(trees: &Trees) -> Result<Option<u32>> {
    let Some(sealed) = trees.meta(SCHEMA)? else { return Ok(None) };
    let opened = row_codec::open(META, SCHEMA.as_bytes(), &sealed)?;
    Ok(opened.payload.try_into().ok().map(u32::from_le_bytes))
}

pub(super) fn write_version(writes: &mut Writes, number: u32) {
    let (sealed, _) = row_codec::seal(META, SCHEMA.as_bytes(), 0, &number.to_le_bytes());
    writes.put_meta(SCHEMA, sealed);
}

fn begin(folder: &Path, trees: &Trees, acknowledged: u64) -> Result<Checksums> {
    if acknowledged > 0 {
        return Err(lost(folder, 0, acknowledged));
    }
    if trees.audit()?.0 != Checksums::default() {
        return Err(damaged(folder, "it has rows but no version"));
    }
    let mut writes = Writes::new(Checksums::default());
    write_version(&mut writes, CURRENT);
    writes.keep_checksums();
    trees.apply(&writes)?;
    trees.db().flush().map_err(broken)?;
    Ok(Checksums::default())
}

/// Returns the error for a store without its last commits.
pub(super) fn lost(folder: &Path, revision: u64, acknowledged: u64) -> Error {
    damaged(
        folder,
        &format!(
            "acknowledged changes are lost, it ends with revision {revision}, expected \
             {acknowledged} or later"
        ),
    )
}

/// Upgrades version 1 to 2.
fn count_rows(folder: &Path, trees: &Trees) -> Result<Writes> {
    let Some(sealed) = trees.meta(SEQUENCE)? else {
        return Err(damaged(folder, "its last revision is missing"));
    };
    let revision = row_codec::open(META, SEQUENCE.as_bytes(), &sealed)?.revision;
    let (checksums, _) = trees.audit()?;
    if checksums.revision > revision {
        return Err(damaged(folder, "rows are newer than its last revision"));
    }
    let mut writes = Writes::new(checksums.at(revision));
    writes.keep_checksums();
    writes.remove_meta(SEQUENCE);
    Ok(writes)
}

/// Upgrades version 2 to 3.
fn allow_files(_: &Path, _: &Trees) -> Result<Writes> {
    Ok(Writes::new(Checksums::default()))
}
