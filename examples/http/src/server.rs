//! The service, from its start to its end.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use glossweave::{Error, ErrorKind, Result};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::app::App;
use crate::client::Client;
use crate::config::Config;
use crate::connection;
use crate::load::Load;
use crate::router;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The time limit of a call if the engine has no setting.
const CALL_TIME: Duration = Duration::from_secs(300);

/// Runs the service until `stop`, and reports its address to `ready`. Running requests are then finished.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`], with the wrong parameter, if a setting is wrong, and the errors of
/// opening an engine.
pub fn run(
    mut config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<()> {
    glossweave::net::hide_private_hosts();
    let Config { server, engine, .. } = &mut config;
    let limits = &mut engine.limits;
    limits.total_memory = limits.total_memory.or(Some(server.memory));
    limits.time = limits.time.or(Some(CALL_TIME));
    let proxies = server.proxies()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Reading and writing use a small part of the processing time, and waking more threads costs time.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.div_ceil(4))
        .enable_all()
        .thread_name("http")
        .build()
        .map_err(|error| {
            Error::new(ErrorKind::Internal, "threads cannot be started").because(error)
        })?;
    connection::raise_file_limit(server.connections);
    let max_bytes = limits.source.as_usize();
    let engine = config.builder()?.open()?;
    let server = &config.server;
    let app = Arc::new(App::new(engine, server, proxies, max_bytes)?);
    let router = router::build(&app, server)?;
    runtime
        .block_on(async {
            let failed = |error: std::io::Error| {
                let message = format!("cannot listen at `{}`: {error}", server.listen);
                Error::invalid(message).with_parameter("server.listen").because(error)
            };
            let listener = TcpListener::bind(&server.listen).await.map_err(failed)?;
            ready(listener.local_addr().map_err(failed)?);
            let expire = tokio::spawn(expire(app.clone()));
            connection::accept(listener, router, app.clone(), server, stop).await;
            expire.abort();
            Ok(())
        })
        .inspect(|()| runtime.shutdown_timeout(Duration::from_secs(1)))
}

/// Deletes expired resources once an hour.
async fn expire(app: Arc<App>) {
    let mut hours = tokio::time::interval(HOUR);
    loop {
        hours.tick().await;
        let engine = app.engine.clone();
        let heavy = app.pools.of(Load::Heavy);
        match heavy.run(&Client::SERVICE, move || engine.expire()).await {
            Ok(removed) => tracing::info!(removed, "expired"),
            Err(error) => tracing::error!(%error, "expired entries cannot be removed"),
        }
    }
}

/// A service in a separate thread, which is stopped when it is dropped.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<()>>>,
}

/// Starts a service in a separate thread.
///
/// # Errors
///
/// Returns the errors of [`run`].
pub fn start(config: Config) -> Result<Running> {
    let (stop, stopped) = oneshot::channel::<()>();
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        let ready = move |address| {
            let _ = sender.send(address);
        };
        run(config, ready, async { drop(stopped.await) })
    });
    match receiver.recv() {
        Ok(address) => Ok(Running { address, stop: Some(stop), thread: Some(thread) }),
        Err(_) => match thread.join() {
            Ok(Err(error)) => Err(error),
            _ => Err(Error::new(ErrorKind::Internal, "the service ended before it started")),
        },
    }
}

impl Running {
    /// Returns the address that the service listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the service, and waits until running requests are finished.
    ///
    /// # Errors
    ///
    /// Returns the error that the service ended with.
    pub fn stop(mut self) -> Result<()> {
        self.end()
    }

    fn end(&mut self) -> Result<()> {
        drop(self.stop.take());
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(ended)) => ended,
            Some(Err(payload)) => Err(Error::from_panic(payload.as_ref())),
            None => Ok(()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
