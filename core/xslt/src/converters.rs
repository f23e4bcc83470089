//! The stored stylesheets and their runs.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Options, Reply, Request, Saxon, StoredStylesheet, Stylesheet};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::Encoding;
use glossweave_store::resource::Collection;

/// The maximum number of compiled stylesheets in the cache.
const READY: usize = 256;

/// The options with which an engine runs stylesheets, and a cache of compiled stylesheets, each with the
/// revision of its converter.
#[derive(Debug, Default)]
pub struct StylesheetCache {
    options: Options,
    saxon: Option<PathBuf>,
    opened: Mutex<Option<Arc<Saxon>>>,
    ready: Mutex<HashMap<String, (u64, Stylesheet)>>,
}

impl StylesheetCache {
    /// Creates a cache with these options. Returns `ErrorKind::Unsupported` if the library is missing. The
    /// library is opened when a stylesheet needs it.
    pub fn open(options: Options, saxon: Option<&Path>) -> Result<StylesheetCache> {
        if let Some(path) = saxon.filter(|path| !path.exists()) {
            let message = format!("no library of Saxon at `{}`", path.display());
            return Err(Error::new(ErrorKind::Unsupported, message).with_parameter("xslt.saxon"));
        }
        let saxon = saxon.map(PathBuf::from);
        // Stored stylesheets are UTF-8 text, whatever their original encoding was.
        let library = saxon.clone();
        let options = Options { charset: Some(Encoding::UTF_8), library, ..options };
        Ok(StylesheetCache { options, saxon, opened: Mutex::default(), ready: Mutex::default() })
    }

    /// Returns Saxon, which is opened once.
    fn saxon(&self) -> Result<Option<Arc<Saxon>>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = Saxon::find(self.saxon.as_deref())?;
        }
        Ok(opened.clone())
    }

    /// Compiles a stylesheet with the options of the engine.
    pub(super) fn compile(&self, stylesheet: &[u8]) -> Result<Stylesheet> {
        Stylesheet::compile_with(stylesheet, &self.options, || self.saxon())
    }

    /// Returns the compiled stylesheet of a converter. Each revision is compiled once.
    fn executable(&self, name: &str, revision: u64, stylesheet: &str) -> Result<Stylesheet> {
        if let Some((known, executable)) = self.lock().get(name)
            && *known == revision
        {
            return Ok(executable.clone());
        }
        // Compiled without the lock, so that other threads can run compiled stylesheets at the same time.
        let executable = self.compile(stylesheet.as_bytes())?;
        let mut ready = self.lock();
        if ready.len() >= READY {
            ready.clear();
        }
        ready.insert(name.to_owned(), (revision, executable.clone()));
        Ok(executable)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (u64, Stylesheet)>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stored stylesheets: a [`Collection`] whose resources transform documents.
#[derive(Clone)]
pub struct Converters<'a> {
    collection: Collection<'a, StoredStylesheet>,
    cache: &'a StylesheetCache,
    max_bytes: usize,
}

impl<'a> Converters<'a> {
    #[doc(hidden)]
    pub fn new(
        collection: Collection<'a, StoredStylesheet>,
        cache: &'a StylesheetCache,
        max_bytes: usize,
    ) -> Converters<'a> {
        Converters { collection, cache, max_bytes }
    }

    /// Transforms a document with a converter.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] or [`ErrorKind::NotFound`] if the caller may not use the
    /// converter, [`ErrorKind::TooLarge`] if the input is larger than the settings allow, the errors of
    /// [`Stylesheet::run`], and the errors of [`Stylesheet::compile`] if the processor with which the
    /// converter was stored is no longer available.
    pub fn apply(&self, name: &str, request: &Request) -> Result<Reply> {
        let converter = self.collection.read_for_use(name)?;
        let (found, most) = (request.input.len(), self.max_bytes);
        if found > most {
            return Err(Error::source_too_long(found, most, "limits.source"));
        }
        let stylesheet = &converter.content.stylesheet;
        self.cache.executable(name, converter.revision, stylesheet)?.run(request)
    }
}

impl<'a> Deref for Converters<'a> {
    type Target = Collection<'a, StoredStylesheet>;

    fn deref(&self) -> &Collection<'a, StoredStylesheet> {
        &self.collection
    }
}

impl fmt::Debug for Converters<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Converters").field("cache", self.cache).finish_non_exhaustive()
    }
}
