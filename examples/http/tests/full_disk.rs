//! A full folder for temporary files. The test uses a small disk in memory, which only root can create, and
//! is skipped otherwise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "clippy knows test functions only"
)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::client::{self, Reply};

/// A separate file system, which is removed when it is dropped.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new() -> Option<Disk> {
        let disk = Disk(tempfile::tempdir().unwrap());
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(disk.0.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(disk);
        }
        eprintln!("skipped: only root can mount a small disk");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).output();
    }
}

/// The program and its address.
struct Program(Child, String);

impl Program {
    fn start(temporary: &Path) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_glossweave-http"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GLOSSWEAVE_")) {
            command.env_remove(name);
        }
        command.env("TMPDIR", temporary).env("GLOSSWEAVE_SERVER_LISTEN", "127.0.0.1:0");
        command.env("GLOSSWEAVE_ADMIN_CREATE", "true").env("GLOSSWEAVE_ADMIN_USERNAME", "root");
        command.env("GLOSSWEAVE_ADMIN_PASSWORD", client::PASSWORD);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Program(child, address)
    }

    fn send(&self, head: &str, body: &str) -> Reply {
        let mut stream = client::connect(self.1.parse().unwrap());
        let (method, length) = (head.split(' ').next().unwrap(), body.len());
        write!(
            stream,
            "{head}\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        client::read(stream, method)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_full_folder_for_temporary_files_is_a_full_disk() {
    let Some(disk) = Disk::new() else { return };
    let program = Program::start(disk.path());
    let log_in = format!(
        "POST /v1/authenticate HTTP/1.1\r\nX-Auth-Username: root\r\nX-Auth-Password: {}",
        client::PASSWORD
    );
    let token = program.send(&log_in, "").expect(200).json()["token"].as_str().unwrap().to_owned();
    let table = "uri,label\nhttp://e.example/Cork,Cork\n";
    let load = |name: &str| {
        let path = format!("/v1/e-entity/dictionary/datasets/{name}");
        let headers = format!("X-Auth-Token: {token}\r\nContent-Type: text/csv");
        program.send(&format!("POST {path} HTTP/1.1\r\n{headers}"), table)
    };
    load("first").expect(201);
    // More bytes than the disk has.
    let _ = fs::write(disk.path().join("filler"), vec![b'x'; 8 << 20]);
    let problem = load("second").problem(507, "Storage").json();
    assert_eq!(problem["code"], "disk-full");
    assert_eq!(problem["detail"], "the disk of the service is full");
    let path = "POST /v1/e-entity/dictionary/documents?dataset=first&language=en HTTP/1.1";
    program.send(&format!("{path}\r\nContent-Type: text/plain"), "To Cork we went.").expect(200);
    fs::remove_file(disk.path().join("filler")).unwrap();
    load("second").expect(201);
}
