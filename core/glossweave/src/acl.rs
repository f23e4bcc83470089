//! Users, tokens and roles, and the access rights of callers.
//!
//! A session acts for a caller, with the rights of the caller. For example, only admins can set
//! roles:
//!
//! ```
//! use glossweave::acl::Role;
//! use glossweave::settings::AdminSettings;
//! use glossweave::{Caller, Engine, ErrorKind, Settings};
//! let admin = AdminSettings::new("root", "battery staple");
//! let settings = Settings { admin, ..Settings::default() };
//! let engine = Engine::builder(settings).open()?;
//! let anyone = engine.session(Caller::Anonymous).users();
//! anyone.create("ann", "correct horse")?;
//! let ann = Caller::Token(anyone.authenticate("ann", "correct horse")?);
//! let root = Caller::Token(anyone.authenticate("root", "battery staple")?);
//!
//! let refused = engine.session(ann).users().set_role("ann", Role::Admin).unwrap_err();
//! assert_eq!(refused.kind(), ErrorKind::Forbidden);
//! assert_eq!(engine.session(root).users().set_role("ann", Role::Admin)?.role, Role::Admin);
//! # Ok::<(), glossweave::Error>(())
//! ```

#[doc(inline)]
pub use glossweave_store::acl::{
    Action, ApiKey, ApiKeyOptions, AuditAction, AuditEntry, Caller, IdToken, Identity, Invitation,
    InvitationOptions, NewApiKey, NewInvitation, PageRequest, Registration, ResourceKind, Role,
    Scope, Token, User, Users, Visibility,
};
