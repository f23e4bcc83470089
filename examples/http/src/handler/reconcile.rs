//! Reconciliation with stored datasets.

use axum::http::header::{ACCEPT_LANGUAGE, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderName, StatusCode};
use glossweave::text::Language;
use glossweave::vocabulary::{ApiVersion, Reconciliation, ReconciliationOptions, Suggested};
use glossweave::{Error, Result};

use crate::request::Request;
use crate::response::Response;
use crate::{query, route};

/// The maximum number of languages of a header that are used.
const MOST_LANGUAGES: usize = 16;

/// Returns the manifest of the service, the candidates for a batch of queries, or values of properties. For
/// version 0.2.
pub fn reconcile(request: &mut Request) -> Result<Response> {
    let form = query::read(
        std::str::from_utf8(request.bytes())
            .map_err(|_| Error::malformed("the form is not UTF-8").with_parameter("queries"))?,
    )?;
    let given = |name| {
        let field = form.iter().rev().find(|(given, _)| given == name);
        field.map(|(_, value)| value.as_str()).or(request.parameter(name))
    };
    let reconciliation = service(request, ApiVersion::V0_2);
    let reply = match (given("queries"), given("extend")) {
        (Some(queries), _) => reconciliation.answer(request.last(), queries)?,
        (None, Some(query)) => reconciliation.extend(request.last(), query)?,
        (None, None) if request.has_body() => {
            return Err(Error::invalid("`queries` is missing").with_parameter("queries"));
        }
        (None, None) => return manifest(request, ApiVersion::V0_2),
    };
    Ok(Response::json(StatusCode::OK, &reply))
}

/// Returns the manifest of the service.
pub fn manifest(request: &mut Request, version: ApiVersion) -> Result<Response> {
    let url = service_url(request);
    let found = service(request, version).manifest(request.last(), &url)?;
    Ok(Response::json(StatusCode::OK, &found))
}

/// Returns the candidates for the batch of queries in the body.
pub fn answer(request: &mut Request, version: ApiVersion) -> Result<Response> {
    let found = service(request, version).answer(request.last(), body(request, "queries")?)?;
    Ok(Response::json(StatusCode::OK, &found))
}

/// Returns the values of properties that the body requests.
pub fn extend(request: &mut Request, version: ApiVersion) -> Result<Response> {
    let found = service(request, version).extend(request.last(), body(request, "extend")?)?;
    Ok(Response::json(StatusCode::OK, &found))
}

/// Returns suggestions that start with the parameter `prefix`.
pub fn suggest(
    request: &mut Request,
    version: ApiVersion,
    suggested: Suggested,
) -> Result<Response> {
    let (prefix, skip) = (request.required("prefix")?, number(request, "cursor")?.unwrap_or(0));
    let found = service(request, version).suggest(request.last(), suggested, prefix, skip)?;
    Ok(Response::json(StatusCode::OK, &found))
}

/// Returns properties of the class in the parameter `type`.
pub fn propose(request: &mut Request, version: ApiVersion) -> Result<Response> {
    let (class, limit) = (request.parameter("type").unwrap_or(""), number(request, "limit")?);
    let found = service(request, version).propose(request.last(), class, limit)?;
    Ok(Response::json(StatusCode::OK, &found))
}

/// Returns a page about an entity.
pub fn preview(request: &mut Request, version: ApiVersion) -> Result<Response> {
    let page = service(request, version).preview(request.last(), request.required("id")?)?;
    Ok(Response::new(StatusCode::OK, "text/html; charset=utf-8", page))
}

fn service(request: &Request, version: ApiVersion) -> Reconciliation<'_> {
    let languages = request.list(ACCEPT_LANGUAGE).unwrap_or_default();
    let options = ReconciliationOptions { version, languages: wanted(&languages) };
    request.session().reconciliation().with_options(options)
}

/// Returns the languages of an `Accept-Language` header in order of preference (RFC 9110, 12.5.4).
fn wanted(header: &str) -> Vec<Language> {
    let ranges = header.split(',').filter_map(|range| {
        let (tag, more) = range.split_once(';').unwrap_or((range, ""));
        let weight = more.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse().ok());
        Some((Language::parse(tag.trim())?, weight.filter(|weight: &f64| *weight > 0.0)?))
    });
    let mut ranges: Vec<(Language, f64)> = ranges.take(MOST_LANGUAGES).collect();
    ranges.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranges.into_iter().map(|(language, _)| language).collect()
}

fn body<'a>(request: &'a Request, name: &str) -> Result<&'a str> {
    std::str::from_utf8(request.bytes())
        .map_err(|_| Error::malformed("the body is not UTF-8").with_parameter(name))
}

fn number(request: &Request, name: &str) -> Result<Option<usize>> {
    let text = request.parameter(name).filter(|text| !text.is_empty());
    let parse = |text: &str| {
        let error = || Error::no_such("number", text, "digits").with_parameter(name);
        text.parse().map_err(|_| error())
    };
    text.map(parse).transpose()
}

/// Returns the URL of the service for the caller, from the settings or else from the headers.
fn service_url(request: &Request) -> String {
    let path = request.uri.path();
    let bases = &request.engine.settings().pipelines.base_urls;
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
