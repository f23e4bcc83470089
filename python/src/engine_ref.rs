//! A reference to an engine, which may be closed, together with a caller.

use std::sync::{Arc, PoisonError, RwLock};

use glossweave::engine::ProviderUsage;
use glossweave::{Caller, Error, Result, Session};
use pyo3::prelude::*;

use crate::call::call;
use crate::error::raise;
use crate::options::renamed;

/// An engine and a caller, shared by all objects that are created from them.
#[derive(Clone)]
pub struct EngineRef {
    engine: Arc<RwLock<Option<glossweave::Engine>>>,
    pub caller: Caller,
}

impl EngineRef {
    pub fn new(engine: glossweave::Engine) -> EngineRef {
        EngineRef { engine: Arc::new(RwLock::new(Some(engine))), caller: Caller::Anonymous }
    }

    pub fn with_caller(&self, caller: Caller) -> EngineRef {
        EngineRef { engine: self.engine.clone(), caller }
    }

    /// Runs work in a session of the caller. When the engine is closed, running calls are completed.
    pub fn call<T: Send>(
        &self,
        py: Python<'_>,
        work: impl for<'a> FnOnce(Session<'a>) -> Result<T> + Send,
    ) -> PyResult<T> {
        self.call_by_path(py, |session| work(session).map_err(renamed))
    }

    /// Runs work whose errors use the parameter names of the HTTP API.
    pub fn call_by_path<T: Send>(
        &self,
        py: Python<'_>,
        work: impl for<'a> FnOnce(Session<'a>) -> Result<T> + Send,
    ) -> PyResult<T> {
        let engine = self.engine(py).ok_or_else(|| raise(py, closed()))?;
        let caller = self.caller.clone();
        // The closure owns the engine, because dropping the last reference may wait for the disk.
        call(py, move || work(engine.session(caller)))
    }

    /// Returns the names of the recognizers.
    pub fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.call(py, |session| Ok(session.entities().names().map(str::to_owned).collect()))
    }

    /// Returns the settings as JSON, for other processes.
    pub fn specification(&self, py: Python<'_>) -> PyResult<String> {
        let engine = self.engine(py).ok_or_else(|| raise(py, closed()))?;
        call(py, move || engine.specification().and_then(|one| one.to_json()).map_err(renamed))
    }

    /// Returns the local user as a caller, and creates the user if needed.
    pub fn local_caller(&self, py: Python<'_>) -> PyResult<Caller> {
        let engine = self.engine(py).ok_or_else(|| raise(py, closed()))?;
        call(py, move || Ok(engine.local_session()?.caller().clone()))
    }

    /// Returns the engine and the caller, for work that continues without Python.
    #[cfg(feature = "mcp")]
    pub fn shared(&self, py: Python<'_>) -> PyResult<(glossweave::Engine, Caller)> {
        let engine = self.engine(py).ok_or_else(|| raise(py, closed()))?;
        Ok((engine, self.caller.clone()))
    }

    /// Deletes expired items.
    pub fn expire(&self, py: Python<'_>) -> PyResult<usize> {
        let engine = self.engine(py).ok_or_else(|| raise(py, closed()))?;
        call(py, move || engine.expire())
    }

    /// Returns the token usage of language models.
    pub fn token_usage(&self, py: Python<'_>) -> PyResult<Vec<ProviderUsage>> {
        Ok(self.engine(py).ok_or_else(|| raise(py, closed()))?.token_usage())
    }

    pub fn close(&self, py: Python<'_>) {
        let engine = self.engine.write().unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(engine));
    }

    pub fn is_closed(&self, py: Python<'_>) -> bool {
        self.engine(py).is_none()
    }

    /// Returns the engine. The lock is only held together with the interpreter lock, so that a fork never
    /// inherits a locked lock.
    fn engine(&self, _: Python<'_>) -> Option<glossweave::Engine> {
        self.engine.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for EngineRef {
    /// Drops the last reference without the interpreter lock, because dropping waits for running jobs, which
    /// may need the interpreter.
    fn drop(&mut self) {
        if Arc::strong_count(&self.engine) > 1 {
            return;
        }
        let engine = self.engine.write().unwrap_or_else(PoisonError::into_inner).take();
        Python::try_attach(|py| py.detach(|| drop(engine)));
    }
}

fn closed() -> Error {
    Error::invalid("the engine is closed")
}
