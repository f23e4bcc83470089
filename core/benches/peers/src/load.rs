//! The cost of HTTP: the bundled server under load, compared with a bare server of the same crates that
//! returns its input, and with the same call in the process. Also measures the memory of the server.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use glossweave::Caller;
use glossweave::service::Call;
use serde_json::{Value, json};

use crate::Result;
use crate::service::{TEXT, furnish, steps};

/// The time of a turn.
const TURN: Duration = Duration::from_secs(1);

/// The number of busy connections.
const CONNECTIONS: usize = 32;

/// The number of idle connections, at the end.
const HELD: usize = 2_000;

/// The number of requests during which the memory of the server must not grow.
const MANY: f64 = 100_000.0;

/// Measures requests, `rounds` times: e-Entity on 2 KB with 100,000 labels, in the process with one thread
/// per core, and over HTTP with the program `server`; echoing the same 2 KB, also with another server at
/// the IRI `other`; and a response without work. Clients and servers share the cores, so that costs can be
/// added.
pub fn requests(rounds: usize, dir: &Path, server: &Path, other: &str) -> Result<()> {
    let (engine, _) = furnish(&dir.join("ours"), 100_000)?;
    drop(furnish(&dir.join("served"), 100_000)?);
    let server = Server::start(server, &dir.join("served"))?;
    let echo = echo()?;
    let text: String = TEXT.chars().cycle().take(2_000).collect();
    let body = dir.join("text");
    fs::write(&body, &text)?;
    let page = "e-Entity, 2 KB, 100,000 labels";
    let path = steps("")[0].clone();
    let service = format!("http://{}/v1{path}", server.address);
    let health = format!("http://{}/health", server.address);
    let echo = format!("http://{echo}/");
    for _ in 0..rounds {
        let session = engine.session(Caller::Anonymous);
        let alone = rate(|| {
            let call = Call::new(path.as_str()).with_body(text.as_bytes());
            session.call(call).map(drop).map_err(|error| error.to_string())
        })?;
        let (served, p99) = load(&service, Some(&body))?;
        let (bare, bare_p99) = load(&echo, Some(&body))?;
        let (python, _) = load(other, Some(&body))?;
        let (idle, _) = load(&health, None)?;
        for (who, rate) in [
            ("glossweave", served),
            ("in process", alone),
            ("bare axum echo", bare),
            ("uvicorn echo", python),
            ("no work", idle),
        ] {
            println!("{}", json!({"page": page, "work": "http", "who": who, "rate": rate}));
        }
        let cost = (1.0 / served) / (1.0 / alone + 1.0 / bare);
        for (fact, value) in [
            ("cost beside that of the call and the echo together, times", cost),
            ("99 of 100 requests within, ms", p99 * 1e3),
            ("99 of 100 requests to the bare echo within, ms", bare_p99 * 1e3),
        ] {
            println!("{}", json!({"page": page, "fact": fact, "value": value}));
        }
    }
    let warm = server.resident()?;
    let mut done = 0.0;
    while done < MANY {
        done += load(&service, Some(&body))?.0 * TURN.as_secs_f64();
    }
    let later = server.resident()?;
    let mut held = Vec::new();
    for _ in 0..HELD {
        held.push(used_connection(server.address)?);
    }
    let (served, p99) = load(&service, Some(&body))?;
    let holding = server.resident()?;
    for (fact, value) in [
        ("resident before 100,000 requests, MB", warm),
        ("resident after 100,000 requests, MB", later),
        ("resident with 2,000 connections at rest, MB", holding),
        ("requests a second beside 2,000 connections at rest", served),
        ("99 of 100 of these within, ms", p99 * 1e3),
    ] {
        println!("{}", json!({"page": page, "fact": fact, "value": value}));
    }
    for mut stream in held {
        stream.write_all(HEALTH)?;
        if stream.read(&mut [0; 64])? == 0 {
            return Err("a connection at rest was let go".into());
        }
    }
    Ok(())
}

const HEALTH: &[u8] = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Returns a connection that has received a response.
fn used_connection(address: SocketAddr) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(HEALTH)?;
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    while !bytes.ends_with(b"}") {
        let count = stream.read(&mut buffer)?;
        bytes.extend_from_slice(&buffer[..count]);
        if count == 0 {
            return Err(format!("{HELD} connections are not held").into());
        }
    }
    Ok(stream)
}

/// The bundled server as a program, which ends when this value is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Result<Server> {
        let mut command = Command::new(program);
        command.args([
            "--server.listen",
            "127.0.0.1:0",
            "--server.log",
            "warn",
            "--server.header-time",
            "600s",
        ]);
        let mut child =
            command.arg("--store.location").arg(folder).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        let address = address.map_err(|_| format!("{}: no address in {line:?}", program.display()));
        Ok(Server { child, address: address? })
    }

    /// Returns the resident memory of the server in megabytes.
    fn resident(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes * 1024.0 / 1e6)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server that has only one route and returns its input. Returns its address.
fn echo() -> Result<SocketAddr> {
    let (tell, address) = std::sync::mpsc::channel();
    thread::spawn(move || -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
            let _ = tell.send(listener.local_addr()?);
            let router = Router::new().route("/", post(|body: Bytes| async { body }));
            axum::serve(listener, router).await
        })
    });
    Ok(address.recv()?)
}

/// Returns how often per second the work is done, with one thread per core.
fn rate(work: impl Fn() -> std::result::Result<(), String> + Sync) -> Result<f64> {
    (0..10).try_for_each(|_| work())?;
    let cores = thread::available_parallelism()?.get();
    let from = Instant::now();
    let worker = || -> std::result::Result<u32, String> {
        let mut count = 0;
        while from.elapsed() < TURN {
            work()?;
            count += 1;
        }
        Ok(count)
    };
    let counts: std::result::Result<Vec<u32>, String> = thread::scope(|scope| {
        let all: Vec<_> = (0..cores).map(|_| scope.spawn(&worker)).collect();
        let joined = |handle: thread::ScopedJoinHandle<'_, _>| {
            handle.join().unwrap_or_else(|_| Err("a thread panicked".to_owned()))
        };
        all.into_iter().map(joined).collect()
    });
    Ok(f64::from(counts?.iter().sum::<u32>()) / from.elapsed().as_secs_f64())
}

/// Returns the number of requests per second and the 99th percentile of the latency in seconds, as reported
/// by wrk.
fn load(url: &str, body: Option<&Path>) -> Result<(f64, f64)> {
    let mut wrk = Command::new("wrk");
    wrk.args(["--threads", "1", "--connections", &CONNECTIONS.to_string()]);
    wrk.args(["--duration", &format!("{}s", TURN.as_secs())]);
    wrk.args(["--script", concat!(env!("CARGO_MANIFEST_DIR"), "/post.lua"), url]);
    if let Some(body) = body {
        wrk.arg("--").arg(body);
    }
    let output = wrk.output().map_err(|error| format!("wrk cannot be run: {error}"))?;
    let report_text = String::from_utf8_lossy(&output.stdout);
    let Some(line) = report_text.lines().find(|line| line.starts_with('{')) else {
        std::io::stderr().write_all(&output.stderr)?;
        return Err(format!("wrk says nothing of {url}: {report_text}").into());
    };
    let figures: Value = serde_json::from_str(line)?;
    let figure = |name: &str| figures[name].as_f64().ok_or_else(|| format!("no {name} in {line}"));
    if figure("failed")? > 0.0 {
        return Err(format!("{url} fails: {line}").into());
    }
    Ok((figure("requests")? / figure("seconds")?, figure("p99")?))
}
