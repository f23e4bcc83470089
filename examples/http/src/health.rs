//! The health and the readiness of the service, and the readings of its metrics.

use axum::http::StatusCode;
use glossweave::acl::PageRequest;
use glossweave::resource::ResourceKind;
use glossweave::{Caller, Engine, Error, ErrorKind, Result};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::client::Client;
use crate::load::Load;
use crate::metrics::Readings;
use crate::response::Response;

/// Returns the health: `ok` if the store accepts changes and requests are being processed, with each of the
/// two as a part. When requests have been stuck for a minute, the service must be restarted. A restart does
/// not fix a full disk, so a full disk is reported only as a part.
pub async fn health(app: &App) -> Response {
    let check = |engine: &Engine| engine.check().map(|()| space(engine));
    let store = app.ask_store(check).await.unwrap_or("failed");
    let workers = if app.pools.are_responsive() { "ok" } else { "stuck" };
    let word = if store == "failed" { store } else { workers };
    answer(word, &json!({"store": store, "workers": workers}))
}

/// Returns the readiness: `ready` if the store responds, another job can be queued, and the service is not
/// about to stop. Parts that cannot be checked are `unknown`.
pub async fn ready(app: &App, client: &Client) -> Response {
    let engine = app.engine.clone();
    let check = async |turn| {
        let list = move || {
            let mut page = PageRequest::default();
            page.limit = Some(1);
            let session = engine.session(Caller::Anonymous);
            let listed = session.collection(ResourceKind::Filter).list(&page);
            let listed = listed.map(|_| space(&engine));
            drop(turn);
            Ok(listed)
        };
        // The outer error belongs to the queue.
        app.pools.of(Load::Light).run(client, list).await
    };
    let (store, queue) = match app.store_check.run(check).await {
        Ok(Ok(store)) => (store, "ok"),
        Err(error) if [ErrorKind::Unavailable, ErrorKind::Throttled].contains(&error.kind()) => {
            ("unknown", "full")
        }
        Ok(Err(_)) | Err(_) => ("failed", "ok"),
    };
    let word = match store {
        "ok" | "full" if app.is_stopping() => "stopping",
        "ok" | "full" => "ready",
        _ => "unavailable",
    };
    answer(word, &json!({"store": store, "queue": queue}))
}

/// Returns `full` if the disk of the store is full, otherwise `ok`.
fn space(engine: &Engine) -> &'static str {
    if engine.check_space().is_ok() { "ok" } else { "full" }
}

impl App {
    /// Reads the values for the metrics.
    pub async fn readings(&self) -> Readings {
        Readings {
            queue: self.ask_store(Engine::queue_length).await.ok(),
            usage: self.engine.token_usage(),
            pools: self.pools.occupancy(),
            reserved: [("bodies", self.bodies.reserved()), ("results", self.results.reserved())],
        }
    }

    /// Runs a function on the store, with a time limit and not during another check. Returns the errors of
    /// the function, and `ErrorKind::Storage` if the store does not respond.
    async fn ask_store<T: Send + 'static>(&self, ask: fn(&Engine) -> Result<T>) -> Result<T> {
        let engine = self.engine.clone();
        let check = async |turn| {
            let check = spawn_blocking(move || {
                let answer = ask(&engine);
                drop(turn);
                answer
            });
            check.await.unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "the check failed")))
        };
        self.store_check.run(check).await
    }
}

fn answer(word: &str, parts: &Value) -> Response {
    let status = match word {
        "ok" | "ready" => StatusCode::OK,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    Response::json(status, &json!({"status": word, "parts": parts}))
}
