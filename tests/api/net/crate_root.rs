//! The public items of `core/net/src/lib.rs`.

#[test]
fn options_with_private_hosts() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::net::{Hosts, HttpRequest, Network, Options};
    let hosts = Hosts::default().with("127.0.0.1:9")?;
    let call = HttpRequest::get("http://127.0.0.1:9/");
    // Other hosts must have public addresses.
    let network = Network::new(Options { hosts: hosts.clone(), ..Options::default() });
    assert_eq!(network.send(&call).unwrap_err().kind(), ErrorKind::Forbidden);
    // No server listens at this address.
    let network = Network::new(Options { private_hosts: hosts, ..Options::default() });
    assert_eq!(network.send(&call).unwrap_err().kind(), ErrorKind::Unavailable);
    Ok(())
}

#[test]
fn options_with_response() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nCork, Cobh.").unwrap();
    });
    use glossweave::ErrorKind;
    use glossweave::net::{HostPolicy, HttpRequest, Network, Options};
    // The server at `url` responds with eleven bytes.
    let network = Network::new(Options { response: 10, ..Options::default() });
    let error = network.send(&HttpRequest::get(&url).reaching(HostPolicy::Named)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn network() -> Result<(), glossweave::Error> {
    use glossweave::ErrorKind;
    use glossweave::net::Network;
    use glossweave::net::{Hosts, HttpRequest, Options};
    let network =
        Network::new(Options { hosts: "example.org".parse::<Hosts>()?, ..Options::default() });
    for url in ["https://example.com/", "http://0x7f.1/", "http://example.org@localhost/"] {
        let error = network.send(&HttpRequest::get(url)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Forbidden | ErrorKind::Invalid));
    }
    Ok(())
}

#[test]
fn network_send() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").unwrap();
    });
    use glossweave::ErrorKind;
    use glossweave::net::{HostPolicy, HttpRequest, Network};
    // `url` is a server on this machine, which the program has to allow.
    let network = Network::default();
    let error = network.send(&HttpRequest::get(&url)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    let response = network.send(&HttpRequest::get(&url).reaching(HostPolicy::Named))?;
    assert_eq!(response.status(), 404);
    Ok(())
}
