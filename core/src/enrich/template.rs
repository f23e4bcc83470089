//! Queries that enrich what was found, as a stored resource.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::acl::shown;
use crate::error::{Error, Result};
use crate::resource::{Content, Draft, Kind, as_json, check_parameter};

/// What stands for each entity in a query.
const ENTITY: &str = "entity_uri";
/// What stands around the name of a placeholder.
const AROUND: &str = "@@@";
/// What the name of a local dataset begins with.
const DATASET: &str = "dataset:";
/// The fields of a body.
const FIELDS: [&str; 6] = ["query", "endpoint", "label", "description", "visibility", "issue"];

/// The content of an enrichment template.
///
/// Its body is a JSON object with `query` and `endpoint`, and where wanted `label`, `issue`,
/// `description` and `visibility`.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// The query, with `@@@entity_uri@@@` and other placeholders.
    pub query: String,
    /// The URL of a SPARQL endpoint, or `dataset:NAME`, or several of the latter.
    pub endpoint: Endpoint,
    /// What it is called.
    pub label: Option<String>,
    /// A known trouble with the endpoint.
    pub issue: Option<String>,
}

/// Where a template asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Endpoint {
    /// A SPARQL endpoint, or one dataset.
    One(String),
    /// Several datasets.
    Several(Vec<String>),
}

impl Content for Template {
    const KIND: Kind = Kind::Template;
    type Context = ();

    fn parse(
        body: &[u8],
        old: Option<&Template>,
        draft: &mut Draft<'_>,
        (): &(),
    ) -> Result<Template> {
        let Value::Object(mut fields) = as_json(body)? else {
            return Err(Error::invalid("expected an object with `query` and `endpoint`"));
        };
        if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            let message =
                format!("no field {}, expected one of {}", shown(unknown), FIELDS.join(", "));
            return Err(Error::invalid(message));
        }
        let endpoint = fields.remove("endpoint");
        let mut text = |name: &str| match fields.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => {
                Err(Error::invalid(format!("expected a string as `{name}`")).with_parameter(name))
            }
        };
        let missing =
            |name: &str| Error::invalid(format!("`{name}` is missing")).with_parameter(name);
        let query = text("query")?.ok_or_else(|| missing("query"))?;
        let label = text("label")?;
        let issue = text("issue")?;
        let description = text("description")?;
        let visibility = text("visibility")?.map(|word| word.parse()).transpose()?;
        let changes = &mut draft.changes;
        changes.label = changes.label.take().or(label);
        changes.description = changes.description.take().or(description);
        changes.visibility = changes.visibility.or(visibility);

        check_placeholders(&query).map_err(|error| error.with_parameter("query"))?;
        let endpoint = endpoint.ok_or_else(|| missing("endpoint"))?;
        let label = old.and_then(|old| old.label.clone());
        Ok(Template { query, endpoint: Endpoint::read(endpoint)?, label, issue })
    }

    fn revise(&mut self, draft: &Draft<'_>) -> Result<()> {
        if let Some(label) = &draft.changes.label {
            self.label = Some(label.clone());
        }
        for name in self.endpoint.datasets() {
            if !draft.owner_may_use(Kind::Dataset, name)? {
                let message = format!("no dataset {} that the owner may read", shown(name));
                return Err(wrong(message));
            }
        }
        Ok(())
    }
}

impl Endpoint {
    /// The names of the datasets that are asked.
    pub fn datasets(&self) -> impl Iterator<Item = &str> {
        let all = match self {
            Endpoint::One(one) => std::slice::from_ref(one),
            Endpoint::Several(several) => several,
        };
        all.iter().filter_map(|endpoint| endpoint.strip_prefix(DATASET))
    }

    fn read(value: Value) -> Result<Endpoint> {
        let expected = "expected an http or https URL, `dataset:NAME` or an array of the latter";
        match value {
            Value::String(one) if is_url(&one) || one.starts_with(DATASET) => {
                Ok(Endpoint::One(one))
            }
            Value::String(other) => {
                Err(wrong(format!("{expected} as endpoint, found {}", shown(&other))))
            }
            Value::Array(several) => {
                let datasets: Option<Vec<String>> = several
                    .into_iter()
                    .map(|one| match one {
                        Value::String(one) => Some(one).filter(|one| one.starts_with(DATASET)),
                        _ => None,
                    })
                    .collect();
                match datasets {
                    Some(datasets) if !datasets.is_empty() => Ok(Endpoint::Several(datasets)),
                    _ => Err(wrong(format!("{expected} as endpoint"))),
                }
            }
            _ => Err(wrong(format!("{expected} as endpoint"))),
        }
    }
}

/// Refuses a query without the entity, and placeholders that no caller could fill. Kind Invalid.
fn check_placeholders(query: &str) -> Result<()> {
    let names: Vec<_> = query.split(AROUND).skip(1).step_by(2).collect();
    if query.split(AROUND).count().is_multiple_of(2) {
        return Err(Error::invalid(format!("a placeholder does not end with `{AROUND}`")));
    }
    if !names.contains(&ENTITY) {
        let message = format!("expected `{AROUND}{ENTITY}{AROUND}` in the query, found none");
        return Err(Error::invalid(message));
    }
    for name in names {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if name.is_empty() || !name.bytes().all(fits) {
            let message = format!(
                "expected a placeholder of letters, digits, `_` and `-`, found {}",
                shown(name),
            );
            return Err(Error::invalid(message));
        }
        check_parameter(Kind::Template, name)?;
    }
    Ok(())
}

fn wrong(message: String) -> Error {
    Error::invalid(message).with_parameter("endpoint")
}

fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let host = |rest: &str| !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']);
    let plain =
        |char: char| !char.is_whitespace() && !char.is_control() && !"<>\"{}|\\^`".contains(char);
    rest.is_some_and(|rest| host(rest) && rest.chars().all(plain))
}
