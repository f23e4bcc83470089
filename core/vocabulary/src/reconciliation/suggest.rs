//! Suggestions of entities, classes and properties.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Value, json};

use super::Suggested;
use super::similarity::Likeness;
use super::thing::{Clock, is_type, names, short, things};
use crate::SourceStatements;
use glossweave_base::error::Result;
use glossweave_base::text::Language;

/// The number of suggestions in a response.
const SUGGESTED: usize = 20;
/// The maximum number of suggestions that can be skipped.
const SKIPPED: usize = 1_000;
/// The maximum number of classes or properties that are examined.
const COUNTED: usize = 10_000;

/// Returns suggestions as JSON of the API. The first `skip` suggestions are skipped.
pub(super) fn suggestions(
    statements: &SourceStatements,
    suggested: Suggested,
    prefix: &str,
    skip: usize,
    languages: &[Language],
) -> Result<Vec<Value>> {
    let mut clock = Clock::start();
    let skip = skip.min(SKIPPED);
    let likeness = Likeness::of(prefix);
    if suggested == Suggested::Entity {
        let found = entities(statements, prefix, &likeness, skip + SUGGESTED, &mut clock)?;
        let found: Vec<(String, String)> = found.into_iter().skip(skip).collect();
        let ids: Vec<String> = found.iter().map(|(id, _)| id.clone()).collect();
        let known = things(statements, &ids, languages, &mut clock)?;
        let shown = found.into_iter().map(|(id, name)| {
            let mut suggestion = json!({"id": id, "name": name});
            if let Some(thing) = known.get(&id) {
                suggestion["notable"] = json!(thing.types());
                if let Some(description) = thing.description() {
                    suggestion["description"] = json!(description);
                }
            }
            suggestion
        });
        return Ok(shown.collect());
    }
    let counts = counts(statements, suggested, &mut clock, |_| true)?;
    let named = named(statements, counts, languages, &mut clock)?;
    let fits = named.into_iter().filter(|(id, name)| {
        id.starts_with(prefix) || likeness.begins(&Likeness::of(name)) || prefix.trim().is_empty()
    });
    let shown = fits.skip(skip).take(SUGGESTED).map(|(id, name)| json!({"id": id, "name": name}));
    Ok(shown.collect())
}

/// Returns the entities whose name starts with `prefix`, and the entity whose identifier is `prefix`, each
/// with its name. Short names come first.
fn entities(
    statements: &SourceStatements,
    prefix: &str,
    likeness: &Likeness,
    most: usize,
    clock: &mut Clock,
) -> Result<Vec<(String, String)>> {
    let (mut found, mut name) = (BTreeMap::new(), Likeness::default());
    statements.each(|statement| {
        clock.count(1 + statement.object.len())?;
        if !statement.is_name {
            return Ok(());
        }
        let is_it = statement.subject == prefix;
        name.set(statement.object);
        if is_it || !likeness.is_empty() && likeness.begins(&name) {
            let length = if is_it { 0 } else { statement.object.chars().count() };
            found.insert((length, statement.object.to_owned(), statement.subject.to_owned()), ());
            // The limit is higher than `most`, because an entity may have several matching names.
            if found.len() > 4 * most {
                found.pop_last();
            }
        }
        Ok(())
    })?;
    let mut seen = HashSet::new();
    let found = found.into_keys().filter(|(_, _, id)| seen.insert(id.clone()));
    Ok(found.take(most).map(|(_, name, id)| (id, name)).collect())
}

/// Returns the number of statements for each class or property, for the subjects that `is_wanted`
/// accepts.
pub(super) fn counts(
    statements: &SourceStatements,
    suggested: Suggested,
    clock: &mut Clock,
    mut is_wanted: impl FnMut(&str) -> bool,
) -> Result<HashMap<String, usize>> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    statements.each(|statement| {
        clock.count(1)?;
        let counted = match suggested {
            Suggested::Type if is_type(&statement) => statement.object,
            Suggested::Property if statement.is_stated => statement.predicate,
            _ => return Ok(()),
        };
        if !is_wanted(statement.subject) {
            return Ok(());
        }
        if let Some(count) = counts.get_mut(counted) {
            *count += 1;
        } else if counts.len() < COUNTED {
            counts.insert(counted.to_owned(), 1);
        }
        Ok(())
    })?;
    Ok(counts)
}

/// Returns classes or properties with their names, the most frequent first.
pub(super) fn named(
    statements: &SourceStatements,
    counts: HashMap<String, usize>,
    languages: &[Language],
    clock: &mut Clock,
) -> Result<Vec<(String, String)>> {
    let ids: HashSet<String> = counts.keys().cloned().collect();
    let names = names(statements, &ids, languages, clock)?;
    let mut all: Vec<(String, usize)> = counts.into_iter().collect();
    all.sort_by(|first, second| second.1.cmp(&first.1).then_with(|| first.0.cmp(&second.0)));
    let named = all.into_iter().map(|(id, _)| {
        let name = names.get(&id).map_or(short(&id), |name| name.text.as_str()).to_owned();
        (id, name)
    });
    Ok(named.collect())
}
