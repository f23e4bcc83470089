//! `glossweave-http`: the service as a program.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use glossweave::xslt::worker;
use glossweave::{CountingAllocator, Error, ErrorKind, Result};
use glossweave_http::{Config, check_start, log_start, run, start_log};
use mimalloc::MiMalloc;
use rustix::process::{Resource, getrlimit};
use tokio::signal::unix::{SignalKind, signal};

// Requests allocate memory in one thread and free it in another. The allocators of C libraries use locks
// for this.
#[global_allocator]
static ALLOCATOR: CountingAllocator<MiMalloc> = CountingAllocator(MiMalloc);

/// The environment variable that makes the allocator return the addresses of unused memory.
const NO_ARENAS: &str = "MIMALLOC_DISALLOW_ARENA_ALLOC";

/// Restarts the program with another option of its allocator if its address space is limited (`ulimit -v`).
/// The allocator reads the option before `main`. By default, it keeps the addresses of free memory, up to
/// several times the memory in use. An allocation would then fail, and end the process, long before the
/// memory in use reaches the limit.
fn limit_addresses() {
    let is_limited = getrlimit(Resource::As).current.is_some();
    if !is_limited || std::env::var_os(NO_ARENAS).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // `exec` returns only if it fails. The program then continues without the option.
        let _ = Command::new(program).args(std::env::args_os().skip(1)).env(NO_ARENAS, "1").exec();
    }
}

fn main() -> ExitCode {
    limit_addresses();
    // Not documented, because only the service uses it to start its workers.
    if std::env::args_os().nth(1).is_some_and(|first| first == worker::ARGUMENT) {
        return match worker::work(std::io::stdin(), std::io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let is_unnamed =
                |name: &&str| !error.message().contains(*name) && !name.contains(char::is_control);
            let parameter = error.parameter().filter(is_unnamed);
            let parameter = parameter.map(|name| format!(" (`{name}`)"));
            let mut out = std::io::stderr().lock();
            let _ = writeln!(out, "glossweave-http: {error}{}", parameter.unwrap_or_default());
            ExitCode::FAILURE
        }
    }
}

/// The levels of the log.
const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

fn serve() -> Result<()> {
    let mut config = Config::from_process()?;
    if config.engine.xslt.worker.is_none() {
        config.engine.xslt.worker = std::env::current_exe().ok();
    }
    start_log(config.server.log.parse().map_err(|_| {
        let error = Error::unknown(ErrorKind::Invalid, "level", &config.server.log, &LEVELS);
        error.with_parameter("server.log")
    })?);
    if config.checks_only {
        config.check()?;
        for warning in check_start(&config) {
            let _ = writeln!(std::io::stderr(), "glossweave-http: warning: {warning}");
        }
        let _ = writeln!(std::io::stdout(), "the settings are valid");
        return Ok(());
    }
    let settings = config.clone();
    let ready = move |address| {
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
        log_start(&settings, address);
    };
    run(config, ready, async {
        stop_signal().await;
        tracing::info!("stopping");
    })
}

/// Waits for SIGTERM or SIGINT. SIGHUP, which usually means "reload the settings", is ignored.
async fn stop_signal() {
    let ignored = async {
        let Ok(mut hang_up) = signal(SignalKind::hangup()) else { std::future::pending().await };
        while hang_up.recv().await.is_some() {
            tracing::info!("SIGHUP is ignored: settings are read at the start only");
        }
        std::future::pending().await
    };
    let wait = |kind| async move {
        match signal(kind) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = wait(SignalKind::terminate()) => {}
        () = wait(SignalKind::interrupt()) => {}
        () = ignored => {}
    }
}
