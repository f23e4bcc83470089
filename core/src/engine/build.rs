//! Putting an engine together.

use std::sync::Arc;

use super::{Engine, Parts, Settings};
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result};
use crate::provider::{Recognizer, Registry};

/// Collects the components of an [`Engine`].
pub struct Builder {
    settings: Settings,
    registry: Registry,
    clock: Arc<dyn Clock>,
}

impl Builder {
    pub(super) fn new(settings: Settings) -> Builder {
        Builder { settings, registry: Registry::default(), clock: Arc::new(SystemClock) }
    }

    /// Adds a recogniser under the name that callers use, or replaces the one of that name.
    pub fn recognizer(mut self, name: &str, recognizer: impl Recognizer + 'static) -> Builder {
        self.registry.add_recognizer(name, Arc::new(recognizer));
        self
    }

    /// Sets the clock; that of the machine where none is set.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Builder {
        self.clock = Arc::new(clock);
        self
    }

    /// Opens the engine. Kind Invalid, with the parameter `max_bytes`, where the settings allow no
    /// document at all.
    pub fn open(self) -> Result<Engine> {
        if self.settings.max_bytes == 0 {
            let message = "`max_bytes` is 0, expected the size of the largest document";
            return Err(Error::invalid(message).with_parameter("max_bytes"));
        }
        let Builder { settings, registry, clock } = self;
        Ok(Engine(Arc::new(Parts { settings, registry, clock })))
    }
}
