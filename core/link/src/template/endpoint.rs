//! The endpoints of templates.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use glossweave_base::error::shown;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::DATASETS;
use glossweave_net::Service;

/// The prefix of the name of a local dataset in an endpoint.
const DATASET: &str = "dataset:";

/// The endpoint for the queries of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Endpoint {
    /// A SPARQL endpoint, or one dataset.
    One(String),
    /// Several datasets.
    Several(Vec<String>),
}

impl Endpoint {
    /// Returns the names of the datasets to query.
    pub fn datasets(&self) -> impl Iterator<Item = &str> {
        let all = match self {
            Endpoint::One(dataset) => std::slice::from_ref(dataset),
            Endpoint::Several(several) => several,
        };
        all.iter().filter_map(|endpoint| endpoint.strip_prefix(DATASET))
    }

    /// Returns the URL of the SPARQL endpoint. Returns `None` for datasets.
    pub fn url(&self) -> Option<&str> {
        match self {
            Endpoint::One(url) if !url.starts_with(DATASET) => Some(url),
            _ => None,
        }
    }

    /// Returns `true` if the endpoint consists of datasets.
    pub(super) fn is_local(&self) -> bool {
        self.url().is_none()
    }

    #[doc(hidden)]
    pub fn read(value: Value) -> Result<Endpoint> {
        let expected = "expected an http or https URL, `dataset:NAME` or an array of the latter";
        match value {
            Value::String(text) if is_url(&text) || text.starts_with(DATASET) => {
                Ok(Endpoint::One(text))
            }
            Value::String(other) => {
                Err(wrong(format!("{expected} as endpoint, found {}", shown(&other))))
            }
            Value::Array(several) => {
                let datasets: Option<Vec<String>> = several
                    .into_iter()
                    .map(|item| match item {
                        Value::String(dataset) => {
                            Some(dataset).filter(|dataset| dataset.starts_with(DATASET))
                        }
                        _ => None,
                    })
                    .collect();
                match datasets {
                    Some(datasets) if datasets.len() > DATASETS => Err(wrong(format!(
                        "`endpoint` has {} datasets, limit is {DATASETS}",
                        datasets.len()
                    ))),
                    Some(datasets) if !datasets.is_empty() => Ok(Endpoint::Several(datasets)),
                    _ => Err(wrong(format!("{expected} as endpoint"))),
                }
            }
            _ => Err(wrong(format!("{expected} as endpoint"))),
        }
    }
}

pub(super) fn wrong(message: String) -> Error {
    Error::invalid(message).with_parameter("endpoint")
}

fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let host = |rest: &str| !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']);
    let plain =
        |char: char| !char.is_whitespace() && !char.is_control() && !"<>\"{}|\\^`".contains(char);
    // Reject URLs now that the network module would reject at each call.
    rest.is_some_and(|rest| host(rest) && rest.chars().all(plain)) && Service::new(text).is_ok()
}
