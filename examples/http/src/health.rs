//! The health and the readiness of the service.

use axum::http::StatusCode;
use glossweave::acl::PageRequest;
use glossweave::resource::ResourceKind;
use glossweave::{Caller, Error, ErrorKind};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::client::Client;
use crate::load::Load;
use crate::response::Response;

/// Returns the health: `ok` if the store takes changes and requests are being processed, and each of the two as a part.
/// If no request has been for a minute, the service has to be restarted.
pub async fn health(app: &App) -> Response {
    let engine = app.engine.clone();
    let check = async |turn| {
        let check = spawn_blocking(move || {
            let checked = engine.check();
            drop(turn);
            checked
        });
        check.await.unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "the check failed")))
    };
    let store = if app.store_check.run(check).await.is_ok() { "ok" } else { "failed" };
    let workers = if app.pools.are_responsive() { "ok" } else { "stuck" };
    let word = if store == "ok" { workers } else { store };
    answer(word, &json!({"store": store, "workers": workers}))
}

/// Returns the readiness: `ready` if the store answers, one more job can be queued, and the service is not
/// about to stop. Parts that cannot be asked are `unknown`.
pub async fn ready(app: &App, client: &Client) -> Response {
    let engine = app.engine.clone();
    let check = async |turn| {
        let list = move || {
            let mut page = PageRequest::default();
            page.limit = Some(1);
            let session = engine.session(Caller::Anonymous);
            let listed = session.collection(ResourceKind::Filter).list(&page).map(drop);
            drop(turn);
            Ok(listed)
        };
        // The outer error is that of the queue.
        app.pools.of(Load::Light).run(client, list).await
    };
    let (store, queue) = match app.store_check.run(check).await {
        Ok(Ok(())) => ("ok", "ok"),
        Err(error) if [ErrorKind::Unavailable, ErrorKind::Throttled].contains(&error.kind()) => {
            ("unknown", "full")
        }
        Ok(Err(_)) | Err(_) => ("failed", "ok"),
    };
    let word = match store {
        "ok" if app.is_stopping() => "stopping",
        "ok" => "ready",
        _ => "unavailable",
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
