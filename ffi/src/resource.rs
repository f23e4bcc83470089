//! Stored resources.

use std::mem::MaybeUninit;

use glossweave::Result;
use glossweave::resource::AnyCollection;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::{changes, page};
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Stores something new, which then belongs to the caller. `kind` is `template`, `filter`, `pipeline`,
/// `dataset`, `xsltconverter`, `document` or `profile`. `name` is 1 to 128 letters, digits, `.`, `_` and `-`, and empty if the
/// store gives a number (templates and pipelines). `params` may be NULL, or have the options of
/// `ResourceOptions` (docs/options.md). Returns Conflict if the name is taken. `resource` may be NULL, or is
/// written as JSON; free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_create(
    session: Option<&GwSession>,
    kind: GwStr,
    name: GwStr,
    content: GwBytes,
    params: Option<&GwParams>,
    resource: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (collection, name) = (collection(session, kind)?, name.filled("name")?);
        let made = collection.create(name, content.get("content")?, &changes(params)?)?;
        json(resource, serde_json::to_vec(&made))
    })
}

/// Writes a resource as JSON: `name` or `id`, `kind`, `owner`, `visibility`, `description`,
/// `created`, `updated`, `revision`, and the fields of its kind. What is private and somebody
/// else's is NotFound, like what is not there; without a user both are Unauthenticated. Free it with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_read(
    session: Option<&GwSession>,
    kind: GwStr,
    name: GwStr,
    resource: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (collection, out) = (collection(session, kind)?, require(resource, "resource")?);
        json(Some(out), serde_json::to_vec(&collection.read(name.get("name")?)?))
    })
}

/// Writes the resources of a kind that the caller may see as an array of JSON, in the order of their names.
/// `params` may be NULL, or have `after` (the name that the list begins behind), `limit` (how many at most,
/// 100 without it) and `contents` (`true` for queries, stylesheets and requests of pipelines, which are
/// left out without it). A part has up to 8 MiB; the list is at its end if nothing follows the last name.
/// Free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_list(
    session: Option<&GwSession>,
    kind: GwStr,
    params: Option<&GwParams>,
    resources: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (collection, out) = (collection(session, kind)?, require(resources, "resources")?);
        json(Some(out), serde_json::to_vec(&collection.list(&page(params)?)?))
    })
}

/// Changes a resource; only its owner and admins may. The content stays if the `data` of `content` is NULL.
/// Whatever `params` do not name stays too. They are those of `gw_resource_create`, and `newOwner` (or
/// `owner`; the name of a user) and `if-revision` (PreconditionFailed if the resource has another one by
/// now). `resource` as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_update(
    session: Option<&GwSession>,
    kind: GwStr,
    name: GwStr,
    content: GwBytes,
    params: Option<&GwParams>,
    resource: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (collection, name) = (collection(session, kind)?, name.get("name")?);
        let content = Some(content.get("content")?).filter(|_| !content.data.is_null());
        let changed = collection.update(name, content, &changes(params)?)?;
        json(resource, serde_json::to_vec(&changed))
    })
}

/// Removes a resource; only its owner and admins may. `params` may be NULL, or have `if-revision`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_delete(
    session: Option<&GwSession>,
    kind: GwStr,
    name: GwStr,
    params: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || collection(session, kind)?.delete(name.get("name")?, &changes(params)?))
}

/// Checks if the caller may use a resource: the status is that of the use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_resource_check_use(
    session: Option<&GwSession>,
    kind: GwStr,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || collection(session, kind)?.check_use(name.get("name")?))
}

fn collection(session: Option<&GwSession>, kind: GwStr) -> Result<Box<dyn AnyCollection + '_>> {
    Ok(open(session)?.collection(kind.get("kind")?.parse()?))
}
