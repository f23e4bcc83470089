//! Allowed targets of calls and redirects.

use std::net::SocketAddr;

use super::*;
use crate::Hosts;
use crate::client::connection::Lookup;

fn allowing(hosts: &str, private: &str) -> Network {
    let (hosts, private) = (hosts.parse().unwrap(), private.parse().unwrap());
    Network::new(Options { hosts, private_hosts: private, ..Options::default() })
}

/// Creates a network in which all names resolve to these addresses.
fn leading_to(hosts: &str, addresses: &'static [&'static str]) -> Network {
    let lookup: Lookup = Arc::new(|_| {
        let found = addresses.iter().map(|ip| SocketAddr::new(ip.parse().unwrap(), 0));
        let found = found.collect();
        Box::pin(async move { Ok(found) })
    });
    let mut network = allowing(hosts, "");
    network.client = Client { lookup, ..Client::default() };
    network
}

#[test]
fn only_hosts_that_are_allowed_are_called() {
    let network = allowing("example.org, other.example:8080", "");
    for url in [
        "http://example.com/",
        "http://sub.example.org/",
        "http://example.org.evil.example/",
        "http://other.example/",
        "http://other.example:80801/",
        "https://example.org%2eevil.example/",
        "http://1.1.1.1/",
    ] {
        let error = fails_in(&network, &HttpRequest::get(url));
        assert!(
            matches!(error.kind(), ErrorKind::Forbidden | ErrorKind::Invalid),
            "{url}: {error}"
        );
    }
    for url in [
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "example.org",
        "",
        "http://",
        "http://example.org@localhost/",
        "http://user:secret@example.org/",
        "http://:secret@example.org/",
        "http://exa mple.org/",
        "data:text/plain,x",
    ] {
        assert_eq!(fails_in(&network, &HttpRequest::get(url)).kind(), ErrorKind::Invalid, "{url}");
    }
}

#[test]
fn no_spelling_of_a_private_address_gets_by() {
    // Allowed as hosts, but only at public addresses.
    let hosts = "127.0.0.1, 10.0.0.1, 169.254.169.254, [::1], [::ffff:7f00:1], [fe80::1], 0.0.0.0, \
                 [64:ff9b::7f00:1], [2002:7f00:1::]";
    let network = allowing(hosts, "");
    for host in [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "0x7f000001",
        "2130706433",
        "017700000001",
        "0177.0.0.01",
        "127.0.0.1.",
        "１２７.0.0.1",
        "127。0。0。1",
        "%31%32%37.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "0",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[fe80::1]",
        "[64:ff9b::127.0.0.1]",
        "[2002:7f00:1::]",
    ] {
        let error = fails_in(&network, &HttpRequest::get(format!("http://{host}:1/")));
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{host}: {error}");
        assert!(error.message().contains("not public"), "{host}: {error}");
    }
}

#[test]
fn names_are_held_to_the_addresses_they_have() {
    let server = Server::saying(vec![answer("200 OK", "", "yes")]);
    let url = format!("http://localhost:{}/", server.port());
    for host in ["localhost", "LOCALHOST", "localhost."] {
        let outgoing = HttpRequest::get(url.replace("localhost", host));
        let error = fails_in(&allowing("localhost", ""), &outgoing);
        // Some systems do not resolve such a name when it ends with a dot.
        let unknown = host.ends_with('.') && error.kind() == ErrorKind::Unavailable;
        assert!(error.kind() == ErrorKind::Forbidden || unknown, "{host}: {error}");
    }
    let hosts = HostPolicy::Hosts(Hosts::default().with("localhost").unwrap());
    let error = fails(&HttpRequest::get(url.clone()).reaching(hosts));
    assert_eq!(error.kind(), ErrorKind::Forbidden);
    for network in [leading_to("a.example", &["10.0.0.1", "::1"]), leading_to("a.example", &["::"])]
    {
        let error = fails_in(&network, &HttpRequest::get("http://a.example/"));
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{error}");
    }
    assert!(server.seen().is_empty());
    // A host that is allowed by name can have any address, but only the specified port, if there is one.
    let private = format!("localhost:{}", server.port());
    assert_eq!(
        allowing("", &private).send(&HttpRequest::get(url.clone())).unwrap().bytes(),
        b"yes"
    );
    assert_eq!(
        fails_in(&allowing("", "localhost:1"), &HttpRequest::get(url)).kind(),
        ErrorKind::Forbidden
    );
}

#[test]
fn a_connection_of_one_who_may_serves_no_one_who_may_not() {
    let server = Server::new(|_, _, stream| {
        let _ =
            std::io::Write::write_all(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes");
        std::thread::sleep(SHORT);
    });
    let network = allowing("localhost", "");
    let outgoing = HttpRequest::get(format!("http://localhost:{}/", server.port()));
    let named = outgoing.clone().reaching(HostPolicy::Named);
    assert_eq!(network.send(&named).unwrap().bytes(), b"yes");
    assert_eq!(fails_in(&network, &outgoing).kind(), ErrorKind::Forbidden);
}

fn redirecting(status: &str, to: &str) -> Server {
    Server::saying(vec![answer(status, &format!("Location: {to}\r\n"), "")])
}

#[test]
fn redirects_to_other_places_are_refused() {
    let inside = Server::saying(vec![answer("200 OK", "", "within")]);
    for to in [
        inside.url("/"),
        format!("http://localhost:{}/", inside.port()),
        format!("//{}/", inside.host()),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://[::ffff:169.254.169.254]/".to_owned(),
        "http://2852039166/".to_owned(),
        "https://example.org/".to_owned(),
    ] {
        let server = redirecting("302 Found", &to);
        let error = fails(&named(&server));
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{to}: {error}");
        // Allowed hosts must still have public addresses.
        let network = allowing("127.0.0.1,localhost,169.254.169.254,[::ffff:a9fe:a9fe]", "");
        if !to.contains("example.org") {
            assert_eq!(fails_in(&network, &named(&server)).kind(), ErrorKind::Forbidden, "{to}");
        }
    }
    for to in ["file:///etc/passwd", "ftp://example.org/", "http://a@b/", "http://[", "\u{e9}://"] {
        let server = redirecting("301 Moved", to);
        assert_eq!(fails(&named(&server)).kind(), ErrorKind::Unavailable, "{to}");
    }
    assert!(inside.seen().is_empty());
}

#[test]
fn redirects_on_the_same_host_are_followed_five_times() {
    let server = Server::new(|number, seen, stream| {
        let redirects: usize = seen.line.rsplit('/').next().unwrap().parse().unwrap_or(9);
        let more = format!("Location: {}\r\n", redirects.saturating_sub(1));
        let whole = match redirects {
            0 => answer("200 OK", "", &number.to_string()),
            _ => answer("308 Permanent Redirect", &more, ""),
        };
        let _ = std::io::Write::write_all(stream, whole.as_bytes());
    });
    let from = |redirects: usize| {
        HttpRequest::get(server.url(&format!("/{redirects}"))).reaching(HostPolicy::Named)
    };
    assert_eq!(Network::default().send(&from(5)).unwrap().bytes(), b"5");
    let error = fails(&from(6));
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.message().ends_with("redirects more than 5 times"), "{error}");
    let circle = redirecting("302 Found", "/path");
    assert_eq!(fails(&named(&circle)).kind(), ErrorKind::Unavailable);
    assert_eq!(circle.seen().len(), 6);
}

#[test]
fn credentials_stay_with_their_host() {
    let other = Server::saying(vec![answer("200 OK", "", "yes")]);
    let server = redirecting("307 Temporary Redirect", &other.url("/there"));
    let post = HttpRequest::post(server.url("/"), "text/plain", "text")
        .with_header("Authorization", "Bearer secret")
        .with_header("X-Key", "secret")
        .with_header("Accept", "text/turtle");
    let network = allowing("", "127.0.0.1");
    assert_eq!(network.send(&post).unwrap().bytes(), b"yes");
    assert_eq!(server.seen()[0].header("authorization"), Some("Bearer secret"));
    let seen = &other.seen()[0];
    assert_eq!((seen.line.as_str(), seen.body.as_str()), ("POST /there", "text"));
    assert_eq!((seen.header("authorization"), seen.header("x-key")), (None, None));
    assert_eq!(seen.header("accept"), Some("text/turtle"));
    assert_eq!(seen.header("content-type"), Some("text/plain"));
}

#[test]
fn see_other_asks_without_the_content() {
    let over = answer("303 See Other", "Location: /result\r\n", "");
    let server = Server::saying(vec![over, answer("200 OK", "", "yes")]);
    let post = HttpRequest::post(server.url("/"), "text/plain", "text").reaching(HostPolicy::Named);
    assert_eq!(Network::default().send(&post).unwrap().bytes(), b"yes");
    let seen = &server.seen()[1];
    assert_eq!((seen.line.as_str(), seen.body.as_str()), ("GET /result", ""));
    assert_eq!(seen.header("content-type"), None);
}
