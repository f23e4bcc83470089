//! Reconciliation with stored datasets.

use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderName, StatusCode};
use glossweave::{Error, Result};

use crate::request::Request;
use crate::response::Response;
use crate::{query, route};

/// Returns the manifest of the service, or the candidates for a batch of queries.
pub fn reconcile(request: &mut Request) -> Result<Response> {
    let form = query::read(
        std::str::from_utf8(request.bytes())
            .map_err(|_| Error::malformed("the form is not UTF-8").with_parameter("queries"))?,
    )?;
    let given = form.iter().rev().find(|(name, _)| name == "queries");
    let queries = given.map(|(_, value)| value.as_str()).or(request.parameter("queries"));
    let reconciliation = request.session().reconciliation();
    let reply = match queries {
        Some(queries) => reconciliation.answer(request.last(), queries)?,
        None if request.has_body() => {
            return Err(Error::invalid("`queries` is missing").with_parameter("queries"));
        }
        None => reconciliation.manifest(request.last(), &service_url(request))?,
    };
    Ok(Response::json(StatusCode::OK, &reply))
}

/// Returns the entities whose names begin with the parameter `prefix`.
pub fn suggest(request: &mut Request) -> Result<Response> {
    let prefix = request.required("prefix")?;
    let found = request.session().reconciliation().suggest(request.last(), prefix)?;
    Ok(Response::json(StatusCode::OK, &found))
}

/// Returns a page about an entity.
pub fn preview(request: &mut Request) -> Result<Response> {
    let page =
        request.session().reconciliation().preview(request.last(), request.required("id")?)?;
    Ok(Response::new(StatusCode::OK, "text/html; charset=utf-8", page))
}

/// Returns the URL of the service for the caller: by the settings, or else by the headers.
fn service_url(request: &Request) -> String {
    let path = request.uri.path();
    let bases = &request.engine.settings().pipeline.base_urls;
    let base = bases.split(',').map(str::trim).find(|base| !base.is_empty());
    if let (Some(base), Some(below)) = (base, path.strip_prefix(route::BASE)) {
        return format!("{}{below}", base.trim_end_matches('/'));
    }
    let text = |name: &HeaderName| request.headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(&HOST).and_then(|host| host.parse::<Authority>().ok());
    let forwarded = HeaderName::from_static("x-forwarded-proto");
    let scheme = if text(&forwarded) == Some("https") { "https" } else { "http" };
    match host {
        Some(host) => format!("{scheme}://{host}{path}"),
        None => path.to_owned(),
    }
}
