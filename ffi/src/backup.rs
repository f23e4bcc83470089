//! Export and import of a store.

use std::mem::MaybeUninit;

use glossweave::{Error, store};

use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwSession, GwStatus, GwStr};

/// Writes down everything that is stored, as JSON Lines, hashes of passwords and tokens included: who
/// has it can do whatever their owners can. Only admins may: Unauthenticated, Forbidden. Free the
/// bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_store_export(
    session: Option<&GwSession>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (backup, out) = (open(session)?.backup(), require(bytes, "bytes")?);
        let mut lines = Vec::new();
        backup.export(&mut lines)?;
        out.write(lines.into());
        Ok(())
    })
}

/// Reads what `gw_store_export` wrote into a folder that is empty or not there: all of it, or
/// nothing. An engine with that folder as `store.location` then has the users, tokens and resources as they
/// were. Malformed for an export that is cut or changed, Conflict for a folder in which something was
/// stored, Storage for one that is in use. `folder` may be another value of `store.location`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_store_import(
    folder: GwStr,
    input: GwBytes,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let folder = require(folder.filled("folder")?, "folder")?;
        let place = folder.parse().map_err(|error: Error| error.with_parameter("folder"))?;
        store::import_to(&place, input.get("input")?)
    })
}
