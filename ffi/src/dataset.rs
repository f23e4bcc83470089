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

/// Loads a dataset from a file, which is read in pieces and never completely in memory. `how` is `create`
/// (creates the dataset) or `update` (changes it, as specified by the parameter `mode`). `params` may be
/// NULL, or contain the options of `ResourceOptions` (docs/options.md). `progress` may be NULL; each call
/// of it receives `data`. `resource` may be NULL, or receives the resource as JSON; free it with
/// `gw_buffer_free`. Wrong rows are skipped, and `skipped` of the resource lists them with their locations
/// (for a label in RDF, the message contains the subject instead). Returns `GW_STATUS_MALFORMED`, with the
/// location of the first wrong row, if `strict` is set or no row is valid; then nothing changes.
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

/// Appends bytes to an upload, which the store keeps until it is loaded or discarded, even if the process
/// ends: the same user can continue it under the same name. `length` may be NULL, or receives the size of
/// the upload in bytes. Use the function without bytes to get only the size.
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

/// Loads an upload as a dataset, and deletes the upload on success. `how`, `params` and `resource` have the
/// same meaning as in `gw_dataset_load`. Returns `GW_STATUS_NOT_FOUND` if there is no such upload.
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
            let message = format!("no mode `{other}` of a load, expected create or update");
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
