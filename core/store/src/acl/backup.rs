//! The export of the whole store, for admins.

use std::io::Write;

use super::access::AuthContext;
use super::{Action, Caller, ResourceClass};
use crate::store;
use glossweave_base::error::Result;

/// Writes the whole store, as [`store::export`] does. The export contains the hashes of passwords,
/// tokens and API keys, so it must be kept as safe as the store. Only admins may export.
///
/// # Errors
///
/// Returns [`ErrorKind::Unauthenticated`](glossweave_base::ErrorKind::Unauthenticated) or
/// [`ErrorKind::Forbidden`](glossweave_base::ErrorKind::Forbidden) if the caller is not an admin, and
/// [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the store or the writer fails.
pub fn export(access: &AuthContext, caller: &Caller, to: impl Write) -> Result<()> {
    access.check(caller, Action::Export, ResourceClass::User, "the store")?;
    store::export(access.store(), to)
}
