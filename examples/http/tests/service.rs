//! What holds for the service as a whole.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

mod client;

use client::Service;

#[test]
fn every_path_knows_its_methods() {
    let service = Service::start();
    let paths = [
        ("/", "GET, HEAD, OPTIONS"),
        ("/health", "GET, HEAD, OPTIONS"),
        ("/ready", "GET, HEAD, OPTIONS"),
        ("/metrics", "GET, HEAD, OPTIONS"),
        ("/v1/openapi.json", "GET, HEAD, OPTIONS"),
        ("/v1/user", "POST, GET, HEAD, OPTIONS"),
        ("/v1/toolbox/convert/manage/x", "POST, GET, PUT, DELETE, HEAD, OPTIONS"),
    ];
    for (path, methods) in paths {
        for method in ["PATCH", "BREW"] {
            let reply = service.call(method, path).send().problem(405, "Invalid");
            assert_eq!(reply.header("allow"), Some(methods), "{path}");
        }
        let reply = service.call("OPTIONS", path).send().expect(204);
        assert_eq!(reply.header("allow"), Some(methods), "{path}");
    }
    for path in ["/nothing", "/v1", "/v1/", "/v1/user/", "/v2/user", "/v1/user/a/b", "//"] {
        let problem = service.get(path).problem(404, "NotFound").json();
        assert_eq!(problem["instance"], path);
    }
}

#[test]
fn head_is_get_without_a_body() {
    let service = Service::start();
    for path in ["/", "/health", "/v1/toolbox/convert/manage", "/v1/openapi.json"] {
        let got = service.get(path).expect(200);
        let head = service.call("HEAD", path).send().expect(200);
        assert!(head.body.is_empty() && !got.body.is_empty(), "{path}");
        assert_eq!(head.header("content-type"), got.header("content-type"));
    }
}

#[test]
fn it_says_how_it_is() {
    let service = Service::start();
    assert_eq!(service.get("/health").expect(200).text(), r#"{"status":"ok"}"#);
    assert_eq!(service.get("/ready").expect(200).text(), r#"{"status":"ready"}"#);
    service.get("/v1/user/nobody").expect(401);
    let text = service.get("/metrics").expect(200).text();
    let line = r#"glossweave_requests_total{route="/user/{userName}",method="GET",status="401"} 1"#;
    assert!(text.lines().any(|found| found == line), "{text}");
    assert!(text.contains("glossweave_request_seconds_bucket{route=\"/health\",le=\"+Inf\"} 1"));
    assert!(text.contains("\nglossweave_requests_running 1\n"), "{text}");
}

#[test]
fn requests_have_ids() {
    let service = Service::start();
    let given = service.call("GET", "/health").header("X-Request-Id", "abc-1").send();
    assert_eq!(given.header("x-request-id"), Some("abc-1"));
    let long = "x".repeat(129);
    for odd in ["", "a b", "a\"b", long.as_str()] {
        let reply = service.call("GET", "/health").header("X-Request-Id", odd).send().expect(200);
        let id = reply.header("x-request-id").unwrap();
        assert!(id.len() == 32 && id != odd, "{id}");
    }
}

#[test]
fn a_list_is_sent_packed_to_who_takes_that() {
    let service = Service::start();
    for coding in ["gzip", "zstd"] {
        let call = service.call("GET", "/v1/openapi.json").header("Accept-Encoding", coding);
        let reply = call.send().expect(200);
        assert_eq!(reply.header("content-encoding"), Some(coding));
        let magic: &[u8] = if coding == "gzip" { &[0x1f, 0x8b] } else { &[0x28, 0xb5, 0x2f, 0xfd] };
        assert!(reply.body.starts_with(magic));
    }
    assert_eq!(service.get("/v1/openapi.json").header("content-encoding"), None);
}

#[test]
fn the_page_takes_nothing_from_elsewhere() {
    let service = Service::start();
    let policy = service.get("/").expect(200).header("content-security-policy").unwrap().to_owned();
    assert!(policy.starts_with("default-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let reply = service.get("/v1/toolbox/convert/manage").expect(200);
    assert_eq!(reply.header("content-security-policy"), Some("default-src 'none'; sandbox"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn other_origins_are_let_in_by_the_settings_only() {
    let ask = |service: &Service| {
        let call = service.call("GET", "/health").header("Origin", "https://a.example");
        call.send().header("access-control-allow-origin").map(str::to_owned)
    };
    assert_eq!(ask(&Service::start()), None);
    let mut config = client::settings();
    config.server.cors = "https://a.example, https://b.example".to_owned();
    let service = Service::with(config);
    assert_eq!(ask(&service).as_deref(), Some("https://a.example"));
    let call = service.call("OPTIONS", "/v1/user").header("Origin", "https://b.example");
    let reply = call.header("Access-Control-Request-Method", "PUT").send().expect(200);
    assert_eq!(reply.header("access-control-allow-origin"), Some("https://b.example"));
}
