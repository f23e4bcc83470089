//! Stored stylesheets at work.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Executable, Options, Reply, Request, Saxon, Stylesheet};
use glossweave_base::error::{Error, Kind, Result};
use glossweave_markup::Encoding;
use glossweave_store::resource::Shelf;

/// The most stylesheets that are kept ready.
const READY: usize = 256;

/// How an engine runs stylesheets: the options that it was set to, and those that are compiled, each
/// with the revision of its converter.
#[derive(Debug, Default)]
pub struct Workshop {
    options: Options,
    saxon: Option<PathBuf>,
    opened: Mutex<Option<Arc<Saxon>>>,
    ready: Mutex<HashMap<String, (u64, Executable)>>,
}

impl Workshop {
    /// Kind Unsupported for a library that is not there. It is opened when a stylesheet needs it.
    #[doc(hidden)]
    pub fn open(options: Options, saxon: Option<&Path>) -> Result<Workshop> {
        if let Some(path) = saxon.filter(|path| !path.exists()) {
            let message = format!("there is no library of Saxon at `{}`", path.display());
            return Err(Error::new(Kind::Unsupported, message).with_parameter("saxon"));
        }
        let saxon = saxon.map(PathBuf::from);
        // Stored stylesheets are text, whatever encoding they were written in.
        let library = saxon.clone();
        let options = Options { charset: Some(Encoding::UTF_8), library, ..options };
        Ok(Workshop { options, saxon, opened: Mutex::default(), ready: Mutex::default() })
    }

    /// Saxon, opened once.
    fn saxon(&self) -> Result<Option<Arc<Saxon>>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = Saxon::find(self.saxon.as_deref())?;
        }
        Ok(opened.clone())
    }

    /// Compiles a stylesheet as the engine does.
    pub(super) fn compile(&self, stylesheet: &[u8]) -> Result<Executable> {
        Executable::compile_with(stylesheet, &self.options, || self.saxon())
    }

    /// The stylesheet of a converter, compiled once for each revision.
    fn executable(&self, name: &str, revision: u64, stylesheet: &str) -> Result<Executable> {
        if let Some((known, executable)) = self.lock().get(name)
            && *known == revision
        {
            return Ok(executable.clone());
        }
        // Not under the lock: others run what is ready meanwhile.
        let executable = self.compile(stylesheet.as_bytes())?;
        let mut ready = self.lock();
        if ready.len() >= READY {
            ready.clear();
        }
        ready.insert(name.to_owned(), (revision, executable.clone()));
        Ok(executable)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (u64, Executable)>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stored stylesheets: a [`Shelf`], and what they are there for.
///
/// ```
/// # mod glossweave { pub use {glossweave_base::*, glossweave_store::*, glossweave_xslt as xslt}; }
/// use glossweave::resource::Changes;
/// use glossweave::xslt::Request;
/// use glossweave::{Caller, Engine, Format, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let users = engine.session(Caller::Anonymous).users();
/// users.create("anna", "correct horse")?;
/// let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
/// let stylesheet = br#"<p xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
///   <xsl:value-of select="count(//*)"/></p>"#;
/// engine.session(anna).converters().create(Some("count"), stylesheet, &Changes::default())?;
///
/// // It is public: anyone may use it.
/// let converters = engine.session(Caller::Anonymous).converters();
/// let reply = converters.apply("count", &Request::new("<a><b/></a>", Format::Xml))?;
/// assert_eq!(reply.bytes, b"<?xml version=\"1.0\"?>\n<p>2</p>\n");
/// assert_eq!(reply.media_type, "text/xml");
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Converters<'a> {
    shelf: Shelf<'a, Stylesheet>,
    workshop: &'a Workshop,
    max_bytes: usize,
}

impl<'a> Converters<'a> {
    #[doc(hidden)]
    pub fn new(
        shelf: Shelf<'a, Stylesheet>,
        workshop: &'a Workshop,
        max_bytes: usize,
    ) -> Converters<'a> {
        Converters { shelf, workshop, max_bytes }
    }

    /// Transforms a document by a converter.
    ///
    /// Kinds: Unauthenticated and NotFound, as the policy has it; TooLarge for an input beyond the
    /// settings; those of [`Executable::run`]; and those of [`Executable::compile`] where the
    /// processor that the converter was stored with is not there any more.
    pub fn apply(&self, name: &str, request: &Request) -> Result<Reply> {
        let converter = self.shelf.take(name)?;
        let (found, most) = (request.input.len(), self.max_bytes);
        if found > most {
            let message = format!("the source has {found} bytes, allowed are {most}");
            return Err(Error::new(Kind::TooLarge, message));
        }
        let stylesheet = &converter.content.stylesheet;
        self.workshop.executable(name, converter.revision, stylesheet)?.run(request)
    }
}

impl<'a> Deref for Converters<'a> {
    type Target = Shelf<'a, Stylesheet>;

    fn deref(&self) -> &Shelf<'a, Stylesheet> {
        &self.shelf
    }
}

impl fmt::Debug for Converters<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Converters").field("workshop", self.workshop).finish_non_exhaustive()
    }
}
