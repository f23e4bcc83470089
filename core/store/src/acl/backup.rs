//! The door to everything at once, for admins.

use std::io::Write;

use super::access::Access;
use super::{Action, Caller, Relation, Target, may};
use crate::store;
use glossweave_base::error::Result;

/// Everything that is stored, on behalf of a caller.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::store::{MemoryBackend, import};
/// use glossweave::{Caller, Engine, Settings};
/// let mut settings = Settings::default();
/// settings.set("admin.create", "true")?;
/// settings.set("admin.username", "root")?;
/// settings.set("admin.password", "correct horse")?;
/// let engine = Engine::builder(settings).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// let root = Caller::Token(users.authenticate("root", "correct horse")?);
/// let mut lines = Vec::new();
/// engine.session(root.clone()).backup().export(&mut lines)?;
///
/// let copy = MemoryBackend::new();
/// import(&copy, &lines[..])?;
/// let engine = Engine::builder(Settings::default()).backend(copy).open()?;
/// assert_eq!(engine.session(root).users().read("root")?.username, "root");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backup<'a> {
    access: &'a Access,
    caller: Caller,
}

impl<'a> Backup<'a> {
    #[doc(hidden)]
    pub fn new(access: &'a Access, caller: Caller) -> Backup<'a> {
        Backup { access, caller }
    }

    /// Writes down all that is stored, as [`store::export`] does, hashes of passwords and tokens
    /// included: who has it can do whatever their owners can. Only admins may.
    ///
    /// Kinds: Unauthenticated, Forbidden; Storage where the store or the writer fails.
    pub fn export(&self, to: impl Write) -> Result<()> {
        let caller = self.access.identify(&self.caller)?;
        let relation = Relation::of(caller.as_ref(), "");
        may(Action::Export, relation, Target::User).pass(|| "the store".to_owned())?;
        store::export(self.access.store(), to)
    }
}
