//! Whether the service lives, and whether it is of use.

use axum::http::StatusCode;
use glossweave::acl::Page;
use glossweave::resource::Kind;
use glossweave::{Caller, Result};
use serde_json::json;

use crate::answer::Answer;
use crate::server::App;

/// It lives where it answers.
pub fn health() -> Answer {
    Answer::json(StatusCode::OK, &json!({"status": "ok"}))
}

/// It is of use where its store answers, there is room for one more job, and it is not about to stop.
pub async fn ready(app: &App) -> Answer {
    let engine = app.engine.clone();
    let looks = app.pool.run(move || {
        let mut page = Page::default();
        page.limit = Some(1);
        engine.session(Caller::Anonymous).shelf(Kind::Filter).list(&page).map(drop)
    });
    let fine: Result<()> = looks.await;
    let (status, word) = match fine {
        Ok(()) if !app.is_stopping() => (StatusCode::OK, "ready"),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    Answer::json(status, &json!({"status": word}))
}
