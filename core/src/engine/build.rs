//! Putting an engine together.

use std::sync::Arc;

use super::{Engine, Parts, Settings};
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result};
use crate::nif::check_prefix;
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

    /// Adds a recognizer under the name that callers use, or replaces the one of that name.
    pub fn recognizer(mut self, name: &str, recognizer: impl Recognizer + 'static) -> Builder {
        self.registry.add_recognizer(name, Arc::new(recognizer));
        self
    }

    /// Sets the clock; that of the machine where none is set.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Builder {
        self.clock = Arc::new(clock);
        self
    }

    /// Opens the engine. Kind Invalid, with the parameter at fault, for settings that no engine can
    /// have: room for no document, and a prefix that is not an http or https IRI.
    ///
    /// ```
    /// use glossweave::{Engine, Settings};
    /// let mut settings = Settings::default();
    /// settings.set("prefix", "urn:texts")?;
    /// let error = Engine::builder(settings).open().unwrap_err();
    /// assert_eq!(error.parameter(), Some("prefix"));
    /// assert!(error.message().starts_with("expected an http or https IRI as prefix"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn open(self) -> Result<Engine> {
        if self.settings.max_bytes == 0 {
            let message = "`max_bytes` is 0, expected the size of the largest document";
            return Err(Error::invalid(message).with_parameter("max_bytes"));
        }
        check_prefix(&self.settings.prefix)?;
        let Builder { settings, registry, clock } = self;
        Ok(Engine(Arc::new(Parts { settings, registry, clock })))
    }
}
