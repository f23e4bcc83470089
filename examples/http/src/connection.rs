//! Connections: how many there are, and how long one may do nothing.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

use crate::config::Server;
use crate::server::App;

/// The most bytes of the head of a request.
const HEAD: usize = 64 << 10;

/// Files that are open beside connections: those of the store, of datasets, of processes beside this one.
const OTHERS: u64 = 1024;

/// Lets this process open as many files as it needs to hold so many connections, as far as the system
/// allows; many give a process 1,024 unless it asks for more.
pub fn make_room(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    let wanted = (connections as u64).saturating_add(OTHERS);
    let most = limit.maximum.unwrap_or(u64::MAX);
    if limit.current.is_none_or(|current| current >= wanted) {
        return;
    }
    let raised = Rlimit { current: Some(wanted.min(most)), maximum: limit.maximum };
    if setrlimit(Resource::Nofile, raised).is_err() || most < wanted {
        let files = getrlimit(Resource::Nofile).current;
        tracing::warn!(connections, files, "there may be too few files for all connections");
    }
}

/// Answers what comes in until `stop`; then those that are being answered are finished.
pub async fn accept(
    listener: TcpListener,
    router: Router,
    app: Arc<App>,
    settings: &Server,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(settings.header_seconds))
        .max_buf_size(HEAD)
        .half_close(true);
    let pause = Duration::from_secs(settings.pause_seconds);
    let places = Arc::new(Semaphore::new(settings.connections.min(Semaphore::MAX_PERMITS)));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(_) => {
                // No more files, or the client is gone already: others may go soon.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(Patient { stream, pause, until: None });
        let connection = http.serve_connection(io, TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        let app = app.clone();
        tokio::spawn(async move {
            let _held = (place, app.metrics.connection());
            // Who goes away in the middle is no error of ours.
            let _ = connection.await;
        });
    }
    drop(listener);
    app.stop();
    let _ = timeout(Duration::from_secs(settings.stop_seconds), graceful.shutdown()).await;
}

/// A stream that breaks where nothing can be written for some time.
struct Patient {
    stream: TcpStream,
    pause: Duration,
    until: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn wait<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(done) = poll(Pin::new(&mut self.stream), context) {
            self.until = None;
            return Poll::Ready(done);
        }
        let pause = self.pause;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(pause)));
        until.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // How long that may take depends on what is read, which others know.
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wait(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.wait(context, |stream, context| stream.poll_write_vectored(context, bytes))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wait(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wait(context, |stream, context| stream.poll_shutdown(context))
    }
}
