//! Properties of the service as a whole.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use glossweave::settings::{Bytes, StoreSettings};
use std::io::Write;

use crate::client::{self, Service};

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
    for path in ["/nothing", "/v1", "/v1/", "/v2/user", "/v1/user/a/b", "//"] {
        let problem = service.get(path).problem(404, "NotFound").json();
        assert_eq!(problem["instance"], path);
        assert_eq!(
            problem["detail"],
            "no such path; `/v1/openapi.json` lists the paths of services"
        );
    }
    for path in ["/formats", "/e-entity/dictionary/documents"] {
        let problem = service.get(path).problem(404, "NotFound").json();
        assert_eq!(problem["detail"], format!("no such path; did you mean `/v1{path}`?"));
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
    let parts = r#"{"status":"ok","parts":{"store":"ok","workers":"ok"}}"#;
    assert_eq!(service.get("/health").expect(200).text(), parts);
    let parts = r#"{"status":"ready","parts":{"store":"ok","queue":"ok"}}"#;
    assert_eq!(service.get("/ready").expect(200).text(), parts);
    service.get("/v1/user/nobody").expect(401);
    let text = service.get("/metrics").expect(200).text();
    let line = r#"glossweave_requests_total{route="/user/{userName}",method="GET",status="401"} 1"#;
    assert!(text.lines().any(|found| found == line), "{text}");
    assert!(text.contains("glossweave_request_seconds_bucket{route=\"/health\",le=\"+Inf\"} 1"));
    for gauge in [
        "glossweave_requests_running 1",
        "glossweave_store_up 1",
        "glossweave_queue_length{kind=\"job\"} 0",
        "glossweave_pool_waiting{pool=\"light\"} 0",
        "glossweave_reserved_bytes{for=\"bodies\"} 0",
    ] {
        assert!(text.lines().any(|line| line == gauge), "{gauge}: {text}");
    }
}

#[test]
fn a_full_disk_is_told_and_reads_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = client::settings();
    config.engine.store = StoreSettings::new(folder.path());
    drop(Service::with(config.clone()));
    // No disk has so much space.
    config.engine.store.reserve = Bytes(1 << 60);
    let service = Service::bare(config);
    let health = service.get("/health").expect(200).json();
    assert_eq!((&health["status"], &health["parts"]["store"]), (&"ok".into(), &"full".into()));
    let ready = service.get("/ready").expect(200).json();
    assert_eq!((&ready["status"], &ready["parts"]["store"]), (&"ready".into(), &"full".into()));
    let refused = service.call("POST", "/v1/user?username=carl&password=correct+horse").send();
    let problem = refused.problem(507, "Storage").json();
    assert_eq!(
        (&problem["code"], &problem["detail"]),
        (&"disk-full".into(), &"the disk of the service is full".into())
    );
    service.get("/v1/toolbox/convert/manage").expect(200);
}

#[test]
fn a_request_has_one_host() {
    let service = Service::start();
    // The client already sends one `Host` header.
    let two = service.call("GET", "/version").header("Host", "elsewhere.example").send();
    let problem = two.problem(400, "Invalid").json();
    assert_eq!(problem["detail"], "expected a header `Host`, found 2");
    let send = |head: &str| {
        let mut stream = client::connect(service.running.address());
        stream.write_all(head.as_bytes()).unwrap();
        client::read(stream, "GET")
    };
    for target in ["/version", "http://elsewhere.example/version"] {
        let head = format!("GET {target} HTTP/1.1\r\nConnection: close\r\n\r\n");
        let problem = send(&head).problem(400, "Invalid").json();
        assert_eq!(problem["detail"], "expected a header `Host`, found none");
    }
    // An empty header is allowed, and HTTP/1.0 requires none.
    send("GET /version HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n").expect(200);
    send("GET /version HTTP/1.0\r\n\r\n").expect(200);
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

#[test]
fn a_path_has_one_meaning_with_a_slash_and_with_the_other_version() {
    let service = Service::start();
    for version in ["/v1", "/current"] {
        for slash in ["", "/"] {
            let target = format!("{version}/toolbox/convert/manage{slash}?limit=1");
            assert_eq!(service.get(&target).expect(200).text(), "[]", "{target}");
            service.get(&format!("{version}/user{slash}")).problem(401, "Unauthenticated");
        }
    }
    for path in ["/current", "/current/", "/currently/user", "/v1/user//"] {
        service.get(path).expect(404);
    }
    let target = "/current/user/?username=carla&password=correct+horse";
    let made = service.call("POST", target).send().expect(201);
    assert_eq!(made.header("location"), Some("/v1/user/carla"));
}

#[test]
fn texts_say_their_encoding() {
    let service = Service::start();
    let ask = |target: &str, accept: &str| {
        let call = service.call("POST", target).typed("text/html").accept(accept);
        call.body("<p>Zürich").send().expect(200).header("content-type").unwrap().to_owned()
    };
    let place = "/v1/e-terminology/extraction?source-lang=en";
    for media_type in ["text/turtle", "text/n3", "text/html"] {
        assert_eq!(ask(place, media_type), format!("{media_type}; charset=utf-8"));
    }
    for media_type in ["application/ld+json", "application/n-triples"] {
        assert_eq!(ask(place, media_type), media_type);
    }
    let call = service.call("POST", place).typed("text/html; charset=iso-8859-1");
    let reply = call.accept("text/html").body(b"<p>Z\xfcrich").send().expect(200);
    assert_eq!(reply.header("content-type"), Some("text/html; charset=windows-1252"));
}

#[test]
fn clients_that_accept_errors_get_results() {
    let service = Service::start();
    let place = "/v1/e-terminology/extraction?source-lang=en";
    for accept in ["application/problem+json", "application/problem+json, text/turtle"] {
        let call = service.call("POST", place).accept(accept).body("Cork");
        assert_eq!(call.send().expect(200).media_type(), Some("text/turtle"));
    }
}

/// Returns a form in the notation of clients.
fn form(parts: &[(&str, &str)]) -> String {
    let part = |(head, content): &(&str, &str)| {
        format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
    };
    parts.iter().map(part).collect::<String>() + "--edge--\r\n"
}

#[test]
fn files_of_forms_are_bodies() {
    let service = Service::start();
    let ask = |target: &str, parts: &[(&str, &str)]| {
        let call = service.call("POST", target).token(&service.anna);
        call.typed("multipart/form-data; boundary=edge").body(form(parts)).send()
    };
    let file = "name=\"file\"; filename=\"cities.csv\"";
    let made = ask(
        "/v1/e-entity/dictionary/datasets",
        &[
            ("name=\"name\"", "cities"),
            ("name=\"visibility\"", "PUBLIC"),
            (file, "uri,label\nhttp://e.example/Cork,Cork\n"),
        ],
    );
    assert_eq!(made.expect(201).json()["labels"], 1);
    let place = "/v1/e-entity/dictionary/documents?dataset=cities&outformat=html";
    let page = "name=\"file\"; filename=\"a.html\"\r\nContent-Type: text/html; charset=utf-8";
    let reply = ask(place, &[(page, "<p>Cork</p>")]).expect(200);
    assert!(reply.text().contains("its-ta-ident-ref=\"http://e.example/Cork\""));
    let unknown = "name=\"f\"; filename=\"a.HTM\"\r\nContent-Type: application/octet-stream";
    assert_eq!(ask(place, &[(unknown, "<p>Cork</p>")]).expect(200).text(), reply.text());
    let reply = ask(place, &[("name=\"input\"", "<p>Cork"), ("name=\"informat\"", "html")]);
    assert!(reply.expect(200).text().contains("e.example/Cork"));
    let late = ask(place, &[(page, "<p>Cork</p>"), ("name=\"informat\"", "html")]);
    let late = late.problem(400, "Malformed").json();
    assert!(late["detail"].as_str().unwrap().contains("follows the file"), "{late}");
    let call = service.call("POST", place).typed("multipart/form-data; boundary=edge");
    let long = call.clone().body("x".repeat(4 << 20)).send().problem(400, "Malformed").json();
    assert!(long["detail"].as_str().unwrap().contains("too long"), "{long}");
    call.body("--edge\r\nContent-Dispo").send().problem(400, "Malformed");
    service
        .call("POST", place)
        .typed("multipart/form-data")
        .body("")
        .send()
        .problem(400, "Malformed");
}

#[test]
fn engines_are_listed_with_their_parameters_and_nothing_private() {
    let folder = tempfile::tempdir().unwrap();
    let terms = folder.path().join("terms.csv");
    std::fs::write(&terms, "concept,term,language\n1,comet,en\n").unwrap();
    let file = format!(
        "[[term-base]]\nname = 'astronomy'\nprotocol = 'termbase'\nplace = {terms:?}\n\
         [[endpoint]]\nname = 'http://a.example/sparql'\nprotocol = 'sparql'\n\
         place = 'http://127.0.0.1:9/'\noptions = {{ header = 'X-Key: horse' }}\n\
         [[recognizer]]\nname = 'far'\nprotocol = 'spotlight'\nplace = 'http://127.0.0.1:9/'\n\
         [[translator]]\nprovider = 'closed'\nprotocol = 'libretranslate'\n\
         place = 'http://127.0.0.1:9/'\noptions = {{ key = 'horse' }}\n\
         system = {{ source-lang = 'en', target-lang = 'de', key = 'horse' }}"
    );
    let read = client::read_settings(&file).unwrap();
    let mut config = client::settings();
    config.recognizers = read.recognizers;
    config.term_bases = read.term_bases;
    config.endpoints = read.endpoints;
    config.translators = read.translators;
    let service = Service::with(config);
    let found = service.get("/v1/engines").expect(200);
    assert!(!found.text().contains("horse") && !found.text().contains("127.0.0.1"));
    let found = found.json();
    let names = |list: &str| -> Vec<String> {
        let all = found[list].as_array().unwrap().iter();
        all.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("recognizers"), ["dictionary", "far", "linker", "trained"]);
    assert_eq!(names("term_finders"), ["astronomy", "extraction", "far", "termbase"]);
    assert_eq!(names("translators"), [""; 0]);
    assert_eq!(found["term_finders"][0]["languages"], serde_json::json!([{"source": "en"}]));
    let described = &found["recognizers"][1]["parameters"];
    let described = described.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
    let options = glossweave::entity::EntityOptions::PARAMETERS.iter();
    assert!(described.eq(["language"].into_iter().chain(options.map(|option| option.name))));
}

#[test]
fn an_option_that_repeats_has_a_list_in_the_settings() {
    let file = r#"
        [[recognizer]]
        name = "forms"
        protocol = "patterns"
        place = "date"
        options = { pattern = ['http://a.example/Ticket - GLOSS-\d+', 'http://a.example/Word - on'] }
        [[recognizer]]
        name = "both"
        protocol = "combination"
        place = "union"
        options = { recognizer = ["patterns date", "patterns url"] }
    "#;
    let read = client::read_settings(file).unwrap();
    let mut config = client::settings();
    config.recognizers = read.recognizers;
    let service = Service::with(config);
    let enrich = |path: &str| {
        let call = service.call("POST", path).typed("text/plain");
        call.body("GLOSS-42 on 2024-05-05, https://b.example/").send().expect(200).text()
    };
    let found = enrich("/v1/e-entity/forms/documents?outformat=turtle");
    for class in ["http://a.example/Ticket", "http://a.example/Word", "schema:Date"] {
        assert!(found.contains(class), "{found}");
    }
    let found = enrich("/v1/e-entity/both/documents?outformat=turtle");
    assert!(found.contains("schema:Date") && found.contains("schema:WebPage"), "{found}");
    let wrong = file.replace("['http", "[7, 'http");
    let error = client::read_settings(&wrong).unwrap_err();
    assert!(error.to_string().contains("a text or a list of texts"), "{error}");
}

#[test]
fn providers_and_their_languages_are_listed() {
    let service = Service::start();
    let recognizers = service.get("/v1/e-entity").expect(200).json();
    let names = ["dictionary", "linker", "trained"].map(|name| serde_json::json!({"name": name}));
    assert_eq!(recognizers, serde_json::json!(names));
    let terms = service.get("/v1/e-terminology/").expect(200).json();
    assert_eq!(terms, serde_json::json!([{"name": "extraction"}, {"name": "termbase"}]));
    assert_eq!(service.get("/v1/e-translation").expect(200).text(), "[]");
    let mut config = client::settings();
    let file = "[[translator]]\nprovider = 'elsewhere'\nprotocol = 'libretranslate'\n\
                place = 'http://127.0.0.1:9/'\n\
                system = { name = 'a', source-lang = 'en', target-lang = 'de' }";
    let read = client::read_settings(file).unwrap();
    config.translators = read.translators;
    let service = Service::with(config);
    let found = service.get("/v1/e-translation").expect(200).json();
    let pair = serde_json::json!({"source": "en", "target": "de"});
    assert_eq!(found, serde_json::json!([{"name": "elsewhere", "languages": [pair]}]));
}
