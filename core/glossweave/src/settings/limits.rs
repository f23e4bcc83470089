//! Limits of calls, queries and stylesheets.

use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::path::AnyPath;
use super::size::Bytes;
use super::time::{OptionalTime, Time};
use glossweave_rdf as rdf;
use glossweave_store::resource::Limits;
use glossweave_xslt as xslt;
use glossweave_xslt::Processor;

/// Limits of calls and of stored resources.
///
/// ```
/// use glossweave::settings::{Bytes, LimitSettings};
/// let limits = LimitSettings { source: Bytes::mebibytes(100), ..LimitSettings::default() };
/// assert_eq!(limits.source.to_string(), "100 MiB");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitSettings {
    /// The maximum size of the document of a request.
    pub source: Bytes,
    /// The maximum size of the response of a service if a request sets no limit. If unset,
    /// `limits.memory` limits it.
    pub output: Option<Bytes>,
    /// The memory that a call may use for data that its input does not bound: statements,
    /// annotations, values of variables, answers. If unset: 64 times the input, and at least 64
    /// MiB.
    pub memory: Option<Bytes>,
    /// The memory that all calls together may use. The first MiB of each call does not count. If
    /// unset, there is no limit; the server uses `server.memory`.
    pub total_memory: Option<Bytes>,
    /// The time that a call of a service may take. Pipelines and jobs have their limits in other
    /// settings. If unset, there is no limit; the server uses 5 minutes.
    #[serde(with = "OptionalTime")]
    pub time: Option<Duration>,
    /// The maximum size of a stored filter or template, whose queries are parsed at every use.
    pub query: Bytes,
    /// The maximum size of a pipeline, stylesheet or other stored resource. It must fit into a row
    /// of the store.
    pub content: Bytes,
    /// The maximum size of the source of a dataset.
    pub dataset: Bytes,
}

impl Default for LimitSettings {
    fn default() -> LimitSettings {
        let Limits { query, content, dataset, .. } = Limits::default();
        LimitSettings {
            source: Bytes::mebibytes(32),
            output: None,
            memory: None,
            total_memory: None,
            time: None,
            query: query.into(),
            content: content.into(),
            dataset: dataset.into(),
        }
    }
}

/// Limits of the SPARQL queries of filters; see [`rdf::Limits`].
///
/// ```
/// use std::time::Duration;
/// use glossweave::settings::{Bytes, SparqlSettings};
/// let time = Duration::from_millis(500);
/// let settings = SparqlSettings { time, memory: Bytes::mebibytes(64), ..SparqlSettings::default() };
/// assert_eq!(settings.time, time);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SparqlSettings {
    /// The time that a query may take.
    #[serde(with = "Time")]
    pub time: Duration,
    /// The memory that a query may use at once.
    pub memory: Bytes,
    /// The maximum size of the result of a query.
    pub output: Bytes,
}

impl Default for SparqlSettings {
    fn default() -> SparqlSettings {
        let rdf::Limits { time, memory, result, .. } = rdf::Limits::default();
        SparqlSettings { time, memory: memory.into(), output: result.into() }
    }
}

impl SparqlSettings {
    pub(crate) fn limits(&self) -> rdf::Limits {
        rdf::Limits {
            time: self.time,
            memory: self.memory.as_usize(),
            result: self.output.as_usize(),
            ..rdf::Limits::default()
        }
    }
}

/// Settings of stored stylesheets; see [`xslt::Options`] and [`xslt::Limits`].
///
/// ```
/// use glossweave::settings::{Bytes, XsltSettings};
/// use glossweave::xslt::Processor;
/// let settings = XsltSettings {
///     processor: Some(Processor::Saxon),
///     worker: Some("/usr/bin/worker".into()),
///     output: Bytes::mebibytes(16),
///     ..XsltSettings::default()
/// };
/// assert_eq!(settings.output, Bytes(16 << 20));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct XsltSettings {
    /// The processor of all stylesheets: `libxslt` or `saxon`. If unset, the version of each stylesheet decides.
    #[schemars(with = "Option<String>")]
    pub processor: Option<Processor>,
    /// The library of SaxonC-HE, or the folder that contains it. If unset, the environment variable `SAXONC_HE_LIB` is used.
    #[serde(with = "AnyPath")]
    pub saxon: Option<PathBuf>,
    /// A program that runs stylesheets instead of this process. If unset or empty, they run in this
    /// process; the server uses itself as worker.
    #[serde(with = "AnyPath")]
    pub worker: Option<PathBuf>,
    /// The time that a run may take.
    #[serde(with = "Time")]
    pub time: Duration,
    /// The memory that a run may use at once.
    pub memory: Bytes,
    /// The maximum size of the result of a run.
    pub output: Bytes,
    /// The maximum depth of elements in a source.
    pub depth: usize,
}

impl Default for XsltSettings {
    fn default() -> XsltSettings {
        let xslt::Limits { time, memory, output, depth, .. } = xslt::Limits::default();
        XsltSettings {
            processor: None,
            saxon: None,
            worker: None,
            time,
            memory: memory.into(),
            output: output.into(),
            depth,
        }
    }
}

impl XsltSettings {
    pub(crate) fn options(&self) -> xslt::Options {
        let limits = xslt::Limits {
            time: self.time,
            memory: self.memory.as_usize(),
            output: self.output.as_usize(),
            depth: self.depth,
            ..xslt::Limits::default()
        };
        let worker = self.worker.clone().filter(|path| !path.as_os_str().is_empty());
        xslt::Options { processor: self.processor, worker, limits, ..xslt::Options::default() }
    }
}
