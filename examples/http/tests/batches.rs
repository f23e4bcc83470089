//! Batches over HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{self, Reply, Service, settings};
use glossweave_testing::PATIENCE;
use serde_json::{Value, json};

const TERMS: &str = "/v1/batch?path=/e-terminology/extraction%3Flanguage%3Den";
const NDJSON: &str = "application/x-ndjson";

/// Returns the results sorted by index, and the summary, which is last.
fn results(reply: &Reply) -> (Vec<Value>, Value) {
    assert_eq!(reply.media_type(), Some(NDJSON));
    let lines = reply.text();
    let mut lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = lines.pop().unwrap()["summary"].clone();
    lines.sort_by_key(|line| line["index"].as_u64());
    (lines, summary)
}

#[test]
fn lines_of_json_are_documents_and_wrong_ones_stop_nothing() {
    let service = Service::start();
    let lines = [
        r#"{"name": "a.html", "content": "<p>One black hole."}"#,
        "",
        r#"{"name": "b.txt", "text": "wrong"}"#,
        r#"{"media_type": "text/plain", "base64": "VHdvIGJsYWNrIGhvbGVzLg=="}"#,
        r#"{"content": "}"#,
        r#"{"name": "c.jsonld", "content": "{"}"#,
    ];
    let call = service.call("POST", TERMS).token(&service.anna).typed(NDJSON);
    let reply = call.body(lines.join("\n")).send().expect(200);
    assert_eq!(reply.header("x-accel-buffering"), Some("no"));
    let (lines, summary) = results(&reply);
    assert_eq!(summary, json!({"done": 2, "failed": 3}));
    let states: Vec<_> = lines.iter().map(|line| line["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["done", "failed", "done", "failed", "failed"]);
    assert_eq!(lines[0]["name"], "a.html");
    assert_eq!(lines[0]["media_type"], "text/turtle");
    assert!(lines[2]["content"].as_str().unwrap().contains("black holes"), "{lines:?}");
    assert_eq!(lines[1]["error"]["line"], 3);
    assert!(lines[1]["error"]["message"].as_str().unwrap().contains("`text`"), "{lines:?}");
    assert_eq!(
        (&lines[3]["error"]["kind"], &lines[3]["error"]["line"]),
        (&json!("Malformed"), &json!(5))
    );
    assert_eq!(
        (&lines[4]["name"], &lines[4]["error"]["kind"]),
        (&json!("c.jsonld"), &json!("Malformed"))
    );
}

#[test]
fn what_concerns_all_documents_is_the_error_of_the_request() {
    let service = Service::start();
    let post = |target: &str| service.call("POST", target).typed(NDJSON).body("{}");
    post("/v1/batch").send().problem(400, "Invalid");
    post("/v1/batch?path=/nowhere").send().problem(404, "NotFound");
    post("/v1/batch?path=/user").send().problem(404, "NotFound");
    post(TERMS).token("made up").send().problem(401, "Unauthenticated");
    post(TERMS).accept("text/html").send().problem(406, "Unsupported");
    let job = post(&format!("{TERMS}&async=true")).send().problem(400, "Invalid").json();
    assert_eq!(job["parameter"], "async");
    let wrong = post(&format!("{TERMS}&dataset=cork")).send().problem(400, "Invalid").json();
    assert_eq!(wrong["parameter"], "dataset");
    let typed = |media_type: &str| service.call("POST", TERMS).typed(media_type).body("x").send();
    typed("text/html").problem(415, "Unsupported");
    typed("application/zip").problem(400, "Malformed");
    typed("multipart/form-data").problem(400, "Malformed");
}

#[test]
fn limits_end_a_batch_with_an_error() {
    let mut config = settings();
    config.engine.batches.documents = 2;
    let service = Service::with(config);
    let lines = [r#"{"content": "One."}"#; 5].join("\n");
    let reply = service.call("POST", TERMS).typed(NDJSON).body(lines).send().expect(200);
    let (lines, summary) = results(&reply);
    assert_eq!(summary, json!({"done": 2, "failed": 1}));
    assert_eq!(lines[2]["error"]["kind"], "TooLarge");
}

/// A language model that waits for `gate` if a text contains the word `slow`, and counts its requests.
#[derive(Default)]
struct Remote {
    gate: AtomicBool,
    seen: AtomicUsize,
}

fn remote() -> (String, Arc<Remote>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let remote = Arc::new(Remote::default());
    let shared = remote.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let remote = shared.clone();
            thread::spawn(move || drop(answer(stream, &remote)));
        }
    });
    (format!("http://{address}/v1"), remote)
}

fn answer(mut stream: TcpStream, remote: &Remote) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? <= 2 {
            break;
        }
        let line = line.to_ascii_lowercase();
        length =
            line.strip_prefix("content-length:").map_or(length, |one| one.trim().parse().unwrap());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    remote.seen.fetch_add(1, Ordering::SeqCst);
    let is_slow = body.windows(4).any(|word| word == b"slow");
    while is_slow && !remote.gate.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(5));
    }
    let content = json!({"mentions": []}).to_string();
    let body = json!({"choices": [{"message": {"content": content}}]}).to_string();
    let length = body.len();
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

/// Starts a service whose recognizer is such a model, with two threads for batches.
fn remote_service() -> (Service, Arc<Remote>) {
    let (place, remote) = remote();
    let file = format!(
        "[[recognizer]]\nname = 'model'\nprotocol = 'chat-completions'\nplace = '{place}'\n\
         options = {{ model = 'tiny', type = 'town' }}",
    );
    let mut config = settings();
    config.recognizers = client::read_settings(&file).unwrap().recognizers;
    config.engine.batches.threads = 2;
    (Service::with(config), remote)
}

const MODEL: &str = "/v1/batch?path=/e-entity/model/documents%3Flanguage%3Den";

#[test]
fn results_come_before_the_last_document_is_done() {
    let (service, remote) = remote_service();
    for accept in [NDJSON, "text/event-stream"] {
        remote.gate.store(false, Ordering::SeqCst);
        // Answers for the same text are cached.
        let lines = ["slow", "fast"].map(|word| json!({"content": format!("{word} {accept}")}));
        let lines = lines.map(|line| line.to_string()).join("\n");
        let call = service.call("POST", MODEL).typed(NDJSON).accept(accept).body(lines);
        let call = call.header("Accept-Encoding", "gzip");
        let mut reader = BufReader::new(call.begin());
        let mut text = String::new();
        // The second document, whose result is sent while the first one waits.
        while !text.contains("\"index\":1") {
            assert_ne!(reader.read_line(&mut text).unwrap(), 0, "{text}");
        }
        assert!(!text.contains("\"index\":0"), "{text}");
        remote.gate.store(true, Ordering::SeqCst);
        reader.read_to_string(&mut text).unwrap();
        assert!(text.contains(&format!("content-type: {accept}")), "{text}");
        assert!(text.contains("\"index\":0"), "{text}");
        let summary = "{\"summary\":{\"done\":2,\"failed\":0}}";
        let end = match accept {
            NDJSON => format!("{summary}\n"),
            _ => format!("event: summary\ndata: {summary}\n\n"),
        };
        assert!(text.trim_end_matches(['\r', '\n', '0']).ends_with(end.trim_end()), "{text}");
        let event = text.contains("id: 1\nevent: document\ndata: {\"index\":1,");
        assert_eq!(event, accept != NDJSON, "{text}");
    }
}

#[test]
fn a_client_that_disconnects_cancels_the_rest() {
    let (service, remote) = remote_service();
    remote.gate.store(true, Ordering::SeqCst);
    let lines = "{\"content\": \"To Cork.\"}\n".repeat(2_000);
    let call = service.call("POST", MODEL).typed(NDJSON).body(lines);
    let mut reader = BufReader::new(call.begin());
    let mut text = String::new();
    while !text.contains("\"index\"") {
        assert_ne!(reader.read_line(&mut text).unwrap(), 0, "{text}");
    }
    drop(reader);
    let (begun, mut seen) = (Instant::now(), 0);
    // Waits until there are no more requests for a while.
    loop {
        thread::sleep(Duration::from_millis(500));
        let now = remote.seen.load(Ordering::SeqCst);
        if now == seen {
            break;
        }
        seen = now;
        assert!(begun.elapsed() < PATIENCE);
    }
    assert!(seen < 1_500, "{seen}");
}

#[test]
fn a_client_has_its_share_of_batches() {
    let (place, remote) = remote();
    let file = format!(
        "[[recognizer]]\nname = 'model'\nprotocol = 'chat-completions'\nplace = '{place}'\n\
         options = {{ model = 'tiny', type = 'town' }}",
    );
    let mut config = settings();
    config.recognizers = client::read_settings(&file).unwrap().recognizers;
    config.server.heavy_workers = 2;
    let service = Service::with(config);
    let call = service.call("POST", MODEL).typed(NDJSON).body("{\"content\": \"To Cork, slow.\"}");
    let first = call.begin();
    while remote.seen.load(Ordering::SeqCst) == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    call.send().problem(429, "Throttled");
    remote.gate.store(true, Ordering::SeqCst);
    let reply = client::read(first, "POST").expect(200);
    assert_eq!(results(&reply).1, json!({"done": 1, "failed": 0}));
    // The thread releases its slot shortly after the end of the response.
    let begun = Instant::now();
    while call.send().status != 200 {
        assert!(begun.elapsed() < PATIENCE);
    }
}

/// Returns a zip archive of uncompressed files.
fn zip(records: &[(&str, &str)]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in records {
        let mut crc = flate2::Crc::new();
        crc.update(content.as_bytes());
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let fields =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &crc.sum().to_le_bytes(), &size, &size, &length]
                .concat();
        let start = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        bytes.extend(
            [b"PK\x03\x04", &fields[..], &[0, 0], name.as_bytes(), content.as_bytes()].concat(),
        );
        let entry = [b"PK\x01\x02\x14\0", &fields[..], &[0; 12], &start, name.as_bytes()];
        directory.extend(entry.concat());
    }
    let count = u16::try_from(records.len()).unwrap().to_le_bytes();
    let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
    let start = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    let end = [b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &start, &[0, 0]].concat();
    [bytes, directory, end].concat()
}

#[test]
fn archives_and_forms_are_documents_too() {
    let service = Service::start();
    let documents =
        [("a.html", "<p>One black hole."), ("b.jsonld", "{"), ("c", "Two black holes.")];
    let form: String = documents
        .iter()
        .map(|(name, content)| {
            format!(
                "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n{content}\r\n"
            )
        })
        .collect();
    let form = format!("{form}--x--\r\n").into_bytes();
    for (media_type, body) in [
        ("application/zip", zip(&documents)),
        ("multipart/form-data; boundary=x", form.clone()),
        ("multipart/mixed; boundary=\"x\"", form.clone()),
    ] {
        let call = service.call("POST", TERMS).token(&service.anna).typed(media_type);
        let packed = call.clone().header("Content-Encoding", "gzip").body(client::gzip(&body));
        for reply in [call.body(&body).send(), packed.send()] {
            let (lines, summary) = results(&reply.expect(200));
            assert_eq!(summary, json!({"done": 2, "failed": 1}), "{media_type}: {lines:?}");
            for (line, (name, _)) in lines.iter().zip(&documents) {
                assert_eq!(line["name"], *name);
            }
            // The markup is not part of the text.
            assert!(!lines[0]["content"].as_str().unwrap().contains("<p>"), "{lines:?}");
            assert_eq!(lines[1]["error"]["kind"], "Malformed");
        }
    }
}

#[test]
fn a_package_comes_back_in_base64() {
    let service = Service::start();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/odt");
    let mut files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.find(|path| path.extension().is_some_and(|one| one == "odt")).unwrap();
    let (content, name) = (std::fs::read(&file).unwrap(), "a.odt");
    let head = format!("--x\r\nContent-Disposition: form-data; filename={name}\r\n\r\n");
    let form = [head.as_bytes(), &content, b"\r\n--x--"].concat();
    let target = format!("{TERMS}%26outformat%3Dodt%26any-format%3Dyes");
    let call = service.call("POST", &target).typed("multipart/form-data; boundary=x").body(form);
    let (lines, _) = results(&call.send().expect(200));
    assert_eq!(lines[0]["state"], "done", "{lines:?}");
    assert!(lines[0]["base64"].as_str().unwrap().starts_with("UEsDB"), "{lines:?}");
    assert_eq!(lines[0]["media_type"], "application/x-openoffice");
}
