//! Settings of calls over HTTP, and of services that make them.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::size::Bytes;
use super::time::Time;
use glossweave_base::error::Result;
use glossweave_net as network;

/// The hosts that may be called over HTTP, and the limits of a call; see [`network`].
///
/// ```
/// use glossweave::settings::{Bytes, NetworkSettings};
/// let hosts = "dbpedia.org".into();
/// let settings = NetworkSettings { hosts, response: Bytes::mebibytes(1), ..NetworkSettings::default() };
/// assert_eq!(settings.hosts, "dbpedia.org");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct NetworkSettings {
    /// Hosts that may be called at public addresses, separated by commas, for example
    /// `dbpedia.org,example.org:8080`. By default, no host may be called.
    pub hosts: String,
    /// Hosts that may be called at any address, separated by commas.
    pub private_hosts: String,
    /// The time that a call to another server may take in total.
    #[serde(with = "Time")]
    pub time: Duration,
    /// The maximum size of a response, decompressed.
    pub response: Bytes,
}

impl Default for NetworkSettings {
    fn default() -> NetworkSettings {
        NetworkSettings {
            hosts: String::new(),
            private_hosts: String::new(),
            time: Duration::from_secs(30),
            response: Bytes::mebibytes(64),
        }
    }
}

impl NetworkSettings {
    pub(crate) fn options(&self) -> Result<network::Options> {
        let hosts = |name: &str, list: &str| {
            list.parse::<network::Hosts>().map_err(|error| error.with_parameter(name))
        };
        Ok(network::Options {
            hosts: hosts("network.hosts", &self.hosts)?,
            private_hosts: hosts("network.private-hosts", &self.private_hosts)?,
            time: self.time,
            response: self.response.as_usize(),
            ..network::Options::default()
        })
    }
}

/// Settings of the queries that stored templates run for the entities of a request.
///
/// ```
/// use std::time::Duration;
/// use glossweave::settings::LinkSettings;
/// let settings = LinkSettings { concurrency: 2, time: Duration::from_secs(5) };
/// assert_eq!(settings.concurrency, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LinkSettings {
    /// The number of entities that are queried at once.
    pub concurrency: usize,
    /// The time that all queries of a request may take together.
    #[serde(with = "Time")]
    pub time: Duration,
}

impl Default for LinkSettings {
    fn default() -> LinkSettings {
        LinkSettings { concurrency: 4, time: Duration::from_secs(30) }
    }
}

/// Settings of e-Internationalization.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct InternationalizationSettings {
    /// Prefixes of paths, separated by commas, for which markup is converted only when a call requests it.
    pub blacklist: String,
}

/// Settings of pipelines.
///
/// ```
/// use std::time::Duration;
/// use glossweave::settings::PipelineSettings;
/// let settings = PipelineSettings { time: Duration::from_secs(5), ..PipelineSettings::default() };
/// assert!(settings.base_urls.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PipelineSettings {
    /// The time that all steps may take together. It is checked between steps.
    #[serde(with = "Time")]
    pub time: Duration,
    /// The public URLs of the engine, separated by commas, including the version segment. Steps
    /// with these URLs run in the engine.
    pub base_urls: String,
}

impl Default for PipelineSettings {
    fn default() -> PipelineSettings {
        PipelineSettings { time: Duration::from_secs(60), base_urls: String::new() }
    }
}
