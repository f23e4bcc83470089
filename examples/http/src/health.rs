//! The health and the readiness of the service.

use axum::http::StatusCode;
use glossweave::acl::PageRequest;
use glossweave::resource::ResourceKind;
use glossweave::{Caller, ErrorKind, Result};
use serde_json::{Value, json};

use crate::app::App;
use crate::client::Client;
use crate::load::Load;
use crate::response::Response;

/// Returns the health: `ok` if the store takes changes and requests are being processed, and each of the two as a part.
/// If no request has been for a minute, the service has to be restarted.
pub fn health(app: &App) -> Response {
    let store = if app.engine.check().is_ok() { "ok" } else { "failed" };
    let workers = if app.pools.are_responsive() { "ok" } else { "stuck" };
    let word = if store == "ok" { workers } else { store };
    answer(word, &json!({"store": store, "workers": workers}))
}

/// Returns the readiness: `ready` if the store answers, one more job can be queued, and the service is not
/// about to stop. Parts that cannot be asked are `unknown`.
pub async fn ready(app: &App, client: &Client) -> Response {
    let engine = app.engine.clone();
    let check = app.pools.of(Load::Light).run(client, move || {
        let mut page = PageRequest::default();
        page.limit = Some(1);
        engine.session(Caller::Anonymous).collection(ResourceKind::Filter).list(&page).map(drop)
    });
    let check: Result<()> = check.await;
    let (store, queue) = match check.as_ref().map_err(|error| error.kind()) {
        Ok(()) => ("ok", "ok"),
        Err(ErrorKind::Unavailable | ErrorKind::Throttled) => ("unknown", "full"),
        Err(_) => ("failed", "ok"),
    };
    let word = match check {
        Ok(()) if app.is_stopping() => "stopping",
        Ok(()) => "ready",
        Err(_) => "unavailable",
    };
    answer(word, &json!({"store": store, "queue": queue}))
}

fn answer(word: &str, parts: &Value) -> Response {
    let status = match word {
        "ok" | "ready" => StatusCode::OK,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    Response::json(status, &json!({"status": word, "parts": parts}))
}
