//! The Model Context Protocol at `/mcp`.

#![cfg(feature = "mcp")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{Reply, Service, settings};
use serde_json::{Value, json};

fn service() -> Service {
    let mut config = settings();
    config.server.mcp_hosts = "test, example.org".to_owned();
    Service::with(config)
}

fn ask(service: &Service, token: Option<&str>, method: &str, parameters: &Value) -> Reply {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters});
    let call = service
        .call("POST", "/mcp")
        .typed("application/json")
        .accept("application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-06-18")
        .body(message.to_string());
    match token {
        Some(token) => call.token(token).send(),
        None => call.send(),
    }
}

fn call(service: &Service, token: Option<&str>, tool: &str, arguments: Value) -> Value {
    let parameters = json!({"name": tool, "arguments": arguments});
    ask(service, token, "tools/call", &parameters).expect(200).json()["result"].clone()
}

#[test]
fn agents_use_the_tools_of_the_service() {
    let service = service();
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}});
    let about = ask(&service, None, "initialize", &hello).expect(200).json();
    assert_eq!(about["result"]["serverInfo"]["name"], "glossweave");
    let tools = ask(&service, None, "tools/list", &json!({})).expect(200).json();
    assert!(tools["result"]["tools"].as_array().unwrap().len() >= 8);
    let found = call(&service, None, "annotate", json!({"text": "To Cork", "dataset": ["cork"]}));
    let first = &found["structuredContent"]["annotations"][0];
    assert_eq!(first["idents"][0], "http://example.org/Cork", "{found}");
    let refused =
        call(&service, None, "annotate", json!({"path": "/etc/passwd", "dataset": ["cork"]}));
    assert_eq!(refused["_meta"]["glossweave/error"]["kind"], "Forbidden");
}

#[test]
fn a_token_names_the_caller() {
    let service = service();
    let create = service.call("POST", "/v1/e-entity/dictionary/datasets/mine?visibility=private");
    let table = "uri,label\nhttp://example.org/lee,Lee\n";
    create.token(&service.anna).typed("text/csv").body(table).send().expect(201);
    let look = |token| call(&service, token, "look_up", json!({"dataset": "mine", "name": "Lee"}));
    let found = look(Some(&service.anna));
    assert_eq!(
        found["structuredContent"]["candidates"][0]["id"], "http://example.org/lee",
        "{found}"
    );
    assert_eq!(look(None)["_meta"]["glossweave/error"]["kind"], "Unauthenticated");
}

#[test]
fn a_wrong_token_is_refused_before_any_tool_runs() {
    let service = service();
    let parameters = json!({"name": "annotate", "arguments": {"text": "x", "dataset": ["cork"]}});
    for token in ["wrong", &"ab".repeat(32)] {
        let refused = ask(&service, Some(token), "tools/call", &parameters);
        refused.problem(401, "Unauthenticated");
        ask(&service, Some(token), "tools/list", &json!({})).expect(401);
    }
}

#[test]
fn the_requests_of_a_client_are_counted() {
    let mut config = settings();
    config.server.mcp_hosts = "test".to_owned();
    config.server.requests_per_minute = 60;
    let service = Service::with(config);
    let statuses = (0..70).map(|_| ask(&service, None, "ping", &json!({})).status);
    let refused = statuses.filter(|status| *status == 429).count();
    assert!((1..70).contains(&refused), "{refused} of 70 were refused");
}

#[test]
fn only_hosts_that_are_named_and_no_pages_are_served() {
    let ping = json!({});
    ask(&Service::start(), None, "ping", &ping).expect(403);
    let service = service();
    ask(&service, None, "ping", &ping).expect(200);
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let call = service.call("POST", "/mcp").typed("application/json");
    let call = call.accept("application/json, text/event-stream").body(body);
    call.header("origin", "https://evil.example").send().expect(403);
}
