//! The connection pool of the database, and the thread that runs its connections.
//!
//! [`Pool`] is asynchronous: a semaphore limits the connections, and a call that gets a permit takes an
//! idle connection or opens a new connection. A connection returns to the pool only if its call has
//! completed. If a call fails in between or its future is dropped, the [`Lease`] closes the connection,
//! because an open transaction would be passed to the next call otherwise.
//!
//! [`Driver`] makes the pool usable from synchronous code: it spawns each call on the runtime of one
//! thread, and blocks the caller until the result arrives over a channel.
//!
//! Three limits apply to a call: the server cancels statements by `statement_timeout`, [`REPLY`] ends a
//! statement if the server is gone, and [`Silence`] ends waiting calls earlier if the server does not
//! respond to any call.

use std::fmt::Display;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_postgres::config::Host;
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::silence::{Pending, Silence};
use super::tls;
use crate::store::Durability;
use glossweave_base::error::{DISK_FULL, Error, ErrorKind, Result};

/// The maximum number of connections.
const CONNECTIONS: usize = 16;
/// The maximum time of a call to get a connection. It is long enough for a restart of the server.
pub(super) const CONNECT: Duration = Duration::from_secs(10);
/// The pause between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(100);
/// The maximum time of a statement. A working server cancels the statement earlier, so this limit
/// applies when the server is gone.
const REPLY: Duration = Duration::from_secs(40);
/// The interval at which a waiting call checks whether the server responds to other calls.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// The time after which a call can be retried if it failed with a transient error.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// The parameters of each connection. Commits rely on the isolation level: each statement, also
/// within a function, sees the data that was committed before the statement began.
const SETUP: &str = "SET statement_timeout = '30s';
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '60s';
    SET default_transaction_isolation = 'read committed';
    SET client_min_messages = 'warning';";
const FLUSH: &str = "SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'";
const PERIODIC: &str = "SET synchronous_commit = off";

/// An error of a call over a connection.
pub(super) enum Failure {
    /// The server reports an error.
    Refused(tokio_postgres::Error),
    /// The connection can no longer be used, for this reason. It is unknown whether the call took
    /// effect.
    Broken(String),
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        match error.as_db_error().map(|error| error.parsed_severity()) {
            Some(Some(Severity::Fatal | Severity::Panic)) | None => Failure::Broken(cause(&error)),
            Some(_) => Failure::Refused(error),
        }
    }
}

/// Returns the cause of an error, because the messages of the library do not contain the message of
/// the server.
fn cause(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(reported) => reported.message().to_owned(),
        None => match std::error::Error::source(error) {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        },
    }
}

/// The prepared statements of each connection.
pub(super) struct Statements {
    pub(super) read: Statement,
    pub(super) scan: Statement,
    pub(super) counter: Statement,
    pub(super) commit: Statement,
}

/// A connection that is used by one call.
pub(super) struct Connection {
    pub(super) client: Client,
    pub(super) statements: Statements,
    /// The id that identifies its commits in the database.
    pub(super) id: Vec<u8>,
    /// The number of its last commit.
    pub(super) number: i64,
}

/// The connections of a store.
pub(super) struct Pool {
    config: Config,
    tls: MakeRustlsConnect,
    durability: Durability,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
    pub(super) silence: Silence,
}

/// A leased connection. It returns to the pool with `Pool::give_back`, or is closed when it is
/// dropped.
pub(super) struct Lease {
    pub(super) connection: Connection,
    _permit: OwnedSemaphorePermit,
    pending: Pending,
}

impl Pool {
    /// Returns the error of a failed call.
    pub(super) fn failed(&self, why: impl Display) -> Error {
        let message = format!("the store in {} failed: {why}", shown(&self.config));
        Error::new(ErrorKind::Storage, message)
    }

    /// Returns an idle connection or, if all are in use, a new connection.
    pub(super) async fn lease(&self) -> Result<Lease> {
        let until = Instant::now() + CONNECT;
        let mut permit = pin!(self.permits.clone().acquire_owned());
        let permit = loop {
            // Waiting for a permit makes no sense while the calls with permits get no reply.
            if self.silence.refuses() {
                return Err(self.failed("it does not answer").with_retry_after(RETRY_AFTER));
            }
            match timeout_at(until.min(Instant::now() + CHECK_INTERVAL), &mut permit).await {
                Ok(Ok(permit)) => break permit,
                Err(_) if Instant::now() < until => {}
                Ok(Err(_)) | Err(_) => {
                    let why = format_args!("all {CONNECTIONS} connections are in use");
                    return Err(self.failed(why).with_retry_after(RETRY_AFTER));
                }
            }
        };
        let pending = self.silence.begin();
        // The most recently used connection is the least likely to have been closed by the server.
        while let Some(connection) = self.idle().pop() {
            if !connection.client.is_closed() {
                return Ok(Lease { connection, _permit: permit, pending });
            }
        }
        loop {
            match prepare(self.connect(until, &pending).await?).await {
                Ok(connection) => return Ok(Lease { connection, _permit: permit, pending }),
                Err(Failure::Broken(_)) if Instant::now() < until => sleep(PAUSE).await,
                Err(failure) => return Err(self.because(failure)),
            }
        }
    }

    /// Returns a connection without an open transaction to the pool.
    pub(super) fn give_back(&self, lease: Lease) {
        lease.pending.answered();
        self.idle().push(lease.connection);
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the error of a failed call, with the time for a retry if the failure is transient.
    pub(super) fn because(&self, failure: Failure) -> Error {
        let error = match failure {
            Failure::Refused(error) => error,
            Failure::Broken(why) => return self.failed(why).with_retry_after(RETRY_AFTER),
        };
        let failed = self.failed(cause(&error));
        let failed = match error.code() {
            Some(code) if is_transient(code) => failed.with_retry_after(RETRY_AFTER),
            Some(code) if *code == SqlState::DISK_FULL => failed.with_code(DISK_FULL),
            _ => failed,
        };
        failed.because(error)
    }

    /// Connects to the server. Retries while the server is starting.
    pub(super) async fn connect(&self, until: Instant, pending: &Pending) -> Result<Client> {
        loop {
            let attempt = timeout_at(until, self.attempt()).await;
            let error = match attempt {
                Err(_) => {
                    return Err(self.failed("it does not answer").with_retry_after(RETRY_AFTER));
                }
                Ok(Ok(client)) => return Ok(client),
                Ok(Err(error)) => error,
            };
            // A server that refuses connections is not silent.
            pending.answered();
            let is_transient = is_transient_connect_error(&error);
            if !is_transient || Instant::now() + PAUSE > until {
                let failed = self.failed(cause(&error)).because(error);
                return Err(if is_transient {
                    failed.with_retry_after(RETRY_AFTER)
                } else {
                    failed
                });
            }
            sleep(PAUSE).await;
        }
    }

    async fn attempt(&self) -> std::result::Result<Client, tokio_postgres::Error> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        // The task ends with the connection. Its error is reported to the waiting call.
        tokio::spawn(connection);
        client.batch_execute(SETUP).await?;
        let durability = match self.durability {
            Durability::Flush => FLUSH,
            Durability::Periodic => PERIODIC,
        };
        client.batch_execute(durability).await?;
        Ok(client)
    }

    /// Runs a call that can safely be repeated, and retries it when a connection breaks. For
    /// example, all idle connections break when the server restarts.
    pub(super) async fn call<T, F>(&self, call: impl Fn(Lease) -> F) -> Result<T>
    where
        F: Future<Output = (Lease, std::result::Result<T, Failure>)>,
    {
        let until = Instant::now() + CONNECT;
        loop {
            match call(self.lease().await?).await {
                (_, Err(Failure::Broken(_))) if Instant::now() < until => {}
                (_, Err(failure @ Failure::Broken(_))) => return Err(self.because(failure)),
                (lease, other) => {
                    self.give_back(lease);
                    return other.map_err(|failure| self.because(failure));
                }
            }
        }
    }

    /// Runs a read-only query.
    pub(super) async fn query(
        &self,
        statement: impl Fn(&Statements) -> &Statement,
        arguments: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>> {
        self.call(|lease| async {
            let Connection { client, statements, .. } = &lease.connection;
            let found = reply(client.query(statement(statements), arguments));
            let found = self.unless_silent(found).await;
            (lease, found)
        })
        .await
    }

    /// Waits for a call as long as the server is not silent, so that the threads of callers are not
    /// blocked for long.
    pub(super) async fn unless_silent<T>(
        &self,
        call: impl Future<Output = std::result::Result<T, Failure>>,
    ) -> std::result::Result<T, Failure> {
        let mut call = pin!(call);
        loop {
            match timeout(CHECK_INTERVAL, &mut call).await {
                Ok(done) => return done,
                Err(_) if self.silence.is_long() => {
                    return Err(Failure::Broken("it does not answer".to_owned()));
                }
                Err(_) => {}
            }
        }
    }
}

/// Waits for a reply with a time limit, because no reply arrives if the server is gone.
pub(super) async fn reply<T>(
    call: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
) -> std::result::Result<T, Failure> {
    match timeout(REPLY, call).await {
        Ok(reply) => Ok(reply?),
        Err(_) => Err(Failure::Broken("it does not answer".to_owned())),
    }
}

/// Returns `true` if a statement may succeed on a retry: for example, if a lock was held, or if the
/// server was busy.
fn is_transient(code: &SqlState) -> bool {
    let transient =
        [SqlState::LOCK_NOT_AVAILABLE, SqlState::QUERY_CANCELED, SqlState::OUT_OF_MEMORY];
    transient.contains(code)
}

/// Returns `true` if a connection may succeed on a retry, because the server is starting or
/// stopping.
fn is_transient_connect_error(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => [
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::TOO_MANY_CONNECTIONS,
        ]
        .contains(code),
        None => !tls::is_refused(error),
    }
}

async fn prepare(client: Client) -> std::result::Result<Connection, Failure> {
    let statements = Statements {
        read: reply(client.prepare(super::READ)).await?,
        scan: reply(client.prepare(super::SCAN)).await?,
        counter: reply(client.prepare(super::COUNTER)).await?,
        commit: reply(client.prepare(super::COMMIT)).await?,
    };
    let id = reply(client.query_one("SELECT uuid_send(gen_random_uuid())", &[])).await?.get(0);
    Ok(Connection { client, statements, id, number: 0 })
}

/// Returns the name and the host of a database for messages, without user and password.
fn shown(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => String::new(),
    };
    format!("the database `{}` at `{host}`", config.get_dbname().unwrap_or_default())
}

/// Parses a URL and sets defaults for missing parameters.
pub(super) fn parse(url: &str) -> Result<(Config, MakeRustlsConnect)> {
    let (mut config, tls) = tls::parse(url)?;
    if config.get_application_name().is_none() {
        config.application_name("glossweave");
    }
    // With these values a lost server is noticed within half a minute.
    config.keepalives_idle(Duration::from_secs(15)).tcp_user_timeout(Duration::from_secs(30));
    Ok((config, tls))
}

/// The thread that runs the connections of a process. A separate thread is used because callers may
/// run in an asynchronous runtime, which must not block on another runtime.
pub(super) struct Driver {
    process: AtomicU32,
    running: Mutex<Option<(Runtime, Arc<Pool>)>>,
    config: Config,
    tls: MakeRustlsConnect,
    durability: Durability,
}

impl Driver {
    pub(super) fn new(
        (config, tls): (Config, MakeRustlsConnect),
        durability: Durability,
    ) -> Driver {
        Driver { process: AtomicU32::new(0), running: Mutex::new(None), config, tls, durability }
    }

    /// Runs a job in the thread and waits for its result.
    pub(super) fn run<T, F>(&self, job: impl FnOnce(Arc<Pool>) -> F) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        let (sender, receiver) = mpsc::sync_channel(1);
        {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            let process = std::process::id();
            if self.process.swap(process, Ordering::Relaxed) != process {
                // After a fork, the child has neither the thread of its parent nor the locks of the
                // thread.
                std::mem::forget(running.take());
            }
            if running.is_none() {
                *running = Some(self.start()?);
            }
            let Some((runtime, pool)) = running.as_ref() else { return Err(self.ended()) };
            let job = job(pool.clone());
            runtime.spawn(async move {
                // The receiver is always there, because the caller is blocked until a result arrives.
                let _ = sender.send(job.await);
            });
        }
        // The lock is released, so that other threads can start calls in the meantime.
        receiver.recv().unwrap_or_else(|_| Err(self.ended()))
    }

    fn start(&self) -> Result<(Runtime, Arc<Pool>)> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let builder = builder.worker_threads(1).thread_name("glossweave-postgres").enable_all();
        let runtime = builder.build().map_err(|error| {
            Error::new(ErrorKind::Internal, "no thread for the store can be started").because(error)
        })?;
        let pool = Pool {
            config: self.config.clone(),
            tls: self.tls.clone(),
            durability: self.durability,
            idle: Mutex::default(),
            permits: Arc::new(Semaphore::new(CONNECTIONS)),
            silence: Silence::new(),
        };
        Ok((runtime, Arc::new(pool)))
    }

    fn ended(&self) -> Error {
        let message = format!("the call to {} has ended without a result", shown(&self.config));
        Error::new(ErrorKind::Internal, message)
    }

    pub(super) fn shown(&self) -> String {
        shown(&self.config)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let running = self.running.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        match running {
            // The shutdown does not wait, because the caller may be in an asynchronous runtime.
            Some((runtime, _)) if self.process.load(Ordering::Relaxed) == std::process::id() => {
                runtime.shutdown_background();
            }
            other => std::mem::forget(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    use crate::store::{Durability, PostgresBackend};
    use glossweave_base::error::ErrorKind;

    #[test]
    fn a_call_within_an_asynchronous_runtime_waits_for_its_reply() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = server.local_addr().unwrap().port();
        let refuse = thread::spawn(move || {
            let (mut client, _) = server.accept().unwrap();
            let _ = client.read(&mut [0; 1024]).unwrap();
            client.write_all(b"E\0\0\0\x1bSFATAL\0C28000\0Mnobody\0\0").unwrap();
        });
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let url = format!("postgres://ann@127.0.0.1:{port}/texts");
        let opened = runtime.block_on(async { PostgresBackend::open(&url, Durability::Flush) });
        let error = opened.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage);
        let message = "the store in the database `texts` at `127.0.0.1` failed: nobody";
        assert_eq!(error.message(), message);
        refuse.join().unwrap();
    }
}
