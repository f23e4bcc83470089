//! The public items of `core/net/src/request.rs`.

#[test]
fn http_request() {
    use glossweave::net::HttpRequest;
    use std::time::Duration;
    let call =
        HttpRequest::post("https://example.org/annotate?key=secret", "text/plain", "To Cork")
            .with_header("Accept", "application/json")
            .with_time(Duration::from_secs(5))
            .idempotent();
    assert!(!format!("{call:?}").contains("secret"));
}

#[test]
fn http_request_get() {
    use glossweave::net::HttpRequest;
    // The part after `?` is not shown, because it may be a secret.
    let call = HttpRequest::get("https://example.org/lookup?key=secret");
    assert!(format!("{call:?}").contains(r#""https://example.org/lookup""#));
}

#[test]
fn http_request_with_header() {
    use glossweave::ErrorKind;
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    let call = HttpRequest::get("http://127.0.0.1:9/").reaching(HostPolicy::Named);
    // Headers cannot contain line ends.
    let error =
        Network::default().send(&call.with_header("X-City", "Cork\r\nX-More: 1")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn http_request_with_time() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    use std::time::Duration;
    // A server that never responds.
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    let call =
        HttpRequest::get(url).reaching(HostPolicy::Named).with_time(Duration::from_millis(200));
    assert_eq!(Network::default().send(&call).unwrap_err().kind(), ErrorKind::Deadline);
    Ok(())
}

#[test]
fn http_request_with_response() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nCork, Cobh.").unwrap();
    });
    use glossweave::ErrorKind;
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    // The server at `url` responds with eleven bytes.
    let call = HttpRequest::get(&url).reaching(HostPolicy::Named).with_response(10);
    assert_eq!(Network::default().send(&call).unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn http_request_idempotent() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        for answer in ["503 Busy\r\nRetry-After: 0", "200 OK"] {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let head =
                format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).unwrap();
        }
    });
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    // The server at `url` is busy at the first call.
    let call = HttpRequest::post(url, "text/plain", "To Cork").reaching(HostPolicy::Named);
    assert_eq!(Network::default().send(&call.idempotent())?.status(), 200);
    Ok(())
}

#[test]
fn http_request_reaching() {
    use glossweave::ErrorKind;
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    let call = HttpRequest::get("http://127.0.0.1:9/");
    let error = Network::default().send(&call.clone()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    // The call is allowed now, but no server listens at this address.
    let error = Network::default().send(&call.reaching(HostPolicy::Named)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
}

#[test]
fn http_response() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        stream
            .write_all(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nCork",
            )
            .unwrap();
    });
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    // The server at `url` responds with a text.
    let call = HttpRequest::get(url).reaching(HostPolicy::Named);
    let response = Network::default().send(&call)?;
    assert!(response.is_success());
    assert_eq!((response.status(), response.content_type()), (200, Some("text/plain")));
    assert_eq!(response.header("content-LENGTH"), Some("4"));
    assert_eq!(response.bytes(), b"Cork");
    assert_eq!(response.into_bytes(), b"Cork".to_vec());
    Ok(())
}
