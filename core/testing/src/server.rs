//! A server on loopback with scripted responses, both valid and invalid.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A received request.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The method and target.
    pub line: String,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Seen {
    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A server with scripted responses. It stops when it is dropped.
pub struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
    over: Arc<AtomicBool>,
}

impl Server {
    /// Creates a server. `answer` receives the number of the request, the request, and the connection.
    pub fn new(answer: impl Fn(usize, &Seen, &mut TcpStream) + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (seen, over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (answer, kept, ended) = (Arc::new(answer), seen.clone(), over.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                let (answer, kept) = (answer.clone(), kept.clone());
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let Some(request) = read(&stream) else { return };
                    let number = {
                        let mut kept = kept.lock().unwrap();
                        kept.push(request.clone());
                        kept.len() - 1
                    };
                    answer(number, &request, &mut stream);
                });
            }
        });
        Server { port, seen, over }
    }

    /// Creates a server that returns one response after the other. The last response is repeated.
    pub fn saying<T: AsRef<[u8]> + Send + Sync + 'static>(answers: Vec<T>) -> Server {
        Server::new(move |number, _, stream| {
            let _ = stream.write_all(answers[number.min(answers.len() - 1)].as_ref());
        })
    }

    /// Returns the host and port of the server.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Returns the port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host())
    }

    /// Returns the received requests.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.host());
    }
}

/// Returns a response with a `Content-Length` header.
pub fn answer(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
}

fn read(stream: &TcpStream) -> Option<Seen> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut request = Seen { line: line.rsplit_once(' ')?.0.to_owned(), ..Seen::default() };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        request.headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8(body).ok()?;
    Some(request)
}
