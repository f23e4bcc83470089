//! Stored resources of any kind.

use super::answers::{empty, page, record, tag};
use super::input::Input;
use crate::service::Answer;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_store::resource::{PageRequest, ResourceKind, ResourceUpdate};

/// Stores a new resource. Templates and pipelines have no name, because the store assigns a number.
pub(super) fn create(input: &Input<'_>, kind: ResourceKind, name: Option<&str>) -> Result<Answer> {
    let changes = changes(input, kind)?;
    let made = input.session.collection(kind).create(name, &input.call.body, &changes)?;
    Ok(record(&made).created(format!("{}/{}", input.path, made.resource.name)))
}

/// Stores a new resource under the name in the path.
pub(super) fn create_at(input: &Input<'_>, kind: ResourceKind, name: &str) -> Result<Answer> {
    let changes = changes(input, kind)?;
    let made = input.session.collection(kind).create(Some(name), &input.call.body, &changes)?;
    Ok(record(&made).created(input.path))
}

/// Returns a resource.
pub(super) fn read(input: &Input<'_>, kind: ResourceKind, name: &str) -> Result<Answer> {
    let found = input.session.collection(kind).read(name)?;
    let known = input.call.header("if-none-match").unwrap_or_default();
    let tag = tag(&found);
    let mut known = known.split(',').map(|known| known.trim().trim_start_matches("W/"));
    if known.any(|known| known == "*" || known == tag) {
        return Ok(empty(304).with_header("etag", tag));
    }
    Ok(record(&found))
}

/// Returns the resources that the caller may see.
pub(super) fn list(input: &Input<'_>, kind: ResourceKind) -> Result<Answer> {
    let mut request = PageRequest::default();
    for (name, value) in input.parameters() {
        match name == "outformat" && is_json(value) {
            true => {}
            false => request.set(name, value)?,
        }
    }
    let records = |page: &PageRequest| input.session.collection(kind).list(page);
    page(input, &request, records, |record| &record.resource.name)
}

/// Returns `true` if lists can be returned in a format.
fn is_json(name: &str) -> bool {
    name.is_empty() || Format::in_request(name).is_ok_and(|format| format == Format::JsonLd)
}

/// Updates a resource. Without a body its content does not change.
pub(super) fn update(input: &Input<'_>, kind: ResourceKind, name: &str) -> Result<Answer> {
    let changes = changes(input, kind)?;
    let content = Some(&*input.call.body).filter(|body| !body.is_empty());
    Ok(record(&input.session.collection(kind).update(name, content, &changes)?))
}

/// Deletes a resource.
pub(super) fn delete(input: &Input<'_>, kind: ResourceKind, name: &str) -> Result<Answer> {
    let changes = changes(input, kind)?;
    input.session.collection(kind).delete(name, &changes)?;
    Ok(empty(204))
}

/// Returns the changes in the parameters and the headers, without the content.
fn changes(input: &Input<'_>, kind: ResourceKind) -> Result<ResourceUpdate> {
    let mut changes = ResourceUpdate::default();
    if let Some(tags) = input.call.header("if-match") {
        changes.set_if_match(tags)?;
    }
    for (name, value) in input.parameters().filter(|(name, _)| *name != "name") {
        changes.set(name, value)?;
    }
    let has_body = !input.call.body.is_empty();
    if let Some(media_type) = input.call.header("content-type").filter(|_| has_body) {
        changes.set_media_type(kind, media_type)?;
    }
    Ok(changes)
}
