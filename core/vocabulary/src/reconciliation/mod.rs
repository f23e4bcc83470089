//! Reconciliation: the things of a dataset that a name may mean, by the Reconciliation Service API 0.2 of
//! the W3C community group
//! (<https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/>) and by the draft of 1.0
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

/// The space of identifiers, classes and properties: IRIs.
const SPACE: &str = "http://www.ietf.org/rfc/rfc3986";

/// The reconciliation service for stored datasets. Answers are JSON of the API.
///
/// Its methods return the errors of [`Collection::read_for_use`](glossweave_store::resource::Collection::read_for_use),
/// [`ErrorKind::Invalid`] for a term base, and [`ErrorKind::Storage`].
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

    /// Returns the manifest of the service; `place` is its URL.
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

    /// Returns the candidates for each query of a batch: an object of queries by their identifiers, or in the draft of
    /// 1.0 an object with an array of `queries`.
    ///
    /// The score is the likeness of the best name, from 0 to 100. In a query with properties, three
    /// tenths of it are the share of the properties that fit, or all of it if the query has no name. A candidate
    /// matches if it has exactly the name and all properties, and no other candidate does. A thing whose identifier
    /// is the name is a candidate too.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`], [`ErrorKind::Invalid`] and [`ErrorKind::TooLarge`] too, with the parameter
    /// `queries`, and [`ErrorKind::Deadline`] after ten seconds.
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

    /// Returns the things, classes or properties whose name begins with `prefix`, and the one that has it as its
    /// identifier; classes and properties also if their identifier begins with it. Up to 20 are returned, after the
    /// first `skip` ones, of up to 1,000.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Deadline`] too, after ten seconds.
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

    /// Returns the values of properties of things: data extension. The query has `ids` of up to 1,000 things and up to
    /// 100 `properties`, each with its `id` and, if wanted, `settings`: `limit`, a number of values, `language`, a
    /// language tag of texts, and `count`, for the number of values.
    ///
    /// Things of the dataset are returned with their names, numbers and times of XML Schema as such, and everything
    /// else as texts.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`], [`ErrorKind::Invalid`] and [`ErrorKind::TooLarge`] too, with the parameter
    /// `extend`, and [`ErrorKind::Deadline`] after ten seconds.
    pub fn extend(&self, dataset: &str, query: &str) -> Result<Value> {
        let query = extend::read(query)?;
        self.datasets.statements(dataset, &|statements| {
            extend::extend(statements, &query, &self.options.languages, self.options.version)
        })
    }

    /// Returns the properties that things of a class have, those that are used most first, up to `limit` or 100. With
    /// an empty class, the things of all classes count.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Deadline`] too, after ten seconds.
    pub fn propose(&self, dataset: &str, class: &str, limit: Option<usize>) -> Result<Value> {
        self.datasets.statements(dataset, &|statements| {
            extend::propose(statements, class, limit, &self.options.languages)
        })
    }

    /// Returns an HTML page about a thing.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if the dataset names no such thing.
    pub fn preview(&self, dataset: &str, id: &str) -> Result<String> {
        let ids = [id.to_owned()];
        let things = self.datasets.statements(dataset, &|statements| {
            things(statements, &ids, &self.options.languages, &mut Clock::start())
        })?;
        let thing =
            things.get(id).filter(|thing| !thing.name.text.is_empty()).ok_or_else(|| {
                Error::new(ErrorKind::NotFound, "the dataset names no such thing")
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
