//! The source from which a dataset is loaded.

use std::fmt;
use std::io::Read;

use glossweave_base::progress::Watch;

/// The source of a dataset, with an optional callback for progress reports.
pub struct Load<'l> {
    pub(super) input: &'l mut dyn Read,
    pub(super) watch: Option<&'l mut Watch<'l>>,
}

impl<'l> Load<'l> {
    /// Creates a load from a reader. The data is copied to disk and never held in memory completely.
    pub fn new(input: &'l mut dyn Read) -> Load<'l> {
        Load { input, watch: None }
    }

    /// Sets the callback for progress reports. If it returns an error, the load is aborted and nothing
    /// changes.
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
