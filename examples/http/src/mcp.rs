//! The Model Context Protocol at `/mcp`: the tools of `glossweave-mcp` for callers of the service.

use glossweave::Caller;
use glossweave_mcp::{Folders, HttpService, Server, ServerLimits, http_service};

use crate::app::App;
use crate::config;

/// The path of the protocol.
pub const PATH: &str = "/mcp";

/// Builds the service. It reads no files of the machine, and limits documents to the size of a body.
pub fn service(app: &App, settings: &config::Server) -> HttpService {
    let mut limits = ServerLimits::default();
    limits.max_bytes = limits.max_bytes.min(app.engine.settings().limits.source.as_usize());
    limits.calls = settings.light_threads();
    let hosts = settings.mcp_hosts.split(',').map(str::trim).filter(|host| !host.is_empty());
    let hosts: Vec<String> = hosts.map(str::to_owned).collect();
    let server = Server::new(app.engine.clone(), Caller::Anonymous, Folders::default(), limits);
    http_service(server, &hosts)
}
