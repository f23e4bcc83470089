//! Export and import of a store.

use std::mem::MaybeUninit;

use glossweave::{Error, store};

use crate::engine::open;
use crate::guard::{guard, require};
use crate::{GwBuffer, GwBytes, GwError, GwSession, GwStatus, GwStr};

/// Exports the whole store as JSON Lines, including the hashes of passwords and tokens. Anyone who has the
/// export can act as the users in it. Only admins can export a store. Free the bytes with `gw_buffer_free`.
/// Returns `GW_STATUS_UNAUTHENTICATED` if the caller is anonymous, and `GW_STATUS_FORBIDDEN` if the caller
/// is not an admin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_store_export(
    session: Option<&GwSession>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (session, out) = (open(session)?, require(bytes, "bytes")?);
        let mut lines = Vec::new();
        session.export(&mut lines)?;
        out.write(lines.into());
        Ok(())
    })
}

/// Imports an export of `gw_store_export` into a folder that is empty or does not exist, either completely
/// or not at all. Then open an engine with that folder as `store.location` to use the same users, tokens
/// and resources. `folder` may also be another value of `store.location`. Returns `GW_STATUS_MALFORMED` if
/// the export is truncated or changed, `GW_STATUS_CONFLICT` if the folder contains stored data, and
/// `GW_STATUS_STORAGE` if the folder is in use.
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
