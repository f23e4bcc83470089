//! The version of the tables.

use tokio::time::Instant;
use tokio_postgres::Client;

use super::pool::{CONNECT, Failure, Pool, reply};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The scripts that upgrade the tables from each version to the next.
const VERSIONS: &[&str] = &[include_str!("version1.sql")];
/// The minimum version of the server.
const SERVER: i32 = 15;
/// The advisory lock for creating and upgrading the tables.
const LOCK: i64 = 0x676c_6f73_7377_6561;
/// Removes connections without a commit for a day, except for the last commit: snapshots use its
/// revision.
const FORGET: &str = "DELETE FROM glossweave_writers WHERE at < now() - interval '1 day' \
    AND revision IS DISTINCT FROM (SELECT max(revision) FROM glossweave_writers)";

impl Pool {
    /// Creates the tables, or upgrades them to the current version.
    pub(super) async fn install(&self) -> Result<()> {
        let mut client = self.connect(Instant::now() + CONNECT, &self.silence.begin()).await?;
        let server = reply(client.query_one("SHOW server_version_num", &[])).await;
        let server: String = server.map_err(|failure| self.because(failure))?.get(0);
        let server = server.parse::<i32>().unwrap_or_default() / 10_000;
        if server < SERVER {
            let message = format!("PostgreSQL has version {server}, expected {SERVER} or later");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let version = upgrade(&mut client).await.map_err(|failure| self.because(failure))?;
        if version > VERSIONS.len() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "the tables of the store have version {version}, expected at most {}",
                    VERSIONS.len()
                ),
            ));
        }
        Ok(())
    }
}

/// Upgrades the tables if they are older, and returns their version.
async fn upgrade(client: &mut Client) -> std::result::Result<usize, Failure> {
    let transaction = reply(client.transaction()).await?;
    // If two processes open an empty database, only one creates the tables.
    reply(transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])).await?;
    let found =
        "SELECT to_regclass(quote_ident(current_schema()) || '.glossweave_schema') IS NOT NULL";
    let mut version = 0;
    if reply(transaction.query_one(found, &[])).await?.get(0) {
        let found =
            reply(transaction.query_one("SELECT version FROM glossweave_schema", &[])).await?;
        version = found.get::<_, i32>(0) as usize;
    }
    if version < VERSIONS.len() {
        for script in &VERSIONS[version..] {
            reply(transaction.batch_execute(script)).await?;
        }
        version = VERSIONS.len();
        let current = version as i32;
        reply(transaction.execute("UPDATE glossweave_schema SET version = $1", &[&current]))
            .await?;
    }
    if version == VERSIONS.len() {
        reply(transaction.execute(FORGET, &[])).await?;
    }
    reply(transaction.commit()).await?;
    Ok(version)
}
