//! Connections: their maximum number and their timeouts.

use std::future::Future;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::net::{Shutdown, shutdown};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::app::App;
use crate::client::Peer;
use crate::config::Server;
use crate::connection_table::{ConnectionTable, OpenConnection};

/// The maximum size of the head of a request.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// The response to a connection beyond the maximum number.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n\
    Content-Length: 0\r\nConnection: close\r\n\r\n";

/// The number of open files in addition to connections, for example of the store, of datasets, and of other
/// processes.
const OTHER_FILES: u64 = 1024;

/// Raises the limit of open files to the number required for `connections` connections, as far as the
/// system allows. The default of many systems is 1,024.
pub fn raise_file_limit(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    let wanted = (connections as u64).saturating_add(OTHER_FILES);
    let maximum = limit.maximum.unwrap_or(u64::MAX);
    if limit.current.is_none_or(|current| current >= wanted) {
        return;
    }
    let raised = Rlimit { current: Some(wanted.min(maximum)), maximum: limit.maximum };
    if setrlimit(Resource::Nofile, raised).is_err() || maximum < wanted {
        let files = getrlimit(Resource::Nofile).current;
        tracing::warn!(connections, files, "there may be too few files for all connections");
    }
}

/// Serves connections until `stop`. Running requests are then finished.
pub async fn accept(
    listener: TcpListener,
    router: Router,
    app: Arc<App>,
    settings: &Server,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(settings.header_time)
        .max_buf_size(MAX_HEAD_BYTES)
        .half_close(true);
    let pause = settings.pause_time;
    let table =
        Arc::new(ConnectionTable::new(settings.connections, settings.share, app.proxies.clone()));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok((stream, address)) => (stream, address.ip()),
            Err(_) => {
                // There are too many open files, or the client has already gone. Other connections may
                // close soon.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(slot) = table.enter(peer) else {
            // The runtime does not know yet that the stream is writable, and would not try to write.
            if let Ok(mut stream) = stream.into_std() {
                let _ = stream.write_all(BUSY);
            }
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = Arc::new(stream);
        let open = slot.connection.clone();
        open.set_stream(&stream);
        let io = TokioIo::new(TimedStream { stream, pause, until: None, open: open.clone() });
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(open.clone());
            request
        });
        let connection = http.serve_connection(io, TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        let app = app.clone();
        tokio::spawn(async move {
            let _gauge = app.metrics.open_connection();
            tokio::select! {
                // A client that disconnects early is not an error of the service.
                _ = connection => {}
                () = slot.connection.closing() => {}
            }
        });
    }
    drop(listener);
    app.stop();
    let _ = timeout(settings.stop_time, graceful.shutdown()).await;
}

/// A stream whose writes fail when nothing can be written for some time.
struct TimedStream {
    stream: Arc<TcpStream>,
    pause: Duration,
    until: Option<Pin<Box<Sleep>>>,
    open: Arc<OpenConnection>,
}

impl TimedStream {
    fn wait<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        while let Poll::Ready(writable) = self.stream.poll_write_ready(context) {
            match writable.and_then(|()| write(&self.stream)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => {
                    self.until = None;
                    self.open.touch();
                    return Poll::Ready(done);
                }
            }
        }
        self.open.set_writing();
        let pause = self.pause;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(pause)));
        until.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // The time limit of a read depends on its purpose, which only the reader knows.
        while let Poll::Ready(readable) = self.stream.poll_read_ready(context) {
            match readable.and_then(|()| self.stream.try_read(buffer.initialize_unfilled())) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => {
                    self.open.touch();
                    return Poll::Ready(read.map(|count| buffer.advance(count)));
                }
            }
        }
        Poll::Pending
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wait(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.wait(context, |stream| stream.try_write_vectored(bytes))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(shutdown(&*self.stream, Shutdown::Write)?))
    }
}
