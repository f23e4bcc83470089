//! The source of a dataset that is loaded.

use std::fmt;
use std::io::Read;

use glossweave_base::progress::Watch;

/// The source of a dataset, and the callback that gets the progress of the load.
pub struct Load<'l> {
    pub(super) input: &'l mut dyn Read,
    pub(super) watch: Option<&'l mut Watch<'l>>,
}

impl<'l> Load<'l> {
    /// Creates a load from a reader, which is copied to the disk and never held in memory as a whole.
    pub fn new(input: &'l mut dyn Read) -> Load<'l> {
        Load { input, watch: None }
    }

    /// Sets the callback for progress. If it returns an error, the load ends, and nothing has changed.
    pub fn watched(mut self, watch: &'l mut Watch<'l>) -> Load<'l> {
        self.watch = Some(watch);
        self
    }
}

impl fmt::Debug for Load<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Load").finish_non_exhaustive()
    }
}
