//! An engine on behalf of a caller.

use super::Engine;
use crate::acl::Caller;
use crate::enrich::Entities;

/// The doors of an [`Engine`], opened for one caller. Cheap to make: one for each call is fine.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    engine: &'a Engine,
    caller: Caller,
}

impl<'a> Session<'a> {
    pub(super) fn new(engine: &'a Engine, caller: Caller) -> Session<'a> {
        Session { engine, caller }
    }

    /// On whose behalf this session acts.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Named entities.
    pub fn entities(&self) -> Entities<'a> {
        let parts = &self.engine.0;
        Entities::new(&parts.registry, &parts.settings.prefix, parts.settings.max_bytes)
    }
}
