//! The statements of a dataset about specific entities.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::SourceStatements;
use crate::statements::{ObjectSort, SourceStatement};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;
use glossweave_rdf::vocab::{rdf, skos};

/// The maximum duration of a search.
const TIME: Duration = Duration::from_secs(10);
/// The number of steps between two checks of the clock, which take about a millisecond.
pub(super) const STEPS: usize = 200_000;
/// The properties whose values are used as description of an entity.
const DESCRIPTIONS: [&str; 5] = [
    "http://www.w3.org/2004/02/skos/core#definition",
    "http://www.w3.org/2000/01/rdf-schema#comment",
    "http://schema.org/description",
    "https://schema.org/description",
    "http://purl.org/dc/terms/description",
];

/// The deadline of a search. The clock is only checked after a number of steps.
pub(super) struct Clock {
    pub end: Instant,
    pub work: usize,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { end: Instant::now() + TIME, work: 0 }
    }

    /// Counts steps. Returns `ErrorKind::Deadline` if the deadline has passed.
    pub fn count(&mut self, steps: usize) -> Result<()> {
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

/// A text that was chosen among texts in several languages.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    pub text: String,
    /// The language tag. Empty if there is none.
    pub language: String,
    /// The index of the language in the list of preferred languages, or the length of the list if
    /// it is not preferred.
    rank: usize,
}

impl Chosen {
    /// Replaces the text if it is empty or if the new language is preferred.
    fn offer(&mut self, text: &str, language: &str, languages: &[Language]) {
        let rank = languages.iter().position(|preferred| {
            Language::parse(language).is_some_and(|language| language.is(preferred.as_str()))
        });
        let rank = rank.unwrap_or(languages.len());
        if self.text.is_empty() || rank < self.rank {
            *self = Chosen { text: text.to_owned(), language: language.to_owned(), rank };
        }
    }
}

/// The statements about an entity.
#[derive(Clone, Debug, Default)]
pub(super) struct Thing {
    pub name: Chosen,
    pub types: Vec<String>,
    pub description: Chosen,
    pub said: Vec<(String, String)>,
}

impl Thing {
    /// Returns the description, if there is one.
    pub fn description(&self) -> Option<&str> {
        Some(self.description.text.as_str()).filter(|text| !text.is_empty())
    }

    /// Returns the classes as JSON of the API.
    pub fn types(&self) -> Vec<Value> {
        self.types.iter().map(|class| json!({"id": class, "name": short(class)})).collect()
    }
}

/// Returns `true` if a statement specifies a class of its subject.
pub(super) fn is_type(statement: &SourceStatement<'_>) -> bool {
    [rdf::TYPE, skos::BROADER].iter().any(|name| name.iri() == statement.predicate)
}

/// Returns the statements about the given entities.
pub(super) fn things(
    statements: &SourceStatements,
    ids: &[String],
    languages: &[Language],
    clock: &mut Clock,
) -> Result<HashMap<String, Thing>> {
    let mut things: HashMap<String, Thing> =
        ids.iter().map(|id| (id.clone(), Thing::default())).collect();
    statements.each(|statement| {
        clock.count(1)?;
        let Some(thing) = things.get_mut(statement.subject) else { return Ok(()) };
        let object = statement.object;
        if statement.is_name {
            thing.name.offer(object, language(&statement), languages);
        } else if is_type(&statement) {
            if thing.types.iter().all(|known| known != object) {
                thing.types.push(object.to_owned());
            }
        } else if DESCRIPTIONS.contains(&statement.predicate) {
            thing.description.offer(object, language(&statement), languages);
        }
        thing.said.push((statement.predicate.to_owned(), object.to_owned()));
        Ok(())
    })?;
    Ok(things)
}

/// Returns the names of the given entities. Entities without a name are skipped.
pub(super) fn names(
    statements: &SourceStatements,
    ids: &HashSet<String>,
    languages: &[Language],
    clock: &mut Clock,
) -> Result<HashMap<String, Chosen>> {
    let mut names: HashMap<String, Chosen> = HashMap::new();
    statements.each(|statement| {
        clock.count(1)?;
        if statement.is_name && ids.contains(statement.subject) {
            let name = names.entry(statement.subject.to_owned()).or_default();
            name.offer(statement.object, language(&statement), languages);
        }
        Ok(())
    })?;
    Ok(names)
}

/// Returns the language tag of the object of a statement. Returns an empty string if there is none.
fn language<'a>(statement: &SourceStatement<'a>) -> &'a str {
    match statement.sort {
        ObjectSort::Text(language) => language,
        ObjectSort::Resource | ObjectSort::Typed(_) => "",
    }
}

/// Returns the last segment of an IRI.
pub(super) fn short(iri: &str) -> &str {
    let end = iri.trim_end_matches(['/', '#']);
    end.rsplit(['/', '#']).next().filter(|end| !end.is_empty()).unwrap_or(iri)
}
