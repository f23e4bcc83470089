mod answers;
mod attempts;
mod targets;

use std::sync::Arc;
use std::time::Duration;

use super::Client;
use crate::{HostPolicy, HttpRequest, Network, Options};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_testing::server::{Server, answer};

/// A time that is long enough on a busy machine, and short enough for a test that waits until it is over.
const SHORT: Duration = Duration::from_millis(400);

fn named(server: &Server) -> HttpRequest {
    HttpRequest::get(server.url("/path?key=secret")).reaching(HostPolicy::Named)
}

fn fails(outgoing: &HttpRequest) -> Error {
    fails_in(&Network::default(), outgoing)
}

fn fails_in(network: &Network, outgoing: &HttpRequest) -> Error {
    let error = network.send(outgoing).unwrap_err();
    // Error messages reach users who must not see the keys.
    let mut text = format!("{error} {error:?}");
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        text.push_str(&format!(" {error} {error:?}"));
        cause = error.source();
    }
    assert!(!text.contains("secret"), "{text}");
    error
}

#[test]
fn an_answer_comes_back_as_it_is() {
    let headers = "Content-Type: text/turtle; charset=utf-8\r\nX-More: 1\r\n";
    let server = Server::saying(vec![answer("404 Not Found", headers, "gone")]);
    let outgoing = named(&server).with_header("Accept", "text/turtle");
    let incoming = Network::default().send(&outgoing).unwrap();
    assert_eq!((incoming.status(), incoming.is_success()), (404, false));
    assert_eq!(incoming.content_type(), Some("text/turtle; charset=utf-8"));
    assert_eq!((incoming.header("x-more"), incoming.bytes()), (Some("1"), &b"gone"[..]));
    let seen = &server.seen()[0];
    assert_eq!(seen.line, "GET /path?key=secret");
    let agent = concat!("Glossweave/", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (seen.header("accept"), seen.header("user-agent")),
        (Some("text/turtle"), Some(agent))
    );
}

#[test]
fn what_cannot_be_sent_is_refused() {
    let server = Server::saying(vec![answer("200 OK", "", "")]);
    for (name, value) in [("a b", "x"), ("", "x"), ("X-Key", "secret\r\nY: z")] {
        let error = fails(&named(&server).with_header(name, value));
        assert_eq!(error.kind(), ErrorKind::Invalid, "{name:?}");
    }
    assert!(server.seen().is_empty());
}

#[test]
fn callers_may_stand_in_a_runtime_of_their_own() {
    let server = Server::saying(vec![answer("200 OK", "", "yes")]);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let network = Network::default();
        assert_eq!(network.send(&named(&server)).unwrap().bytes(), b"yes");
    });
}

#[test]
fn many_threads_share_one_network() {
    let server = Server::saying(vec![answer("200 OK", "", "yes")]);
    let network = Arc::new(Network::default());
    std::thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| assert_eq!(network.send(&named(&server)).unwrap().bytes(), b"yes"));
        }
    });
    assert_eq!(server.seen().len(), 100);
}

#[test]
fn the_thread_starts_late_and_ends_with_its_network() {
    let server = Server::new(|_, _, _| std::thread::sleep(SHORT));
    let network = Network::default();
    assert!(network.client.thread.lock().unwrap().is_none());
    fails_in(&network, &named(&server).with_time(Duration::from_millis(50)));
    assert!(network.client.thread.lock().unwrap().is_some());
    // Joins the thread.
    drop(network);
}

#[test]
fn no_more_than_some_calls_are_under_way() {
    let server = Server::new(|_, _, stream| {
        std::thread::sleep(Duration::from_millis(100));
        let _ = std::io::Write::write_all(stream, answer("200 OK", "", "").as_bytes());
    });
    let client = Client { at_once: 1, ..Client::default() };
    let network = Network { client, ..Network::default() };
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| network.send(&named(&server)).unwrap());
        }
    });
    assert!(begun.elapsed() >= Duration::from_millis(300), "{:?}", begun.elapsed());
}
