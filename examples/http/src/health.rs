//! Whether the service lives, and whether it is of use.

use axum::http::StatusCode;
use glossweave::acl::Page;
use glossweave::resource::Kind;
use glossweave::{Caller, Result};
use serde_json::json;

use crate::app::App;
use crate::client::Client;
use crate::load::Load;
use crate::response::Response;

/// It lives where it answers, its store takes changes, and requests are worked on: where none is for a
/// minute, only a new start helps.
pub fn health(app: &App) -> Response {
    let (status, word) = match app.engine.check() {
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "failed"),
        Ok(()) if !app.pools.are_responsive() => (StatusCode::SERVICE_UNAVAILABLE, "stuck"),
        Ok(()) => (StatusCode::OK, "ok"),
    };
    Response::json(status, &json!({"status": word}))
}

/// It is of use where its store answers, there is room for one more job, and it is not about to stop.
pub async fn ready(app: &App, client: &Client) -> Response {
    let engine = app.engine.clone();
    let check = app.pools.of(Load::Light).run(client, move || {
        let mut page = Page::default();
        page.limit = Some(1);
        engine.session(Caller::Anonymous).shelf(Kind::Filter).list(&page).map(drop)
    });
    let result: Result<()> = check.await;
    let (status, word) = match result {
        Ok(()) if !app.is_stopping() => (StatusCode::OK, "ready"),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    Response::json(status, &json!({"status": word}))
}
