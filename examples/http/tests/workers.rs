//! Stylesheets that do not end, in a program that runs Saxon in separate processes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use glossweave_testing::PATIENCE;

use crate::client::{Reply, connect, read};
use glossweave_testing::skip;

/// Returns the folder or the file of Saxon. If there is none, returns `None` after printing where it is
/// expected.
fn library() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("SAXONC_HE_LIB").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let venv = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../build/venv/lib"));
    let pythons = fs::read_dir(venv).into_iter().flatten().flatten();
    let found = pythons.map(|python| python.path().join("site-packages/saxonche.libs"));
    if let Some(folder) = found.filter(|folder| folder.is_dir()).last() {
        return Some(folder);
    }
    skip("workers", "SaxonC-HE is not here, so nothing ran on it");
    None
}

fn send(address: SocketAddr, head: &str, headers: &str, media_type: &str, body: &str) -> Reply {
    let request = format!(
        "{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\
         Content-Type: {media_type}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = connect(address);
    stream.write_all(request.as_bytes()).unwrap();
    read(stream, "POST")
}

fn sheet(content: &str) -> String {
    format!(
        "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
         <xsl:template match='/'><r>{content}</r></xsl:template></xsl:stylesheet>"
    )
}

#[test]
fn regular_expressions_without_end_are_ended_and_others_go_on() {
    let Some(library) = library() else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_glossweave-http"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GLOSSWEAVE_")) {
        command.env_remove(name);
    }
    command.args([
        "--server.listen",
        "127.0.0.1:0",
        "--server.log",
        "off",
        "--xslt.time",
        "1500ms",
    ]);
    command.env("SAXONC_HE_LIB", library).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    let address: SocketAddr = address.parse().unwrap();

    let user = "POST /v1/user?username=anna&password=correct+horse";
    send(address, user, "", "text/plain", "").expect(201);
    let named = "X-Auth-Username: anna\r\nX-Auth-Password: correct horse\r\n";
    let token = send(address, "POST /v1/authenticate", named, "text/plain", "").expect(200);
    let token = format!("X-Auth-Token: {}\r\n", token.json()["token"].as_str().unwrap());
    let token = token.as_str();
    let manage = "/v1/toolbox/xslt-converter/manage?name";
    let bomb =
        "<xsl:value-of select=\"matches(concat(string-join((1 to 60) ! 'a'), '!'), '^(a+)+$')\"/>";
    for (name, content) in [("bomb", bomb), ("light", "<xsl:sequence select='1 to 3'/>")] {
        let head = format!("POST {manage}={name}");
        send(address, &head, token, "application/xslt+xml", &sheet(content)).expect(201);
    }
    let run = |name: &str| {
        let head = format!("POST /v1/toolbox/xslt-converter/documents/{name}");
        send(address, &head, token, "text/xml", "<x/>")
    };
    assert!(run("light").expect(200).text().contains("1 2 3"));
    // More stylesheets than the maximum number of abandoned threads in one process.
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let status = run("bomb").status;
                assert!(matches!(status, 504 | 503 | 429), "{status}");
            });
        }
    });
    assert_eq!(run("bomb").status, 504);
    run("light").expect(200);
    let begin = Instant::now();
    run("light").expect(200);
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    // The program itself has not loaded the library.
    if let Ok(maps) = fs::read_to_string(format!("/proc/{}/maps", child.id())) {
        assert!(!maps.contains("saxonc"), "{maps}");
    }
    let number = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &number]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
}
