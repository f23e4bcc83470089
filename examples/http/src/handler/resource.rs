//! Stored resources of any kind.

use axum::http::StatusCode;
use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH, LINK};
use glossweave::resource::{PageRequest, Record, ResourceKind, ResourceUpdate};
use glossweave::vocabulary::Upload;
use glossweave::{Format, Result};
use serde::Serialize;

use crate::request::Request;
use crate::response::{Response, tag};

/// Stores a new resource.
pub fn create(request: &mut Request, kind: ResourceKind, name_in: NameIn) -> Result<Response> {
    let changes = changes(request, kind)?;
    let path = request.uri.path().to_owned();
    let name = name_in.of(request).map(str::to_owned);
    let below = matches!(name_in, NameIn::Query);
    let record = match request.take_upload() {
        Some(upload) => request.session().datasets().create_from_upload(upload, &changes)?.into(),
        None => {
            request.session().collection(kind).create(name.as_deref(), request.bytes(), &changes)?
        }
    };
    let location = if below { format!("{path}/{}", record.resource.name) } else { path };
    Ok(Response::record(StatusCode::CREATED, &record).created(location))
}

/// The location of the name of a new resource in a request.
#[derive(Clone, Copy, Debug)]
pub enum NameIn {
    /// The last segment of the path.
    Path,
    /// The parameter `name`. It is absent when the store assigns a number.
    Query,
}

impl NameIn {
    fn of(self, request: &Request) -> Option<&str> {
        match self {
            NameIn::Path => Some(request.last()),
            NameIn::Query => request.parameter("name"),
        }
    }
}

/// Opens the source for the streamed content of a new resource. The rest of the request is checked first.
pub fn receive(request: &Request, kind: ResourceKind, name_in: NameIn) -> Result<Option<Upload>> {
    changes(request, kind)?;
    name_in.of(request).map(|name| request.session().datasets().new_source(name)).transpose()
}

/// Opens the source for the streamed content of an existing resource.
pub fn receive_update(request: &Request, kind: ResourceKind) -> Result<Option<Upload>> {
    changes(request, kind)?;
    request.session().datasets().next_source(request.last()).map(Some)
}

/// Returns a resource.
pub fn read(request: &mut Request, kind: ResourceKind) -> Result<Response> {
    let record = request.session().collection(kind).read(request.last())?;
    let seen = request.list(IF_NONE_MATCH).unwrap_or_default();
    let tag = tag(&record);
    let mut seen = seen.split(',').map(|one| one.trim().trim_start_matches("W/"));
    if seen.any(|one| one == "*" || one == tag) {
        return Ok(Response::empty(StatusCode::NOT_MODIFIED).with_header(ETAG, tag));
    }
    Ok(Response::record(StatusCode::OK, &record))
}

/// Returns the resources that the caller may see.
pub fn list(request: &mut Request, kind: ResourceKind) -> Result<Response> {
    let mut page = PageRequest::default();
    for (name, value) in &request.query {
        match name == "outformat" && is_json(value) {
            true => {}
            false => page.set(name, value)?,
        }
    }
    let records = |page: &PageRequest| request.session().collection(kind).list(page);
    part(request, &page, records, |record| &record.resource.name)
}

/// Returns `true` if lists can be returned in a format.
fn is_json(name: &str) -> bool {
    name.is_empty() || Format::in_request(name).is_ok_and(|format| format == Format::JsonLd)
}

/// Returns a page of a list. If there is a next page, the `Link` header refers to it (RFC 8288). `name`
/// returns the name of an entry, after which a page can start.
pub fn part<T: Serialize>(
    request: &Request,
    page: &PageRequest,
    list: impl Fn(&PageRequest) -> Result<Vec<T>>,
    name: impl Fn(&T) -> &str,
) -> Result<Response> {
    let things = list(page)?;
    let response = Response::json(StatusCode::OK, &things);
    let Some(last) = things.last().map(name) else { return Ok(response) };
    let mut rest = PageRequest::default();
    rest.after = Some(last.to_owned());
    rest.limit = Some(1);
    if list(&rest)?.is_empty() {
        return Ok(response);
    }
    // Names contain no characters that must be escaped in a query.
    let mut target = format!("{}?after={last}", request.uri.path());
    if let Some(limit) = page.limit {
        target.push_str(&format!("&limit={limit}"));
    }
    if page.contents {
        target.push_str("&contents=true");
    }
    Ok(response.with_header(LINK, format!("<{target}>; rel=\"next\"")))
}

/// Updates a resource. Without a body its content does not change.
pub fn update(request: &mut Request, kind: ResourceKind) -> Result<Response> {
    let changes = changes(request, kind)?;
    let record: Record = match request.take_upload() {
        Some(upload) => request.session().datasets().update_from_upload(upload, &changes)?.into(),
        None => {
            let content = Some(request.bytes()).filter(|_| request.has_body());
            request.session().collection(kind).update(request.last(), content, &changes)?
        }
    };
    Ok(Response::record(StatusCode::OK, &record))
}

/// Deletes a resource.
pub fn delete(request: &mut Request, kind: ResourceKind) -> Result<Response> {
    let changes = changes(request, kind)?;
    request.session().collection(kind).delete(request.last(), &changes)?;
    Ok(Response::empty(StatusCode::NO_CONTENT))
}

/// Returns the changes in the query and the headers, without the content.
fn changes(request: &Request, kind: ResourceKind) -> Result<ResourceUpdate> {
    let mut changes = ResourceUpdate::default();
    if let Some(tags) = request.list(IF_MATCH) {
        changes.set_if_match(&tags)?;
    }
    for (name, value) in request.query.iter().filter(|(name, _)| name != "name") {
        changes.set(name, value)?;
    }
    if let Some(media_type) = request.media_type()?.filter(|_| request.has_body()) {
        changes.set_media_type(kind, media_type)?;
    }
    Ok(changes)
}
