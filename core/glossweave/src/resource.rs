//! Resources that users store, each with an owner and a visibility.
//!
//! For example, anonymous callers cannot read a private resource:
//!
//! ```
//! use glossweave::acl::Visibility;
//! use glossweave::resource::ResourceUpdate;
//! use glossweave::{Caller, Engine, ErrorKind, Settings};
//! let engine = Engine::builder(Settings::default()).open()?;
//! let users = engine.session(Caller::Anonymous).users();
//! users.create("ann", "correct horse")?;
//! let session = engine.session(Caller::Token(users.authenticate("ann", "correct horse")?));
//!
//! let filters = session.filters();
//! let private = ResourceUpdate { visibility: Some(Visibility::Private), ..ResourceUpdate::default() };
//! filters.create(Some("all"), b"SELECT * { ?s ?p ?o }", &private)?;
//! let unseen = engine.session(Caller::Anonymous).filters().read("all").unwrap_err();
//! assert_eq!(unseen.kind(), ErrorKind::Unauthenticated);
//! let public = ResourceUpdate { visibility: Some(Visibility::Public), ..ResourceUpdate::default() };
//! filters.update("all", None, &public)?;
//! assert_eq!(engine.session(Caller::Anonymous).filters().read("all")?.content.query, "SELECT * { ?s ?p ?o }");
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_store::resource::{
    AnyCollection, Collection, DatasetType, Limits, Mode, PageRequest, Record, Resource,
    ResourceKind, ResourceUpdate, Visibility,
};
