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

/// The stored pipelines: a [`Collection`], and functions that run them.
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
/// let session = engine.session(Caller::Anonymous);
/// let answer = session.call(Call::new("/pipelining/chain").with_body(pipeline))?;
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

    /// Sets the form in which a result is passed to the next step.
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

    /// Runs the requests in the body of a call. The path of the call may have parameters, and is
    /// otherwise ignored. Returns the errors of [`Session::call`](crate::Session::call).
    pub(crate) fn run(&self, call: Call) -> Result<Answer> {
        let (limits, mut run) = self.begin(&call);
        limits.run(|| run.own(call.without_form(), &self.services))
    }

    /// Runs a stored pipeline on the body of a call. Returns the errors of [`Session::call`](crate::Session::call).
    pub(crate) fn run_stored(&self, id: &str, call: Call) -> Result<Answer> {
        let (limits, mut run) = self.begin(&call);
        limits.run(|| run.stored(id, call.without_form(), &self.services))
    }

    /// Runs a pipeline on the body of a call. The path is ignored. All other parts of the call are
    /// used as for a stored pipeline ([`Session::call`](crate::Session::call)).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Session::call`](crate::Session::call), and `ErrorKind::Invalid` if
    /// the pipeline has no steps or too many, or if the first request has a body.
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

    /// Calls a pipeline or a service as [`Session::call`](crate::Session::call) does. Results are
    /// passed between steps as set by [`Pipelines::passing`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Session::call`](crate::Session::call).
    pub fn call(&self, call: Call) -> Result<Answer> {
        match target(&call.path)? {
            Target::Chain => self.run(call),
            Target::Stored(id) => self.run_stored(&id, call),
            // In a job, the time limit of jobs applies to every kind of call.
            _ if self.parts.watch.is_some() => {
                let limits = self.services.bounds().limits_within(call.size(), self.parts.time);
                limits.run(|| self.services.call(call))
            }
            _ => self.services.call(call),
        }
    }

    /// Sets the time limit for all steps, and the callback for the progress.
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
