//! Reconciliation with stored datasets.

use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderName, StatusCode};
use glossweave::{Error, Result};

use crate::request::Ask;
use crate::response::Answer;
use crate::{query, route};

/// What the service can do, or the candidates for a batch of queries.
pub fn answer(ask: &mut Ask) -> Result<Answer> {
    let form = query::read(
        std::str::from_utf8(ask.bytes())
            .map_err(|_| Error::malformed("the form is not UTF-8").with_parameter("queries"))?,
    )?;
    let given = form.iter().rev().find(|(name, _)| name == "queries");
    let queries = given.map(|(_, value)| value.as_str()).or(ask.parameter("queries"));
    let reconciliation = ask.session().reconciliation();
    let said = match queries {
        Some(queries) => reconciliation.answer(ask.last(), queries)?,
        None if ask.has_body() => {
            return Err(Error::invalid("`queries` is missing").with_parameter("queries"));
        }
        None => reconciliation.manifest(ask.last(), &place(ask))?,
    };
    Ok(Answer::json(StatusCode::OK, &said))
}

/// Things whose name begins as the parameter `prefix` does.
pub fn suggest(ask: &mut Ask) -> Result<Answer> {
    let prefix = ask.required("prefix")?;
    let found = ask.session().reconciliation().suggest(ask.last(), prefix)?;
    Ok(Answer::json(StatusCode::OK, &found))
}

/// A page about a thing.
pub fn preview(ask: &mut Ask) -> Result<Answer> {
    let page = ask.session().reconciliation().preview(ask.last(), ask.required("id")?)?;
    Ok(Answer::new(StatusCode::OK, "text/html; charset=utf-8", page))
}

/// The URL of this, as the caller has it: that of the settings, or by the headers.
fn place(ask: &Ask) -> String {
    let path = ask.uri.path();
    let bases = &ask.engine.settings().pipeline.base_urls;
    let base = bases.split(',').map(str::trim).find(|base| !base.is_empty());
    if let (Some(base), Some(below)) = (base, path.strip_prefix(route::BASE)) {
        return format!("{}{below}", base.trim_end_matches('/'));
    }
    let text = |name: &HeaderName| ask.headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(&HOST).and_then(|host| host.parse::<Authority>().ok());
    let forwarded = HeaderName::from_static("x-forwarded-proto");
    let scheme = if text(&forwarded) == Some("https") { "https" } else { "http" };
    match host {
        Some(host) => format!("{scheme}://{host}{path}"),
        None => path.to_owned(),
    }
}
