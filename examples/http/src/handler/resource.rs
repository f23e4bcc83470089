//! What users store, of any kind.

use axum::http::StatusCode;
use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH};
use glossweave::Result;
use glossweave::enrich::Load;
use glossweave::resource::{Changes, Kind, Page, Record};

use crate::answer::{Answer, tag};
use crate::ask::Ask;

/// Stores something new. The name is in the path or in the query.
pub fn create(ask: &mut Ask, kind: Kind, place: NameIn) -> Result<Answer> {
    let changes = changes(ask, kind)?;
    let path = ask.uri.path().to_owned();
    let (name, below) = match place {
        NameIn::Path => (Some(ask.last().to_owned()), false),
        NameIn::Query => (ask.parameter("name").map(str::to_owned), true),
    };
    let record = match (kind, name) {
        (Kind::Dataset, Some(name)) => {
            let mut body = ask.take_body();
            let datasets = ask.session().datasets();
            datasets.create_from(&name, Load::new(&mut body), &changes)?.into()
        }
        (kind, name) => ask.session().shelf(kind).create(name.as_deref(), ask.bytes(), &changes)?,
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
    ask.query.iter().try_for_each(|(name, value)| page.set(name, value))?;
    Ok(Answer::json(StatusCode::OK, &ask.session().shelf(kind).list(&page)?))
}

/// Changes one. Without a body its content stays.
pub fn update(ask: &mut Ask, kind: Kind) -> Result<Answer> {
    let changes = changes(ask, kind)?;
    let record: Record = match (kind, ask.has_body()) {
        (Kind::Dataset, true) => {
            let mut body = ask.take_body();
            let datasets = ask.session().datasets();
            datasets.update_from(ask.last(), Load::new(&mut body), &changes)?.into()
        }
        (kind, given) => {
            let content = Some(ask.bytes()).filter(|_| given);
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
