//! An S3 server that the tests use: moto, installed by `scripts/venv storage`.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use glossweave_testing::skip;

/// The time limit for the start of a server, also on a busy machine.
const START: Duration = Duration::from_secs(120);

/// A server on the loopback address with the bucket `glossweave`. It stops when it is dropped.
pub struct S3Server {
    process: Child,
    port: u16,
}

impl S3Server {
    /// Starts a server on a free port. Returns `None` and adds an entry to the list of skips if
    /// moto or its credentials are missing.
    pub fn start() -> Option<S3Server> {
        let program =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../build/venv-storage/bin/moto_server");
        if !program.exists() {
            skip("s3", "no server of S3: `scripts/venv storage` installs it");
            return None;
        }
        if std::env::var_os("AWS_ACCESS_KEY_ID").is_none() {
            skip("s3", "no AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: any will do");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let process = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a server");
        let mut server = S3Server { process, port };
        server.make_bucket();
        Some(server)
    }

    /// Returns the URL for files in the bucket.
    pub fn place(&self) -> String {
        let port = self.port;
        format!(
            "s3://glossweave/tests?region=us-east-1&allow_http=true&endpoint=http://127.0.0.1:{port}"
        )
    }

    /// Creates the bucket as soon as the server responds.
    fn make_bucket(&mut self) {
        let begun = Instant::now();
        let request = "PUT /glossweave HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\
                       connection: close\r\n\r\n";
        loop {
            let mut answer = String::new();
            if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port))
                && stream.write_all(request.as_bytes()).is_ok()
                && stream.read_to_string(&mut answer).is_ok()
                && answer.starts_with("HTTP/1.1 200")
            {
                return;
            }
            let ended = self.process.try_wait().expect("a state");
            assert!(ended.is_none(), "the server ended: {ended:?}");
            assert!(begun.elapsed() < START, "the server does not start: {answer}");
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
