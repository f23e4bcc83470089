//! API keys over HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::Service;
use serde_json::{Value, json};

fn create(service: &Service, query: &str) -> Value {
    let call = service.call("POST", &format!("/v1/user/anna/keys?{query}")).token(&service.anna);
    call.send().expect(201).json()
}

#[test]
fn a_key_is_created_used_and_revoked() {
    let service = Service::start();
    let target = "/v1/user/anna/keys?name=nightly&scopes=read,enrich&expires=2999-01-31T12:00:00Z";
    let reply = service.call("POST", target).token(&service.anna).send().expect(201);
    assert_eq!(reply.header("location"), Some("/v1/user/anna/keys/nightly"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let key = reply.json();
    assert_eq!(key["scopes"], json!(["read", "enrich"]));
    assert_eq!(
        (&key["expires"], &key["last_used"]),
        (&json!("2999-01-31T12:00:00Z"), &Value::Null)
    );
    let secret = key["secret"].as_str().unwrap();
    assert_eq!((secret.len(), key.as_object().unwrap().len()), (64, 6));

    // In both headers that accept tokens.
    let by_key = |method: &str, target: &str| service.call(method, target).token(secret);
    by_key("GET", "/v1/user/anna").send().expect(200);
    let bearer = service.call("GET", "/v1/user/anna");
    bearer.header("Authorization", format!("Bearer {secret}")).send().expect(200);
    let enrich = by_key("POST", "/v1/e-entity/dictionary/documents?informat=text&dataset=cork");
    enrich.body("To Cork").send().expect(200);
    let stores = by_key("POST", "/v1/toolbox/convert/manage/all").typed("text/plain");
    let problem = stores.body("SELECT * { ?s ?p ?o }").send().problem(403, "Forbidden").json();
    assert_eq!(problem["detail"], "the key `nightly` does not have the scope `write`");
    for (method, target) in [
        ("PUT", "/v1/user/anna?password=another+one"),
        ("DELETE", "/v1/user/anna"),
        ("GET", "/v1/user/anna/keys"),
        ("DELETE", "/v1/user/anna/keys/nightly"),
        ("POST", "/v1/user/anna/keys?name=more&scopes=read"),
    ] {
        by_key(method, target).send().problem(403, "Forbidden");
    }

    let own = |method: &str, target: &str| service.call(method, target).token(&service.anna).send();
    let listed = own("GET", "/v1/user/anna/keys").expect(200).json();
    let read = own("GET", "/v1/user/anna/keys/nightly").expect(200).json();
    assert_eq!(listed, json!([read]));
    assert!(read["last_used"].is_string() && read.get("secret").is_none(), "{read}");
    own("DELETE", "/v1/user/anna/keys/nightly").expect(204);
    own("DELETE", "/v1/user/anna/keys/nightly").problem(404, "NotFound");
    by_key("GET", "/v1/user/anna").send().problem(401, "Unauthenticated");
}

#[test]
fn a_key_of_each_scope_calls_what_it_names() {
    let service = Service::start();
    let calls = [
        ("read", "GET", "/v1/toolbox/convert/manage", ""),
        ("enrich", "POST", "/v1/e-terminology/extraction?informat=text&language=en", "Black holes"),
        ("enrich", "POST", "/v1/toolbox/chunks?informat=text", "Black holes"),
        ("enrich", "GET", "/v1/reconcile/cork/suggest/entity?prefix=co", ""),
        ("write", "POST", "/v1/toolbox/convert/manage?name=all", "SELECT * { ?s ?p ?o }"),
    ];
    for scope in ["read", "enrich", "write"] {
        let key = create(&service, &format!("name={scope}&scopes={scope}"));
        for (needed, method, target, body) in calls {
            let call = service.call(method, target).token(key["secret"].as_str().unwrap());
            let call = if body.is_empty() { call } else { call.typed("text/plain").body(body) };
            let reply = call.send();
            match needed == scope {
                true => assert!(reply.status < 300, "{scope}, {target}: {}", reply.text()),
                false => drop(reply.problem(403, "Forbidden")),
            }
        }
    }
}

#[test]
fn options_of_keys_are_checked_and_the_permission_first() {
    let service = Service::start();
    let post = |query: &str, token: &str| {
        service.call("POST", &format!("/v1/user/anna/keys?{query}")).token(token).send()
    };
    for (query, parameter) in [
        ("scopes=read", "name"),
        ("name=a&scopes=", "scopes"),
        ("name=a&scopes=all", "scopes"),
        ("name=a&scopes=read&expires=tomorrow", "expires"),
        ("name=a&scopes=read&expires=2001-01-01T00:00:00Z", "expires"),
        ("name=a&scopes=read&colour=red", "colour"),
    ] {
        let problem = post(query, &service.anna).problem(400, "Invalid").json();
        assert_eq!(problem["parameter"], parameter, "{query}");
    }
    post("colour=red", &service.bert).problem(403, "Forbidden");
    post("name=a&scopes=admin", &service.anna).problem(403, "Forbidden");
    post("name=a&scopes=read", &service.root).problem(403, "Forbidden");
    let nobody = service.call("POST", "/v1/user/anna/keys?name=a&scopes=read").send();
    nobody.problem(401, "Unauthenticated");
    create(&service, "name=a&scopes=read");
    post("name=a&scopes=read", &service.anna).problem(409, "Conflict");
    let one = "/v1/user/anna/keys/a";
    service.call("GET", one).token(&service.bert).send().problem(403, "Forbidden");
    service.call("DELETE", one).token(&service.root).send().expect(204);
}

#[test]
fn the_key_of_an_admin_changes_roles_without_reading() {
    let service = Service::start();
    let target = "/v1/user/root/keys?name=roles&scopes=admin";
    let key = service.call("POST", target).token(&service.root).send().expect(201).json();
    let secret = key["secret"].as_str().unwrap();
    let put = |query: &str| service.call("PUT", &format!("/v1/user/bert?{query}")).token(secret);
    put("role=ROLE_ADMIN").send().expect(200);
    put("role=ROLE_USER&password=another+one").send().problem(403, "Forbidden");
    service.call("GET", "/v1/user/bert").token(secret).send().problem(403, "Forbidden");
    service.call("DELETE", "/v1/user/bert").token(secret).send().expect(204);
}
