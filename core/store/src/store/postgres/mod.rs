//! A store in a PostgreSQL database, which several processes may share.
//!
//! A commit is one call of a function in the database (`version1.sql`). It locks the rows and counters
//! that it names, in their order, compares them, and only then takes a revision from a sequence and
//! writes. Commits that have nothing in common do not wait for each other.

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

/// The call of the function of `version1.sql` that does everything.
const COMMIT: &str = "SELECT outcome, number FROM glossweave_commit($1, $2, $3, $4, $5, $6, \
    $7, $8, $9, $10, $11, $12::text[]::numeric[], $13::text[]::numeric[])";
const READ: &str = "SELECT revision, value FROM glossweave_rows WHERE kind = $1 AND key = $2";
const SCAN: &str = "SELECT key, revision, value FROM glossweave_rows \
    WHERE kind = $1 AND key > $2 ORDER BY key LIMIT 32";
const COUNTER: &str = "SELECT count::text FROM glossweave_counters WHERE name = $1";
/// The number of rows that are written at once, and about the number of bytes.
const CHUNK: (usize, usize) = (500, 8 << 20);

/// A store of rows in a PostgreSQL database of version 15 or later.
///
/// It keeps its rows in the tables `glossweave_*` of the first schema in the search path, and makes them if
/// they are missing. Several stores, in one process or several, may use the same tables at once.
pub struct PostgresBackend(Driver);

impl fmt::Debug for PostgresBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Neither user nor password.
        out.debug_tuple("PostgresBackend").field(&self.0.shown()).finish()
    }
}

impl PostgresBackend {
    /// Opens the store in the database of a URL, `postgres://user:password@host:port/database`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the text is no such URL; [`ErrorKind::Unsupported`] for
    /// a server before version 15, and for tables of a newer version of the library;
    /// [`ErrorKind::Storage`] if the database cannot be reached within 10 seconds, or refuses something.
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
        // No key is empty: all come after that.
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
    /// Waits until everything is on the disk that was committed, also by those who did not wait.
    async fn flush(&self) -> Result<()> {
        // Something has to be written: the log is synced up to it.
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
            // Every commit writes into it.
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
        // The transaction is over, or rolled back.
        self.give_back(lease);
        if is_done { Ok(()) } else { Err(super::not_empty()) }
    }
}

/// Returns everything, as it was at one moment.
async fn read_all(client: &mut Client) -> std::result::Result<Result<Snapshot>, Failure> {
    let begin = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
    let transaction = reply(begin.read_only(true).start()).await?;
    reply(transaction.batch_execute("SET LOCAL statement_timeout = 0")).await?;
    // Removals have revisions too: the last one is that of a commit, not of a row.
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
        Error::new(ErrorKind::Storage, format!("a counter stands at {digits}, expected a count"))
    })
}

fn text(bytes: &[u8]) -> Result<String> {
    let text = std::str::from_utf8(bytes).map(str::to_owned);
    text.map_err(|error| Error::new(ErrorKind::Storage, "a key is not UTF-8").because(error))
}
