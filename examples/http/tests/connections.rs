//! Clients that are slow, silent, half closed, or many.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use glossweave_testing::PATIENCE;

use crate::client::{self, Service, connect, read};

const PLACE: &str = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";

/// Starts a service with short timeouts of one or two seconds.
fn impatient() -> Service {
    let mut config = client::settings();
    config.server.header_time = Duration::from_secs(1);
    config.server.pause_time = Duration::from_secs(1);
    config.server.body_time = Duration::from_secs(2);
    config.server.uploads = 2;
    Service::with(config)
}

#[test]
fn slow_and_silent_clients_do_not_starve_others() {
    let service = impatient();
    let address = service.running.address();
    let mut held = Vec::new();
    for number in 0..300 {
        let mut stream = connect(address);
        let head: &[u8] = match number % 4 {
            0 => b"",
            1 => b"GET /health HTTP/1.1\r\nHos",
            2 => b"POST /v1/e-entity/dictionary/documents HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab",
            _ => b"POST /v1/pipelining/chain HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
        };
        stream.write_all(head).unwrap();
        held.push(stream);
    }
    let from = Instant::now();
    for _ in 0..20 {
        service.call("POST", PLACE).body("To Cork!").send().expect(200);
    }
    assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
    // All connections get a response or are closed.
    for (number, stream) in held.into_iter().enumerate() {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut bytes = Vec::new();
        let mut stream = stream;
        let ended = stream.read_to_end(&mut bytes);
        assert!(ended.is_ok(), "{number}: {ended:?}");
        if number % 4 > 1 {
            let reply = client::parse(&bytes, "POST").unwrap();
            reply.problem(408, "Deadline");
        }
    }
}

#[test]
fn a_body_that_trickles_ends() {
    let service = impatient();
    let mut stream = connect(service.running.address());
    let head = format!("POST {PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let from = Instant::now();
    let mut writer = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        while from.elapsed() < 2 * PATIENCE && writer.write_all(b"a").is_ok() {
            std::thread::sleep(Duration::from_millis(300));
        }
    });
    read(stream, "POST").problem(408, "Deadline");
    assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
}

#[test]
fn uploads_that_hang_are_told_and_hinder_nobody() {
    let mut config = client::settings();
    // The connections hang as long as the rest of the test takes, even on a busy machine.
    config.server.pause_time = Duration::from_secs(4);
    config.server.uploads = 1;
    let service = Service::with(config);
    let hanging: Vec<_> = (0..4)
        .map(|number| {
            let mut stream = connect(service.running.address());
            let head = format!(
                "POST /v1/e-entity/dictionary/datasets/slow{number} HTTP/1.1\r\nHost: x\r\n\
                 X-Auth-Token: {}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nuri,label\n",
                service.anna
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(700));
    // A client that sends nothing does not block a client that has sent its whole request.
    let call = service.call("POST", "/v1/e-entity/dictionary/datasets/third").token(&service.anna);
    call.typed("text/csv").body("uri,label\nu:a,b\n").send().expect(201);
    service.call("POST", PLACE).body("To Cork!").send().expect(200);
    for stream in hanging {
        read(stream, "POST").problem(408, "Deadline");
    }
    let names = client::resource_kind("dataset").names(&service, &service.anna);
    assert_eq!(names, ["cork", "third"], "nothing is half loaded");
}

#[test]
fn who_only_stops_sending_is_answered() {
    let service = impatient();
    let mut stream = connect(service.running.address());
    stream.write_all(&service.call("POST", PLACE).body("To Cork!").bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let reply = read(stream, "POST").expect(200);
    assert!(reply.text().contains("http://example.org/Cork"));
    // A client that disconnects leaves nothing behind.
    for _ in 0..100 {
        let mut stream = connect(service.running.address());
        stream.write_all(&service.call("POST", PLACE).body("To Cork!").bytes()).unwrap();
    }
    service.get("/ready").expect(200);
}

#[test]
fn a_client_that_does_not_read_is_let_go() {
    let service = impatient();
    // The response is larger than the socket buffers.
    let page = format!("<p>{}<!--{}-->", "To Cork!", "-+".repeat(8_000_000));
    let call = service.call("POST", PLACE).typed("text/html").accept("text/html").body(&page);
    let mut stream = connect(service.running.address());
    stream.write_all(&call.bytes()).unwrap();
    let from = Instant::now();
    loop {
        let text = service.get("/metrics").text();
        if text.contains("\nglossweave_connections 1\n") {
            break;
        }
        assert!(from.elapsed() < PATIENCE, "{text}");
        std::thread::sleep(Duration::from_millis(200));
    }
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    assert!(client::parse(&bytes, "POST").is_none(), "the answer should have broken off");
}

#[test]
fn connections_are_kept_for_more_requests() {
    let service = impatient();
    let mut stream = connect(service.running.address());
    for _ in 0..3 {
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        while !bytes.ends_with(br#""workers":"ok"}}"#) {
            let mut buffer = [0; 1024];
            let count = stream.read(&mut buffer).unwrap();
            assert!(count > 0);
            bytes.extend_from_slice(&buffer[..count]);
        }
    }
    // One second without data ends the connection.
    assert_eq!(stream.read(&mut [0; 16]).unwrap(), 0);
}

#[test]
fn what_is_too_much_is_told_to_come_back() {
    let mut config = client::settings();
    config.server.workers = 1;
    config.server.queue = 0;
    let service = Service::with(config);
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            let (tell, service) = (tell.clone(), &service);
            scope.spawn(move || {
                let call = service.call("POST", "/v1/authenticate");
                let call = call.header("X-Auth-Username", "anna");
                let _ = tell.send(call.header("X-Auth-Password", client::PASSWORD).send());
            });
        }
    });
    drop(tell);
    let replies: Vec<_> = told.iter().collect();
    // All requests come from one client, which may use the same share as all clients together here.
    let busy: Vec<_> = replies.iter().filter(|reply| matches!(reply.status, 429 | 503)).collect();
    assert!(!busy.is_empty() && busy.len() < 16, "{}", busy.len());
    assert!(busy.iter().all(|reply| reply.header("retry-after") == Some("1")));
    assert!(replies.iter().all(|reply| matches!(reply.status, 200 | 429 | 503)));
    service.get("/health").expect(200);
}
