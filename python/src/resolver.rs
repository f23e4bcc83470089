//! Opening files that documents refer to, with Python code.

use std::fmt;
use std::sync::Arc;

use glossweave::its::Resolver;
use glossweave::{DecodeOptions, Error, ErrorKind, Result};
use pyo3::prelude::*;

/// Uses a callable to open the files that documents refer to.
pub fn resolve_with(options: &mut DecodeOptions, callable: Option<Py<PyAny>>) {
    if let Some(callable) = callable {
        options.its.resolver = Some(Arc::new(CallableResolver(callable)));
    }
}

struct CallableResolver(Py<PyAny>);

impl fmt::Debug for CallableResolver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CallableResolver")
    }
}

impl Resolver for CallableResolver {
    fn open(&self, reference: &str, base: &str) -> Result<Option<Vec<u8>>> {
        let open = |py: Python<'_>| -> PyResult<Option<Vec<u8>>> {
            self.0.bind(py).call1((reference, base))?.extract()
        };
        let found = Python::try_attach(open).ok_or_else(|| {
            Error::new(ErrorKind::Unavailable, "the interpreter of the resolver has stopped")
        })?;
        found.map_err(|raised| {
            Error::new(ErrorKind::Provider, "a resolver in Python failed").because(raised)
        })
    }
}
