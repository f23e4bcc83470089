//! A store in a PostgreSQL database, which several processes can share.
//!
//! A commit is one call of a function in the database (`version1.sql`). The function locks the rows
//! and counters of the commit in sorted order and checks the preconditions. Only then does it take
//! a revision from a sequence and write. Commits without common rows or counters do not wait for
//! each other.

mod commit;
mod pool;
mod schema;
mod silence;
mod tls;

use std::fmt;
use std::ops::ControlFlow;

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, IsolationLevel, Transaction};

use self::commit::Commit;
use self::pool::{Driver, Failure, Pool, reply};
use super::{Backend, Change, CommitOutcome, CounterUpdate, Durability, Row, Snapshot, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The call of the function of `version1.sql` that makes a commit.
const COMMIT: &str = "SELECT outcome, number FROM glossweave_commit($1, $2, $3, $4, $5, $6, \
    $7, $8, $9, $10, $11, $12::text[]::numeric[], $13::text[]::numeric[])";
const READ: &str = "SELECT revision, value FROM glossweave_rows WHERE kind = $1 AND key = $2";
const SCAN: &str = "SELECT key, revision, value FROM glossweave_rows \
    WHERE kind = $1 AND key > $2 ORDER BY key LIMIT 32";
const COUNTER: &str = "SELECT count::text FROM glossweave_counters WHERE name = $1";
/// The maximum number of rows, and the approximate number of bytes, of one insert.
const CHUNK: (usize, usize) = (500, 8 << 20);

/// A store of rows in a PostgreSQL database, version 15 or later.
///
/// The rows are stored in the tables `glossweave_*` of the first schema in the search path. Missing
/// tables are created. Several stores can use the same tables at the same time, in one process or
/// in several.
pub struct PostgresBackend(Driver);

impl fmt::Debug for PostgresBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Prints neither the user nor the password.
        out.debug_tuple("PostgresBackend").field(&self.0.shown()).finish()
    }
}

impl PostgresBackend {
    /// Opens the store in a database. The URL has the form
    /// `postgres://user:password@host:port/database`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the URL is invalid, [`ErrorKind::Unsupported`] if the
    /// server is older than version 15 or the tables were created by a newer version of the
    /// library, and [`ErrorKind::Storage`] if the database cannot be reached within 10 seconds or
    /// refuses a statement.
    pub fn open(url: &str, durability: Durability) -> Result<PostgresBackend> {
        let store = PostgresBackend(Driver::new(pool::parse(url)?, durability));
        store.0.run(|pool| async move { pool.install().await })?;
        Ok(store)
    }

    /// Returns the next rows of a table.
    fn page(&self, table: Table, after: Vec<u8>) -> Result<Vec<(String, Row)>> {
        let found = self.0.run(move |pool| async move {
            pool.query(|statements| &statements.scan, &[&table.name(), &after]).await
        })?;
        found.iter().map(|row| Ok((text(row.get(0))?, as_row(row.get(1), row.get(2))))).collect()
    }
}

impl Backend for PostgresBackend {
    fn read(&self, table: Table, key: &str) -> Result<Option<Row>> {
        let key = key.as_bytes().to_vec();
        let found = self.0.run(move |pool| async move {
            pool.query(|statements| &statements.read, &[&table.name(), &key]).await
        })?;
        Ok(found.first().map(|row| as_row(row.get(0), row.get(1))))
    }

    fn scan(
        &self,
        table: Table,
        after: Option<&str>,
        visit: &mut dyn FnMut(&str, Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        // Keys are never empty, so all keys come after the empty key.
        let mut last = after.unwrap_or_default().as_bytes().to_vec();
        loop {
            let page = self.page(table, last)?;
            let Some((key, _)) = page.last() else { return Ok(()) };
            last = key.as_bytes().to_vec();
            for (key, row) in page {
                if visit(&key, row)?.is_break() {
                    return Ok(());
                }
            }
        }
    }

    fn commit(&self, changes: &[Change], tallies: &[CounterUpdate]) -> Result<CommitOutcome> {
        super::check(changes)?;
        let commit = Commit::new(changes, tallies);
        self.0.run(|pool| async move { pool.commit(&commit).await })
    }

    fn flush(&self) -> Result<()> {
        self.0.run(|pool| async move { pool.flush().await })
    }

    fn counter(&self, name: &str) -> Result<u64> {
        let name = name.as_bytes().to_vec();
        let found = self.0.run(move |pool| async move {
            pool.query(|statements| &statements.counter, &[&name]).await
        })?;
        found.first().map_or(Ok(0), |row| number(row.get(0)))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn snapshot(&self) -> Result<Snapshot> {
        self.0.run(|pool| async move { pool.snapshot().await })
    }

    fn check(&self) -> Result<()> {
        self.0.run(|pool| async move { pool.check().await })
    }

    fn restore(&self, snapshot: Snapshot) -> Result<()> {
        snapshot.check()?;
        let revision = i64::try_from(snapshot.revision).map_err(|_| {
            let message = format!("the revision {} is too large for a database", snapshot.revision);
            Error::invalid(message)
        })?;
        self.0.run(move |pool| async move { pool.restore(snapshot, revision).await })
    }
}

impl Pool {
    /// Waits until all commits are on disk, including commits of connections that did not wait.
    async fn flush(&self) -> Result<()> {
        // A commit that writes syncs the log up to its own position, so a message is written.
        let sync = "BEGIN; SET LOCAL synchronous_commit = on; \
            SELECT pg_logical_emit_message(true, 'glossweave', ''); COMMIT";
        self.call(|lease| async {
            let synced = reply(lease.connection.client.batch_execute(sync)).await;
            (lease, synced)
        })
        .await
    }

    async fn check(&self) -> Result<()> {
        let read_only = "SELECT current_setting('transaction_read_only') = 'on'";
        let row = self.call(|lease| async {
            let row = reply(lease.connection.client.query_one(read_only, &[])).await;
            (lease, row)
        });
        match row.await?.get(0) {
            true => Err(self.failed("it is read only")),
            false => Ok(()),
        }
    }

    async fn snapshot(&self) -> Result<Snapshot> {
        self.call(|mut lease| async {
            let snapshot = read_all(&mut lease.connection.client).await;
            (lease, snapshot)
        })
        .await?
    }

    async fn restore(&self, snapshot: Snapshot, revision: i64) -> Result<()> {
        let mut lease = self.lease().await?;
        let id = lease.connection.id.clone();
        let client = &mut lease.connection.client;
        let write = async {
            let transaction = reply(client.transaction()).await?;
            // The lock excludes all commits, because each commit writes to this table.
            let lock = "LOCK TABLE glossweave_writers IN EXCLUSIVE MODE";
            reply(transaction.batch_execute(lock)).await?;
            let any = "SELECT EXISTS (SELECT FROM glossweave_writers WHERE revision IS NOT NULL)";
            if reply(transaction.query_one(any, &[])).await?.get(0) {
                return Ok(false);
            }
            write_all(&transaction, snapshot).await?;
            if revision > 0 {
                let add = "INSERT INTO glossweave_writers VALUES ($1, 0, $2)";
                reply(transaction.execute(add, &[&id, &revision])).await?;
                let set = "SELECT setval('glossweave_revision', $1)";
                reply(transaction.execute(set, &[&revision])).await?;
            }
            reply(transaction.commit()).await?;
            Ok(true)
        };
        let is_done = write.await.map_err(|failure| self.because(failure))?;
        // The transaction has ended, or was rolled back.
        self.give_back(lease);
        if is_done { Ok(()) } else { Err(super::not_empty()) }
    }
}

/// Reads all rows and counters in one consistent state.
async fn read_all(client: &mut Client) -> std::result::Result<Result<Snapshot>, Failure> {
    let begin = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
    let transaction = reply(begin.read_only(true).start()).await?;
    reply(transaction.batch_execute("SET LOCAL statement_timeout = 0")).await?;
    // Removals have revisions too, so the last revision is read from the commits and not from the
    // rows.
    let last = "SELECT coalesce(max(revision), 0) FROM glossweave_writers";
    let revision: i64 = reply(transaction.query_one(last, &[])).await?.get(0);
    let mut rows = Vec::new();
    for table in Table::ALL {
        let all = "SELECT key, revision, value FROM glossweave_rows WHERE kind = $1 ORDER BY key";
        let found = reply(transaction.query(all, &[&table.name()])).await?;
        rows.extend(found.into_iter().map(|row| (*table, row)));
    }
    let all = "SELECT name, count::text FROM glossweave_counters ORDER BY name";
    let counters = reply(transaction.query(all, &[])).await?;
    reply(transaction.commit()).await?;
    let row = |(table, row): (Table, tokio_postgres::Row)| {
        Ok((table, text(row.get(0))?, as_row(row.get(1), row.get(2))))
    };
    let counter = |row: tokio_postgres::Row| Ok((text(row.get(0))?, number(row.get(1))?));
    let rows: Result<_> = rows.into_iter().map(row).collect();
    let counters: Result<_> = counters.into_iter().map(counter).collect();
    Ok(rows.and_then(|rows| Ok(Snapshot { revision: revision as u64, rows, counters: counters? })))
}

async fn write_all(
    transaction: &Transaction<'_>,
    snapshot: Snapshot,
) -> std::result::Result<(), Failure> {
    let add = "INSERT INTO glossweave_rows \
        SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bytea[])";
    let mut rest = snapshot.rows.as_slice();
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = |(.., row): &&(Table, String, Row)| {
            let fits = bytes < CHUNK.1;
            bytes += row.value.len();
            fits
        };
        let count = rest.iter().take(CHUNK.0).take_while(fits).count();
        let rows;
        (rows, rest) = rest.split_at(count);
        let kinds: Vec<_> = rows.iter().map(|(table, ..)| table.name()).collect();
        let keys: Vec<_> = rows.iter().map(|(_, key, _)| key.as_bytes()).collect();
        let revisions: Vec<_> = rows.iter().map(|(.., row)| row.revision as i64).collect();
        let values: Vec<_> = rows.iter().map(|(.., row)| row.value.as_slice()).collect();
        let arguments: &[&(dyn ToSql + Sync)] = &[&kinds, &keys, &revisions, &values];
        reply(transaction.execute(add, arguments)).await?;
    }
    let add = "INSERT INTO glossweave_counters \
        SELECT * FROM unnest($1::bytea[], $2::text[]::numeric[])";
    for counters in snapshot.counters.chunks(CHUNK.0) {
        let names: Vec<_> = counters.iter().map(|(name, _)| name.as_bytes()).collect();
        let counts: Vec<_> = counters.iter().map(|(_, count)| count.to_string()).collect();
        reply(transaction.execute(add, &[&names, &counts])).await?;
    }
    Ok(())
}

fn as_row(revision: i64, value: Vec<u8>) -> Row {
    Row { revision: revision as u64, value }
}

fn number(digits: &str) -> Result<u64> {
    digits.parse().map_err(|_| {
        Error::new(ErrorKind::Storage, format!("a counter is {digits}, expected a count"))
    })
}

fn text(bytes: &[u8]) -> Result<String> {
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    text.map_err(|error| Error::new(ErrorKind::Storage, "a key is not UTF-8").because(error))
}
