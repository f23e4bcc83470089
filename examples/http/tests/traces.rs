//! Traces from the caller, through the service, to remote services and to a collector of OpenTelemetry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{iter, thread};

use crate::client::{self, Service};
use glossweave_testing::PATIENCE;
use serde_json::json;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// A request to a remote service: its head and its body.
type Seen = (String, Vec<u8>);

/// Starts a collector, which is also a language model.
fn remote() -> (SocketAddr, Receiver<Seen>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, seen) = channel();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sender = sender.clone();
            thread::spawn(move || drop(answer(stream, &sender)));
        }
    });
    (address, seen)
}

fn answer(mut stream: TcpStream, sender: &Sender<Seen>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let start = head.len();
        if reader.read_line(&mut head)? <= 2 {
            break;
        }
        let line = head[start..].to_ascii_lowercase();
        length =
            line.strip_prefix("content-length:").map_or(length, |one| one.trim().parse().unwrap());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let _ = sender.send((head.to_ascii_lowercase(), body));
    let content = json!({"mentions": []}).to_string();
    let body = json!({"choices": [{"message": {"content": content}}]}).to_string();
    let body = if head.contains("/chat/") { body } else { String::new() };
    let length = body.len();
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digits).collect()
}

fn has(body: &[u8], part: impl AsRef<[u8]>) -> bool {
    body.windows(part.as_ref().len()).any(|window| window == part.as_ref())
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn a_trace_goes_through_the_service_to_others() {
    let (address, seen) = remote();
    let file = format!(
        "[[recognizer]]\nname = 'model'\nprotocol = 'chat-completions'\nplace = 'http://{address}/v1'\n\
         options = {{ model = 'tiny', type = 'town' }}",
    );
    let mut config = client::settings();
    config.recognizers = client::read_settings(&file).unwrap().recognizers;
    config.server.otlp = Some(format!("http://{address}"));
    let service = Service::with(config);
    let place = "/v1/e-entity/model/documents?language=en";
    let parent = format!("00-{TRACE}-{CALLER}-01");
    let call = service.call("POST", place).typed("text/plain").header("traceparent", &parent);
    call.header("tracestate", "vendor=1").body("To Cork we went.").send().expect(200);

    // Skips spans of the users that the test created before the call.
    let is_call = |(head, _): &Seen| !head.starts_with("post /v1/traces ");
    let (head, _) = iter::from_fn(|| seen.recv_timeout(PATIENCE).ok()).find(is_call).unwrap();
    let sent = header(&head, "traceparent").unwrap_or_else(|| panic!("{head}"));
    assert!(sent.starts_with(&format!("00-{TRACE}-")) && sent.ends_with("-01"), "{sent}");
    assert_ne!(sent, parent);
    assert_eq!(header(&head, "tracestate"), Some("vendor=1"));
    let client_span = bytes(sent.split('-').nth(2).unwrap());

    let body = loop {
        let (head, body) = seen.recv_timeout(PATIENCE).unwrap();
        assert!(head.starts_with("post /v1/traces "), "{head}");
        if has(&body, bytes(TRACE)) {
            break body;
        }
    };
    // The span of the request, within the span of the caller, and the span of the call to the model.
    for part in [
        "POST /e-entity/{entity_engine}/documents",
        "http.response.status_code",
        "server.address",
        "server.port",
        "glossweave",
    ] {
        assert!(has(&body, part), "{part}: {}", String::from_utf8_lossy(&body));
    }
    assert!(has(&body, bytes(CALLER)) && has(&body, client_span));
    assert!(!has(&body, "Cork") && !has(&body, "language=en"));

    // The trace is the exemplar of a duration bucket, for clients that can read exemplars.
    let metrics = service
        .call("GET", "/metrics")
        .accept("application/openmetrics-text; version=1.0.0")
        .send();
    let text = metrics.expect(200).text();
    let exemplar = format!(" # {{trace_id=\"{TRACE}\"}} ");
    let bucket = |line: &&str| {
        line.starts_with("glossweave_request_seconds_bucket") && line.contains(&exemplar)
    };
    assert_eq!(text.lines().filter(bucket).count(), 1, "{text}");
    assert!(
        text.ends_with("# EOF\n") && text.contains("# TYPE glossweave_requests counter\n"),
        "{text}"
    );
    assert!(!service.get("/metrics").text().contains("trace_id"));

    // Without `traceparent`, a new trace starts. Remaining spans are sent at the end.
    service.get("/v1/formats").expect(200);
    let step = json!([{"method": "POST", "endpoint": place.trim_start_matches("/v1"), "body": "To Cork."}]);
    let chain = service.call("POST", "/v1/pipelining/chain").typed("application/json");
    chain.body(step.to_string()).send().expect(200);
    drop(service);
    let rest: Vec<Seen> = seen.try_iter().collect();
    let has_all = |path: &str, part: &str| {
        rest.iter().any(|(head, body)| head.starts_with(path) && has(body, part))
    };
    assert!(has_all("post /v1/traces ", "GET /formats"), "{rest:?}");
    assert!(has_all("post /v1/traces ", "pipeline step"), "{rest:?}");
    assert!(has_all("post /v1/metrics ", "http.server.request.duration"), "{rest:?}");
}

#[test]
fn wrong_settings_are_told() {
    let refused = |otlp: &str, sampled: f64| {
        let mut config = client::settings();
        (config.server.otlp, config.server.otlp_sampled) = (Some(otlp.to_owned()), sampled);
        glossweave_http::start(config).unwrap_err()
    };
    assert_eq!(refused("no url", 1.0).parameter(), Some("server.otlp"));
    assert_eq!(refused("http://127.0.0.1:9", 1.5).parameter(), Some("server.otlp-sampled"));
}
