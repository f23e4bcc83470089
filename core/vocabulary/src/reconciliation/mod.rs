//! Reconciliation: the things of a dataset that a name may mean, by the Reconciliation Service API 0.2 of
//! the W3C community group
//! (<https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/>).

mod query;
mod similarity;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::Datasets;
use super::SourceStatements;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::escape::escaped;
use glossweave_rdf::vocab::{rdf, skos};
use query::Query;
use similarity::Likeness;

/// The space of identifiers, classes and properties: IRIs.
const SPACE: &str = "http://www.ietf.org/rfc/rfc3986";
/// The least likeness of a candidate.
const LEAST: f64 = 0.4;
/// The number of candidates that are scored.
const CLOSER: usize = 200;
/// The number of things that are suggested.
const SUGGESTED: usize = 20;
/// The time that a search may take.
const TIME: Duration = Duration::from_secs(10);
/// The properties whose values describe a thing.
const DESCRIPTIONS: [&str; 5] = [
    "http://www.w3.org/2004/02/skos/core#definition",
    "http://www.w3.org/2000/01/rdf-schema#comment",
    "http://schema.org/description",
    "https://schema.org/description",
    "http://purl.org/dc/terms/description",
];

/// The reconciliation service for stored datasets. Answers are JSON of the API.
///
/// Its methods return the errors of [`Collection::read_for_use`](glossweave_store::resource::Collection::read_for_use),
/// [`ErrorKind::Invalid`] for a term base, and [`ErrorKind::Storage`].
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
/// # use std::sync::Arc;
/// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
/// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
/// # let store = Arc::new(glossweave::store::MemoryBackend::new());
/// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
/// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
/// # users.create("ann", "correct horse")?;
/// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
/// # let files = VocabularyFiles::open(&access)?;
/// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
/// use glossweave::resource::ResourceUpdate;
/// # use glossweave::vocabulary::Reconciliation;
/// let names = b"uri,label\nhttp://example.org/cork,Cork\nhttp://example.org/cobh,Cobh\n";
/// datasets.create(Some("places"), names, &ResourceUpdate::default())?;
/// # let reconciliation = Reconciliation::new(datasets);
/// // `reconciliation` is that of a session.
/// let answer = reconciliation.answer("places", r#"{"q0": {"query": "cork"}}"#)?;
/// assert_eq!(answer["q0"]["result"][0]["id"], "http://example.org/cork");
/// assert_eq!(answer["q0"]["result"][0]["match"], true);
///
/// let suggested = reconciliation.suggest("places", "co")?;
/// assert_eq!(suggested["result"].as_array().unwrap().len(), 2);
/// let manifest = reconciliation.manifest("places", "https://example.org/reconcile/places")?;
/// assert_eq!(manifest["name"], "Glossweave: places");
/// let page = reconciliation.preview("places", "http://example.org/cobh")?;
/// assert!(page.contains("Cobh"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reconciliation<'a>(Datasets<'a>);

/// The statements about a thing.
#[derive(Debug, Default)]
struct Thing {
    name: String,
    types: Vec<String>,
    description: Option<String>,
    said: Vec<(String, String)>,
}

impl<'a> Reconciliation<'a> {
    #[doc(hidden)]
    pub fn new(datasets: Datasets<'a>) -> Reconciliation<'a> {
        Reconciliation(datasets)
    }

    /// Returns the manifest of the service; `place` is its URL.
    pub fn manifest(&self, dataset: &str, place: &str) -> Result<Value> {
        let name = self.0.read_for_use(dataset)?.name;
        let suggest = json!({"service_url": place, "service_path": "/suggest/entity"});
        Ok(json!({
            "versions": ["0.2"],
            "name": format!("Glossweave: {name}"),
            "identifierSpace": SPACE,
            "schemaSpace": SPACE,
            "defaultTypes": [],
            "view": {"url": "{{id}}"},
            "preview": {"url": format!("{place}/preview?id={{{{id}}}}"), "width": 400, "height": 160},
            "suggest": {"entity": suggest},
        }))
    }

    /// Returns the candidates for each query of a batch.
    ///
    /// The score is the likeness of the best name, from 0 to 100. In a query with properties, three
    /// tenths of it are the share of the properties that fit. A candidate matches if it has exactly the
    /// name and all properties, and no other candidate does.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`], [`ErrorKind::Invalid`] and [`ErrorKind::TooLarge`] too, with the parameter
    /// `queries`, and [`ErrorKind::Deadline`] after ten seconds.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// # use glossweave::vocabulary::Reconciliation;
    /// let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    /// datasets.create(Some("places"), names, &Default::default())?;
    /// # let reconciliation = Reconciliation::new(datasets);
    /// let error = reconciliation.answer("places", r#"{"q0": "#).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("queries")));
    /// let error = reconciliation.answer("people", r#"{"q0": {"query": "cork"}}"#).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn answer(&self, dataset: &str, queries: &str) -> Result<Value> {
        let queries = query::read(queries)?;
        let found = self.0.statements(dataset, &|statements| candidates(statements, &queries))?;
        let mut answer = Map::new();
        for ((id, _), scored) in queries.iter().zip(found) {
            answer.insert(id.clone(), json!({"result": shown(scored)}));
        }
        Ok(Value::Object(answer))
    }

    /// Returns the things whose name begins with `prefix`.
    pub fn suggest(&self, dataset: &str, prefix: &str) -> Result<Value> {
        let wanted = Likeness::of(prefix);
        let found = self.0.statements(dataset, &|statements| {
            let (mut found, mut name) = (BTreeMap::new(), Likeness::default());
            statements.each(|statement| {
                if statement.is_name && !wanted.is_empty() {
                    name.set(statement.object);
                    if wanted.begins(&name) {
                        let key = (statement.object.chars().count(), statement.object.to_owned());
                        found.insert((key, statement.subject.to_owned()), ());
                        if found.len() > SUGGESTED {
                            found.pop_last();
                        }
                    }
                }
                Ok(())
            })?;
            Ok(found)
        })?;
        let mut result: Vec<Value> = Vec::new();
        for ((_, name), id) in found.into_keys() {
            if result.iter().all(|one| one["id"] != id.as_str()) {
                result.push(json!({"id": id, "name": name}));
            }
        }
        Ok(json!({"result": result}))
    }

    /// Returns an HTML page about a thing.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if the dataset names no such thing.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; pub use glossweave_vocabulary as vocabulary; }
    /// # use std::sync::Arc;
    /// # use glossweave::{Caller, acl::{AuthContext, Users}, resource::{Collection, Limits}};
    /// # use glossweave::vocabulary::{Datasets, VocabularyFiles};
    /// # let store = Arc::new(glossweave::store::MemoryBackend::new());
    /// # let access = AuthContext::new(store, Arc::new(glossweave::clock::SystemClock), |_| Ok(0));
    /// # let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
    /// # users.create("ann", "correct horse")?;
    /// # let ann = Caller::Token(users.authenticate("ann", "correct horse")?);
    /// # let files = VocabularyFiles::open(&access)?;
    /// # let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
    /// use glossweave::ErrorKind;
    /// # use glossweave::vocabulary::Reconciliation;
    /// let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    /// datasets.create(Some("places"), names, &Default::default())?;
    /// # let reconciliation = Reconciliation::new(datasets);
    /// let error = reconciliation.preview("places", "http://example.org/galway").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn preview(&self, dataset: &str, id: &str) -> Result<String> {
        let ids = [id.to_owned()];
        let things = self
            .0
            .statements(dataset, &|statements| things(statements, &ids, &mut Clock::start()))?;
        let thing = things.get(id).filter(|thing| !thing.name.is_empty()).ok_or_else(|| {
            Error::new(ErrorKind::NotFound, "the dataset names no such thing").with_parameter("id")
        })?;
        let name = escaped(&thing.name);
        let mut page = format!("<!doctype html>\n<meta charset=\"utf-8\"><title>{name}</title>\n");
        let _ = writeln!(page, "<h1>{name}</h1>\n<p>{}</p>", escaped(id));
        for text in thing.description.iter().chain(&thing.types) {
            let _ = writeln!(page, "<p>{}</p>", escaped(text));
        }
        Ok(page)
    }
}

/// A candidate: its IRI, its score, and the statements about it.
type Scored = (String, f64, Thing);

/// The number of steps between two checks of the clock: a millisecond or so.
const STEPS: usize = 200_000;

/// The clock of a search, checked as work is counted.
struct Clock {
    end: Instant,
    work: usize,
}

impl Clock {
    fn start() -> Clock {
        Clock { end: Instant::now() + TIME, work: 0 }
    }

    /// Counts steps. Returns `ErrorKind::Deadline` if the time is over.
    fn count(&mut self, steps: usize) -> Result<()> {
        self.work += steps;
        if self.work < STEPS {
            return Ok(());
        }
        self.work = 0;
        match Instant::now() > self.end {
            true => Err(Error::new(ErrorKind::Deadline, "the search took over 10 seconds")),
            false => Ok(()),
        }
    }
}

/// Returns the candidates of each query, the best first.
fn candidates(
    statements: &SourceStatements,
    queries: &[(String, Query)],
) -> Result<Vec<Vec<Scored>>> {
    let wanted: Vec<Likeness> =
        queries.iter().map(|(_, query)| Likeness::of(&query.text)).collect();
    let mut found: Vec<HashMap<String, f64>> = queries.iter().map(|_| HashMap::new()).collect();
    let mut name = Likeness::default();
    let mut clock = Clock::start();
    statements.each(|statement| {
        clock.count(1 + statement.object.len())?;
        if !statement.is_name {
            return Ok(());
        }
        name.set(statement.object);
        for (wanted, found) in wanted.iter().zip(&mut found) {
            clock.count(wanted.work(&name))?;
            let likeness = wanted.to(&name);
            if likeness < LEAST || wanted.is_empty() {
                continue;
            }
            let best = found.entry(statement.subject.to_owned()).or_insert(likeness);
            *best = best.max(likeness);
            if found.len() > 4 * CLOSER {
                clock.count(4 * CLOSER * CLOSER.ilog2() as usize)?;
                keep_best(found);
            }
        }
        Ok(())
    })?;
    found.iter_mut().for_each(keep_best);
    let ids: Vec<String> = found.iter().flat_map(|found| found.keys().cloned()).collect();
    let known = things(statements, &ids, &mut clock)?;
    let scored = queries.iter().zip(found).map(|((_, query), found)| {
        let mut all: Vec<Scored> = found
            .into_iter()
            .filter_map(|(id, likeness)| {
                let Thing { name, types, description, said } = known.get(&id)?;
                let fits =
                    query.types.is_empty() || types.iter().any(|one| query.types.contains(one));
                let thing = Thing {
                    name: name.clone(),
                    types: types.clone(),
                    description: description.clone(),
                    said: Vec::new(),
                };
                fits.then(|| (id, score(query, likeness, said), thing))
            })
            .collect();
        all.sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        all.truncate(query.limit);
        all
    });
    Ok(scored.collect())
}

fn keep_best(found: &mut HashMap<String, f64>) {
    if found.len() > CLOSER {
        let mut all: Vec<(String, f64)> = found.drain().collect();
        all.sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        all.truncate(CLOSER);
        found.extend(all);
    }
}

fn score(query: &Query, likeness: f64, said: &[(String, String)]) -> f64 {
    if query.properties.is_empty() {
        return likeness * 100.0;
    }
    let fits = query.properties.iter().filter(|(pid, values)| {
        said.iter().any(|(name, value)| name == pid && values.contains(value))
    });
    let part = fits.count() as f64 / query.properties.len() as f64;
    (likeness * 0.7 + part * 0.3) * 100.0
}

/// Returns what a dataset states about some things.
fn things(
    statements: &SourceStatements,
    ids: &[String],
    clock: &mut Clock,
) -> Result<HashMap<String, Thing>> {
    let mut things: HashMap<String, Thing> =
        ids.iter().map(|id| (id.clone(), Thing::default())).collect();
    statements.each(|statement| {
        clock.count(1)?;
        let Some(thing) = things.get_mut(statement.subject) else { return Ok(()) };
        let object = statement.object;
        if statement.is_name {
            if thing.name.is_empty() {
                thing.name = object.to_owned();
            }
        } else if [rdf::TYPE, skos::BROADER].iter().any(|name| name.iri() == statement.predicate) {
            if thing.types.iter().all(|known| known != object) {
                thing.types.push(object.to_owned());
            }
        } else if DESCRIPTIONS.contains(&statement.predicate) {
            thing.description.get_or_insert_with(|| object.to_owned());
        }
        thing.said.push((statement.predicate.to_owned(), object.to_owned()));
        Ok(())
    })?;
    Ok(things)
}

/// Returns candidates as JSON of the API.
fn shown(scored: Vec<Scored>) -> Vec<Value> {
    let sure = scored.iter().filter(|(_, score, _)| *score > 99.9).count() == 1;
    let shown = scored.into_iter().map(|(id, score, thing)| {
        let types = thing.types.iter().map(|one| json!({"id": one, "name": short(one)}));
        let mut candidate = json!({
            "id": id,
            "name": thing.name,
            "score": (score * 10.0).round() / 10.0,
            "match": sure && score > 99.9,
            "type": types.collect::<Vec<_>>(),
        });
        if let Some(description) = thing.description {
            candidate["description"] = json!(description);
        }
        candidate
    });
    shown.collect()
}

/// Returns the last segment of an IRI.
fn short(iri: &str) -> &str {
    let end = iri.trim_end_matches(['/', '#']);
    end.rsplit(['/', '#']).next().filter(|end| !end.is_empty()).unwrap_or(iri)
}
