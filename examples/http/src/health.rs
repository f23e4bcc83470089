//! The health and the readiness of the service.

use axum::http::StatusCode;
use glossweave::acl::PageRequest;
use glossweave::resource::ResourceKind;
use glossweave::{Caller, Result};
use serde_json::json;

use crate::app::App;
use crate::client::Client;
use crate::load::Load;
use crate::response::Response;

/// Returns the health: `ok` if the store takes changes and requests are being processed. If none has been
/// for a minute, the service has to be restarted.
pub fn health(app: &App) -> Response {
    let (status, word) = match app.engine.check() {
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "failed"),
        Ok(()) if !app.pools.are_responsive() => (StatusCode::SERVICE_UNAVAILABLE, "stuck"),
        Ok(()) => (StatusCode::OK, "ok"),
    };
    Response::json(status, &json!({"status": word}))
}

/// Returns the readiness: `ready` if the store answers, one more job can be queued, and the service is not
/// about to stop.
pub async fn ready(app: &App, client: &Client) -> Response {
    let engine = app.engine.clone();
    let check = app.pools.of(Load::Light).run(client, move || {
        let mut page = PageRequest::default();
        page.limit = Some(1);
        engine.session(Caller::Anonymous).collection(ResourceKind::Filter).list(&page).map(drop)
    });
    let result: Result<()> = check.await;
    let (status, word) = match result {
        Ok(()) if !app.is_stopping() => (StatusCode::OK, "ready"),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    Response::json(status, &json!({"status": word}))
}
