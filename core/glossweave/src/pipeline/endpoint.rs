//! Where a step goes.

use url::Url;

use crate::service::{Operation, no_service};
use glossweave_base::error::{Error, Result};

/// The version segments, with which a step may be written.
const VERSIONS: [&str; 2] = ["/v1", "/current"];

/// The URLs that the engine has for a caller who reached it at a host, which requests of that caller may
/// be written with.
pub(super) fn bases_at(host: &str) -> impl Iterator<Item = String> {
    let schemes = ["http", "https"].into_iter();
    schemes.flat_map(move |scheme| VERSIONS.map(|version| format!("{scheme}://{host}{version}")))
}

/// Where a step goes.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// To a service of the engine.
    Service(Operation),
    /// To a stored pipeline.
    Stored(String),
    /// To a pipeline that is the body.
    Chain,
    /// Out.
    Outside(Url),
}

/// The target of an endpoint, and its path below the version segment or its URL, with parameters.
///
/// Kind Invalid for what is no URL; NotFound for a path that leads to no service.
pub(super) fn resolve(endpoint: &str, bases: &[String]) -> Result<(Target, String)> {
    let endpoint = endpoint.trim();
    let path = match bases.iter().find_map(|base| below(endpoint, base)) {
        Some(path) => path,
        None if is_absolute(endpoint) => {
            let url: Url = endpoint.parse().map_err(|_| {
                Error::invalid("expected a path or a URL as endpoint").with_parameter("endpoint")
            })?;
            return Ok((Target::Outside(url), endpoint.to_owned()));
        }
        // A step may be written with the version segment or without.
        None => match VERSIONS.iter().find_map(|version| endpoint.strip_prefix(version)) {
            Some(path) if path.starts_with('/') => path,
            _ => endpoint,
        },
    };
    target(path).map(|target| (target, path.to_owned()))
}

/// The target of a path below the version segment.
pub(super) fn target(path: &str) -> Result<Target> {
    if let Some(operation) = Operation::of_path(path) {
        return Ok(Target::Service(operation));
    }
    let bare = path.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<&str> = bare.trim_matches('/').split('/').collect();
    match segments[..] {
        ["pipelining", "chain"] => Ok(Target::Chain),
        ["pipelining", "chain", id] => Ok(Target::Stored(id.to_owned())),
        _ => Err(no_service(path)),
    }
}

/// What stands behind one of the engine's own URLs, however its host and port are written.
fn below<'e>(endpoint: &'e str, base: &str) -> Option<&'e str> {
    let (own, asked) = (base.parse::<Url>().ok()?, endpoint.parse::<Url>().ok()?);
    let host = endpoint.find("://")? + "://".len();
    let path = host + endpoint[host..].find(['/', '?', '#'])?;
    let rest = endpoint[path..].strip_prefix(own.path().trim_end_matches('/'))?;
    let is_same = own.origin().is_tuple() && own.origin() == asked.origin();
    (is_same && rest.starts_with('/')).then_some(rest)
}

/// Whether an endpoint has a scheme or a host: then it is none of the engine's own paths.
fn is_absolute(endpoint: &str) -> bool {
    endpoint.starts_with("//")
        || endpoint.starts_with("\\")
        || endpoint.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'))
}
