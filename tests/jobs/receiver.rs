//! A receiver of webhooks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A received call.
#[derive(Clone)]
pub struct Received {
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let mut named = self.headers.iter().filter(|(one, _)| one.eq_ignore_ascii_case(name));
        let (_, value) = named.next().unwrap_or_else(|| panic!("no header {name}"));
        value
    }
}

pub struct Receiver {
    address: SocketAddr,
    calls: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    /// Starts a server that sends these responses, and repeats the last one.
    pub fn answering(answers: &[&str]) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let calls = Arc::new(Mutex::new(Vec::new()));
        let (into, answers) = (calls.clone(), answers.iter().map(|one| one.to_string()));
        let answers: Vec<String> = answers.collect();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let Some(call) = read(&stream) else { continue };
                let mut calls = into.lock().unwrap();
                let answer = &answers[calls.len().min(answers.len() - 1)];
                calls.push(call);
                let _ = write!(
                    &stream,
                    "HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                );
            }
        });
        Receiver { address, calls }
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn url(&self) -> String {
        format!("http://{}/ended?key=horse", self.address)
    }

    pub fn calls(&self) -> Vec<Received> {
        self.calls.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut headers) = (String::new(), Vec::new());
    while reader.read_line(&mut line).ok()? > 2 {
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        line.clear();
    }
    let mut length = headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let mut body = vec![0; length.next()?.1.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Received { headers, body })
}
