//! What a resource holds, kind by kind.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Changes, owner_may_use};
use crate::acl::{Access, Kind};
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Location, Result};

/// What a resource of one kind holds besides what all resources have. In JSON it is an object, whose
/// fields stand beside those.
pub trait Content: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// The kind.
    const KIND: Kind;

    /// What contents of this kind are checked with, beside the store.
    type Context: Send + Sync + 'static;

    /// Reads and checks what a caller wants to store. What a body says of its own about visibility,
    /// description and label is noted in the draft. `old` is what was stored before. Kinds:
    /// Malformed, Invalid, Unsupported.
    fn parse(
        body: &[u8],
        old: Option<&Self>,
        draft: &mut Draft<'_>,
        context: &Self::Context,
    ) -> Result<Self>;

    /// Follows the changes, be the content new or as it was. Kinds: Invalid.
    fn revise(&mut self, draft: &Draft<'_>) -> Result<()> {
        let _ = draft;
        Ok(())
    }

    /// Follows the changes where there is no new content. Kinds: Invalid, Storage.
    fn adapt(&mut self, draft: &Draft<'_>, context: &Self::Context) -> Result<()> {
        let _ = (draft, context);
        Ok(())
    }

    /// Is told that it was stored, and what it replaced.
    fn stored(&self, old: Option<&Self>, context: &Self::Context) {
        let _ = (old, context);
    }

    /// Is told that nobody knows whether it was stored: the store failed in the middle of it.
    fn doubtful(&self) {}

    /// Is told that it was removed.
    fn removed(&self, context: &Self::Context) {
        let _ = context;
    }

    /// Returns the bytes of its files beside the store.
    fn beside(&self, context: &Self::Context) -> u64 {
        let _ = context;
        0
    }

    /// Whether there are files of it beside the store, which may go no earlier than the row that
    /// names them.
    const FILES: bool = false;

    /// The names of fields that are for the store only and not shown.
    const HIDDEN: &'static [&'static str] = &[];

    /// The names of fields that may be large, which lists have only where they are asked for.
    const LARGE: &'static [&'static str] = &[];

    /// From when on it is not there any more. Of the kinds only pipelines are swept away.
    fn expires(&self) -> Option<Timestamp> {
        None
    }
}

/// A resource in the making: what its content is checked against.
pub struct Draft<'a> {
    /// What was asked for.
    pub changes: Changes,
    /// Who will own it.
    pub owner: String,
    pub(super) access: &'a Access,
    pub(super) now: Timestamp,
    pub(super) is_new: bool,
}

impl Draft<'_> {
    /// Now.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Now and some time.
    pub fn later(&self, by: Duration) -> Timestamp {
        let now = std::time::SystemTime::from(self.now);
        now.checked_add(by).map_or(self.now, Timestamp::from)
    }

    /// Whether there is content in this change.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whether the owner may use a resource. Kind Storage where the store fails.
    pub fn owner_may_use(&self, kind: Kind, name: &str) -> Result<bool> {
        owner_may_use(self.access, &self.owner, kind, name)
    }
}

/// A body as text. Kind Malformed, with the place of the first byte that is not UTF-8.
#[doc(hidden)]
pub fn as_text(body: &[u8]) -> Result<&str> {
    std::str::from_utf8(body).map_err(|error| {
        let at = error.valid_up_to();
        let end = body.len().min(at + error.error_len().unwrap_or(1));
        Error::malformed("the text is not UTF-8").at(Location::in_source(body, at..end))
    })
}

/// A body as JSON. Kind Malformed, with the place.
#[doc(hidden)]
pub fn as_json(body: &[u8]) -> Result<Value> {
    let text = as_text(body)?;
    serde_json::from_str(text).map_err(|error| {
        let start = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let start: usize = start.map(str::len).sum();
        let at = (start + error.column().saturating_sub(1)).min(text.len());
        let end = (at + 1).min(text.len());
        // What the parser says ends with the place, which the error has.
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        Error::malformed(format!("the JSON is wrong: {said}"))
            .at(Location::in_source(body, at..end))
    })
}

/// The fields of content.
pub(super) fn fields(content: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(content) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
