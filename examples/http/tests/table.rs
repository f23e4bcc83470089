//! The rows of `tests/cases/service`, over real sockets. The other bindings run them too.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{Reply, Service};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

const ROWS: &str = include_str!("../../../tests/cases/service/rows.json");
const WORLD: &str = include_str!("../../../tests/cases/service/world.json");

/// Stores content as Anna, and returns the response.
fn store(service: &Service, target: &str, media_type: &str, content: &str) -> Value {
    let call = service.call("POST", target).token(&service.anna).typed(media_type).body(content);
    call.send().expect(201).json()
}

/// Stores the contents of the test world, and returns the number of its template.
fn furnish(service: &Service) -> String {
    let world: Value = serde_json::from_str(WORLD).unwrap();
    let named = |list: &str, collection: &str| {
        for one in world[list].as_array().unwrap() {
            let mut target = format!("/v1{collection}?name={}", one["name"].as_str().unwrap());
            for option in ["informat", "type"] {
                if let Some(value) = one[option].as_str() {
                    target += &format!("&{option}={value}");
                }
            }
            store(service, &target, "text/plain", one["content"].as_str().unwrap());
        }
    };
    named("datasets", "/e-entity/dictionary/datasets");
    named("filters", "/toolbox/convert/manage");
    named("converters", "/toolbox/xslt-converter/manage");
    named("profiles", "/profiles");
    let template = world["template"].to_string();
    let stored = store(service, "/v1/e-link/templates", "application/json", &template);
    stored["id"].as_str().unwrap().to_owned()
}

fn asked(service: &Service, link: &str, row: &Value) -> Reply {
    let stored = row.get("store").map(|requests| {
        let requests = requests.to_string();
        let stored = store(service, "/v1/pipelining/templates", "text/json", &requests);
        stored["id"].as_str().unwrap().to_owned()
    });
    let fill = |text: &str| {
        text.replace("{link}", link).replace("{stored}", stored.as_deref().unwrap_or("{stored}"))
    };
    let mut target = format!("/v1{}", fill(row["path"].as_str().unwrap()));
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    for (name, value) in row["parameters"].as_object().into_iter().flatten() {
        target.push(if target.contains('?') { '&' } else { '?' });
        target += &format!("{}={}", encode(name), encode(value.as_str().unwrap()));
    }
    let mut call = service.call("POST", &target).token(&service.anna);
    for (name, value) in row["headers"].as_object().into_iter().flatten() {
        call = call.header(name, value.as_str().unwrap());
    }
    if let Some(body) = row["body"].as_str() {
        call = call.body(fill(body));
    }
    call.send()
}

/// Returns the faults of a response.
fn fault(expect: &Value, reply: &Reply) -> Option<String> {
    let found = reply.text();
    let right = match expect.get("error") {
        Some(wanted) => {
            let problem: Value = serde_json::from_str(&found).unwrap_or_default();
            reply.status >= 400
                && problem["kind"] == wanted["kind"]
                && problem["detail"].as_str()?.contains(wanted["message"].as_str()?)
                && problem.get("step") == wanted.get("step")
                && wanted.get("parameter").is_none_or(|name| problem["parameter"] == *name)
        }
        None => {
            let parts = |key: &str| -> Vec<&str> {
                expect[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
            };
            let media = reply.header("content-type").unwrap_or_default();
            let media = media.split(';').next().unwrap_or_default();
            reply.status == 200
                && expect["media_type"].as_str().is_none_or(|wanted| wanted == media)
                && expect["bytes"].as_str().is_none_or(|bytes| bytes == found)
                && parts("contains").iter().all(|part| found.contains(part))
                && !parts("lacks").iter().any(|part| found.contains(part))
        }
    };
    (!right).then(|| format!("{} {found}", reply.status))
}

#[test]
fn every_row_is_answered_as_in_the_library() {
    let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
    assert!(rows.len() >= 30);
    let service = Service::start();
    let link = furnish(&service);
    let mut faults = Vec::new();
    for row in &rows {
        if let Some(fault) = fault(&row["expect"], &asked(&service, &link, row)) {
            faults.push(format!("{}: {fault}", row["name"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
