//! How large things may be.

use serde::{Deserialize, Serialize};

use crate::acl::Kind;
use crate::error::{Error, Kind as Fault, Result};

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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { query: 256 << 10, content: 900_000, dataset: 8 << 30 }
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
