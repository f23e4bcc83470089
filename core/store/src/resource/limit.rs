//! How large things may be.

use serde::{Deserialize, Serialize};

use crate::acl::Kind;
use glossweave_base::error::{Error, Kind as Fault, Result};

/// The most bytes of what is stored.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Of the content of a filter or a template, whose queries are parsed at every use.
    pub query: usize,
    /// Of the content of anything else. A row of the store has to hold it.
    pub content: usize,
    /// Of what a dataset is loaded from.
    pub dataset: usize,
    /// Of all that a user has stored, files of datasets and uploads included; admins have no bound. No
    /// bound for anybody where it is not given.
    pub quota_bytes: Option<u64>,
    /// The most datasets that a user may have, in the same way.
    pub quota_datasets: Option<u64>,
    /// The most uploads that a user may have at once, those that are not loaded yet included, in the same way.
    pub quota_uploads: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            query: 256 << 10,
            content: 900_000,
            dataset: 8 << 30,
            quota_bytes: None,
            quota_datasets: None,
            quota_uploads: None,
        }
    }
}

impl Limits {
    /// Refuses content that is too large. Kind TooLarge.
    pub(crate) fn check(&self, kind: Kind, content: &[u8]) -> Result<()> {
        let most = match kind {
            Kind::Filter | Kind::Template => self.query.min(self.content),
            Kind::Dataset => self.dataset,
            _ => self.content,
        };
        bound(&format!("the content of a {}", kind.name()), content.len(), most)
    }
}

pub(super) fn bound(what: &str, found: usize, most: usize) -> Result<()> {
    if found <= most {
        return Ok(());
    }
    let message = format!("{what} has {found} bytes, allowed are {most}");
    Err(Error::new(Fault::TooLarge, message))
}
