//! The rows about pipelines.

use crate::client::{Service, resource_kind};
use serde_json::json;

/// Returns a step that finds entities in any input.
fn step() -> serde_json::Value {
    json!({"method": "POST", "endpoint": "/e-entity/dictionary/documents",
           "parameters": {"dataset": "$DATASET$", "language": "en"}})
}

const CORK: &str = "http://example.org/Cork";

pub fn runs(service: &Service) {
    let mut first = step();
    first["parameters"]["dataset"] = json!("cork");
    first["body"] = json!("To Cork!");
    let query = "SELECT ?entity { ?s <http://www.w3.org/2005/11/its/rdf#taIdentRef> ?entity }";
    let call = service.call("POST", "/v1/toolbox/convert/manage/piped").token(&service.anna);
    call.body(query).send().expect(201);
    let ask = |steps: &serde_json::Value, more: &str| {
        let call = service.call("POST", &format!("/v1/pipelining/chain{more}"));
        call.typed("application/json").body(steps.to_string()).send()
    };
    let reply = ask(&json!([first]), "").expect(200);
    assert!(reply.text().contains(CORK), "{}", reply.text());
    for more in
        ["?filter=piped", "?filter=piped&outformat=csv", "?filter=piped&output=csv&stats=false"]
    {
        assert_eq!(
            ask(&json!([first]), more).expect(200).text(),
            "entity\r\nhttp://example.org/Cork\r\n"
        );
    }
    let told = ask(&json!([first]), "?stats=true").expect(200).json();
    assert!(told["metadata"]["totalExecutionTime"].is_number(), "{told}");
    assert!(told["content"]["body"].as_str().unwrap().contains(CORK));
    // The response specifies the failing step and its error.
    let mut wrong = step();
    wrong["parameters"]["dataset"] = json!("unknown");
    let failed = ask(&json!([first, wrong]), "").problem(401, "Unauthenticated").json();
    assert_eq!(failed["step"], 1, "{failed}");
    assert!(failed["detail"].as_str().unwrap().contains("/e-entity/dictionary/documents"));
    ask(&json!([]), "").problem(400, "Invalid");
    ask(&json!([{"method": "GET", "endpoint": "/x"}]), "").problem(400, "Invalid");
    ask(&json!([{"method": "POST", "endpoint": "/x", "colour": "red"}]), "")
        .problem(400, "Invalid");
    // Hosts that the settings do not allow are not called.
    let mut outside = first.clone();
    outside["endpoint"] = json!("http://127.0.0.1:9/e-entity");
    let refused = ask(&json!([outside]), "");
    assert!(matches!(refused.status, 400 | 403 | 502), "{}", refused.text());
}

pub fn runs_stored(service: &Service) {
    let steps = json!([step()]).to_string();
    let store = |more: &str| {
        let call = service.call("POST", &format!("/v1/pipelining/templates{more}"));
        let reply = call.token(&service.anna).typed("text/json").body(&steps).send().expect(201);
        reply.json()["id"].as_str().unwrap().to_owned()
    };
    let (open, own) = (store(""), store("?visibility=private"));
    let ask = |token: &str, id: &str, more: &str| {
        let call = service.call("POST", &format!("/v1/pipelining/chain/{id}{more}")).token(token);
        call.typed("text/html").body("<p>To Cork!</p>")
    };
    let found = ask("", &open, "?DATASET=cork").accept("application/n-triples").send().expect(200);
    assert_eq!(found.header("content-type"), Some("application/n-triples"));
    assert!(found.text().contains(CORK) && found.text().contains("#isString> \"To Cork!\""));
    let back = ask("", &open, "?DATASET=cork&outformat=html").send().expect(200).text();
    assert!(back.starts_with("<p>To <span its-ta-ident-ref=\"http://example.org/Cork\""), "{back}");
    let missing = ask("", &open, "").send().problem(400, "Invalid").json();
    assert!(missing["detail"].as_str().unwrap().contains("DATASET"), "{missing}");
    ask("", &own, "?DATASET=cork").send().problem(401, "Unauthenticated");
    ask(&service.bert, &own, "?DATASET=cork").send().problem(404, "NotFound");
    ask(&service.anna, &own, "?DATASET=cork").send().expect(200);
    ask(&service.bert, "987654", "?DATASET=cork").send().problem(404, "NotFound");
}

pub fn creates(service: &Service) {
    super::stored::creates(service, "pipeline");
    let week = resource_kind("pipeline")
        .store(service, &service.anna, "", "label=short")
        .expect(201)
        .json();
    assert_eq!((week["label"].as_str(), week["persist"].as_bool()), (Some("short"), Some(false)));
    assert!(week["expires"].is_string());
    let ever = resource_kind("pipeline")
        .store(service, &service.anna, "", "persist=true")
        .expect(201)
        .json();
    assert_eq!((ever["persist"].as_bool(), ever["expires"].is_null()), (Some(true), true));
    let odd = resource_kind("pipeline").store(service, &service.anna, "", "persist=perhaps");
    assert_eq!(odd.problem(400, "Invalid").json()["parameter"], "persist");
}
