//! Registration by invitation, over HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{Call, Service, settings};
use serde_json::json;

const REGISTER: &str = "/v1/user?password=correct+horse&username=";

/// Starts a service with restricted registration and the usual users.
fn start(registration: &str) -> Service {
    let mut config = settings();
    config.engine.access.registration = Some(registration.parse().unwrap());
    Service::by_admin(config)
}

fn invite(service: &Service, query: &str) -> Call {
    service.call("POST", &format!("/v1/invitations?{query}")).token(&service.root)
}

#[test]
fn an_invitation_is_created_used_and_gone() {
    let service = start("invitation");
    let reply = invite(&service, "name=for-cleo&expires=2999-01-31T12:00:00Z").send().expect(201);
    assert_eq!(reply.header("location"), Some("/v1/invitations/for-cleo"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let new = reply.json();
    let code = new["code"].as_str().unwrap();
    assert_eq!((code.len(), new.as_object().unwrap().len()), (64, 5));
    let get = |target: &str| service.call("GET", target).token(&service.root).send();
    let read = get("/v1/invitations/for-cleo").expect(200).json();
    assert!(read.get("code").is_none(), "{read}");
    assert_eq!(get("/v1/invitations").expect(200).json(), json!([read]));

    let register = |target: &str| service.call("POST", target).send();
    for invitation in ["", "&invitation=", "&invitation=wrong"] {
        let problem = register(&format!("{REGISTER}cleo{invitation}")).problem(403, "Forbidden");
        assert_eq!(problem.json()["parameter"], "invitation");
    }
    // Form fields can be sent in the body instead of the URL.
    let form = format!("username=cleo&password=correct+horse&invitation={code}");
    let call = service.call("POST", "/v1/user").typed("application/x-www-form-urlencoded");
    assert_eq!(call.body(form).send().expect(201).json()["role"], "ROLE_USER");
    register(&format!("{REGISTER}dora&invitation={code}")).problem(403, "Forbidden");
    get("/v1/invitations/for-cleo").problem(404, "NotFound");

    let new = invite(&service, "name=chief&role=ROLE_ADMIN").send().expect(201).json();
    let code = new["code"].as_str().unwrap();
    service.call("DELETE", "/v1/invitations/chief").token(&service.root).send().expect(204);
    register(&format!("{REGISTER}dora&invitation={code}")).problem(403, "Forbidden");
    let by_admin = service.call("POST", &format!("{REGISTER}dora")).token(&service.root);
    by_admin.send().expect(201);
}

#[test]
fn options_are_checked_and_the_permission_first() {
    let service = start("closed");
    for (query, parameter) in [
        ("role=ROLE_USER", "name"),
        ("name=a&role=king", "role"),
        ("name=a&expires=tomorrow", "expires"),
        ("name=a&expires=2001-01-01T00:00:00Z", "expires"),
        ("name=a&colour=red", "colour"),
    ] {
        let problem = invite(&service, query).send().problem(400, "Invalid").json();
        assert_eq!(problem["parameter"], parameter, "{query}");
    }
    invite(&service, "name=a").send().expect(201);
    invite(&service, "name=a").send().problem(409, "Conflict");
    for (method, target) in [
        ("POST", "/v1/invitations?colour=red"),
        ("GET", "/v1/invitations?colour=red"),
        ("GET", "/v1/invitations/a?colour=red"),
        ("DELETE", "/v1/invitations/a?colour=red"),
    ] {
        let call = || service.call(method, target);
        call().send().problem(401, "Unauthenticated");
        call().token(&service.anna).send().problem(403, "Forbidden");
        call().token(&service.root).send().problem(400, "Invalid");
    }
    let problem = service.call("POST", &format!("{REGISTER}cleo")).send().problem(403, "Forbidden");
    assert_eq!(problem.json()["detail"], "registration is closed: only admins register users");
}
