//! Limits on sizes.

use crate::acl::ResourceKind;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The limits on what is stored, in bytes unless they are numbers of things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum for the content of a filter or a template, whose queries are parsed at every use.
    pub query: usize,
    /// The maximum for the content of anything else. A row of the store has to hold it.
    pub content: usize,
    /// The maximum for the source of a dataset.
    pub dataset: usize,
    /// The maximum for everything that a user has stored, files of datasets and uploads included; admins
    /// have no limit. Nobody has one if it is not given.
    pub quota_bytes: Option<u64>,
    /// The maximum number of datasets of a user, in the same way.
    pub quota_datasets: Option<u64>,
    /// The maximum number of uploads of a user at once, those that are not loaded yet included, in the
    /// same way.
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
    let message = format!("{what} has {found} bytes, allowed are {most}");
    Err(Error::new(ErrorKind::TooLarge, message))
}
