//! Names of things, as a stored resource.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::resource::{Content, Draft, Kind};
use crate::text::Language;

/// The content of a dataset: how much is in it. What is in it is not read yet.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dataset {
    /// The language of labels that do not say theirs.
    pub language: Option<String>,
    /// How many things it names.
    pub entities: u64,
    /// How many names they have.
    pub labels: u64,
}

impl Content for Dataset {
    const KIND: Kind = Kind::Dataset;
    type Context = ();

    fn parse(_: &[u8], old: Option<&Dataset>, _: &mut Draft<'_>, (): &()) -> Result<Dataset> {
        Ok(old.cloned().unwrap_or_default())
    }

    fn revise(&mut self, draft: &Draft<'_>) -> Result<()> {
        let language = draft.changes.language.as_ref().map(Language::to_string);
        self.language = language.or(self.language.take());
        Ok(())
    }
}
