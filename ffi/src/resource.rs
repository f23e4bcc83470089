//! Stored resources.

use std::mem::MaybeUninit;

use glossweave::Result;
use glossweave::resource::AnyCollection;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{guard, require};
use crate::request::{changes, page};
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Creates a resource, which belongs to the caller. `kind` is `template`, `filter`, `pipeline`, `dataset`,
/// `xsltconverter`, `document` or `profile`. `name` consists of 1 to 128 letters, digits, `.`, `_` and `-`.
/// It is empty for templates and pipelines, because the store assigns them numbers. `params` may be NULL,
/// or contain the options of `ResourceOptions` (docs/options.md). `resource` may be NULL, or receives the
/// resource as JSON; free it with `gw_buffer_free`. Returns `GW_STATUS_CONFLICT` if the name is already in
/// use.
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

/// Writes a resource as JSON with `name` or `id`, `kind`, `owner`, `visibility`, `description`, `created`,
/// `updated`, `revision`, and the fields of its kind. Free the bytes with `gw_buffer_free`. Returns
/// `GW_STATUS_NOT_FOUND` if the resource does not exist, or is private and belongs to another user;
/// anonymous callers receive `GW_STATUS_UNAUTHENTICATED` in both cases.
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

/// Writes the resources of a kind that the caller can see as a JSON array, sorted by name. `params` may be
/// NULL, or contain `after` (the name after which the list begins), `limit` (the maximum number; by
/// default, 100) and `contents` (`true` to include queries, stylesheets and requests of pipelines). A page
/// has up to 8 MiB. The list is complete when a call with the last name as `after` returns no resources.
/// Free the bytes with `gw_buffer_free`.
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

/// Changes a resource. Only its owner and admins can change it. If `data` of `content` is NULL, the content
/// does not change, and neither do fields that `params` does not contain. `params` may be NULL, or contain
/// the parameters of `gw_resource_create`, `newOwner` (or `owner`; the name of a user) and `if-revision`.
/// `resource` has the same meaning as in `gw_resource_create`. Returns `GW_STATUS_PRECONDITION_FAILED` if
/// the resource does not have the revision `if-revision`.
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

/// Deletes a resource. Only its owner and admins can delete it. `params` may be NULL, or contain
/// `if-revision`.
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

/// Checks whether the caller can use a resource. Returns the status that its use would return.
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
