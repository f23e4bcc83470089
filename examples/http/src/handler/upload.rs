//! Datasets whose content is written to a file while it is received.

use axum::http::StatusCode;
use axum::http::header::{ETAG, IF_MATCH, LOCATION};
use glossweave::Result;
use glossweave::resource::{Record, ResourceKind, ResourceUpdate};
use glossweave::vocabulary::Upload;

use crate::handler::call;
use crate::request::Request;
use crate::response::Response;

/// The location of the name of a new dataset in a request.
#[derive(Clone, Copy, Debug)]
pub enum NameIn {
    /// The last segment of the path.
    Path,
    /// The parameter `name`.
    Query,
}

/// Opens the source for the content of a new dataset. The rest of the request is checked first.
pub fn receive(request: &Request, name_in: NameIn) -> Result<Option<Upload>> {
    changes(request)?;
    let name = match name_in {
        NameIn::Path => Some(request.last()),
        NameIn::Query => request.parameter("name"),
    };
    name.map(|name| request.session().datasets().new_source(name)).transpose()
}

/// Opens the source for new content of an existing dataset.
pub fn receive_update(request: &Request) -> Result<Option<Upload>> {
    changes(request)?;
    request.session().datasets().next_source(request.last()).map(Some)
}

/// Creates a dataset.
pub fn create(request: &mut Request, name_in: NameIn) -> Result<Response> {
    let changes = changes(request)?;
    let Some(upload) = request.take_upload() else { return call::call(request) };
    let record: Record = request.session().datasets().create_from_upload(upload, &changes)?.into();
    let path = request.uri.path();
    let location = match name_in {
        NameIn::Path => path.to_owned(),
        NameIn::Query => format!("{path}/{}", record.resource.name),
    };
    Ok(respond(StatusCode::CREATED, &record).with_header(LOCATION, location))
}

/// Updates a dataset.
pub fn update(request: &mut Request) -> Result<Response> {
    let changes = changes(request)?;
    let Some(upload) = request.take_upload() else { return call::call(request) };
    let record: Record = request.session().datasets().update_from_upload(upload, &changes)?.into();
    Ok(respond(StatusCode::OK, &record))
}

fn respond(status: StatusCode, record: &Record) -> Response {
    let tag = format!("\"{}\"", record.resource.revision);
    Response::json(status, record).with_header(ETAG, tag)
}

/// Returns the changes in the query and the headers, without the content.
fn changes(request: &Request) -> Result<ResourceUpdate> {
    let mut changes = ResourceUpdate::default();
    if let Some(tags) = request.list(&IF_MATCH) {
        changes.set_if_match(&tags)?;
    }
    for (name, value) in request.query.iter().filter(|(name, _)| name != "name") {
        changes.set(name, value)?;
    }
    if let Some(media_type) = request.media_type()?.filter(|_| request.has_body()) {
        changes.set_media_type(ResourceKind::Dataset, media_type)?;
    }
    Ok(changes)
}
