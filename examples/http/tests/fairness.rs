//! Clients with many requests leave threads for clients with few requests.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use glossweave::settings::Bytes;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use glossweave_testing::{PATIENCE, count, more};

use crate::client::{self, Service, connect, connect_from, read};

const PLACE: &str = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";

/// A stylesheet that runs until its time limit.
const ENDLESS: &str = r#"<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform">
    <x:template match="/"><r><x:for-each select="//i"><x:for-each select="//i"><x:for-each select="//i">
    <x:if test="count(//i) = 0">never</x:if></x:for-each></x:for-each></x:for-each></r></x:template>
    </x:stylesheet>"#;

/// Returns a different client address for each number.
fn somebody(number: usize) -> [u8; 4] {
    [127, 0, 1 + (number / 200) as u8, 1 + (number % 200) as u8]
}

fn light(service: &Service) -> Duration {
    let from = Instant::now();
    service.call("POST", PLACE).body("To Cork!").send().expect(200);
    from.elapsed()
}

/// Returns the time that 99 of 100 light requests do not exceed.
fn p99(service: &Service) -> Duration {
    let mut all: Vec<_> = (0..200).map(|_| light(service)).collect();
    all.sort();
    all[197]
}

/// Returns the total time of twenty light requests.
fn twenty(service: &Service) -> Duration {
    (0..20).map(|_| light(service)).sum()
}

fn endless(service: &Service, callers: usize) -> Vec<TcpStream> {
    let source = format!("<r>{}</r>", "<i/>".repeat(2_000));
    let place = "/v1/toolbox/xslt-converter/documents/endless";
    let call = service.call("POST", place).typed("text/xml").body(source);
    (0..callers).map(|number| call.clone().from(somebody(number)).begin()).collect()
}

fn with_endless(config: glossweave_http::Config) -> Service {
    let service = Service::with(config);
    let place = "/v1/toolbox/xslt-converter/manage?name=endless&visibility=public";
    let call = service.call("POST", place).token(&service.anna).typed("text/plain");
    call.body(ENDLESS).send().expect(201);
    service
}

#[test]
fn sixteen_heavy_callers_leave_light_requests_their_time() {
    let mut config = client::settings();
    config.engine.xslt.time = Duration::from_secs(60);
    config.server.stop_time = Duration::from_secs(1);
    let service = with_endless(config);
    let alone = p99(&service);
    let heavy = endless(&service, 16);
    std::thread::sleep(Duration::from_millis(300));
    // Other processes also use this machine.
    let beside: Vec<_> = (0..5).map(|_| p99(&service)).collect();
    let least = *beside.iter().min().unwrap();
    println!("p99 alone {alone:?}, beside 16 heavy callers {beside:?}");
    if more() {
        assert!(least <= 20 * alone.max(Duration::from_millis(2)), "{alone:?}, then {beside:?}");
    }
    // The light requests were answered while all heavy requests were running.
    assert!(heavy.iter().all(|stream| {
        stream.set_nonblocking(true).unwrap();
        stream.peek(&mut [0]).is_err()
    }));
}

#[test]
fn log_ins_turn_no_light_request_away() {
    let service = Service::start();
    let call = service.call("POST", "/v1/authenticate").header("X-Auth-Username", "bert");
    let call = call.header("X-Auth-Password", client::PASSWORD);
    let waiting: Vec<_> = (0..300).map(|_| call.begin()).collect();
    let from = Instant::now();
    for _ in 0..240 {
        light(&service);
    }
    assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
    // Some of the clients exceed their share, and other requests wait.
    drop(waiting);
    service.get("/health").expect(200);
}

#[test]
fn to_unpack_is_work() {
    let service = Service::start();
    let alone = twenty(&service);
    let zeros = client::gzip_of_zeros(30_000_000);
    let call = service.call("POST", PLACE).header("Content-Encoding", "gzip").body(&zeros);
    let waiting: Vec<_> =
        (0..count(24, 120)).map(|number| call.clone().from(somebody(number)).begin()).collect();
    let beside: Vec<_> = (0..3).map(|_| twenty(&service)).collect();
    let least = *beside.iter().min().unwrap();
    println!("20 requests alone {alone:?}, beside bodies {beside:?}");
    if more() {
        assert!(least <= 20 * alone.max(Duration::from_millis(40)), "{alone:?}, then {beside:?}");
    }
    drop(waiting);
}

#[test]
fn uploads_that_drip_leave_others_their_place() {
    let mut config = client::settings();
    config.server.uploads = 1;
    let service = Service::with(config);
    let stops = AtomicBool::new(false);
    let upload = |number: usize| {
        format!(
            "POST /v1/e-entity/dictionary/datasets/slow{number} HTTP/1.1\r\nHost: x\r\n\
             X-Auth-Token: {}\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nuri,label\n",
            service.bert
        )
    };
    let address = service.running.address();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (head, stops) = (upload(number), &stops);
            scope.spawn(move || {
                let mut stream = connect_from([127, 0, 0, 9].into(), address);
                stream.write_all(head.as_bytes()).unwrap();
                while !stops.load(Ordering::Relaxed) && stream.write_all(b"u").is_ok() {
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
        }
        std::thread::sleep(Duration::from_millis(500));
        // One caller may use half of the capacity, from any address.
        let mut more = connect(address);
        more.write_all(upload(8).as_bytes()).unwrap();
        let refused = read(more, "POST").problem(429, "Throttled");
        assert_eq!(refused.header("retry-after"), Some("1"));
        let from = Instant::now();
        let call = service.call("POST", "/v1/e-entity/dictionary/datasets/quick");
        let call = call.token(&service.anna).typed("text/csv");
        call.body("uri,label\nu:a,b\n").send().expect(201);
        assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
        stops.store(true, Ordering::Relaxed);
    });
}

#[test]
fn silent_connections_are_closed_for_others() {
    let mut config = client::settings();
    config.server.connections = 40;
    let service = Service::with(config);
    let address = service.running.address();
    // From one address, then from many addresses.
    for spread in [false, true] {
        let mut held: Vec<_> = (0..60)
            .map(|number| {
                let from = if spread { somebody(number) } else { [127, 0, 0, 1] };
                let mut stream = connect_from(from.into(), address);
                let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHos");
                std::thread::sleep(Duration::from_millis(10));
                stream
            })
            .collect();
        std::thread::sleep(Duration::from_millis(500));
        let from = Instant::now();
        for _ in 0..20 {
            light(&service);
        }
        assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
        // The first connections were closed.
        assert_eq!(held[0].read(&mut [0; 512]).unwrap_or(0), 0);
    }
}

#[test]
fn bodies_hold_no_more_than_the_memory_for_them() {
    let mut config = client::settings();
    config.server.memory = Bytes::mebibytes(16);
    let service = Service::with(config);
    let address = service.running.address();
    let head = format!("POST {PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", 4 << 20);
    let body = vec![b'a'; (4 << 20) - 1];
    let mut refused = 0;
    let held: Vec<_> = (0..6)
        .map(|_| {
            let mut stream = connect_from([127, 0, 0, 9].into(), address);
            stream.write_all(head.as_bytes()).unwrap();
            let _ = stream.write_all(&body);
            stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
            let mut start = [0; 12];
            if stream.read(&mut start).is_ok() {
                assert_eq!(&start, b"HTTP/1.1 429");
                refused += 1;
            }
            stream
        })
        .collect();
    // One address may use half of the memory.
    assert!((4..6).contains(&refused), "{refused}");
    // Small bodies are always accepted, and other bodies from other addresses.
    let small = service.call("POST", PLACE).from([127, 0, 0, 9]).body("To Cork!");
    small.send().expect(200);
    let large = service.call("POST", PLACE).body("a ".repeat(1 << 20)).accept("text/plain");
    assert!(matches!(large.send().status, 200 | 406));
    // A body that can never be accepted is too large.
    let packed = service.call("POST", PLACE).header("Content-Encoding", "gzip");
    packed.body(client::gzip_of_zeros(9 << 20)).send().problem(413, "TooLarge");
    drop(held);
}
