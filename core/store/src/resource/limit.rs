//! Limits on sizes.

use crate::acl::ResourceKind;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The limits on stored data, in bytes or as numbers of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum size of the content of a filter or a template, in bytes. Their queries are
    /// parsed at every use.
    pub query: usize,
    /// The maximum size of other contents, in bytes. The content must fit in a row of the store.
    pub content: usize,
    /// The maximum size of the source of a dataset, in bytes.
    pub dataset: usize,
    /// The maximum size of all data that a user stores, in bytes, including files of datasets and
    /// uploads. Admins have no limit. If `None`, users have no limit either.
    pub quota_bytes: Option<u64>,
    /// The maximum number of datasets of a user. Admins have no limit. If `None`, users have no
    /// limit either.
    pub quota_datasets: Option<u64>,
    /// The maximum number of concurrent uploads of a user, including uploads that are not loaded
    /// yet. Admins have no limit. If `None`, users have no limit either.
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
    /// Checks the size of content. Returns `ErrorKind::TooLarge` if it is too large.
    pub(crate) fn check(&self, kind: ResourceKind, content: &[u8]) -> Result<()> {
        let most = match kind {
            ResourceKind::Filter | ResourceKind::Template => self.query.min(self.content),
            ResourceKind::Dataset => self.dataset,
            _ => self.content,
        };
        bound(&format!("the content of a {}", kind.name()), content.len(), most)
    }
}

pub(super) fn bound(what: &str, found: usize, most: usize) -> Result<()> {
    if found <= most {
        return Ok(());
    }
    let message = format!("{what} has {found} bytes, limit is {most}");
    Err(Error::new(ErrorKind::TooLarge, message))
}
