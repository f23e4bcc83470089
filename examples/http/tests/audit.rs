//! The audit log, over HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{Service, settings};
use serde_json::json;
use std::time::Duration;

#[test]
fn admins_read_who_changed_what_in_parts() {
    let mut config = settings();
    config.engine.access.audit = Duration::from_secs(30 * 24 * 60 * 60);
    let service = Service::by_admin(config);
    let new = "/v1/user?password=correct+horse&username=cleo";
    service.call("POST", new).send().expect(201);
    let role = "/v1/user/cleo?role=ROLE_ADMIN";
    service.call("PUT", role).token(&service.root).send().expect(200);
    let get = |target: &str| service.call("GET", target).token(&service.root).send();
    let all = get("/v1/audit").expect(200).json();
    let last = all.as_array().unwrap().last().unwrap();
    let facts = ["user", "api_key", "action", "kind", "name", "changed"].map(|name| &last[name]);
    let expected = [
        json!("root"),
        json!(null),
        json!("update"),
        json!("user"),
        json!("cleo"),
        json!(["role"]),
    ];
    assert_eq!(facts.map(Clone::clone), expected);

    let part = get("/v1/audit?limit=1").expect(200);
    let link = part.header("link").unwrap().to_owned();
    let next = link.split(['<', '>']).nth(1).unwrap();
    let first = part.json();
    assert_eq!(first[0], all[0]);
    assert_eq!(get(next).expect(200).json()[0], all[1]);
    service.call("GET", "/v1/audit").send().problem(401, "Unauthenticated");
    get("/v1/audit?from=yesterday").problem(400, "Invalid");
}
