//! The API of jobs.

use std::time::{Duration, SystemTime};

use glossweave::Error;
use glossweave::job::{self, JobOptions};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;

use crate::engine_ref::EngineRef;
use crate::error::raise;
use crate::hint::{self, Name};
use crate::input::{Source, count_given};
use crate::service::{Answer, Pairs, service_call};
use crate::user::page;
use crate::xslt::parameters;

/// A job, as the engine shows it.
#[pyclass(frozen, eq, module = "glossweave")]
#[derive(Clone, PartialEq)]
pub struct Job {
    inner: job::Job,
}

impl From<job::Job> for Job {
    fn from(inner: job::Job) -> Job {
        Job { inner }
    }
}

#[pymethods]
impl Job {
    /// The identifier.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.id
    }

    /// The name of the user who submitted it.
    #[getter]
    fn owner(&self) -> &str {
        &self.inner.owner
    }

    /// The path of the call, without parameters.
    #[getter]
    fn path(&self) -> &str {
        &self.inner.path
    }

    /// The state: `"queued"`, `"running"`, `"done"`, `"failed"` or `"cancelled"`.
    #[getter]
    fn state(&self) -> Name<hint::JobState> {
        self.inner.state.name().into()
    }

    /// The numbers of steps of a pipeline that are done, and of all its steps, while it runs.
    #[getter]
    fn progress(&self) -> Option<(u64, u64)> {
        self.inner.progress.map(|progress| (progress.done, progress.total))
    }

    /// The time of its submission, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.created.into()
    }

    /// The time at which the last attempt began, in UTC.
    #[getter]
    fn started(&self) -> Option<SystemTime> {
        self.inner.started.map(SystemTime::from)
    }

    /// The time of its end, in UTC.
    #[getter]
    fn ended(&self) -> Option<SystemTime> {
        self.inner.ended.map(SystemTime::from)
    }

    /// The time from which it is removed with its result, in UTC.
    #[getter]
    fn expires(&self) -> Option<SystemTime> {
        self.inner.expires.map(SystemTime::from)
    }

    /// The number of times that it was begun.
    #[getter]
    fn attempts(&self) -> u32 {
        self.inner.attempts
    }

    /// The state of the webhook, once the job has ended: `"pending"`, `"delivered"` or `"failed"`.
    #[getter]
    fn webhook(&self) -> Option<Name<hint::WebhookState>> {
        self.inner.webhook.map(|state| state.name().into())
    }

    /// The error of a failed job: what `result` raises.
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyBaseException>> {
        let error = self.inner.error.as_ref().map(Error::from);
        error.map(|error| raise(py, error).into_value(py))
    }

    fn __repr__(&self) -> String {
        format!("<Job {}: {}>", self.inner.path, self.inner.state)
    }
}

/// The jobs of a caller: calls that run after they were submitted, and their answers.
///
/// >>> from glossweave import Engine
/// >>> jobs = Engine().local_session().jobs
/// >>> job = jobs.submit("/e-terminology/extraction?language=en", "One black hole.")
/// >>> jobs.wait(job.id)
/// <Job /e-terminology/extraction: done>
/// >>> jobs.result(job.id).media_type
/// 'text/turtle'
#[pyclass(frozen, module = "glossweave")]
pub struct Jobs {
    engine: EngineRef,
}

impl From<EngineRef> for Jobs {
    fn from(engine: EngineRef) -> Jobs {
        Jobs { engine }
    }
}

#[pymethods]
impl Jobs {
    /// Submits a call of a service or a pipeline, which runs later with the rights that the caller has then. It may
    /// run twice, if an engine ends in the middle of it; its result is stored once.
    ///
    /// The first keywords are those of `Call`. `webhook`: a URL that is called when the job has ended.
    #[pyo3(signature = (
        path, body = None, *, parameters: "Mapping[str, str] | None" = None,
        headers: "Mapping[str, str] | None" = None, webhook = None
    ))]
    fn submit(
        &self,
        py: Python<'_>,
        path: &str,
        body: Option<Source>,
        #[pyo3(from_py_with = parameters)] parameters: Pairs,
        #[pyo3(from_py_with = crate::xslt::parameters)] headers: Pairs,
        webhook: Option<String>,
    ) -> PyResult<Job> {
        let call = service_call(path, body, parameters, headers);
        let mut options = JobOptions::default();
        options.webhook = webhook;
        self.engine.call(py, |session| session.jobs().submit(call, &options).map(Job::from))
    }

    /// Returns a job. Only its owner and admins may call it.
    fn read(&self, py: Python<'_>, id: &str) -> PyResult<Job> {
        self.engine.call(py, |session| session.jobs().read(id).map(Job::from))
    }

    /// Returns the jobs of the caller in the order of their time, for admins those of all users, at most `limit` of
    /// them (100 without it), from behind the identifier `after`.
    #[pyo3(signature = (*, after = None, limit: "int | None" = None))]
    fn list(
        &self,
        py: Python<'_>,
        after: Option<String>,
        #[pyo3(from_py_with = count_given)] limit: Option<usize>,
    ) -> PyResult<Vec<Job>> {
        let page = page(after, limit);
        self.engine.call(py, |session| {
            Ok(session.jobs().list(&page)?.into_iter().map(Job::from).collect())
        })
    }

    /// Returns the answer of a job that is done. Raises the error of a failed job, and `Conflict` for one that has not
    /// ended or was cancelled.
    fn result(&self, py: Python<'_>, id: &str) -> PyResult<Answer> {
        self.engine.call_by_path(py, |session| session.jobs().result(id)).map(Answer::from)
    }

    /// Waits until a job has ended, or so many seconds have gone, and returns it as it is then.
    #[pyo3(signature = (id, seconds = 60.0))]
    fn wait(&self, py: Python<'_>, id: &str, seconds: f64) -> PyResult<Job> {
        self.engine.call(py, |session| {
            let time = Duration::try_from_secs_f64(seconds).map_err(|error| {
                Error::invalid("expected a number of seconds")
                    .with_parameter("seconds")
                    .because(error)
            })?;
            session.jobs().wait(id, time).map(Job::from)
        })
    }

    /// Cancels a job: one that is queued never runs, one that runs is stopped before its next step, and its result is
    /// dropped. One that has ended stays as it is.
    fn cancel(&self, py: Python<'_>, id: &str) -> PyResult<Job> {
        self.engine.call(py, |session| session.jobs().cancel(id).map(Job::from))
    }

    /// Removes a job with its result. One that has not ended is stopped, and its webhook is not called.
    fn delete(&self, py: Python<'_>, id: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.jobs().delete(id))
    }
}
