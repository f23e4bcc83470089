//! A language model as a recognizer of the server. Entities that it invents are dropped, and reported in a
//! header.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use crate::client::{self, Service};
use glossweave_testing::server::{self, Server};
use serde_json::json;

/// Starts a model that finds Cork, and also Paris, which no text contains.
fn model() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || drop(answer(stream)));
        }
    });
    address
}

fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        let value = line.to_ascii_lowercase();
        length =
            value.strip_prefix("content-length:").map_or(length, |one| one.trim().parse().unwrap());
        line.clear();
    }
    reader.read_exact(&mut vec![0; length])?;
    let mention = |text: &str| json!({"id": 1, "text": text, "type": "town", "confidence": 0.5});
    let content = json!({"mentions": [mention("Cork"), mention("Paris")]}).to_string();
    let body = json!({"choices": [{"message": {"content": content}}]}).to_string();
    let length = body.len();
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

#[test]
fn a_language_model_is_a_recognizer() {
    let file = format!(
        "[[recognizer]]\nname = 'model'\nprotocol = 'chat-completions'\nplace = 'http://{}/v1'\n\
         options = {{ model = 'tiny', key = 'horse', type = 'town <http://schema.org/City>' }}",
        model()
    );
    let mut config = client::settings();
    config.recognizers = client::read_settings(&file).unwrap().recognizers;
    let service = Service::with(config);
    let call = service.call("POST", "/v1/e-entity/model/documents?language=en").typed("text/plain");
    let reply = call.accept("application/n-triples").body("To Cork we went.").send().expect(200);
    let skipped =
        "\"Paris\";message=\"the%20text%20does%20not%20contain%20this%20name:%20`Paris`\"";
    assert_eq!(reply.header("glossweave-skipped"), Some(skipped));
    let triples = reply.text();
    assert!(
        triples.contains("char=3,7") && triples.contains("http://schema.org/City"),
        "{triples}"
    );
    assert!(!triples.contains("Paris") && !triples.contains("horse"), "{triples}");
    let metrics = service.get("/metrics").expect(200).text();
    let calls = "glossweave_language_model_calls_total{kind=\"recognizer\",provider=\"model\"} 1\n";
    assert!(metrics.contains(calls), "{metrics}");
}

#[test]
fn addresses_of_private_networks_are_not_shown() {
    let file = "[[recognizer]]\nname = 'gone'\nprotocol = 'spotlight'\nplace = 'http://127.0.0.1:1/rest'\n";
    let mut config = client::settings();
    config.recognizers = client::read_settings(file).unwrap().recognizers;
    let service = Service::with(config);
    let path = "/v1/e-entity/gone/documents?language=en";
    let call = service.call("POST", path).typed("text/plain").body("To Cork we went.");
    let problem = call.send().problem(502, "Unavailable").json();
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("`a private address` cannot be reached"), "{detail}");
    let call = service.call("POST", &format!("{path}&async=true")).token(&service.anna);
    let job = call.typed("text/plain").body("To Cork we went.").send().expect(202).json();
    let path = format!("/v1/jobs/{}", job["id"].as_str().unwrap());
    let job = loop {
        let job = service.call("GET", &path).token(&service.anna).send().expect(200);
        if job.json()["ended"].is_string() {
            break job.text();
        }
        thread::sleep(std::time::Duration::from_millis(20));
    };
    assert!(job.contains("a private address") && !job.contains("127.0.0.1"), "{job}");
}

#[test]
fn addresses_in_what_a_service_says_are_not_shown() {
    let said = "no upstream 10.1.2.3:8080, called as 127.0.0.1";
    let server =
        Server::saying(vec![server::answer("500 No", "Content-Type: text/plain\r\n", said)]);
    let mut config = client::settings();
    let url = server.url("/rest");
    let file = format!("[[recognizer]]\nname = 'ill'\nprotocol = 'spotlight'\nplace = '{url}'\n");
    config.recognizers = client::read_settings(&file).unwrap().recognizers;
    let service = Service::with(config);
    let call = service.call("POST", "/v1/e-entity/ill/documents?language=en").typed("text/plain");
    let problem = call.body("To Cork we went.").send().problem(502, "Unavailable").json();
    let expected = "`a private address` answered 500: no upstream a private address, called as a private address";
    assert_eq!(problem["detail"], expected);
}
