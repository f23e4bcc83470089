//! Servers of chat completions, both working and failing.

use std::io::Write;
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::{Server, answer};
use glossweave_base::error::{Error, ErrorKind};

/// Returns the response with a content and the reason for its end.
pub fn completion(content: &str, reason: &str) -> String {
    let body = json!({
        "choices": [{"message": {"role": "assistant", "content": content}, "finish_reason": reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    });
    answer("200 OK", "Content-Type: application/json\r\n", &body.to_string())
}

/// A function that writes a complete response.
type Respond = fn(&mut TcpStream);

/// Failing servers: the description of the failure, the kind of the error, and the response.
const FAILING: [(&str, ErrorKind, Respond); 11] = [
    ("no JSON", ErrorKind::Unavailable, |stream| {
        _ = stream.write_all(answer("200 OK", "", "<html>Welcome").as_bytes());
    }),
    ("no choices", ErrorKind::Unavailable, |stream| {
        _ = stream.write_all(answer("200 OK", "", "{\"choices\": []}").as_bytes());
    }),
    ("no content", ErrorKind::Unavailable, |stream| {
        let body = "{\"choices\": [{\"message\": {\"content\": null, \"tool_calls\": []}}]}";
        _ = stream.write_all(answer("200 OK", "", body).as_bytes());
    }),
    ("an unknown model", ErrorKind::Unavailable, |stream| {
        let body = "{\"error\": {\"message\": \"no model for secret-4711\"}}";
        _ = stream.write_all(answer("404 Not Found", "", body).as_bytes());
    }),
    ("an error of the server", ErrorKind::Unavailable, |stream| {
        let body = "{\"error\": {\"message\": \"no model for secret-4711\"}}";
        _ = stream.write_all(answer("500 Oops", "", body).as_bytes());
    }),
    ("a refused key", ErrorKind::Unavailable, |stream| {
        let body = "{\"error\": {\"message\": \"Incorrect API key: secret-4711\"}}";
        _ = stream.write_all(answer("401 Unauthorized", "", body).as_bytes());
    }),
    ("too many calls, with a time", ErrorKind::Throttled, |stream| {
        let head = "Retry-After: 90\r\n";
        _ = stream.write_all(answer("429 Too Many Requests", head, "").as_bytes());
    }),
    ("too many calls", ErrorKind::Throttled, |stream| {
        _ = stream.write_all(answer("429 Too Many Requests", "", "").as_bytes());
    }),
    ("half an answer", ErrorKind::Unavailable, |stream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"choices\": [";
        _ = stream.write_all(head.as_bytes());
    }),
    ("an answer without end", ErrorKind::TooLarge, |stream| {
        _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        let block = vec![b' '; 1 << 20];
        while stream.write_all(&block).is_ok() {}
    }),
    ("a slow stream", ErrorKind::Deadline, |stream| {
        _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{");
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) && stream.write_all(b" ").is_ok() {
            sleep(Duration::from_millis(50));
        }
    }),
];

/// Checks the errors of calls to failing servers. `call` receives a server and the time limit of the call
/// in milliseconds. It must send the key `secret-4711`, and return the error.
pub fn check_failing_servers(call: impl Fn(&Server, &str) -> Error) {
    for (name, kind, respond) in FAILING {
        let server = Server::new(move |_, _, stream| respond(stream));
        let error = call(&server, if kind == ErrorKind::Deadline { "800" } else { "30000" });
        assert_eq!(error.kind(), kind, "{name}: {error}");
        let key = server
            .seen()
            .iter()
            .all(|seen| seen.header("authorization") == Some("Bearer secret-4711"));
        assert!(key, "{name}");
        assert!(!format!("{error:?} {error}").contains("secret-4711"), "{name}: {error}");
        if name.ends_with("with a time") {
            assert_eq!(error.retry_after(), Some(Duration::from_secs(90)));
        }
    }
}
