//! The candidate entities for the names in queries.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::ApiVersion;
use super::query::Query;
use super::similarity::Likeness;
use super::thing::{Clock, Thing, things};
use crate::SourceStatements;
use glossweave_base::error::Result;
use glossweave_base::text::Language;

/// The minimum similarity of a candidate.
const LEAST: f64 = 0.4;
/// The number of candidates that are scored.
const CLOSER: usize = 200;

/// A candidate for a query.
pub(super) struct Candidate {
    id: String,
    thing: Thing,
    /// The similarity of the best name, from 0 to 1. `None` if the query accepts all names.
    likeness: Option<f64>,
    /// The share of the properties that match, from 0 to 1. `None` if the query has no properties.
    share: Option<f64>,
    /// `true` if this is the only entity with exactly the name and all properties.
    is_match: bool,
}

impl Candidate {
    /// Returns the score, from 0 to 100.
    fn score(&self) -> f64 {
        100.0
            * match (self.likeness, self.share) {
                (Some(likeness), Some(share)) => likeness * 0.7 + share * 0.3,
                (first, second) => first.or(second).unwrap_or_default(),
            }
    }

    /// Returns `true` if the entity has exactly the name and all properties.
    fn is_sure(&self) -> bool {
        self.likeness.is_some() && self.score() > 99.9
    }
}

/// Returns the candidates of each query, the best first.
pub(super) fn candidates(
    statements: &SourceStatements,
    queries: &[(String, Query)],
    languages: &[Language],
) -> Result<Vec<Vec<Candidate>>> {
    let likenesses: Vec<Vec<Likeness>> = queries
        .iter()
        .map(|(_, query)| query.texts.iter().map(|text| Likeness::of(text)).collect())
        .collect();
    let mut found: Vec<HashMap<String, f64>> = queries.iter().map(|_| HashMap::new()).collect();
    let mut name = Likeness::default();
    let mut clock = Clock::start();
    statements.each(|statement| {
        clock.count(1 + statement.object.len())?;
        if statement.is_name {
            name.set(statement.object);
        }
        for (((_, query), likenesses), found) in queries.iter().zip(&likenesses).zip(&mut found) {
            let likeness = if likenesses.is_empty() {
                let fits = |condition: &super::query::Condition| {
                    condition.property == statement.predicate
                        && condition.values.iter().any(|value| value == statement.object)
                };
                if query.properties.iter().any(fits) { 1.0 } else { 0.0 }
            } else if statement.is_name {
                let mut best: f64 = 0.0;
                for (query_likeness, text) in likenesses.iter().zip(&query.texts) {
                    clock.count(query_likeness.work(&name))?;
                    let likeness = match text == statement.subject {
                        true => 1.0,
                        false if query_likeness.is_empty() => 0.0,
                        false => query_likeness.to(&name),
                    };
                    best = best.max(likeness);
                }
                best
            } else {
                0.0
            };
            if likeness < LEAST {
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
    let known = things(statements, &ids, languages, &mut clock)?;
    let scored = queries.iter().zip(found).map(|((_, query), found)| {
        let mut all: Vec<Candidate> = found
            .into_iter()
            .filter_map(|(id, likeness)| {
                let thing = known.get(&id)?;
                candidate(query, id, likeness, thing)
            })
            .collect();
        all.sort_by(|first, second| {
            second.score().total_cmp(&first.score()).then_with(|| first.id.cmp(&second.id))
        });
        // All candidates are compared before the list is truncated, because another exact match may
        // be beyond the limit.
        let sure = all.iter().take_while(|candidate| candidate.is_sure()).count();
        if let [first, ..] = all.as_mut_slice() {
            first.is_match = sure == 1;
        }
        all.truncate(query.limit);
        all
    });
    Ok(scored.collect())
}

/// Returns an entity as a candidate. Returns `None` if a required class or property does not match.
fn candidate(query: &Query, id: String, likeness: f64, thing: &Thing) -> Option<Candidate> {
    let is_type =
        query.types.is_empty() || thing.types.iter().any(|class| query.types.contains(class));
    let fits = query
        .properties
        .iter()
        .map(|condition| (condition.fits(&thing.said), condition.is_required));
    let fits: Vec<(bool, bool)> = fits.collect();
    if !is_type || fits.iter().any(|(fits, is_required)| !fits && *is_required) {
        return None;
    }
    let count = fits.iter().filter(|(fits, _)| *fits).count();
    let share = (!fits.is_empty()).then(|| count as f64 / fits.len() as f64);
    let likeness = (!query.texts.is_empty()).then_some(likeness);
    let Thing { name, types, description, .. } = thing.clone();
    let thing = Thing { name, types, description, said: Vec::new() };
    Some(Candidate { id, thing, likeness, share, is_match: false })
}

fn keep_best(found: &mut HashMap<String, f64>) {
    if found.len() > CLOSER {
        let mut all: Vec<(String, f64)> = found.drain().collect();
        all.sort_by(|first, second| {
            second.1.total_cmp(&first.1).then_with(|| first.0.cmp(&second.0))
        });
        all.truncate(CLOSER);
        found.extend(all);
    }
}

/// Converts candidates to the JSON of the API.
pub(super) fn shown(candidates: Vec<Candidate>, version: ApiVersion) -> Vec<Value> {
    let feature = |id: &str, name: &str, part: Option<f64>| {
        let value = json!(round(part? * 100.0));
        Some(match version {
            ApiVersion::V0_2 => json!({"id": id, "value": value}),
            ApiVersion::Draft1_0 => json!({"id": id, "name": name, "value": value}),
        })
    };
    let shown = candidates.into_iter().map(|scored| {
        let features = [
            feature("name", "Similarity of the name", scored.likeness),
            feature("properties", "Properties that fit", scored.share),
        ];
        let mut candidate = json!({
            "id": scored.id,
            "name": scored.thing.name.text,
            "score": round(scored.score()),
            "match": scored.is_match,
            "type": scored.thing.types(),
            "features": features.into_iter().flatten().collect::<Vec<_>>(),
        });
        if let Some(description) = scored.thing.description() {
            candidate["description"] = json!(description);
        }
        if version == ApiVersion::Draft1_0 && !scored.thing.name.language.is_empty() {
            candidate["lang"] = json!(scored.thing.name.language);
        }
        candidate
    });
    shown.collect()
}

fn round(score: f64) -> f64 {
    (score * 10.0).round() / 10.0
}
