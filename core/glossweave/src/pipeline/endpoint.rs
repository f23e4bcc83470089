//! The targets of steps.

use url::Url;

use crate::service::{Operation, no_service};
use glossweave_base::error::{Error, Result};
use glossweave_base::text::iri::has_colon_first;

/// The version segments at the start of an endpoint.
pub(crate) const VERSIONS: [&str; 2] = ["/v1", "/current"];

/// Returns the URLs of the engine for a caller who used this host. The requests of the caller may
/// contain these URLs.
pub(super) fn bases_at(host: &str) -> impl Iterator<Item = String> {
    let schemes = ["http", "https"].into_iter();
    schemes.flat_map(move |scheme| VERSIONS.map(|version| format!("{scheme}://{host}{version}")))
}

/// The target of a step.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A service of the engine.
    Service(Operation),
    /// A stored pipeline.
    Stored(String),
    /// A pipeline in the body.
    Chain,
    /// A remote URL.
    Outside(Url),
}

/// Returns the target of an endpoint with its path below the version segment, or with its URL.
/// Parameters are included.
///
/// Returns `ErrorKind::Invalid` for an invalid URL, and `ErrorKind::NotFound` for a path without a
/// service.
pub(super) fn resolve(endpoint: &str, bases: &[String]) -> Result<(Target, String)> {
    let endpoint = endpoint.trim();
    let path = match bases.iter().find_map(|base| below(endpoint, base)) {
        Some(path) => path,
        None if is_url(endpoint) => {
            let url: Url = endpoint.parse().map_err(|_| {
                Error::invalid("expected a path or a URL as endpoint").with_parameter("endpoint")
            })?;
            return Ok((Target::Outside(url), endpoint.to_owned()));
        }
        // The version segment is optional.
        None => match VERSIONS.iter().find_map(|version| endpoint.strip_prefix(version)) {
            Some(path) if path.starts_with('/') => path,
            _ => endpoint,
        },
    };
    target(path).map(|target| (target, path.to_owned()))
}

/// Returns the target of a path below the version segment.
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

/// Checks that a path leads to a service or a pipeline.
pub(crate) fn check_path(path: &str) -> Result<()> {
    target(path).map(drop)
}

/// Returns the path of an endpoint below a URL of the engine. Compares origins, so that different
/// spellings of the host and port match.
fn below<'e>(endpoint: &'e str, base: &str) -> Option<&'e str> {
    let (own, asked) = (base.parse::<Url>().ok()?, endpoint.parse::<Url>().ok()?);
    let host = endpoint.find("://")? + "://".len();
    let path = host + endpoint[host..].find(['/', '?', '#'])?;
    let rest = endpoint[path..].strip_prefix(own.path().trim_end_matches('/'))?;
    let is_same = own.origin().is_tuple() && own.origin() == asked.origin();
    (is_same && rest.starts_with('/')).then_some(rest)
}

/// Returns `true` if an endpoint has a scheme or a host. Otherwise it is a path of the engine.
fn is_url(endpoint: &str) -> bool {
    endpoint.starts_with("//") || endpoint.starts_with("\\") || has_colon_first(endpoint)
}
