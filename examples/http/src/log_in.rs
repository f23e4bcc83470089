//! Log-in at an OpenID provider, in a browser. The state that is needed at its end is stored in an
//! encrypted cookie, so that any instance of the service can finish the log-in.

#[cfg(feature = "oidc")]
pub use browser::{begin, finish};

use axum::http::{StatusCode, Uri};
use glossweave::Engine;
use serde_json::json;

use crate::response::Response;

/// Returns the name of the provider, or null if there is none.
pub fn describe(engine: &Engine) -> Response {
    let issuer = engine.settings().oidc.issuer.as_deref().unwrap_or_default();
    let uri: Option<Uri> = issuer.parse().ok();
    let host = uri.as_ref().and_then(Uri::host).filter(|host| !host.is_empty());
    Response::json(StatusCode::OK, &json!({"provider": host}))
}

#[cfg(feature = "oidc")]
mod browser {
    use axum::http::header::{CACHE_CONTROL, COOKIE, HOST, LOCATION, SET_COOKIE};
    use axum::http::uri::Authority;
    use axum::http::{HeaderMap, StatusCode, Uri};
    use glossweave::service::parse_form;
    use glossweave::{Engine, Error, Result};
    use serde_json::json;

    use crate::request::BASE;
    use crate::response::Response;

    /// The path to which the provider sends the browser back.
    const CALLBACK: &str = "/auth/oidc/callback";
    /// The name of the cookie.
    const NAME: &str = "glossweave-log-in";

    /// Redirects the browser to the provider.
    pub fn begin(engine: &Engine, _: &Uri, headers: &HeaderMap) -> Result<Response> {
        let root = root(engine, headers)?;
        let log_in = engine.begin_log_in(&format!("{root}{CALLBACK}"))?;
        let cookie = cookie(&root, &log_in.state, log_in.time.as_secs());
        let response = Response::empty(StatusCode::SEE_OTHER).with_header(LOCATION, log_in.url);
        Ok(response.with_header(SET_COOKIE, cookie).with_header(CACHE_CONTROL, "no-store"))
    }

    /// Returns the name of the user and a token, in exchange for the code that the provider sent.
    pub fn finish(engine: &Engine, uri: &Uri, headers: &HeaderMap) -> Result<Response> {
        let root = root(engine, headers)?;
        let all = parse_form(uri.query().unwrap_or_default())?;
        let required = |name: &str| {
            let found =
                all.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
            found.ok_or_else(|| Error::invalid(format!("`{name}` is missing")).with_parameter(name))
        };
        let kept = kept(headers, &name(&root)).unwrap_or_default();
        let sent = (kept, required("state")?, required("code")?);
        let (name, token) = engine.finish_log_in(&format!("{root}{CALLBACK}"), sent)?;
        let found = json!({"username": name, "token": token.to_text()});
        let response = Response::json(StatusCode::OK, &found);
        let response = response.with_header(SET_COOKIE, cookie(&root, "", 0));
        Ok(response.with_header(CACHE_CONTROL, "no-store"))
    }

    /// Returns the URL of the server as browsers see it, without a slash at its end: the first URL of
    /// `pipelines.base-urls` without the version segment, or the host of a request on this machine. Returns
    /// `ErrorKind::Invalid`, with the parameter `pipelines.base-urls`, if there is none.
    fn root(engine: &Engine, headers: &HeaderMap) -> Result<String> {
        let urls = &engine.settings().pipelines.base_urls;
        let first = urls.split(',').map(str::trim).find(|url| !url.is_empty());
        if let Some(uri) = first.and_then(|url| url.parse::<Uri>().ok())
            && let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority())
        {
            let path = uri.path().trim_end_matches('/');
            let path = path.strip_suffix(BASE).unwrap_or(path);
            return Ok(format!("{scheme}://{authority}{path}"));
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = host.and_then(|host| host.parse::<Authority>().ok());
        let is_here = |host: &Authority| matches!(host.host(), "localhost" | "127.0.0.1" | "[::1]");
        match host.filter(is_here) {
            Some(host) => Ok(format!("http://{host}")),
            None => {
                let message = "to log in here, set the URL of the service in `pipelines.base-urls`";
                Err(Error::invalid(message).with_parameter("pipelines.base-urls"))
            }
        }
    }

    /// Returns the name of the cookie. With the prefix, browsers use it only for this host and only with
    /// https.
    fn name(root: &str) -> String {
        let prefix = if root.starts_with("https:") { "__Host-" } else { "" };
        format!("{prefix}{NAME}")
    }

    /// Returns the header that sets the cookie for `seconds` seconds.
    fn cookie(root: &str, value: &str, seconds: u64) -> String {
        let secure = if root.starts_with("https:") { "; Secure" } else { "" };
        let name = name(root);
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
    }

    /// Returns the value of a cookie.
    fn kept<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
        let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            all.flat_map(|value| value.split(';')).filter_map(|one| one.split_once('='));
        pairs.find(|(known, _)| known.trim() == name).map(|(_, value)| value.trim())
    }
}
