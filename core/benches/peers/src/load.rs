//! What HTTP costs: the bundled server under load, beside a bare server of the same crates that gives back
//! what it gets, and beside the same call in the process.

use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use glossweave::Caller;
use glossweave::service::Call;
use serde_json::{Value, json};

use crate::Result;
use crate::service::{TEXT, furnish, serve, steps};

/// How long a turn takes.
const TURN: Duration = Duration::from_secs(1);

/// How many connections there are.
const CONNECTIONS: usize = 4;

/// Measures requests over HTTP, `rounds` times: e-Entity on 2 KB with 100,000 labels in the process, by as
/// many threads as there are cores, and over HTTP; the same 2 KB there and back; an answer that takes no
/// work. The cores are those of clients and servers together, so that costs can be added.
pub fn requests(rounds: usize, dir: &Path) -> Result<()> {
    let (engine, _) = furnish(&dir.join("ours"), 100_000)?;
    drop(furnish(&dir.join("served"), 100_000)?);
    let running = serve(&dir.join("served"))?;
    let echo = echo()?;
    let text: String = TEXT.chars().cycle().take(2_000).collect();
    let body = dir.join("text");
    fs::write(&body, &text)?;
    let page = "e-Entity, 2 KB, 100,000 labels";
    let path = steps("")[0].clone();
    let service = format!("http://{}/v1{path}", running.address());
    let health = format!("http://{}/health", running.address());
    let echo = format!("http://{echo}/");
    for _ in 0..rounds {
        let session = engine.session(Caller::Anonymous);
        let alone = rate(|| {
            let call = Call::new(path.as_str()).with_body(text.as_bytes());
            session.call(call).map(drop).map_err(|error| error.to_string())
        })?;
        let (served, p99) = load(&service, Some(&body))?;
        let (bare, bare_p99) = load(&echo, Some(&body))?;
        let (idle, _) = load(&health, None)?;
        for (who, rate) in [
            ("glossweave", served),
            ("in process", alone),
            ("bare axum echo", bare),
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
    Ok(())
}

/// A server that has nothing but a route and gives back what it gets, and where it is.
fn echo() -> Result<SocketAddr> {
    let (tell, told) = std::sync::mpsc::channel();
    thread::spawn(move || -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
            let _ = tell.send(listener.local_addr()?);
            let router = Router::new().route("/", post(|body: Bytes| async { body }));
            axum::serve(listener, router).await
        })
    });
    Ok(told.recv()?)
}

/// How often a second something is done by as many threads as there are cores.
fn rate(work: impl Fn() -> std::result::Result<(), String> + Sync) -> Result<f64> {
    (0..10).try_for_each(|_| work())?;
    let cores = thread::available_parallelism()?.get();
    let from = Instant::now();
    let one = || -> std::result::Result<u32, String> {
        let mut count = 0;
        while from.elapsed() < TURN {
            work()?;
            count += 1;
        }
        Ok(count)
    };
    let counts: std::result::Result<Vec<u32>, String> = thread::scope(|scope| {
        let all: Vec<_> = (0..cores).map(|_| scope.spawn(&one)).collect();
        let joined = |one: thread::ScopedJoinHandle<'_, _>| {
            one.join().unwrap_or_else(|_| Err("a thread panicked".to_owned()))
        };
        all.into_iter().map(joined).collect()
    });
    Ok(f64::from(counts?.iter().sum::<u32>()) / from.elapsed().as_secs_f64())
}

/// How many requests a second are answered, and how many seconds 99 of 100 take, as wrk says.
fn load(url: &str, body: Option<&Path>) -> Result<(f64, f64)> {
    let mut wrk = Command::new("wrk");
    wrk.args(["--threads", "1", "--connections", &CONNECTIONS.to_string()]);
    wrk.args(["--duration", &format!("{}s", TURN.as_secs())]);
    wrk.args(["--script", concat!(env!("CARGO_MANIFEST_DIR"), "/post.lua"), url]);
    if let Some(body) = body {
        wrk.arg("--").arg(body);
    }
    let output = wrk.output().map_err(|error| format!("wrk cannot be run: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let Some(line) = said.lines().find(|line| line.starts_with('{')) else {
        std::io::stderr().write_all(&output.stderr)?;
        return Err(format!("wrk says nothing of {url}: {said}").into());
    };
    let figures: Value = serde_json::from_str(line)?;
    let figure = |name: &str| figures[name].as_f64().ok_or_else(|| format!("no {name} in {line}"));
    if figure("failed")? > 0.0 {
        return Err(format!("{url} fails: {line}").into());
    }
    Ok((figure("requests")? / figure("seconds")?, figure("p99")?))
}
