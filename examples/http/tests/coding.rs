//! Compressed bodies.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{self, Service, gzip};

const PLACE: &str = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";
const DATASET: &str = "/v1/e-entity/dictionary/datasets/packed";

fn zstd(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    zstd::encode_all(bytes.as_ref(), 1).unwrap()
}

/// A coding, and a function that compresses one member or frame.
type Packer = (&'static str, fn(&str) -> Vec<u8>);

const PACKERS: [Packer; 2] = [("gzip", |text| gzip(text)), ("zstd", |text| zstd(text))];

#[test]
fn all_members_of_a_body_are_read() {
    let service = Service::start();
    for (coding, pack) in PACKERS {
        let parts = [pack("To "), pack(""), pack("Co"), pack("rk!")].concat();
        let call = service.call("POST", PLACE).header("Content-Encoding", coding).body(parts);
        assert!(call.send().expect(200).text().contains("/Cork>"), "{coding}");
    }
}

#[test]
fn all_members_of_a_dataset_are_read() {
    let service = Service::start();
    let text = "uri,label\nhttp://example.org/1,One\nhttp://example.org/2,Two\nhttp://example.org/3,Three\n";
    let (head, rest) = text.split_at(text.find("http://example.org/2").unwrap());
    for (number, (coding, pack)) in PACKERS.into_iter().enumerate() {
        let call = service.call("POST", &format!("{DATASET}{number}")).token(&service.anna);
        let call = call.typed("text/csv").header("Content-Encoding", coding);
        let reply = call.body([pack(head), pack(rest)].concat()).send().expect(201);
        assert_eq!(reply.json()["labels"], 3, "{coding}");
    }
}

#[test]
fn a_table_that_is_not_in_utf_8_is_refused() {
    let service = Service::start();
    let load = |media_type: &str| {
        let call = service.call("POST", DATASET).token(&service.anna).typed(media_type);
        call.body("uri,label\nhttp://example.org/1,One\n").send()
    };
    for charset in ["windows-1252", "\"UTF-16\""] {
        let problem =
            load(&format!("text/csv; charset={charset}")).problem(415, "Unsupported").json();
        assert_eq!(problem["parameter"], "Content-Type", "{charset}");
    }
    load("text/csv;header=present; Charset=\"utf-8\"").expect(201);
}

#[test]
fn what_stands_behind_the_last_member_is_an_error() {
    let service = Service::start();
    for (coding, pack) in PACKERS {
        for rest in ["rubbish", "\0\0\0\0\0\0\0\0\0\0\0\0", "\x1f", "\x1f\u{8}"] {
            let body = [pack("To Cork!"), rest.as_bytes().to_vec()].concat();
            let call = service.call("POST", PLACE).header("Content-Encoding", coding).body(&body);
            let problem = call.send().problem(400, "Malformed").json();
            assert_eq!(problem["parameter"], "Content-Encoding", "{coding} {rest:?}");
            let body = [pack("uri,label\nu:a,b\n"), rest.as_bytes().to_vec()].concat();
            let call = service.call("POST", DATASET).token(&service.anna).typed("text/csv");
            let call = call.header("Content-Encoding", coding).body(&body);
            call.send().problem(400, "Malformed");
        }
        let mut short = pack("To Cork!");
        short.pop();
        let call = service.call("POST", PLACE).header("Content-Encoding", coding).body(&short);
        call.send().problem(400, "Malformed");
        // Two codings, one after the other, in two headers, are not supported.
        let call = service.call("POST", PLACE).header("Content-Encoding", coding).body(pack("x"));
        call.header("Content-Encoding", coding).send().problem(415, "Unsupported");
    }
    let names = client::resource_kind("dataset").names(&service, &service.anna);
    assert_eq!(names, ["cork"], "nothing is left behind");
}

#[test]
fn the_window_of_a_packed_body_is_bounded() {
    let service = Service::start();
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(27).unwrap();
    encoder.include_contentsize(false).unwrap();
    std::io::Write::write_all(&mut encoder, b"To Cork!").unwrap();
    let packed = encoder.finish().unwrap();
    let call = service.call("POST", PLACE).header("Content-Encoding", "zstd").body(packed);
    call.send().problem(400, "Malformed");
}
