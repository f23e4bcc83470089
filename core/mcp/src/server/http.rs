//! The protocol over HTTP.

use std::sync::Arc;

use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::{FRAME, Server};
use glossweave::Caller;

/// The HTTP service for the protocol, as a service of `tower`.
pub type HttpService = StreamableHttpService<Server, NeverSessionManager>;

/// Returns a server as an HTTP service without sessions. The header `Authorization` identifies the
/// caller by a token. `hosts` are the permitted values of the header `Host`. If `hosts` is empty,
/// only the names of this machine are accepted, so that a web page cannot use DNS rebinding to call
/// the server.
pub fn http_service(server: Server, hosts: &[String]) -> HttpService {
    let most = server.0.limits.max_bytes.saturating_mul(2).saturating_add(FRAME);
    let mut config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(most)
        .enforce_origin_validation();
    if !hosts.is_empty() {
        config = config.with_allowed_hosts(hosts.iter().cloned());
    }
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

impl Server {
    /// Returns the caller of a request: the caller in its headers, or else the caller of the
    /// server.
    pub(super) fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let parts = context.extensions.get::<http::request::Parts>();
        let headers = parts.into_iter().flat_map(|parts| &parts.headers);
        let headers = headers.map(|(name, value)| (name.as_str(), value.as_bytes()));
        Caller::from_headers(headers).unwrap_or_else(|| self.0.caller.clone())
    }
}
