//! What users store, of any kind.

use axum::http::StatusCode;
use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH, LINK};
use glossweave::enrich::Upload;
use glossweave::resource::{Changes, Kind, Page, Record};
use glossweave::{Format, Result};

use crate::request::Ask;
use crate::response::{Answer, tag};

/// Stores something new. The name is in the path or in the query.
pub fn create(ask: &mut Ask, kind: Kind, place: NameIn) -> Result<Answer> {
    let changes = changes(ask, kind)?;
    let path = ask.uri.path().to_owned();
    let name = place.of(ask).map(str::to_owned);
    let below = matches!(place, NameIn::Query);
    let record = match ask.take_upload() {
        Some(upload) => ask.session().datasets().create_from_upload(upload, &changes)?.into(),
        None => ask.session().shelf(kind).create(name.as_deref(), ask.bytes(), &changes)?,
    };
    let place = if below { format!("{path}/{}", record.resource.name) } else { path };
    Ok(Answer::record(StatusCode::CREATED, &record).created(place))
}

/// Where the name of something new is.
#[derive(Clone, Copy, Debug)]
pub enum NameIn {
    /// The last segment of the path.
    Path,
    /// The parameter `name`; none where the store gives a number.
    Query,
}

impl NameIn {
    fn of(self, ask: &Ask) -> Option<&str> {
        match self {
            NameIn::Path => Some(ask.last()),
            NameIn::Query => ask.parameter("name"),
        }
    }
}

/// Where the content of something new goes that is not held; what is wrong with the rest of the request is
/// said before.
pub fn receive(ask: &Ask, kind: Kind, place: NameIn) -> Result<Option<Upload>> {
    changes(ask, kind)?;
    place.of(ask).map(|name| ask.session().datasets().new_source(name)).transpose()
}

/// The same for something that is there.
pub fn receive_update(ask: &Ask, kind: Kind) -> Result<Option<Upload>> {
    changes(ask, kind)?;
    ask.session().datasets().next_source(ask.last()).map(Some)
}

/// One.
pub fn read(ask: &mut Ask, kind: Kind) -> Result<Answer> {
    let record = ask.session().shelf(kind).read(ask.last())?;
    let seen = ask.list(IF_NONE_MATCH).unwrap_or_default();
    let tag = tag(&record);
    let mut seen = seen.split(',').map(|one| one.trim().trim_start_matches("W/"));
    if seen.any(|one| one == "*" || one == tag) {
        return Ok(Answer::empty(StatusCode::NOT_MODIFIED).with_header(ETAG, tag));
    }
    Ok(Answer::record(StatusCode::OK, &record))
}

/// Those that the caller may see.
pub fn list(ask: &mut Ask, kind: Kind) -> Result<Answer> {
    let mut page = Page::default();
    for (name, value) in &ask.query {
        match name == "outformat" && is_json(value) {
            true => {}
            false => page.set(name, value)?,
        }
    }
    let records = ask.session().shelf(kind).list(&page)?;
    let answer = Answer::json(StatusCode::OK, &records);
    let last = records.last().map(|record| record.resource.name.as_str());
    let next = next(ask, &page, last, |page| Ok(ask.session().shelf(kind).list(page)?.is_empty()))?;
    Ok(next.into_iter().fold(answer, |answer, link| answer.with_header(LINK, link)))
}

/// Whether a format that is asked for is what lists are written in.
fn is_json(name: &str) -> bool {
    name.is_empty() || Format::in_request(name).is_ok_and(|format| format == Format::JsonLd)
}

/// The `Link` to the part behind the last name, where something is there (RFC 8288).
pub fn next(
    ask: &Ask,
    page: &Page,
    last: Option<&str>,
    is_end: impl Fn(&Page) -> Result<bool>,
) -> Result<Option<String>> {
    let Some(last) = last else { return Ok(None) };
    let mut behind = Page::default();
    behind.after = Some(last.to_owned());
    behind.limit = Some(1);
    if is_end(&behind)? {
        return Ok(None);
    }
    // Names have no characters that a query would need escaped.
    let mut place = format!("{}?after={last}", ask.uri.path());
    if let Some(limit) = page.limit {
        place.push_str(&format!("&limit={limit}"));
    }
    if page.contents {
        place.push_str("&contents=true");
    }
    Ok(Some(format!("<{place}>; rel=\"next\"")))
}

/// Changes one. Without a body its content stays.
pub fn update(ask: &mut Ask, kind: Kind) -> Result<Answer> {
    let changes = changes(ask, kind)?;
    let record: Record = match ask.take_upload() {
        Some(upload) => ask.session().datasets().update_from_upload(upload, &changes)?.into(),
        None => {
            let content = Some(ask.bytes()).filter(|_| ask.has_body());
            ask.session().shelf(kind).update(ask.last(), content, &changes)?
        }
    };
    Ok(Answer::record(StatusCode::OK, &record))
}

/// Removes one.
pub fn delete(ask: &mut Ask, kind: Kind) -> Result<Answer> {
    let changes = changes(ask, kind)?;
    ask.session().shelf(kind).delete(ask.last(), &changes)?;
    Ok(Answer::empty(StatusCode::NO_CONTENT))
}

/// What the query and the headers say besides the content.
fn changes(ask: &Ask, kind: Kind) -> Result<Changes> {
    let mut changes = Changes::default();
    if let Some(tags) = ask.list(IF_MATCH) {
        changes.set_if_match(&tags)?;
    }
    for (name, value) in ask.query.iter().filter(|(name, _)| name != "name") {
        changes.set(name, value)?;
    }
    if let Some(media_type) = ask.media_type()?.filter(|_| ask.has_body()) {
        changes.set_media_type(kind, media_type)?;
    }
    Ok(changes)
}
