//! Invalid responses.

use std::io::Write;
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Instant;

use glossweave_testing::PATIENCE;

use super::*;

const MIB: usize = 1 << 20;

#[test]
fn a_server_that_says_nothing_is_not_waited_for() {
    let server = Server::new(|_, _, _| sleep(4 * SHORT));
    let begun = Instant::now();
    let error = fails(&named(&server).with_time(SHORT));
    assert_eq!(error.kind(), ErrorKind::Deadline);
    let message = format!("`{}` did not answer within", server.url(""));
    assert!(error.message().starts_with(&message), "{error}");
    assert!(begun.elapsed() < PATIENCE);
}

#[test]
fn a_server_that_drips_is_not_waited_for() {
    let drip = |_: usize, _: &glossweave_testing::server::Seen, stream: &mut TcpStream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        while stream.write_all(b".").is_ok() {
            sleep(SHORT / 8);
        }
    };
    let begun = Instant::now();
    let server = Server::new(drip);
    assert_eq!(fails(&named(&server).with_time(SHORT)).kind(), ErrorKind::Deadline);
    assert!(begun.elapsed() < PATIENCE);
}

#[test]
fn what_is_not_http_is_told_once() {
    for garbage in ["\u{7f}\u{0}\u{1}garbage\r\n\r\n", "220 ready\r\n", "HTTP/9.9 200 OK\r\n\r\n"] {
        let server = Server::saying(vec![garbage]);
        let error = fails(&named(&server));
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{garbage:?}");
        assert_eq!(server.seen().len(), 1, "{garbage:?}: {error}");
    }
}

#[test]
fn endless_answers_are_cut_early() {
    for head in ["Content-Length: 10000000000", "Transfer-Encoding: chunked"] {
        let server = Server::new(move |_, _, stream| {
            let _ = write!(stream, "HTTP/1.1 200 OK\r\n{head}\r\n\r\n");
            let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
            while stream.write_all(chunk.as_bytes()).is_ok() {}
        });
        let network = Network::new(Options { response: MIB, ..Options::default() });
        let begun = Instant::now();
        assert_eq!(fails_in(&network, &named(&server)).kind(), ErrorKind::TooLarge, "{head}");
        assert!(begun.elapsed() < PATIENCE);
    }
}

#[test]
fn an_answer_may_be_as_long_as_is_allowed() {
    let server = Server::saying(vec![answer("200 OK", "", &"x".repeat(1000))]);
    let network = |most| Network::new(Options { response: most, ..Options::default() });
    assert_eq!(network(1000).send(&named(&server)).unwrap().bytes().len(), 1000);
    assert_eq!(fails_in(&network(999), &named(&server)).kind(), ErrorKind::TooLarge);
}

#[test]
fn packed_answers_are_unpacked_within_the_limit() {
    let (small, bomb) = (packed(10), packed(50_000));
    assert!(bomb.len() < 100_000);
    let server = Server::new(move |number, _, stream| {
        let body = if number == 0 { &small } else { &bomb };
        let length = body.len();
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length:";
        let _ = write!(stream, "{head} {length}\r\n\r\n");
        let _ = stream.write_all(body);
    });
    let network = Network::new(Options { response: MIB, ..Options::default() });
    let incoming = network.send(&named(&server)).unwrap();
    assert_eq!(incoming.bytes(), vec![b'x'; 1 + 10 * 258]);
    assert_eq!(server.seen()[0].header("accept-encoding"), Some("gzip"));
    assert_eq!(fails_in(&network, &named(&server)).kind(), ErrorKind::TooLarge);
}

#[test]
fn packed_answers_of_several_members_are_read_to_the_end() {
    let member = packed(10);
    let (two, rest) = ([&member[..], &member[..]].concat(), [&member[..], b"rest"].concat());
    let server = Server::new(move |number, _, stream| {
        let body = if number == 0 { &two } else { &rest };
        let length = body.len();
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length:";
        let _ = write!(stream, "{head} {length}\r\n\r\n");
        let _ = stream.write_all(body);
    });
    let network = Network::new(Options { response: MIB, ..Options::default() });
    let incoming = network.send(&named(&server)).unwrap();
    assert_eq!(incoming.bytes(), vec![b'x'; 2 * (1 + 10 * 258)]);
    // Bytes after the last member do not belong to the response.
    let error = fails_in(&network, &named(&server));
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.to_string().contains("compressed its answer incorrectly"), "{error}");
}

/// Returns `1 + 258 * times` letters in gzip: a block with fixed codes (RFC 1951, 3.2.6) that contains one
/// letter and references back to it. The checksum is correct for ten.
fn packed(times: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = vec![true, true, false];
    let mut push = |code: u32, length: u32| {
        bits.extend((0..length).rev().map(|bit| code >> bit & 1 == 1));
    };
    push(0x30 + u32::from(b'x'), 8);
    for _ in 0..times {
        push(0b1100_0101, 8);
        push(0, 5);
    }
    push(0, 7);
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    bytes.extend(bits.chunks(8).map(|bits| {
        bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << at)
    }));
    bytes.extend(CHECKSUM.to_le_bytes());
    bytes.extend(2581_u32.to_le_bytes());
    bytes
}

const CHECKSUM: u32 = 3984766954;

#[test]
fn an_answer_that_breaks_off_is_no_answer() {
    for rest in [
        "Content-Length: 100\r\n\r\nonly this",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\nno length\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nonly",
        "Content-Encoding: gzip\r\nContent-Length: 11\r\n\r\nnot packed.",
    ] {
        let server = Server::saying(vec![format!("HTTP/1.1 200 OK\r\n{rest}")]);
        let error = fails(&named(&server));
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{rest:?}");
        // The call may have had an effect, and the server responds, so a retry is useless.
        assert_eq!(server.seen().len(), 1, "{rest:?}");
    }
}

#[test]
fn headers_have_their_limit() {
    let many = "X-Filler: something that is not short\r\n".repeat(30_000);
    let server = Server::saying(vec![answer("200 OK", &many, "")]);
    assert_eq!(fails(&named(&server)).kind(), ErrorKind::Unavailable);
}
