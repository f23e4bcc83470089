//! Steps that call other servers.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::{ErrorKind, Settings};
use glossweave_testing::PATIENCE;

use super::fixture::{Fixture, text, world_with};

/// Starts a server that records requests and whose behavior depends on the path.
fn server() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let kept = seen.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let kept = kept.clone();
            thread::spawn(move || drop(answer(stream, &kept)));
        }
    });
    (address, seen)
}

fn answer(mut stream: TcpStream, kept: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut all = Vec::new();
    let mut buffer = [0; 4096];
    let length = |head: &str| -> usize {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        length.map_or(0, |(_, value)| value.trim().parse().unwrap())
    };
    loop {
        let text = String::from_utf8_lossy(&all).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && body.len() >= length(head)
        {
            break;
        }
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            return Ok(());
        }
        all.extend_from_slice(&buffer[..read]);
    }
    let request = String::from_utf8_lossy(&all).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let (status, headers, body) = match path {
        "/echo" => {
            let body = request.split_once("\r\n\r\n").map_or("", |(_, body)| body);
            ("200 OK", "Content-Type: text/turtle; charset=utf-8".to_owned(), body.to_owned())
        }
        "/hangs" => {
            thread::sleep(Duration::from_secs(20));
            return Ok(());
        }
        "/large" => ("200 OK", "Content-Type: text/turtle".to_owned(), "#".repeat(100_000)),
        "/redirect" => {
            ("302 Found", "Location: http://169.254.169.254/latest".to_owned(), String::new())
        }
        status => (
            &*status.trim_start_matches('/').to_owned().leak(),
            "Content-Type: text/plain".to_owned(),
            "no".to_owned(),
        ),
    };
    kept.lock().unwrap().push(request.clone());
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{headers}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

fn allowing(address: &str) -> Fixture {
    let mut settings = Settings::default();
    settings.network.private_hosts = address.into();
    world_with(settings)
}

#[test]
fn a_step_goes_out_to_an_allowed_host_and_comes_back() {
    let (address, seen) = server();
    let fixture = allowing(&address);
    let requests = format!(
        r#"[{{"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "Cork on the Lee"}},
        {{"method": "POST", "endpoint": "http://{address}/echo?a=1", "parameters": {{"b": "x y&z"}},
            "headers": {{"X-Key": "k", "Accept": "text/turtle"}}}},
        {{"method": "POST", "endpoint": "/e-entity/rivers/documents"}}]"#
    );
    let found = text(&fixture.chain(&requests).unwrap());
    assert!(found.contains("e.example/Cork") && found.contains("e.example/Lee"), "{found}");
    let request = seen.lock().unwrap()[0].to_lowercase();
    assert!(request.starts_with("post /echo?a=1&b=x+y%26z http/1.1\r\n"), "{request}");
    assert!(
        request.contains("\r\nx-key: k\r\n")
            && request.contains("\r\ncontent-type: text/turtle\r\n")
    );
    assert!(!request.contains("token"), "who calls is nobody's business outside");
}

#[test]
fn what_an_outside_step_answers_is_the_error() {
    let (address, _) = server();
    let fixture = allowing(&address);
    for (status, kind) in [
        ("400", ErrorKind::Invalid),
        ("401", ErrorKind::Unauthenticated),
        ("404", ErrorKind::NotFound),
        ("413", ErrorKind::TooLarge),
        ("415", ErrorKind::Unsupported),
        ("429", ErrorKind::Throttled),
        ("500", ErrorKind::Unavailable),
        ("redirect", ErrorKind::Forbidden),
    ] {
        let requests = format!(
            r#"[{{"method": "POST", "endpoint": "http://{address}/{status}?key=secret", "body": "x"}}]"#
        );
        let error = fixture.refusal(&requests, &[]);
        assert_eq!((error.kind(), error.step()), (kind, Some(0)), "{status}: {error}");
        assert!(!error.message().contains("secret"), "{error}");
    }
    let host = format!(
        r#"[{{"method": "POST", "endpoint": "http://{address}/echo", "body": "x", "headers": {{"Host": "other"}}}}]"#
    );
    assert!(fixture.refusal(&host, &[]).message().contains("`Host`"));
}

#[test]
fn an_outside_step_has_so_much_time_and_memory() {
    let (address, _) = server();
    // The shorter time limit applies.
    for (all, each) in [(1_500, 600_000), (600_000, 1_500)] {
        let mut settings = Settings::default();
        settings.network.private_hosts = address.clone();
        settings.network.response = "50000".parse().unwrap();
        settings.pipelines.time = Duration::from_millis(all);
        settings.network.time = Duration::from_millis(each);
        let fixture = world_with(settings);
        let to = |path: &str| {
            let begun = Instant::now();
            let requests = format!(
                r#"[{{"method": "POST", "endpoint": "http://{address}{path}", "body": "x"}}]"#
            );
            let error = fixture.refusal(&requests, &[]);
            assert!(begun.elapsed() < PATIENCE, "{path}");
            (error.kind(), error.step())
        };
        assert_eq!(to("/hangs"), (ErrorKind::Deadline, Some(0)));
        assert_eq!(to("/large"), (ErrorKind::TooLarge, Some(0)));
    }
}

#[test]
fn nothing_goes_to_addresses_that_were_not_allowed() {
    let (address, seen) = server();
    let mut settings = Settings::default();
    settings.network.hosts = "localhost,allowed.example".into();
    let fixture = world_with(settings);
    let port = address.split(':').nth(1).unwrap();
    for endpoint in [
        format!("http://{address}/echo"),
        format!("http://localhost:{port}/echo"),
        format!("http://0x7f000001:{port}/echo"),
        format!("http://[::ffff:127.0.0.1]:{port}/echo"),
        format!("http://allowed.example@127.0.0.1:{port}/echo"),
        format!("//127.0.0.1:{port}/echo"),
        "file:///etc/passwd".to_owned(),
        "gopher://allowed.example/".to_owned(),
        "http://10.0.0.1/".to_owned(),
    ] {
        let requests = format!(r#"[{{"method": "POST", "endpoint": "{endpoint}", "body": "x"}}]"#);
        let error = fixture.refusal(&requests, &[]);
        assert!(
            matches!(error.kind(), ErrorKind::Forbidden | ErrorKind::Invalid),
            "{endpoint}: {error:?}"
        );
        // A variable that contains the whole endpoint is checked the same way.
        let requests = r#"[{"method": "POST", "endpoint": "$WHERE$", "body": "x"}]"#;
        let error = fixture.refusal(requests, &[("WHERE", &endpoint)]);
        assert!(
            matches!(error.kind(), ErrorKind::Forbidden | ErrorKind::Invalid),
            "{endpoint}: {error:?}"
        );
    }
    assert!(seen.lock().unwrap().is_empty());
}

#[test]
fn the_engines_own_urls_stay_inside() {
    let mut settings = Settings::default();
    settings.pipelines.base_urls = "https://gloss.example/v1/, http://localhost:8080/v1".into();
    let fixture = world_with(settings);
    for base in [
        "https://gloss.example/v1",
        "HTTPS://GLOSS.example:443/v1",
        "HTTP://localhost:8080/v1",
        "/v1",
        "",
    ] {
        let requests = format!(
            r#"[{{"method": "POST", "endpoint": "{base}/e-entity/cities/documents?language=en", "body": "Cork"}}]"#
        );
        assert!(text(&fixture.chain(&requests).unwrap()).contains("e.example/Cork"), "{base}");
    }
    let other = r#"[{"method": "POST", "endpoint": "https://gloss.example/v10/e-entity/cities/documents", "body": "Cork"}]"#;
    assert_eq!(fixture.refusal(other, &[]).kind(), ErrorKind::Forbidden);
}
