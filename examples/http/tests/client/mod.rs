//! A client over plain sockets, and a service for it to use.

#![allow(dead_code, reason = "each test uses a part of it")]

mod resource_kind;

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};

use glossweave::Result;
use glossweave::settings::AdminSettings;
use glossweave_http::{Config, Running, start};
use glossweave_testing::PATIENCE;
use serde_json::Value;

#[allow(unused_imports, reason = "each test uses a part of it")]
pub use resource_kind::{RESOURCE_KINDS, ResourceKind, resource_kind};

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the media type without its parameters.
    pub fn media_type(&self) -> Option<&str> {
        self.header("content-type").and_then(|text| text.split(';').next())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// Asserts the status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Reply {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// Asserts that the response is a problem of a kind.
    #[track_caller]
    pub fn problem(self, status: u16, kind: &str) -> Reply {
        let reply = self.expect(status);
        assert_eq!(reply.header("content-type"), Some("application/problem+json"));
        let problem = reply.json();
        assert_eq!(problem["status"], status);
        assert_eq!(problem["kind"], kind, "{problem}");
        for name in ["type", "title", "detail", "instance"] {
            assert!(problem[name].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
        }
        assert!(!problem["instance"].as_str().unwrap().contains('?'), "{problem}");
        let asks = reply.header("www-authenticate") == Some("Bearer realm=\"glossweave\"");
        assert_eq!(asks, status == 401);
        reply
    }
}

/// A request that is being built.
#[derive(Clone)]
pub struct Call {
    address: SocketAddr,
    method: String,
    target: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Option<Vec<u8>>,
    from: IpAddr,
}

impl Call {
    /// Sets the address of this machine that the request is sent from.
    pub fn from(mut self, address: [u8; 4]) -> Call {
        self.from = address.into();
        self
    }

    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Call {
        self.headers.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    pub fn token(self, token: &str) -> Call {
        if token.is_empty() { self } else { self.header("X-Auth-Token", token) }
    }

    pub fn typed(self, media_type: &str) -> Call {
        self.header("Content-Type", media_type)
    }

    pub fn accept(self, media_type: &str) -> Call {
        self.header("Accept", media_type)
    }

    pub fn body(mut self, body: impl AsRef<[u8]>) -> Call {
        self.body = Some(body.as_ref().to_vec());
        self
    }

    /// Returns the bytes of the request.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\nHost: test\r\n", self.method, self.target);
        bytes.push_str("Connection: close\r\n");
        let mut bytes = bytes.into_bytes();
        for (name, value) in &self.headers {
            bytes.extend_from_slice(name.as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value);
            bytes.extend_from_slice(b"\r\n");
        }
        if let Some(body) = &self.body {
            bytes.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(self.body.as_deref().unwrap_or_default());
        bytes
    }

    /// Sends the request and reads the response.
    #[track_caller]
    pub fn send(&self) -> Reply {
        let reply = read(self.begin(), &self.method);
        // For all requests, because clients would assume ISO-8859-1 for texts without a charset.
        let media_type = reply.header("content-type").unwrap_or_default();
        let says = !media_type.starts_with("text/") || media_type.contains("charset=");
        assert!(says, "{} {}: {media_type}", self.method, self.target);
        reply
    }

    /// Sends the request, and returns the connection.
    #[track_caller]
    pub fn begin(&self) -> TcpStream {
        let mut stream = connect_from(self.from, self.address);
        // A server that refuses a body may close the connection before the whole body is sent.
        let _ = stream.write_all(&self.bytes());
        stream
    }
}

/// Connects from an address of this machine, which has many (127.0.0.0/8).
#[track_caller]
pub fn connect_from(from: IpAddr, address: SocketAddr) -> TcpStream {
    if from.is_unspecified() {
        return connect(address);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        socket.connect(address).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(4 * PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(4 * PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Reads a response up to the end of the connection.
#[track_caller]
pub fn read(mut stream: TcpStream, method: &str) -> Reply {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 16];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
        }
    }
    parse(&bytes, method)
        .unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&bytes)))
}

/// Parses the bytes of a connection as a response.
pub fn parse(bytes: &[u8], method: &str) -> Option<Reply> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut body = &bytes[end + 4..];
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    if status == 100 {
        return parse(body, method);
    }
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    let named = |name: &str| headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name));
    let mut whole = Vec::new();
    if method == "HEAD" {
        return Some(Reply { status, headers, body: body.to_vec() });
    } else if named("transfer-encoding").is_some() {
        loop {
            let line = body.windows(2).position(|window| window == b"\r\n")?;
            let size = usize::from_str_radix(std::str::from_utf8(&body[..line]).ok()?, 16).ok()?;
            body = &body[line + 2..];
            if size == 0 {
                break;
            }
            whole.extend_from_slice(body.get(..size)?);
            body = body.get(size + 2..)?;
        }
    } else {
        let length = named("content-length").and_then(|(_, value)| value.parse().ok());
        whole.extend_from_slice(body.get(..length.unwrap_or(body.len()))?);
    }
    Some(Reply { status, headers, body: whole })
}

/// A variant of the paths of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    #[default]
    Plain,
    /// A slash at the end of the path.
    Slash,
    /// `/current` instead of `/v1`.
    Current,
}

impl Way {
    fn of(self, target: &str) -> String {
        match self {
            Way::Plain => target.to_owned(),
            Way::Slash => match target.split_once('?') {
                Some((path, query)) => format!("{path}/?{query}"),
                None => format!("{target}/"),
            },
            Way::Current => target.replacen("/v1/", "/current/", 1),
        }
    }
}

/// A service with the admin `root` and the users `anna` and `bert`.
pub struct Service {
    /// The variant of request targets.
    pub way: Way,
    pub running: Running,
    pub root: String,
    pub anna: String,
    pub bert: String,
}

pub const PASSWORD: &str = "correct horse";

/// Returns settings of a service for tests.
pub fn settings() -> Config {
    let mut config = Config::default();
    config.server.listen = "127.0.0.1:0".to_owned();
    config.engine.admin = AdminSettings::new("root", PASSWORD);
    config
}

/// Reads settings from TOML.
pub fn read_settings(text: &str) -> Result<Config> {
    let mut sources = Config::sources();
    sources.add_text(text)?;
    Config::from_sources(&sources)
}

impl Service {
    pub fn start() -> Service {
        Service::with(settings())
    }

    pub fn with(config: Config) -> Service {
        Service::registered(config, false)
    }

    /// Starts the same service, but only admins can register users.
    pub fn by_admin(config: Config) -> Service {
        Service::registered(config, true)
    }

    /// Starts a service with only the users in its store.
    pub fn bare(config: Config) -> Service {
        let running = start(config).unwrap();
        let (root, anna, bert) = (String::new(), String::new(), String::new());
        Service { way: Way::Plain, running, root, anna, bert }
    }

    fn registered(config: Config, by_admin: bool) -> Service {
        let mut service = Service::bare(config);
        service.root = service.log_in("root");
        for name in ["anna", "bert"] {
            let target = format!("/v1/user?username={name}&password=correct+horse");
            let token = if by_admin { &service.root } else { "" };
            service.call("POST", &target).token(token).send().expect(201);
        }
        service.anna = service.log_in("anna");
        service.bert = service.log_in("bert");
        let call = service.call("POST", "/v1/e-entity/dictionary/datasets/cork");
        let call = call.token(&service.anna).typed("text/csv");
        call.body("uri,label,type\nhttp://example.org/Cork,Cork,http://example.org/City\n")
            .send()
            .expect(201);
        service
    }

    pub fn log_in(&self, name: &str) -> String {
        let call = self.call("POST", "/v1/authenticate").header("X-Auth-Username", name);
        let reply = call.header("X-Auth-Password", PASSWORD).send().expect(200);
        reply.json()["token"].as_str().unwrap().to_owned()
    }

    pub fn call(&self, method: &str, target: &str) -> Call {
        Call {
            address: self.running.address(),
            method: method.to_owned(),
            target: self.way.of(target),
            headers: Vec::new(),
            body: None,
            from: [0, 0, 0, 0].into(),
        }
    }

    /// Sends a request without a body and headers.
    #[track_caller]
    pub fn get(&self, target: &str) -> Reply {
        self.call("GET", target).send()
    }
}

/// Returns many zeros, compressed as one gzip member.
pub fn gzip_of_zeros(count: usize) -> Vec<u8> {
    gzip(vec![0; count])
}

pub fn gzip(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    use flate2::{Compression, write::GzEncoder};
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes.as_ref()).unwrap();
    encoder.finish().unwrap()
}
