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

/// A job.
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

    /// The name of the user who submitted the job.
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

    /// The number of finished steps of a running pipeline, and the total number of steps.
    #[getter]
    fn progress(&self) -> Option<(u64, u64)> {
        self.inner.progress.map(|progress| (progress.done, progress.total))
    }

    /// The time when the job was submitted, in UTC.
    #[getter]
    fn created(&self) -> SystemTime {
        self.inner.created.into()
    }

    /// The time when the last attempt began, in UTC. `None` if it was never started.
    #[getter]
    fn started(&self) -> Option<SystemTime> {
        self.inner.started.map(SystemTime::from)
    }

    /// The time when the job ended, in UTC. `None` if it has not ended.
    #[getter]
    fn ended(&self) -> Option<SystemTime> {
        self.inner.ended.map(SystemTime::from)
    }

    /// The time when the job and its result are deleted, in UTC.
    #[getter]
    fn expires(&self) -> Option<SystemTime> {
        self.inner.expires.map(SystemTime::from)
    }

    /// The number of attempts.
    #[getter]
    fn attempts(&self) -> u32 {
        self.inner.attempts
    }

    /// The state of the webhook when the job has ended: `"pending"`, `"delivered"` or `"failed"`.
    #[getter]
    fn webhook(&self) -> Option<Name<hint::WebhookState>> {
        self.inner.webhook.map(|state| state.name().into())
    }

    /// The error of a failed job, which `result` raises.
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyBaseException>> {
        let error = self.inner.error.as_ref().map(Error::from);
        error.map(|error| raise(py, error).into_value(py))
    }

    fn __repr__(&self) -> String {
        format!("<Job {}: {}>", self.inner.path, self.inner.state)
    }
}

/// The jobs of a caller: calls that run asynchronously, and their answers.
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
    /// Submits a call of a service or a pipeline. The job uses the rights that the caller has when it runs.
    /// If an engine ends while it runs the job, the job may run again, but its result is stored only once.
    ///
    /// `path`, `body`, `parameters` and `headers`: see `Call`. `webhook`: a URL that is called when the job
    /// has ended.
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

    /// Returns a job. Only its owner and admins can read it.
    fn read(&self, py: Python<'_>, id: &str) -> PyResult<Job> {
        self.engine.call(py, |session| session.jobs().read(id).map(Job::from))
    }

    /// Returns the jobs of the caller, or the jobs of all users if the caller is an admin, oldest first.
    ///
    /// `after`: return only the jobs after the job with this identifier. `limit`: the maximum number of jobs
    /// (default: 100).
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

    /// Returns the answer of a finished job. Raises the error of a failed job, and `Conflict` if the job has
    /// not ended or was cancelled.
    fn result(&self, py: Python<'_>, id: &str) -> PyResult<Answer> {
        self.engine.call_by_path(py, |session| session.jobs().result(id)).map(Answer::from)
    }

    /// Waits until a job has ended, for at most `seconds`, and returns its current state.
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

    /// Cancels a job. A queued job never runs. A running job stops before its next step, and its result is
    /// discarded. A job that has ended is not changed.
    fn cancel(&self, py: Python<'_>, id: &str) -> PyResult<Job> {
        self.engine.call(py, |session| session.jobs().cancel(id).map(Job::from))
    }

    /// Deletes a job and its result. If the job has not ended, it is stopped, and its webhook is not called.
    fn delete(&self, py: Python<'_>, id: &str) -> PyResult<()> {
        self.engine.call(py, |session| session.jobs().delete(id))
    }
}
