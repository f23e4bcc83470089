//! Requests that must be refused.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use glossweave::settings::Bytes;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::client::{self, RESOURCE_KINDS, Reply, Service, connect, read};

#[test]
fn names_lead_nowhere_else() {
    let service = Service::start();
    let names = [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        "..",
        "%00",
        "a%00b",
        "a%0d%0aX-Evil:%20yes",
        "%ff",
        "a%2fb",
        "a%5cb",
        "%25%32%65",
        "~",
        "a;b",
        "%E2%80%AE",
        "CON",
        "a%20b",
        "'",
    ];
    for resource_kind in RESOURCE_KINDS {
        for name in names {
            for method in ["GET", "POST", "PUT", "DELETE"] {
                let place = format!("{}/{name}", resource_kind.collection);
                let call = service.call(method, &place).token(&service.root);
                let call = call.typed(resource_kind.media_type).body(resource_kind.contents[0]);
                let reply = call.send();
                let fine = matches!(reply.status, 400 | 404 | 405)
                    || name == "CON" && matches!(reply.status, 200 | 201 | 204);
                assert!(fine, "{method} {place}: {} {}", reply.status, reply.text());
                assert_eq!(reply.header("x-evil"), None);
            }
        }
        let place = format!("{}?name=..%2Fx", resource_kind.collection);
        let call = service.call("POST", &place).token(&service.root);
        let reply = call.typed(resource_kind.media_type).body(resource_kind.contents[0]).send();
        assert!(resource_kind.key == "id" || reply.status == 400, "{}", reply.text());
    }
    for path in
        ["/../etc/passwd", "/page/../../Cargo.toml", "/page/%2e%2e/x", "/v1/../health", "/page/"]
    {
        service.get(path).problem(404, "NotFound");
    }
}

#[test]
fn headers_of_answers_are_ours_alone() {
    let service = Service::start();
    // The only parts of a request that are returned in headers.
    let evil = "x%0d%0aSet-Cookie:%20a=b";
    let call = service.call("POST", &format!("/v1/e-entity/{evil}/datasets?name=injected"));
    let reply = call.token(&service.anna).typed("text/csv").body("uri,label\nu:a,b\n").send();
    assert_eq!(reply.header("set-cookie"), None);
    assert!(reply.header("location").is_none_or(|place| place.contains("%0d%0a")));
    for media in [
        "text/html%0d%0aSet-Cookie:a=b",
        "text/turtle;%0d%0aSet-Cookie:%20a=b",
        "text/turtle; charset=\u{7f}",
    ] {
        let place = format!(
            "/v1/e-entity/dictionary/documents?dataset=cork&language=en&outformat={}",
            media.replace(' ', "%20")
        );
        let reply = service.call("POST", &place).body("To Cork!").send();
        assert_eq!(reply.header("set-cookie"), None);
        assert!(matches!(reply.status, 200 | 400 | 406 | 415), "{}", reply.text());
        assert!(!reply.header("content-type").unwrap_or_default().contains("Set-Cookie"));
    }
    let raw =
        b"GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\x01b\r\nConnection: close\r\n\r\n";
    let mut stream = connect(service.running.address());
    stream.write_all(raw).unwrap();
    assert!(matches!(read(stream, "GET").status, 200 | 400));
}

#[test]
fn quotas_are_told_by_their_names() {
    let mut config = client::settings();
    config.engine.quotas.size = Some(Bytes(50_000));
    config.engine.quotas.datasets = Some(1);
    config.engine.quotas.uploads = Some(1);
    let service = Service::with(config);
    let store = |token: &str, name: &str, length: usize| {
        let query = format!("SELECT ?s {{ ?s ?p '{}' }}", "x".repeat(length));
        let call = service.call("POST", &format!("/v1/toolbox/convert/manage?name={name}"));
        call.token(token).typed("text/plain").body(query).send()
    };
    let told = |reply: Reply, name: &str| {
        let text = reply.text();
        assert!(text.contains(name) && text.contains("limit is"), "{text}");
    };
    store(&service.anna, "a", 30_000).expect(201);
    told(store(&service.anna, "b", 30_000).problem(413, "TooLarge"), "`quotas.size`");
    store(&service.bert, "c", 30_000).expect(201);
    store(&service.root, "d", 60_000).expect(201);
    let call = service.call("POST", "/v1/e-entity/dictionary/datasets/more").token(&service.anna);
    let more = call.typed("text/csv").body("uri,label\nhttp://example.org/a,b\n").send();
    told(more.problem(403, "Forbidden"), "`quotas.datasets`");

    // With one upload at once, a second upload is refused while the first is in progress, and accepted
    // afterwards.
    let place = "/v1/e-entity/dictionary/datasets/cork";
    let table = "uri,label\nhttp://example.org/Cork,Corcaigh\n";
    let put = |token: &str, place: &str| {
        service.call("PUT", place).token(token).typed("text/csv").body(table).send()
    };
    let call = service.call("PUT", place).token(&service.anna).typed("text/csv").body(table);
    let bytes = call.bytes();
    let (head, tail) = bytes.split_at(bytes.len() - 5);
    let mut first = connect(service.running.address());
    first.write_all(head).unwrap();
    let refused = within(|| {
        let reply = put(&service.anna, place);
        if reply.status != 200 {
            return Some(reply);
        }
        // The first upload may have arrived while this one was in progress, and was refused itself.
        first = connect(service.running.address());
        first.write_all(head).unwrap();
        None
    });
    assert!(refused.header("retry-after").is_some());
    told(refused.problem(429, "Throttled"), "`quotas.uploads`");
    // Other users are not affected.
    let made = service.call("POST", "/v1/e-entity/dictionary/datasets/berts").token(&service.bert);
    made.typed("text/csv").body(table).send().expect(201);
    first.write_all(tail).unwrap();
    read(first, "PUT").expect(200);
    within(|| Some(put(&service.anna, place)).filter(|reply| reply.status == 200));
}

/// Waits some seconds for a value.
#[track_caller]
fn within<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        match found() {
            Some(found) => return found,
            None if Instant::now() > end => panic!("it does not come"),
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

#[test]
fn what_is_too_large_is_refused_early() {
    let mut config = client::settings();
    config.engine.limits.source = "100000".parse().unwrap();
    config.engine.limits.dataset = "300000".parse().unwrap();
    let service = Service::with(config);
    let place = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";
    let large = vec![b'a'; 100_001];
    let named = |reply: Reply| {
        let text = reply.problem(413, "TooLarge").text();
        assert!(text.contains("the body has more than 100000 bytes (`limits.source`)"), "{text}");
    };
    named(service.call("POST", place).body(&large).send());
    service.call("POST", place).body(&large[1..]).send().expect(200);
    // Announced, but not sent.
    let mut stream = connect(service.running.address());
    let head = format!("POST {place} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(read(stream, "POST").problem(413, "TooLarge").status, 413);
    // Sent, but not announced.
    let mut stream = connect(service.running.address());
    let head = format!("POST {place} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    for _ in 0..4 {
        let _ = stream.write_all(format!("{:x}\r\n", 50_000).as_bytes());
        let _ = stream.write_all(&large[..50_000]);
        let _ = stream.write_all(b"\r\n");
    }
    read(stream, "POST").problem(413, "TooLarge");
    // Compressed: the decompressed size is limited.
    let packed = client::gzip_of_zeros(10_000_000);
    assert!(packed.len() < 50_000);
    named(service.call("POST", place).header("Content-Encoding", "gzip").body(&packed).send());
    let packed = client::gzip("To Cork!");
    for coding in ["gzip", "GZIP", "x-gzip"] {
        let call = service.call("POST", place).header("Content-Encoding", coding).body(&packed);
        assert!(call.send().expect(200).text().contains("/Cork>"), "{coding}");
    }
    for coding in ["br", "gzip, gzip", "x"] {
        let call = service.call("POST", place).header("Content-Encoding", coding).body(&packed);
        let reply = call.send().problem(415, "Unsupported");
        assert_eq!(reply.header("accept-encoding"), Some("gzip, zstd"));
    }
    service.call("POST", place).header("Content-Encoding", "identity").body("x").send().expect(200);
    // Datasets have a separate limit.
    let rows = format!("uri,label\n{}", "http://example.org/a,b\n".repeat(13_100));
    let call = service.call("POST", "/v1/e-entity/dictionary/datasets/large").token(&service.anna);
    call.typed("text/csv").body(rows).send().problem(413, "TooLarge");
    let rows = format!("uri,label\n{}", "http://example.org/a,b\n".repeat(10_000));
    let call = service.call("POST", "/v1/e-entity/dictionary/datasets/large").token(&service.anna);
    call.typed("text/csv").body(rows).send().expect(201);
    let long = format!("/v1/user/{}", "a".repeat(70_000));
    assert!(matches!(service.get(&long).status, 414 | 431));
    let head = service.call("GET", "/health").header("X-Long", "a".repeat(200_000)).send();
    assert_eq!(head.status, 431);
    let mut many = service.call("GET", "/health");
    for number in 0..500 {
        many = many.header(&format!("X-{number}"), "a");
    }
    assert_eq!(many.send().status, 431);
}

#[test]
fn bombs_do_not_go_off() {
    let service = Service::start();
    let mut laughs = String::from("<!DOCTYPE a [<!ENTITY x0 \"ha\">");
    for number in 1..40 {
        let last = number - 1;
        laughs.push_str(&format!("<!ENTITY x{number} \"&x{last};&x{last};&x{last};&x{last};\">"));
    }
    laughs.push_str("]><a>&x39;</a>");
    let outside = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>".to_owned();
    let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
    let sheet = r#"<x:transform version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/"><o><x:value-of select="."/></o></x:template></x:transform>"#;
    let place = "/v1/toolbox/xslt-converter/manage?name=copy";
    service.call("POST", place).token(&service.anna).body(sheet).send().expect(201);
    let places = [
        "/v1/e-entity/dictionary/documents?dataset=cork&language=en",
        "/v1/e-link/documents?templateid=1",
        "/v1/e-terminology/extraction?source-lang=en",
        "/v1/toolbox/xslt-converter/documents/copy",
    ];
    for place in places {
        for (bomb, media_type) in [
            (&laughs, "text/xml"),
            (&outside, "text/xml"),
            (&deep, "text/xml"),
            (&deep, "text/html"),
            (&laughs, "application/x-xliff+xml"),
            (&laughs, "application/rdf+xml"),
            (&laughs, "application/x-openoffice"),
            (&deep, "application/ld+json"),
        ] {
            let from = Instant::now();
            let reply = service.call("POST", place).typed(media_type).body(bomb).send();
            let took = from.elapsed();
            assert!(took < Duration::from_secs(60), "{place} {media_type} took {took:?}");
            assert!(reply.status < 500, "{place} {media_type}: {}", reply.text());
            assert!(!reply.text().contains("root:"), "{}", reply.text());
        }
    }
    let json = "[".repeat(200_000);
    for place in ["/v1/pipelining/chain", "/v1/pipelining/templates", "/v1/e-link/templates"] {
        let reply = service.call("POST", place).token(&service.anna).typed("text/json").body(&json);
        assert_eq!(reply.send().status, 400);
    }
    for (place, sheet) in [("bomb", &laughs), ("outside", &outside), ("deep", &deep)] {
        let place = format!("/v1/toolbox/xslt-converter/manage?name={place}");
        let reply = service.call("POST", &place).token(&service.anna).body(sheet).send();
        assert!(matches!(reply.status, 400 | 413), "{} {}", reply.status, reply.text());
    }
    service.get("/ready").expect(200);
}

#[test]
fn who_guesses_has_to_wait() {
    let service = Service::start();
    let log_in = |name: &str, password: &str| -> Reply {
        let call = service.call("POST", "/v1/authenticate").header("X-Auth-Username", name);
        call.header("X-Auth-Password", password).send()
    };
    for name in ["bert", "nobody"] {
        let mut guesses = 0;
        let reply = loop {
            let reply = log_in(name, "a guess");
            if reply.status == 429 {
                break reply.problem(429, "Throttled");
            }
            reply.problem(401, "Unauthenticated");
            guesses += 1;
            assert!(guesses < 50, "nobody is slowed down");
        };
        assert!(guesses >= 5);
        let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait));
    }
    // Other users are not affected.
    log_in("anna", client::PASSWORD).expect(200);
}

#[test]
fn faults_inside_are_not_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = client::settings();
    config.engine.store.location = Some(folder.path().to_str().unwrap().parse().unwrap());
    let service = Service::with(config);
    // The files of a dataset are deleted while the service runs.
    std::fs::remove_dir_all(folder.path().join("datasets")).unwrap();
    let place = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";
    let reply = service.call("POST", place).body("To Cork!").send();
    let text = reply.problem(500, "Storage").text();
    for secret in [folder.path().to_str().unwrap(), "datasets", "src/", "backtrace", "os error"] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[test]
fn a_call_that_takes_too_long_is_504_and_one_that_takes_too_much_is_413() {
    let call = |service: &Service| {
        let target = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";
        service.call("POST", target).body("To Cork. ".repeat(100_000)).send()
    };
    let mut config = client::settings();
    config.engine.limits.time = Some(Duration::from_millis(1));
    call(&Service::with(config)).problem(504, "Deadline");
    let mut config = client::settings();
    config.engine.limits.memory = Some(Bytes::mebibytes(4));
    call(&Service::with(config)).problem(413, "TooLarge");
}
