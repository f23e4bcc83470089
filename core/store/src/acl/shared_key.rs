//! Random keys that all engines of a store share.

use super::access::AuthContext;
use super::token::{from_hex, hex};
use crate::store::random::random;
use crate::store::{Change, Precondition, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

impl AuthContext {
    /// Returns the random key for a purpose. The key is created when it is first used.
    pub fn shared_key(&self, purpose: &str) -> Result<[u8; 32]> {
        loop {
            if let Some(row) = self.store.read(Table::Secrets, purpose)? {
                let text = serde_json::from_slice::<String>(&row.value).unwrap_or_default();
                let wrong = "the row of a shared key is damaged";
                return from_hex(&text).ok_or_else(|| Error::new(ErrorKind::Storage, wrong));
            }
            let value = super::row::write(&hex(&random::<32>()?))?;
            let new = Change::put(Table::Secrets, purpose, Precondition::Absent, value);
            // If another engine was faster, its key is used.
            let _ = self.store.commit(&[new], &[])?;
        }
    }
}
