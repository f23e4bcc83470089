//! Enrichment templates: stored queries about entities.

mod endpoint;
mod injection_check;
mod placeholders;
mod predefined;
mod substitute;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use endpoint::Endpoint;
pub use injection_check::{outline, read};
pub use predefined::HOSTS as PREDEFINED_HOSTS;
pub use predefined::install_templates;
pub use substitute::Pattern;

use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_store::resource::{Content, PendingContent, ResourceKind, as_json, check_parameter};

/// The name of the placeholder for the entity.
const ENTITY: &str = "entity_uri";
/// The delimiter around placeholders.
const AROUND: &str = "@@@";
/// The maximum number of distinct placeholders.
const MOST: usize = 64;
/// The request parameters that are not passed to the template.
const OWN: [&str; 2] = ["templateid", "partial"];
/// The fields of the JSON form.
const FIELDS: [&str; 7] =
    ["query", "endpoint", "endpoint-type", "label", "description", "visibility", "issue"];

/// The content of an enrichment template.
///
/// The JSON form is an object with `query` and `endpoint`, and optionally `label`, `issue`,
/// `description`, `visibility` and `endpoint-type`, which is always `sparql`. The query is a
/// CONSTRUCT query that contains `@@@entity_uri@@@` and may contain further placeholders. No value
/// can turn it into another query, because placeholders are allowed only in an IRI, in a quoted
/// literal, in the position of a term, and after LIMIT or OFFSET.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// The query, with `@@@entity_uri@@@` and other placeholders.
    pub query: String,
    /// The URL of a SPARQL endpoint, or one or more local datasets as `dataset:NAME`.
    pub endpoint: Endpoint,
    /// A human-readable label.
    pub label: Option<String>,
    /// A known problem of the endpoint.
    pub issue: Option<String>,
}

impl Content for Template {
    const KIND: ResourceKind = ResourceKind::Template;
    const LARGE: &'static [&'static str] = &["query"];
    type Context = ();

    fn parse(
        body: &[u8],
        old: Option<&Template>,
        draft: &mut PendingContent<'_>,
        (): &(),
    ) -> Result<Template> {
        let Value::Object(mut fields) = as_json(body)? else {
            return Err(Error::invalid("expected an object with `query` and `endpoint`"));
        };
        // FREME clients use this name.
        if let Some(kind) = fields.remove("endpointType") {
            fields.entry("endpoint-type").or_insert(kind);
        }
        if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            return Err(Error::unknown(ErrorKind::Invalid, "field", unknown, &FIELDS));
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
        if let Some(sort) =
            text("endpoint-type")?.filter(|sort| !sort.eq_ignore_ascii_case("sparql"))
        {
            let message = format!("no type of endpoint {}, expected sparql", shown(&sort));
            return Err(Error::invalid(message).with_parameter("endpoint-type"));
        }
        let visibility = text("visibility")?.map(|word| word.parse()).transpose()?;
        let changes = &mut draft.changes;
        changes.label = changes.label.take().or(label);
        changes.description = changes.description.take().or(description);
        changes.visibility = changes.visibility.or(visibility);

        let endpoint = Endpoint::read(endpoint.ok_or_else(|| missing("endpoint"))?)?;
        check(&query, &endpoint).map_err(|error| error.with_parameter("query"))?;
        let label = old.and_then(|old| old.label.clone());
        Ok(Template { query, endpoint, label, issue })
    }

    fn validate(&mut self, draft: &PendingContent<'_>) -> Result<()> {
        if let Some(label) = &draft.changes.label {
            self.label = Some(label.clone());
        }
        for name in self.endpoint.datasets() {
            if !draft.owner_may_use(ResourceKind::Dataset, name)? {
                let message = format!("no dataset {} that the owner may read", shown(name));
                return Err(endpoint::wrong(message));
            }
        }
        Ok(())
    }
}

/// Rejects a query without the entity, with placeholders that callers cannot fill, or with a
/// structure that depends on the values. Returns `ErrorKind::Invalid`, `ErrorKind::Malformed` and
/// `ErrorKind::TooLarge`, with the parameter `query`.
fn check(query: &str, endpoint: &Endpoint) -> Result<()> {
    let pattern = Pattern::parse(query)?;
    let names = pattern.names();
    if !names.contains(&ENTITY) {
        let message = format!("expected `{AROUND}{ENTITY}{AROUND}` in the query, found none");
        return Err(Error::invalid(message));
    }
    if names.len() > MOST {
        let message = format!("the query has {} placeholders, limit is {MOST}", names.len());
        return Err(Error::invalid(message));
    }
    for name in names {
        check_parameter(ResourceKind::Template, name)?;
        if OWN.contains(&name) {
            let message = format!("the name `{name}` of a parameter is reserved");
            return Err(Error::invalid(message));
        }
    }
    injection_check::prove(&pattern, endpoint.is_local())
}
