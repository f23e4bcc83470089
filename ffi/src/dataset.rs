//! Uploads of datasets.

use std::ffi::c_void;
use std::fs::File;
use std::mem::MaybeUninit;

use glossweave::resource::Record;
use glossweave::vocabulary::{Load, Upload};
use glossweave::{Error, ErrorKind, Result};

use crate::bytes::json;
use crate::engine::open;
use crate::guard::guard;
use crate::progress::report;
use crate::request::changes;
use crate::{GwBuffer, GwBytes, GwError, GwParams, GwProgress, GwSession, GwStatus, GwStr};

/// Loads a dataset from a file, which is never held as a whole. `how` is `create` (makes it) or
/// `update` (changes it, as `mode` of the parameters says). `params` may be NULL, or have the
/// options of `ResourceOptions` (docs/options.md). `progress` may be NULL;
/// `data` goes to each call of it. Malformed for the first row that is wrong, with its place, with `strict` or if no row
/// is right; others are left out, and `skipped` of the resource lists them
/// (a label of RDF has none, the message names its thing); nothing has changed then. `resource` may
/// be NULL, or is written as JSON; free it with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_dataset_load(
    session: Option<&GwSession>,
    name: GwStr,
    path: GwStr,
    how: GwStr,
    params: Option<&GwParams>,
    progress: GwProgress,
    data: *mut c_void,
    resource: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (session, name, changes) = (open(session)?, name.get("name")?, changes(params)?);
        let (mut file, datasets) = (file(path.get("path")?)?, session.datasets());
        let mut on_progress = |at| report(progress, data, at);
        let load = Load::new(&mut file).watched(&mut on_progress);
        let loaded = match is_update(how)? {
            false => datasets.create_from(name, load, &changes)?,
            true => datasets.update_from(name, load, &changes)?,
        };
        json(resource, serde_json::to_vec(&Record::from(loaded)))
    })
}

/// Adds bytes to a source that stays until it is loaded or given up, even when the process ends: the
/// same user goes on under the same name. `length` may be NULL, or gets how many bytes are there;
/// with no bytes to add that is all that happens.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_upload_append(
    session: Option<&GwSession>,
    name: GwStr,
    data: GwBytes,
    length: Option<&mut MaybeUninit<u64>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let mut upload = upload(session, name)?;
        upload.append(data.get("data")?)?;
        if let Some(length) = length {
            length.write(upload.len());
        }
        Ok(())
    })
}

/// Loads an upload and removes it; if that fails, it stays. Returns NotFound if there is none. `how`,
/// `params` and `resource` are those of `gw_dataset_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_upload_load(
    session: Option<&GwSession>,
    name: GwStr,
    how: GwStr,
    params: Option<&GwParams>,
    resource: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (upload, changes) = (upload(session, name)?, changes(params)?);
        let datasets = open(session)?.datasets();
        let loaded = match is_update(how)? {
            false => datasets.create_from_upload(upload, &changes)?,
            true => datasets.update_from_upload(upload, &changes)?,
        };
        json(resource, serde_json::to_vec(&Record::from(loaded)))
    })
}

/// Discards an upload.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_upload_discard(
    session: Option<&GwSession>,
    name: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        upload(session, name)?.discard();
        Ok(())
    })
}

fn upload(session: Option<&GwSession>, name: GwStr) -> Result<Upload> {
    open(session)?.datasets().upload(name.get("name")?)
}

fn is_update(how: GwStr) -> Result<bool> {
    match how.get("how")? {
        "create" => Ok(false),
        "update" => Ok(true),
        other => {
            let message = format!("no way `{other}` to load, expected create or update");
            Err(Error::invalid(message).with_parameter("how"))
        }
    }
}

fn file(path: &str) -> Result<File> {
    File::open(path).map_err(|cause| {
        let message = format!("`{path}` cannot be read: {cause}");
        Error::new(ErrorKind::Unavailable, message).because(cause)
    })
}
