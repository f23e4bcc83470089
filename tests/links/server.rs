//! Servers that respond correctly, and servers that do not.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::link::LinkRequest;
use glossweave::{ErrorKind, Format, Request};
use glossweave_testing::PATIENCE;

use super::Fixture;

const QUERY: &str = "CONSTRUCT WHERE { <@@@entity_uri@@@> <http://d.example/p> ?o }";
const PAGE: &str = "<p><i its-ta-ident-ref='http://d.example/a'>a</i> and \
    <i its-ta-ident-ref='http://d.example/b'>b</i>";

/// Starts a server whose behavior depends on the path, and returns its address.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || drop(answer(stream)));
        }
    });
    address
}

fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Ok(());
        }
        head.extend_from_slice(&buffer[..read]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default();
    let about = if path.contains("d.example%2Fa") { "a" } else { "b" };
    let triple =
        format!("<http://d.example/{about}> <http://d.example/p> _:x .\n_:x <x:of> '{about}' .\n");
    let send = |stream: &mut TcpStream, status: &str, more: &str, body: &str| {
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\n{more}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    };
    let turtle = "Content-Type: text/turtle";
    match path.split('?').next().unwrap_or_default() {
        "/ok" => send(&mut stream, "200 OK", turtle, &triple),
        "/half" if about == "a" => send(&mut stream, "200 OK", turtle, &triple),
        "/half" => send(&mut stream, "500 No", turtle, "out of order"),
        "/garbage" => send(&mut stream, "200 OK", turtle, "<a> <b"),
        "/page" => send(&mut stream, "200 OK", "Content-Type: text/html", "<p>Welcome"),
        "/refuses" => send(&mut stream, "400 No", "Content-Type: text/plain", "what?"),
        "/redirect" => send(&mut stream, "302 Found", "Location: http://127.0.0.2:9/ok", ""),
        "/hangs" => {
            thread::sleep(Duration::from_secs(60));
            Ok(())
        }
        "/endless" => {
            write!(stream, "HTTP/1.1 200 OK\r\n{turtle}\r\nConnection: close\r\n\r\n")?;
            let block = "# nothing\n".repeat(10_000);
            loop {
                stream.write_all(block.as_bytes())?;
            }
        }
        _ => Ok(()),
    }
}

fn fixture(address: &str) -> Fixture {
    Fixture::new(&[
        ("network.private-hosts", address),
        ("network.response", "1000000"),
        ("links.time", "3s"),
    ])
}

fn request(fixture: &Fixture, url: &str) -> LinkRequest {
    let page = Request::new(PAGE, Format::Html).output(Format::NTriples);
    LinkRequest::new(fixture.template(QUERY, url).unwrap(), page)
}

#[test]
fn a_server_is_asked_about_every_entity() {
    let address = server();
    let fixture = fixture(&address);
    let reply = fixture
        .nobody()
        .links()
        .enrich(request(&fixture, &format!("http://{address}/ok")))
        .unwrap();
    let found = String::from_utf8(reply.bytes).unwrap();
    assert!(found.contains("<x:of> \"a\"") && found.contains("<x:of> \"b\""), "{found}");
    let nodes: std::collections::HashSet<_> =
        found.split_whitespace().filter(|word| word.starts_with("_:")).collect();
    assert_eq!(nodes.len(), 2, "{found}");
}

#[test]
fn a_server_that_fails_fails_the_request_and_no_more() {
    let address = server();
    let fixture = fixture(&address);
    for (path, kind) in [
        ("half", ErrorKind::Unavailable),
        ("garbage", ErrorKind::Unavailable),
        ("page", ErrorKind::Unavailable),
        ("refuses", ErrorKind::Unavailable),
        ("closes", ErrorKind::Unavailable),
        ("endless", ErrorKind::Unavailable),
        ("redirect", ErrorKind::Forbidden),
        ("hangs", ErrorKind::Deadline),
    ] {
        let start = Instant::now();
        let request = request(&fixture, &format!("http://{address}/{path}"));
        let error = fixture.nobody().links().enrich(request.clone()).unwrap_err();
        assert_eq!(error.kind(), kind, "{path}: {error}");
        let reply = fixture.nobody().links().enrich(request.partially()).unwrap();
        let found = String::from_utf8(reply.bytes).unwrap();
        let failed = if path == "half" { 1 } else { 2 };
        assert_eq!(reply.findings.len(), failed, "{path}");
        assert!(reply.findings.iter().all(|one| one.kind == kind), "{path}");
        assert_eq!(found.contains("<x:of> \"a\""), path == "half", "{path}: {found}");
        assert!(start.elapsed() < PATIENCE, "{path}");
    }
}

#[test]
fn a_server_that_nobody_allowed_is_not_asked() {
    let address = server();
    let fixture = Fixture::new(&[]);
    for url in [format!("http://{address}/ok"), "http://169.254.169.254/latest".to_owned()] {
        let error = fixture.nobody().links().enrich(request(&fixture, &url)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{error}");
        let error = fixture.nobody().links().explore("x:y", &url).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{error}");
    }
}
