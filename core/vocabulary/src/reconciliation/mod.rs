//! Reconciliation: a service that matches names to the entities of a dataset. It implements the
//! Reconciliation Service API 0.2 of the W3C community group
//! (<https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/>) and the draft of 1.0
//! (<https://reconciliation-api.github.io/specs/draft/>).

mod candidates;
mod extend;
mod options;
mod query;
mod similarity;
mod suggest;
#[cfg(test)]
mod tests;
mod thing;

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::Datasets;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::escape::escaped;
pub use options::{ApiVersion, ReconciliationOptions, Suggested};
use thing::{Clock, things};

/// The identifier space of entities, classes and properties, which are IRIs.
const SPACE: &str = "http://www.ietf.org/rfc/rfc3986";

/// The reconciliation service for stored datasets. Responses are JSON of the API.
///
/// All methods return the errors of
/// [`Collection::read_for_use`](glossweave_store::resource::Collection::read_for_use), [`ErrorKind::Invalid`]
/// if the dataset is a term base, and [`ErrorKind::Storage`] if its files cannot be read.
#[derive(Clone, Debug)]
pub struct Reconciliation<'a> {
    datasets: Datasets<'a>,
    options: ReconciliationOptions,
}

impl<'a> Reconciliation<'a> {
    #[doc(hidden)]
    pub fn new(datasets: Datasets<'a>) -> Reconciliation<'a> {
        Reconciliation { datasets, options: ReconciliationOptions::default() }
    }

    /// Sets the version of the API and the languages of names.
    #[must_use]
    pub fn with_options(mut self, options: ReconciliationOptions) -> Reconciliation<'a> {
        self.options = options;
        self
    }

    /// Returns the manifest of the service. `place` is the URL of the service.
    pub fn manifest(&self, dataset: &str, place: &str) -> Result<Value> {
        let name = self.datasets.read_for_use(dataset)?.name;
        let mut manifest = json!({
            "name": format!("Glossweave: {name}"),
            "identifierSpace": SPACE,
            "schemaSpace": SPACE,
            "defaultTypes": [],
            "serviceVersion": env!("CARGO_PKG_VERSION"),
            "batchSize": query::BATCH,
        });
        let preview = json!({"width": 400, "height": 160});
        let more = match self.options.version {
            ApiVersion::V0_2 => {
                let path = |path: &str| json!({"service_url": place, "service_path": path});
                let preview = json!({
                    "url": format!("{place}/preview?id={{{{id}}}}"), "width": preview["width"],
                    "height": preview["height"],
                });
                json!({
                    "versions": ["0.2"],
                    "view": {"url": "{{id}}"},
                    "preview": preview,
                    "suggest": {
                        "entity": path("/suggest/entity"),
                        "type": path("/suggest/type"),
                        "property": path("/suggest/property"),
                    },
                    "extend": {
                        "propose_properties": path("/extend/propose"),
                        "property_settings": extend::settings(self.options.version),
                    },
                })
            }
            ApiVersion::Draft1_0 => json!({
                "versions": ["1.0-draft"],
                "view": {"url": "{+id}"},
                "preview": preview,
                "suggest": {"entity": true, "type": true, "property": true},
                "extend": {
                    "proposeProperties": true,
                    "propertySettings": extend::settings(self.options.version),
                },
                "standardizedScore": true,
            }),
        };
        if let (Value::Object(all), Value::Object(more)) = (&mut manifest, more) {
            all.extend(more);
        }
        Ok(manifest)
    }

    /// Returns the candidates for each query of a batch. In version 0.2, a batch is an object that maps
    /// identifiers to queries; in the draft of 1.0, it is an object with an array `queries`.
    ///
    /// The score is the similarity of the best name, from 0 to 100. If a query has properties, the share of
    /// matching properties counts for 30 % of the score, or for all of it if the query has no name. A
    /// candidate is marked as a match if it is the only candidate with exactly the name and all properties.
    /// An entity whose identifier equals the name is a candidate too.
    ///
    /// # Errors
    ///
    /// Also returns [`ErrorKind::Malformed`], [`ErrorKind::Invalid`] and [`ErrorKind::TooLarge`], with the
    /// parameter `queries`, if the batch is not valid, and [`ErrorKind::Deadline`] if the search takes more
    /// than ten seconds.
    pub fn answer(&self, dataset: &str, queries: &str) -> Result<Value> {
        let queries = query::read(queries, self.options.version)?;
        let found = self.datasets.statements(dataset, &|statements| {
            candidates::candidates(statements, &queries, &self.options.languages)
        })?;
        let found = found.into_iter().map(|found| candidates::shown(found, self.options.version));
        Ok(match self.options.version {
            ApiVersion::V0_2 => {
                let ids = queries.into_iter().map(|(id, _)| id);
                let results = ids.zip(found).map(|(id, found)| (id, json!({"result": found})));
                Value::Object(results.collect::<Map<_, _>>())
            }
            ApiVersion::Draft1_0 => {
                let results = found.map(|found| json!({"candidates": found}));
                json!({"results": results.collect::<Vec<_>>()})
            }
        })
    }

    /// Returns the entities, classes or properties whose name starts with `prefix`, or whose identifier is
    /// `prefix`. Classes and properties are also returned when their identifier starts with `prefix`. Skips
    /// the first `skip` suggestions, and returns up to 20 of at most 1,000.
    ///
    /// # Errors
    ///
    /// Also returns [`ErrorKind::Deadline`] if the search takes more than ten seconds.
    pub fn suggest(
        &self,
        dataset: &str,
        suggested: Suggested,
        prefix: &str,
        skip: usize,
    ) -> Result<Value> {
        let result = self.datasets.statements(dataset, &|statements| {
            suggest::suggestions(statements, suggested, prefix, skip, &self.options.languages)
        })?;
        Ok(json!({"result": result}))
    }

    /// Returns the values of properties of entities (data extension). The query contains the `ids` of up to
    /// 1,000 entities and up to 100 `properties`. Each property has an `id` and optional `settings`: `limit`
    /// is the maximum number of values, `language` is the language tag of texts, and `count` requests the
    /// number of values instead.
    ///
    /// Entities of the dataset are returned with their names. Numbers and times of XML Schema are returned
    /// with their types, and all other values as strings.
    ///
    /// # Errors
    ///
    /// Also returns [`ErrorKind::Malformed`], [`ErrorKind::Invalid`] and [`ErrorKind::TooLarge`], with the
    /// parameter `extend`, if the query is not valid, and [`ErrorKind::Deadline`] if the search takes more
    /// than ten seconds.
    pub fn extend(&self, dataset: &str, query: &str) -> Result<Value> {
        let query = extend::read(query)?;
        self.datasets.statements(dataset, &|statements| {
            extend::extend(statements, &query, &self.options.languages, self.options.version)
        })
    }

    /// Returns the properties of the entities of a class, the most frequent first, up to `limit` or 100. If
    /// `class` is empty, the entities of all classes are used.
    ///
    /// # Errors
    ///
    /// Also returns [`ErrorKind::Deadline`] if the search takes more than ten seconds.
    pub fn propose(&self, dataset: &str, class: &str, limit: Option<usize>) -> Result<Value> {
        self.datasets.statements(dataset, &|statements| {
            extend::propose(statements, class, limit, &self.options.languages)
        })
    }

    /// Returns an HTML page that describes an entity.
    ///
    /// # Errors
    ///
    /// Also returns [`ErrorKind::NotFound`] if the dataset has no name for this entity.
    pub fn preview(&self, dataset: &str, id: &str) -> Result<String> {
        let ids = [id.to_owned()];
        let things = self.datasets.statements(dataset, &|statements| {
            things(statements, &ids, &self.options.languages, &mut Clock::start())
        })?;
        let thing =
            things.get(id).filter(|thing| !thing.name.text.is_empty()).ok_or_else(|| {
                Error::new(ErrorKind::NotFound, "the dataset has no entity with this id")
                    .with_parameter("id")
            })?;
        let name = escaped(&thing.name.text);
        let mut page = format!("<!doctype html>\n<meta charset=\"utf-8\"><title>{name}</title>\n");
        let _ = writeln!(page, "<h1>{name}</h1>\n<p>{}</p>", escaped(id));
        for text in thing.description().into_iter().chain(thing.types.iter().map(String::as_str)) {
            let _ = writeln!(page, "<p>{}</p>", escaped(text));
        }
        Ok(page)
    }
}
