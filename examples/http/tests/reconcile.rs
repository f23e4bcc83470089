//! Reconciliation, with the requests of OpenRefine.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{Reply, Service};
use serde_json::{Value, json};

const PLACES: &str = "uri,label,type,http://example.org/country,http://schema.org/description\n\
    http://example.org/cork,Cork,http://example.org/City,Ireland,A city in Munster & more\n\
    http://example.org/cork,Corcaigh,http://example.org/City,Ireland,\n\
    http://example.org/bark,Cork,http://example.org/Material,,What bottles are closed with\n\
    http://example.org/corfu,Corfu,http://example.org/Island,Greece,\n\
    http://example.org/york,New York <City>,http://example.org/City,USA,\n";

fn service() -> Service {
    let service = Service::start();
    for (name, visibility) in [("places", "public"), ("mine", "private")] {
        let place = format!("/v1/e-entity/dictionary/datasets/{name}?visibility={visibility}");
        let call = service.call("POST", &place).token(&service.anna).typed("text/csv");
        call.body(PLACES).send().expect(201);
    }
    service
}

fn ask(service: &Service, queries: &Value) -> Reply {
    let text = queries.to_string();
    let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let call = service.call("POST", "/v1/reconcile/places");
    call.typed("application/x-www-form-urlencoded").body(format!("queries={escaped}")).send()
}

fn ids(result: &Value) -> Vec<&str> {
    let all = result["result"].as_array().unwrap().iter();
    all.map(|one| one["id"].as_str().unwrap()).collect()
}

#[test]
fn a_service_says_what_it_is() {
    let service = service();
    let reply = service.get("/v1/reconcile/places").expect(200);
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    let manifest = reply.json();
    assert_eq!(manifest["versions"], json!(["0.2"]));
    assert_eq!(manifest["view"]["url"], "{{id}}");
    for name in ["name", "identifierSpace", "schemaSpace"] {
        assert!(manifest[name].is_string(), "{manifest}");
    }
    assert_eq!(manifest["suggest"]["entity"]["service_url"], "http://test/v1/reconcile/places");
    assert_eq!(manifest["preview"]["url"], "http://test/v1/reconcile/places/preview?id={{id}}");
    service.get("/v1/reconcile/mine").problem(401, "Unauthenticated");
    let call = |token: &str| service.call("GET", "/v1/reconcile/mine").token(token).send();
    call(&service.bert).problem(404, "NotFound");
    call(&service.anna).expect(200);
}

#[test]
fn names_find_their_candidates() {
    let service = service();
    let reply = ask(
        &service,
        &json!({
            "all": {"query": "cork"},
            "city": {"query": "Cork", "type": "http://example.org/City", "limit": 3},
            "other": {"query": "CORCAIGH", "type": ["http://example.org/City", "http://example.org/Island"]},
            "odd": {"query": "New York City"},
            "none": {"query": "Zanzibar"},
            "empty": {"query": ""},
            "known": {"query": "Cork", "properties": [{"pid": "http://example.org/country", "v": "Ireland"}]},
        }),
    );
    let found = reply.expect(200).json();
    let result = |name: &str| ids(&found[name]).into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(found.as_object().unwrap().len(), 7);
    // Two entities have exactly this name, so neither is a certain match.
    assert_eq!(result("all")[..2], ["http://example.org/bark", "http://example.org/cork"]);
    assert_eq!(found["all"]["result"][0]["match"], false);
    assert_eq!(result("city")[0], "http://example.org/cork");
    let city = &found["city"]["result"][0];
    assert_eq!(
        (&city["match"], &city["score"], city["name"].as_str()),
        (&json!(true), &json!(100.0), Some("Cork"))
    );
    assert_eq!(city["type"], json!([{"id": "http://example.org/City", "name": "City"}]));
    assert_eq!(city["description"], "A city in Munster & more");
    assert_eq!(result("other")[0], "http://example.org/cork");
    assert_eq!(result("odd")[0], "http://example.org/york");
    assert!(result("none").is_empty() && result("empty").is_empty());
    assert_eq!(result("known")[0], "http://example.org/cork");
    assert_eq!(found["known"]["result"][0]["match"], true);
    assert!(found["known"]["result"][1]["score"].as_f64().unwrap() <= 70.0);
    // With GET too.
    let reply =
        service.get("/v1/reconcile/places?queries=%7B%22q%22:%7B%22query%22:%22corfu%22%7D%7D");
    assert_eq!(ids(&reply.expect(200).json()["q"])[0], "http://example.org/corfu");
    assert_eq!(ask(&service, &json!([])).problem(400, "Invalid").json()["parameter"], "queries");
    let call = service.call("POST", "/v1/reconcile/places").body("x=y").send();
    assert_eq!(call.problem(400, "Invalid").json()["parameter"], "queries");
    service.get("/v1/reconcile/none").problem(401, "Unauthenticated");
}

#[test]
fn beginnings_are_completed_and_things_shown() {
    let service = service();
    let found = service.get("/v1/reconcile/places/suggest/entity?prefix=cor").expect(200).json();
    let names: Vec<_> = found["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Cork", "Cork", "Corfu"]);
    service.get("/v1/reconcile/places/suggest/entity").problem(400, "Invalid");
    let preview = "/v1/reconcile/places/preview?id=http://example.org/york";
    let page = service.get(preview).expect(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text().contains("<h1>New York &lt;City&gt;</h1>"), "{}", page.text());
    service.get("/v1/reconcile/places/preview?id=%3Cscript%3E").problem(404, "NotFound");
}

#[test]
fn classes_and_properties_are_suggested_and_values_returned() {
    let service = service();
    let ask = |path: &str| service.get(&format!("/v1/reconcile/places{path}")).expect(200).json();
    assert_eq!(ask("/suggest/type?prefix=ci")["result"][0]["id"], "http://example.org/City");
    let country = "http://example.org/country";
    assert_eq!(ask("/suggest/property?prefix=coun")["result"][0]["id"], country);
    assert_eq!(ids(&ask("/suggest/entity?prefix=co&cursor=1")).len(), 2);
    let proposed = ask("/extend/propose?type=http://example.org/City&limit=9");
    let proposed: Vec<_> = proposed["properties"].as_array().unwrap().iter().collect();
    assert!(proposed.iter().any(|one| one["id"] == country), "{proposed:?}");
    let wrong = service.get("/v1/reconcile/places/suggest/type?prefix=a&cursor=x");
    assert_eq!(wrong.problem(400, "Invalid").json()["parameter"], "cursor");

    let cork = "http://example.org/cork";
    let query = json!({"ids": [cork], "properties": [{"id": country}]}).to_string();
    let escaped: String = query.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let values = json!({country: [{"str": "Ireland"}]});
    assert_eq!(ask(&format!("?extend={escaped}"))["rows"][cork], values);
    let call = service.call("POST", "/v1/reconcile/places");
    let call = call.typed("application/x-www-form-urlencoded").body(format!("extend={escaped}"));
    assert_eq!(call.send().expect(200).json()["rows"][cork], values);
}

#[test]
fn the_draft_has_an_endpoint_of_its_own() {
    let service = service();
    let post = |path: &str, body: Value| {
        let call = service.call("POST", &format!("/v1/reconcile/places/1.0{path}"));
        call.typed("application/json").body(body.to_string()).send()
    };
    let manifest = service.get("/v1/reconcile/places/1.0").expect(200).json();
    assert_eq!(manifest["versions"], json!(["1.0-draft"]));
    let suggest = json!({"entity": true, "type": true, "property": true});
    assert_eq!((&manifest["suggest"], &manifest["standardizedScore"]), (&suggest, &json!(true)));
    let conditions = json!([
        {"matchType": "name", "v": "cork"},
        {"matchType": "property", "pid": "http://example.org/country", "v": "Ireland", "required": true},
    ]);
    let found = post("/reconcile", json!({"queries": [{"conditions": conditions}]})).expect(200);
    let candidates = &found.json()["results"][0]["candidates"];
    assert_eq!(candidates.as_array().unwrap().len(), 1);
    assert_eq!(candidates[0]["id"], "http://example.org/cork");
    let query = json!({"ids": ["http://example.org/corfu"], "properties": [{"id": "http://example.org/country"}]});
    let rows = &post("/extend", query).expect(200).json()["rows"];
    assert_eq!(rows[0]["properties"][0]["values"], json!([{"str": "Greece"}]));
    service.get("/v1/reconcile/places/1.0/suggest/entity?prefix=cor").expect(200);
    service.get("/v1/reconcile/places/1.0/preview?id=http://example.org/cork").expect(200);
    service.get("/v1/reconcile/places/1.0/extend/propose").expect(200);
    assert_eq!(
        post("/reconcile", json!([])).problem(400, "Invalid").json()["parameter"],
        "queries"
    );
    let call = service.call("GET", "/v1/reconcile/mine/1.0").token(&service.bert).send();
    call.problem(404, "NotFound");
}

#[test]
fn names_are_those_of_the_accepted_language() {
    let service = service();
    let table = "uri,label,language\nhttp://example.org/cork,Cork,en\nhttp://example.org/cork,Corcaigh,ga\n";
    let path = "/v1/e-entity/dictionary/datasets/towns?visibility=public";
    let call = service.call("POST", path).token(&service.anna).typed("text/csv");
    call.body(table).send().expect(201);
    let name = |languages: &str| {
        let call = service
            .call("GET", "/v1/reconcile/towns?queries=%7B%22q%22:%7B%22query%22:%22cork%22%7D%7D");
        let found = call.header("accept-language", languages).send().expect(200).json();
        found["q"]["result"][0]["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(name("ga, en;q=0.5"), "Corcaigh");
    assert_eq!(name("ga;q=0.1, en-IE;q=0.2, en;q=0.2"), "Cork");
    assert_eq!(name("*, x;q=y, ,;"), "Cork");
}
