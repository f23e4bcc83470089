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

/// The content of a resource of one kind, besides what all resources have. In JSON it is an object, whose
/// fields are merged with those of the resource.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::Error;
/// use glossweave::resource::{Content, PendingContent, ResourceKind};
/// #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// struct Query {
///     query: String,
/// }
/// impl Content for Query {
///     const KIND: ResourceKind = ResourceKind::Filter;
///     type Context = ();
///
///     fn parse(
///         body: &[u8],
///         _: Option<&Query>,
///         _: &mut PendingContent<'_>,
///         _: &(),
///     ) -> Result<Query, Error> {
///         match str::from_utf8(body) {
///             Ok(text) => Ok(Query { query: text.trim().to_owned() }),
///             Err(_) => Err(Error::malformed("the query is not UTF-8")),
///         }
///     }
///
///     fn check_name(name: &str) -> Result<(), Error> {
///         match name {
///             "all" => Err(Error::invalid("`all` names every query").with_parameter("name")),
///             _ => Ok(()),
///         }
///     }
///
///     fn validate(&mut self, draft: &PendingContent<'_>) -> Result<(), Error> {
///         match draft.is_new() && self.query.is_empty() {
///             true => Err(Error::invalid("the query is empty")),
///             false => Ok(()),
///         }
///     }
/// }
/// // The rest has defaults: such content has no files, and never expires.
/// let query = Query { query: "ASK {}".to_owned() };
/// assert_eq!((query.beside(&()), query.expires()), (0, None));
/// assert!(Query::check_name("all").is_err());
/// ```
///
/// The context is told what happens to the content; this one is a list of lines:
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// # use std::sync::{Arc, Mutex};
/// # use glossweave::{Caller, Error, ErrorKind, acl::{AuthContext, Users}};
/// use glossweave::resource::{Collection, Content, Limits, PendingContent, ResourceKind, ResourceUpdate};
/// #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
/// struct Query {
///     query: String,
/// }
/// impl Content for Query {
///     const KIND: ResourceKind = ResourceKind::Filter;
///     type Context = Mutex<Vec<String>>;
///
///     fn parse(
///         body: &[u8],
///         _: Option<&Query>,
///         _: &mut PendingContent<'_>,
///         _: &Mutex<Vec<String>>,
///     ) -> Result<Query, Error> {
///         Ok(Query { query: String::from_utf8_lossy(body).into_owned() })
///     }
///     fn apply_update(&mut self, draft: &PendingContent<'_>, _: &Mutex<Vec<String>>) -> Result<(), Error> {
///         match draft.changes.language {
///             None => Ok(()),
///             Some(_) => Err(Error::invalid("a query has no language").with_parameter("language")),
///         }
///     }
///     fn on_commit(&self, old: Option<&Query>, log: &Mutex<Vec<String>>) {
///         let before = old.map_or("nothing", |old| &old.query);
///         log.lock().unwrap().push(format!("{before} became {}", self.query));
///     }
///     fn on_unknown_commit(&self) {
///         unreachable!("a store in memory does not fail");
///     }
///     fn on_delete(&self, log: &Mutex<Vec<String>>) {
///         log.lock().unwrap().push(format!("{} was removed", self.query));
///     }
/// }
/// # let store = Arc::new(glossweave::store::MemoryBackend::new());
/// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
/// # let users = Users::new(&access, Caller::Anonymous);
/// # users.create("ann", "correct horse")?;
/// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
/// # let limits = Limits::default();
/// let log = Mutex::new(Vec::new());
/// // Such as `session.filters()`.
/// let queries = Collection::<Query>::new(&access, &limits, ann, &log);
/// let unchanged = ResourceUpdate::default();
/// queries.create(Some("all"), b"ASK {}", &unchanged)?;
/// queries.update("all", Some(b"SELECT * {}"), &unchanged)?;
/// let german = ResourceUpdate::default().with_language("de".parse()?);
/// let error = queries.update("all", None, &german).unwrap_err();
/// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));
/// queries.delete("all", &unchanged)?;
/// assert_eq!(
///     *log.lock().unwrap(),
///     ["nothing became ASK {}", "ASK {} became SELECT * {}", "SELECT * {} was removed"],
/// );
/// # Ok::<(), glossweave::Error>(())
/// ```
pub trait Content: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// The kind.
    const KIND: ResourceKind;

    /// The context in which contents of this kind are checked, besides the store.
    type Context: Send + Sync + 'static;

    /// Parses and checks the body of a request. The visibility, description and label that the body
    /// itself states are noted in the draft. `old` is the content that was stored before.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed),
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) or
    /// [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the body cannot be content of this
    /// kind.
    fn parse(
        body: &[u8],
        old: Option<&Self>,
        draft: &mut PendingContent<'_>,
        context: &Self::Context,
    ) -> Result<Self>;

    /// Checks the name of a new resource, which has only letters, digits, `.`, `_` and `-`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `name`, if the name means
    /// something else already.
    fn check_name(name: &str) -> Result<()> {
        let _ = name;
        Ok(())
    }

    /// Applies the changes, whether the content is new or as it was.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the content cannot have them.
    fn validate(&mut self, draft: &PendingContent<'_>) -> Result<()> {
        let _ = draft;
        Ok(())
    }

    /// Applies the changes if there is no new content.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the content cannot have them,
    /// [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the store fails.
    fn apply_update(&mut self, draft: &PendingContent<'_>, context: &Self::Context) -> Result<()> {
        let _ = (draft, context);
        Ok(())
    }

    /// Runs after it was stored; `old` is the content that it replaced.
    fn on_commit(&self, old: Option<&Self>, context: &Self::Context) {
        let _ = (old, context);
    }

    /// Runs if it is not known whether it was stored: the store failed in the middle of it.
    fn on_unknown_commit(&self) {}

    /// Runs after it was removed.
    fn on_delete(&self, context: &Self::Context) {
        let _ = context;
    }

    /// Returns the bytes of its files beside the store.
    fn beside(&self, context: &Self::Context) -> u64 {
        let _ = context;
        0
    }

    /// `true` if it has files beside the store, which may not be removed before the row that names them.
    const FILES: bool = false;

    /// The names of fields that are for the store only and not shown.
    const HIDDEN: &'static [&'static str] = &[];

    /// The names of fields that may be large, which lists have only if they are requested.
    const LARGE: &'static [&'static str] = &[];

    /// Returns the time from which it no longer exists. Of all kinds only expired pipelines are removed.
    fn expires(&self) -> Option<Timestamp> {
        None
    }
}

/// A resource under construction, which its content is checked against.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::Error;
/// use glossweave::resource::{PendingContent, ResourceKind};
/// use std::time::Duration;
/// // A function that an implementation of `Content` calls: content that needs a dataset of its owner,
/// // and that is kept for a day.
/// fn check(draft: &PendingContent<'_>) -> Result<(), Error> {
///     if draft.is_new() && !draft.owner_may_use(ResourceKind::Dataset, "places")? {
///         return Err(Error::invalid("there is no dataset `places`"));
///     }
///     let expires = draft.later(Duration::from_secs(24 * 60 * 60));
///     assert!(expires > draft.now());
///     // Who makes the change, and a name for a part that has none.
///     let (user, part) = (draft.caller()?, draft.new_iri()?);
///     assert!(!user.is_empty() && part.starts_with("urn:uuid:"));
///     Ok(())
/// }
/// ```
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

    /// Returns `true` if there is content in this change.
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

    /// Returns a new IRI (`urn:uuid:`) that nothing else has.
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

/// Returns a body as text. The error is `ErrorKind::Malformed`, with the place of the first byte that is not
/// UTF-8.
#[doc(hidden)]
pub fn as_text(body: &[u8]) -> Result<&str> {
    std::str::from_utf8(body).map_err(|error| {
        let at = error.valid_up_to();
        let end = body.len().min(at + error.error_len().unwrap_or(1));
        Error::malformed("the text is not UTF-8").at(Location::in_source(body, at..end))
    })
}

/// Parses a body as JSON. Returns `ErrorKind::Malformed`, with the place, if it is not JSON.
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

/// Returns the fields of content.
pub(super) fn fields(content: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(content) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
