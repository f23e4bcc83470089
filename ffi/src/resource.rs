//! Stored resources.

use std::mem::MaybeUninit;

use crate::engine::open;
use crate::guard::guard;
use crate::{GwError, GwSession, GwStatus, GwStr};

/// Checks whether the caller can use a resource. `kind` is `template`, `filter`, `pipeline`, `dataset`,
/// `xsltconverter`, `document` or `profile`. Returns the status that its use would return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_check_use(
    session: Option<&GwSession>,
    kind: GwStr,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let kind = kind.get("kind")?.parse()?;
        open(session)?.collection(kind).check_use(name.get("name")?)
    })
}
