//! Tests for calls that are retried, and calls that are not retried.

use std::time::Instant;

use crate::service::ServiceExt;
use glossweave_testing::PATIENCE;

use super::*;
use crate::Service;

const BUSY: &str = "503 Service Unavailable";

#[test]
fn what_passes_is_tried_again_after_the_time_that_was_asked_for() {
    let busy = answer("429 Too Many Requests", "Retry-After: 1\r\n", "");
    let server = Server::saying(vec![busy, answer("200 OK", "", "yes")]);
    let begun = Instant::now();
    assert_eq!(Network::default().send(&named(&server)).unwrap().bytes(), b"yes");
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!(server.seen().len(), 2);
}

#[test]
fn what_does_not_pass_is_given_up() {
    for status in ["429 x", "502 x", "503 x", "504 x"] {
        let server = Server::saying(vec![answer(status, "", "")]);
        let error = fails(&named(&server));
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert!(error.message().contains(&status[..3]), "{error}");
        assert_eq!(server.seen().len(), 3);
    }
}

#[test]
fn what_would_take_too_long_is_not_waited_for() {
    let server = Server::saying(vec![answer(BUSY, "Retry-After: 3600\r\n", "")]);
    let begun = Instant::now();
    let error = fails(&named(&server));
    assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)));
    assert!(begun.elapsed() < PATIENCE);
    assert_eq!((error.kind(), server.seen().len()), (ErrorKind::Unavailable, 1));
}

#[test]
fn attempts_share_one_time() {
    let server = Server::new(|_, _, stream| {
        std::thread::sleep(SHORT / 2);
        let _ = std::io::Write::write_all(stream, answer(BUSY, "", "").as_bytes());
    });
    let begun = Instant::now();
    let error = fails(&named(&server).with_time(SHORT));
    assert!(matches!(error.kind(), ErrorKind::Deadline | ErrorKind::Unavailable), "{error}");
    assert!(begun.elapsed() < PATIENCE);
}

#[test]
fn what_may_do_harm_is_sent_once() {
    let server = Server::saying(vec![answer(BUSY, "", ""), answer("200 OK", "", "yes")]);
    let post = HttpRequest::post(server.url("/"), "text/plain", "text").reaching(HostPolicy::Named);
    assert_eq!(fails(&post).kind(), ErrorKind::Unavailable);
    assert_eq!(server.seen().len(), 1);
    assert_eq!(Network::default().send(&post.idempotent()).unwrap().bytes(), b"yes");
    let seen = &server.seen()[1];
    assert_eq!((seen.line.as_str(), seen.body.as_str()), ("POST /", "text"));
    assert_eq!(seen.header("content-type"), Some("text/plain"));
}

#[test]
fn other_statuses_are_answers() {
    for status in ["400 x", "401 x", "418 x", "500 x", "507 x"] {
        let server = Server::saying(vec![answer(status, "", "")]);
        let incoming = Network::default().send(&named(&server)).unwrap();
        assert_eq!(incoming.status().to_string(), status[..3]);
        assert_eq!(server.seen().len(), 1);
    }
}

#[test]
fn a_connection_that_breaks_is_made_again() {
    let server = Server::new(|number, _, stream| {
        if number > 0 {
            let _ = std::io::Write::write_all(stream, answer("200 OK", "", "yes").as_bytes());
        }
    });
    assert_eq!(Network::default().send(&named(&server)).unwrap().bytes(), b"yes");
    let server = Server::saying(vec![""]);
    let post = HttpRequest::post(server.url("/"), "text/plain", "").reaching(HostPolicy::Named);
    assert_eq!((fails(&post).kind(), server.seen().len()), (ErrorKind::Unavailable, 1));
}

#[test]
fn nobody_there_is_unavailable() {
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/?key=secret");
    let error = fails(&HttpRequest::get(url).reaching(HostPolicy::Named));
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.message().contains("cannot be reached"), "{error}");
    let error =
        fails(&HttpRequest::get("http://no-such-name.invalid/").reaching(HostPolicy::Named));
    assert_eq!(error.kind(), ErrorKind::Unavailable);
}

#[test]
fn a_closed_port_is_not_reachable_and_that_is_kept_for_seconds() {
    use std::net::TcpListener;
    let wait = Duration::from_secs(5);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let open = Service::new(&url).unwrap();
    assert!(open.is_reachable(wait));
    drop(listener);
    assert!(open.is_reachable(wait) && open.clone().is_reachable(Duration::ZERO));
    let closed = Service::new(&url).unwrap();
    assert!(!closed.is_reachable(Duration::ZERO));
    assert!(!closed.is_reachable(wait));
    // The client does not connect to hosts that are not allowed.
    let network = Arc::default();
    let service = Service::over(network, &url, HostPolicy::Settings).unwrap();
    assert!(!service.is_reachable(wait));
}

#[test]
fn a_call_that_nobody_waits_for_any_more_is_given_up() {
    use std::io::Read;
    use std::sync::mpsc::channel;

    use glossweave_base::Cancellation;
    use glossweave_base::call_limits::CallBounds;

    let (came, comes) = channel();
    let (went, goes) = channel();
    let server = Server::new(move |_, _, stream| {
        let _ = came.send(());
        // Never responds, and detects the end of the connection.
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let _ = went.send(matches!(stream.read(&mut [0; 1]), Ok(0)));
    });
    let (network, cancellation) = (Network::default(), Cancellation::default());
    let call = named(&server).with_time(4 * PATIENCE);
    std::thread::scope(|scope| {
        let cancellation = &cancellation;
        scope.spawn(move || {
            comes.recv_timeout(PATIENCE).unwrap();
            cancellation.cancel();
        });
        let begun = Instant::now();
        let send = || CallBounds::default().limits(0).run(|| network.send(&call));
        let error = cancellation.run(send).unwrap_err();
        assert_eq!(error.message(), "the call was cancelled");
        assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    });
    assert!(goes.recv_timeout(2 * PATIENCE).unwrap());
}
