//! The protocol over HTTP.

use std::sync::Arc;

use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::{FRAME, Server};
use glossweave::Caller;

/// The service that speaks the protocol over HTTP, as `tower` has services.
pub type HttpService = StreamableHttpService<Server, NeverSessionManager>;

/// Returns a server as a service over HTTP, without sessions: each request stands alone. The header `Authorization`
/// names the caller by a token. `hosts` are the values of `Host` that requests may have; only those of this machine if
/// there are none, so that no page of the web reaches the server by a name that it has chosen.
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
    /// Returns the caller of a request: the one that its headers name, else that of the server.
    pub(super) fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let parts = context.extensions.get::<http::request::Parts>();
        let headers = parts.into_iter().flat_map(|parts| &parts.headers);
        let headers = headers.map(|(name, value)| (name.as_str(), value.as_bytes()));
        Caller::from_headers(headers).unwrap_or_else(|| self.0.caller.clone())
    }
}
