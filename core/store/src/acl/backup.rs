//! The export of the whole store, for admins.

use std::io::Write;

use super::access::AuthContext;
use super::{Action, Caller, ResourceClass};
use crate::store;
use glossweave_base::error::Result;

/// The export of everything that is stored, on behalf of a caller.
#[derive(Clone, Debug)]
pub struct Backup<'a> {
    access: &'a AuthContext,
    caller: Caller,
}

impl<'a> Backup<'a> {
    #[doc(hidden)]
    pub fn new(access: &'a AuthContext, caller: Caller) -> Backup<'a> {
        Backup { access, caller }
    }

    /// Writes everything that is stored, as [`store::export`] does. The hashes of passwords, tokens
    /// and API keys are included: whoever has the export can do whatever their owners can. Only admins may.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`](glossweave_base::ErrorKind::Unauthenticated) or
    /// [`ErrorKind::Forbidden`](glossweave_base::ErrorKind::Forbidden) if the caller is not an admin,
    /// [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the store or the writer fails.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
    /// # use std::sync::Arc;
    /// # use glossweave::{acl::{AuthContext, Backup}, clock::SystemClock, store::MemoryBackend};
    /// # let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    /// # let backup = Backup::new(&access, glossweave::Caller::Anonymous);
    /// let mut lines = Vec::new();
    /// // `backup` is that of an anonymous caller, who may not.
    /// let error = backup.export(&mut lines).unwrap_err();
    /// assert_eq!(error.kind(), glossweave::ErrorKind::Unauthenticated);
    /// assert!(lines.is_empty());
    /// ```
    ///
    /// An admin gets everything:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
    /// # use std::sync::Arc;
    /// # use glossweave::{acl::{AuthContext, Users}, clock::SystemClock, store::MemoryBackend};
    /// # let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    /// # let users = Users::new(&access, glossweave::Caller::Anonymous);
    /// # glossweave::acl::install_admin(&access, "root", &glossweave::acl::Secret::new("battery staple"))?;
    /// # use glossweave::acl::Backup;
    /// use glossweave::Caller;
    /// use glossweave::store::{Backend, Table, import};
    /// let root = Caller::Token(users.authenticate("root", "battery staple")?);
    /// // Such as `session.backup()`.
    /// let backup = Backup::new(&access, root);
    /// let mut lines = Vec::new();
    /// backup.export(&mut lines)?;
    /// let copy = MemoryBackend::new();
    /// import(&copy, &lines[..])?;
    /// assert!(copy.read(Table::Users, "root")?.is_some());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn export(&self, to: impl Write) -> Result<()> {
        self.access.check(&self.caller, Action::Export, ResourceClass::User, "the store")?;
        store::export(self.access.store(), to)
    }
}
