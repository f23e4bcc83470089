//! Schemas in a build without the feature `its-rules`. Parsing always fails.

use super::Invalid;
use crate::tree::Tree;
use glossweave_base::error::{Error, Result, Side};

/// A schema, which cannot be created.
pub(super) enum Compiled {}

impl Compiled {
    pub fn parse(_: &str) -> Result<Compiled> {
        let message = "schemas need the feature `its-rules`, which this build does not have";
        Err(Error::unsupported(Side::Input, message))
    }

    pub fn validate(&self, _: &Tree<'_>) -> Result<Vec<Invalid>> {
        match *self {}
    }
}
