//! The service for pipelines.

use std::fmt;
use std::ops::Deref;
use std::time::Duration;

use super::endpoint::{Target, target};
use super::parts::{Handoff, Parts, Watch};
use super::run::Run;
use super::{Pipeline, StoredPipeline};
use crate::service::{Answer, Call, Services};
use glossweave_base::call_limits::CallLimits;
use glossweave_base::error::Result;
use glossweave_store::resource::Collection;

/// The stored pipelines: a [`Collection`], and functions to run them.
///
/// ```
/// use glossweave::entity::Dictionary;
/// use glossweave::service::Call;
/// use glossweave::{Caller, Engine, Settings};
/// let cities = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
/// let rivers = Dictionary::from_csv("uri,label\nhttp://example.org/Lee,Lee\n".as_bytes())?;
/// let engine = Engine::builder(Settings::default())
///     .recognizer("cities", cities)
///     .recognizer("rivers", rivers)
///     .open()?;
/// let pipeline = r#"[
///   {"method": "POST", "endpoint": "/e-entity/cities/documents", "body": "<p>Cork is on the Lee.",
///    "headers": {"Content-Type": "text/html"}},
///   {"method": "POST", "endpoint": "/e-entity/rivers/documents", "parameters": {"outformat": "html"}}]"#;
/// let pipelines = engine.session(Caller::Anonymous).pipelines();
/// let answer = pipelines.run(Call::new("/pipelining/chain").with_body(pipeline))?;
/// let page = String::from_utf8_lossy(&answer.bytes);
/// assert!(page.contains(">Cork</span>") && page.contains(">Lee</span>"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct Pipelines<'a> {
    collection: Collection<'a, StoredPipeline>,
    services: Services<'a>,
    parts: Parts<'a>,
    passing: Handoff,
}

impl<'a> Pipelines<'a> {
    pub(crate) fn new(
        collection: Collection<'a, StoredPipeline>,
        services: Services<'a>,
        parts: Parts<'a>,
    ) -> Pipelines<'a> {
        Pipelines { collection, services, parts, passing: Handoff::default() }
    }

    /// Sets the way a result is passed to the next step.
    ///
    /// ```
    /// use glossweave::pipeline::Handoff;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let pipelines = engine.session(Caller::Anonymous).pipelines().passing(Handoff::Bytes);
    /// let error = pipelines.call(Call::new("/pipelining/chain").with_body("[]")).unwrap_err();
    /// assert_eq!(error.kind(), glossweave::ErrorKind::Invalid);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn passing(mut self, passing: Handoff) -> Pipelines<'a> {
        self.passing = passing;
        self
    }

    /// Runs the requests in the body of a call, which are JSON, the first on its own body (`POST
    /// /pipelining/chain`, execution rules 1 to 7). The path of the call may have parameters, and is
    /// otherwise ignored.
    ///
    /// Parameters of the call: `useI18n` (rule 7), `filter` (rule 6), `outformat`, or `output` for it,
    /// `informat`, `prefix` and `nif-version` for the first request, `any-format` and `any-language` for the last one, `stats` to include the times of the
    /// steps, and one for each variable. The answer of the last request is the answer.
    ///
    /// A URL of the engine in a request stands for its path: one that `pipelines.base-urls` of the settings names,
    /// or one with the header `Host` of the call and a version segment.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` and `ErrorKind::Invalid` for invalid requests, `ErrorKind::Invalid` if variables
    /// have no value or parameters are no variables, `ErrorKind::Deadline` if the steps take longer than the
    /// settings allow, and the errors of a step, with its number
    /// ([`Error::step`](glossweave_base::Error::step)). Remote hosts are called if the settings allow
    /// them by name; else it returns `ErrorKind::Forbidden`.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let requests = r#"[{"method": "POST", "body": "To Cork",
    ///     "endpoint": "/e-entity/places/documents?informat=text&outformat=turtle"}]"#;
    /// let call = Call::new("/pipelining/chain").with_body(requests);
    /// let answer = engine.session(Caller::Anonymous).pipelines().run(call)?;
    /// assert!(String::from_utf8_lossy(&answer.bytes).contains("http://example.org/cork"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// An error has the number of its step:
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let requests = r#"[{"method": "POST", "body": "To Cork", "endpoint": "/e-entity/places/documents"},
    ///     {"method": "POST", "endpoint": "/e-entity/people/documents"}]"#;
    /// let call = Call::new("/pipelining/chain").with_body(requests);
    /// let error = engine.session(Caller::Anonymous).pipelines().run(call).unwrap_err();
    /// assert_eq!((error.kind(), error.step()), (ErrorKind::NotFound, Some(1)));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn run(&self, call: Call) -> Result<Answer> {
        let (limits, mut run) = self.begin(&call);
        limits.run(|| run.own(call.without_form(), &self.services))
    }

    /// Runs a stored pipeline on the body of a call (`POST /pipelining/chain/{pipelineId}`, execution
    /// rule 4). `Content-Type` or `informat` are of the body, `Accept` or `outformat` of the answer.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Pipelines::run`], and `ErrorKind::Unauthenticated` and `ErrorKind::NotFound` if the
    /// caller may not use the pipeline.
    ///
    /// ```
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let pipelines = engine.session(Caller::Anonymous).pipelines();
    /// let error = pipelines.run_stored("1", Call::new("/").with_body("To Cork")).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn run_stored(&self, id: &str, call: Call) -> Result<Answer> {
        let (limits, mut run) = self.begin(&call);
        limits.run(|| run.stored(id, call.without_form(), &self.services))
    }

    /// Runs a pipeline on the body of a call, whose path is ignored. Otherwise the call is one of
    /// [`Pipelines::run_stored`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Pipelines::run`], and `ErrorKind::Invalid` for a pipeline without steps, with too
    /// many, or with a body in the first of them.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::pipeline::Pipeline;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let pipelines = engine.session(Caller::Anonymous).pipelines();
    /// let page = Call::for_document("<p>To Cork", Format::Html);
    /// let pipeline = Pipeline::new().entities("places").output(Format::Html);
    /// let answer = pipelines.apply(&pipeline, page.clone())?;
    /// assert!(answer.bytes.starts_with(b"<p>To <span its-ta-ident-ref="));
    /// // There must be a step.
    /// assert_eq!(pipelines.apply(&Pipeline::new(), page).unwrap_err().kind(), ErrorKind::Invalid);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn apply(&self, pipeline: &Pipeline, call: Call) -> Result<Answer> {
        let (limits, mut run) = self.begin(&call);
        limits.run(|| run.typed(pipeline, call.without_form(), &self.services))
    }

    /// Calls the pipeline or the service that a path below the version segment stands for.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Pipelines::run`], [`Pipelines::run_stored`] and [`Services::call`].
    ///
    /// ```
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let pipelines = engine.session(Caller::Anonymous).pipelines();
    /// let call = Call::new("/e-terminology/extraction?language=en").with_body("One black hole.");
    /// assert_eq!(pipelines.call(call)?.media_type, "text/turtle");
    /// let error = pipelines.call(Call::new("/pipelining/chain").with_body("[{")).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Malformed);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn call(&self, call: Call) -> Result<Answer> {
        match target(&call.path)? {
            Target::Chain => self.run(call),
            Target::Stored(id) => self.run_stored(&id, call),
            // A job has its own time for every kind of call.
            _ if self.parts.watch.is_some() => {
                let limits = self.services.bounds().limits_within(call.size(), self.parts.time);
                limits.run(|| self.services.call(call))
            }
            _ => self.services.call(call),
        }
    }

    /// Sets the time for all steps, and the callback for the progress.
    pub(crate) fn watched(mut self, time: Duration, watch: &'a Watch<'a>) -> Pipelines<'a> {
        (self.parts.time, self.parts.watch) = (time, Some(watch));
        self
    }

    fn begin(&self, call: &Call) -> (CallLimits, Run<'_, 'a>) {
        let limits = self.services.bounds().limits_within(call.size(), self.parts.time);
        (limits, Run::new(&self.collection, &self.parts, self.passing, call))
    }
}

impl<'a> Deref for Pipelines<'a> {
    type Target = Collection<'a, StoredPipeline>;

    fn deref(&self) -> &Collection<'a, StoredPipeline> {
        &self.collection
    }
}

impl fmt::Debug for Pipelines<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Pipelines").field("services", &self.services).finish_non_exhaustive()
    }
}
