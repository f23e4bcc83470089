//! Contents of resources, by kind.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{ResourceUpdate, owner_may_use};
use crate::acl::{AuthContext, Caller, ResourceKind};
use crate::store::random::random;
use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Location, Result};

/// The content of a resource of one kind, without the fields that all resources have. Its JSON is
/// an object whose fields are merged with the fields of the resource.
pub trait Content: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// The kind.
    const KIND: ResourceKind;

    /// The context that is used to check contents of this kind, in addition to the store.
    type Context: Send + Sync + 'static;

    /// Parses and checks the body of a request. If the body contains a visibility, description or
    /// label, they are recorded in the draft. `old` is the previous content.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed),
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) or
    /// [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the body is not valid
    /// content of this kind.
    fn parse(
        body: &[u8],
        old: Option<&Self>,
        draft: &mut PendingContent<'_>,
        context: &Self::Context,
    ) -> Result<Self>;

    /// Checks the name of a new resource. It contains only letters, digits, `.`, `_` and `-`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `name`, if the name has another meaning.
    fn check_name(name: &str) -> Result<()> {
        let _ = name;
        Ok(())
    }

    /// Applies the changes to new or unchanged content.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the changes do not
    /// apply to the content.
    fn validate(&mut self, draft: &PendingContent<'_>) -> Result<()> {
        let _ = draft;
        Ok(())
    }

    /// Applies the changes when there is no new content.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the changes do not
    /// apply to the content, and [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the
    /// store fails.
    fn apply_update(&mut self, draft: &PendingContent<'_>, context: &Self::Context) -> Result<()> {
        let _ = (draft, context);
        Ok(())
    }

    /// Runs after the content is stored. `old` is the content that it replaced.
    fn on_commit(&self, old: Option<&Self>, context: &Self::Context) {
        let _ = (old, context);
    }

    /// Runs if it is unknown whether the content was stored, because the store failed during the
    /// commit.
    fn on_unknown_commit(&self) {}

    /// Runs after the content is removed.
    fn on_delete(&self, context: &Self::Context) {
        let _ = context;
    }

    /// Returns the total bytes of the files outside the rows.
    fn beside(&self, context: &Self::Context) -> u64 {
        let _ = context;
        0
    }

    /// `true` if the content has files outside the rows. They may be removed only after the row.
    const FILES: bool = false;

    /// The names of fields that only the store uses. They are not part of responses.
    const HIDDEN: &'static [&'static str] = &[];

    /// The names of fields that may be large, for example queries. Lists contain them only on request.
    const LARGE: &'static [&'static str] = &[];

    /// Returns the time when the resource expires. Only expired pipelines are removed from the
    /// store.
    fn expires(&self) -> Option<Timestamp> {
        None
    }
}

/// A resource under construction, which is used to check its content.
pub struct PendingContent<'a> {
    /// The requested changes.
    pub changes: ResourceUpdate,
    /// The future owner.
    pub owner: String,
    pub(super) access: &'a AuthContext,
    pub(super) caller: Caller,
    pub(super) now: Timestamp,
    pub(super) is_new: bool,
}

impl PendingContent<'_> {
    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Returns the current time plus a duration.
    pub fn later(&self, by: Duration) -> Timestamp {
        let now = std::time::SystemTime::from(self.now);
        now.checked_add(by).map_or(self.now, Timestamp::from)
    }

    /// Returns `true` if this change has new content.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Returns the name of the user who makes the change.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`AuthContext::identify`].
    pub fn caller(&self) -> Result<String> {
        let caller = self.access.identify(&self.caller)?;
        Ok(caller.map(|caller| caller.name).unwrap_or_default())
    }

    /// Returns a new unique IRI (`urn:uuid:`).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Internal`](glossweave_base::ErrorKind::Internal) if the system provides no random numbers.
    pub fn new_iri(&self) -> Result<String> {
        let bits = u128::from_be_bytes(random::<16>()?);
        // Version 4 and the variant of RFC 9562.
        let bits = bits & !(0xF << 76) & !(0b11 << 62) | 4 << 76 | 0b10 << 62;
        let digits = format!("{bits:032x}");
        let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        Ok(format!("urn:uuid:{}", parts.join("-")))
    }

    /// Returns `true` if the owner may use a resource.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the store fails.
    pub fn owner_may_use(&self, kind: ResourceKind, name: &str) -> Result<bool> {
        owner_may_use(self.access, &self.owner, kind, name)
    }
}

/// Returns a body as text. Returns `ErrorKind::Malformed`, with the location of the first invalid
/// bytes, if it is not UTF-8.
pub fn as_text(body: &[u8]) -> Result<&str> {
    std::str::from_utf8(body).map_err(|error| {
        let at = error.valid_up_to();
        let end = body.len().min(at + error.error_len().unwrap_or(1));
        Error::malformed("the text is not UTF-8").at(Location::in_source(body, at..end))
    })
}

/// Parses a body as JSON. Returns `ErrorKind::Malformed`, with the location, if it is not JSON.
pub fn as_json(body: &[u8]) -> Result<Value> {
    let text = as_text(body)?;
    serde_json::from_str(text).map_err(|error| {
        let start = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let start: usize = start.map(str::len).sum();
        let at = (start + error.column().saturating_sub(1)).min(text.len());
        let end = (at + 1).min(text.len());
        // The message of the parser ends with the location, which the error already contains.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Error::malformed(format!("invalid JSON: {message}")).at(Location::in_source(body, at..end))
    })
}

/// Returns the fields of content.
pub(super) fn fields(content: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(content) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
