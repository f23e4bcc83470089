//! The source of a dataset that is loaded.

use std::fmt;
use std::io::Read;

use glossweave_base::progress::Watch;

/// The source of a dataset, and the callback that gets the progress of the load.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
/// # use std::sync::Arc;
/// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
/// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
/// # let store = Arc::new(glossweave::store::MemoryBackend::new());
/// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
/// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
/// # users.create("ann", "correct horse")?;
/// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
/// # let files = VocabularyFiles::open(&access)?;
/// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::vocabulary::Load;
/// // `datasets` are those of a user: `session.datasets()`.
/// let mut table = "uri,label\nhttp://example.org/cork,Cork\n".as_bytes();
/// let mut last = None;
/// let mut watch = |at| {
///     last = Some(at);
///     Ok(())
/// };
/// let load = Load::new(&mut table).watched(&mut watch);
/// datasets.create_from("places", load, &ResourceUpdate::default())?;
/// assert_eq!(last.unwrap().records, 1);
/// # Ok::<(), glossweave::Error>(())
/// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::vocabulary::Load;
    /// use glossweave::{Error, ErrorKind};
    /// let mut table = "uri,label\nhttp://example.org/cork,Cork\n".as_bytes();
    /// let mut stop = |_| Err(Error::new(ErrorKind::Deadline, "no time left"));
    /// let load = Load::new(&mut table).watched(&mut stop);
    /// let error = datasets.create_from("places", load, &ResourceUpdate::default()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Deadline);
    /// assert_eq!(datasets.read("places").unwrap_err().kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
