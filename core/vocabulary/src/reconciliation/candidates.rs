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
                (one, other) => one.or(other).unwrap_or_default(),
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
    let wanted: Vec<Vec<Likeness>> = queries
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
        for (((_, query), wanted), found) in queries.iter().zip(&wanted).zip(&mut found) {
            let likeness = if wanted.is_empty() {
                let fits = |one: &super::query::Condition| {
                    one.property == statement.predicate
                        && one.values.iter().any(|value| value == statement.object)
                };
                if query.properties.iter().any(fits) { 1.0 } else { 0.0 }
            } else if statement.is_name {
                let mut best: f64 = 0.0;
                for (wanted, text) in wanted.iter().zip(&query.texts) {
                    clock.count(wanted.work(&name))?;
                    let likeness = match text == statement.subject {
                        true => 1.0,
                        false if wanted.is_empty() => 0.0,
                        false => wanted.to(&name),
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
        all.sort_by(|one, two| {
            two.score().total_cmp(&one.score()).then_with(|| one.id.cmp(&two.id))
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
    let is_type = query.types.is_empty() || thing.types.iter().any(|one| query.types.contains(one));
    let fits = query.properties.iter().map(|one| (one.fits(&thing.said), one.is_required));
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
        all.sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
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
    let shown = candidates.into_iter().map(|one| {
        let features = [
            feature("name", "Similarity of the name", one.likeness),
            feature("properties", "Properties that fit", one.share),
        ];
        let mut candidate = json!({
            "id": one.id,
            "name": one.thing.name.text,
            "score": round(one.score()),
            "match": one.is_match,
            "type": one.thing.types(),
            "features": features.into_iter().flatten().collect::<Vec<_>>(),
        });
        if let Some(description) = one.thing.description() {
            candidate["description"] = json!(description);
        }
        if version == ApiVersion::Draft1_0 && !one.thing.name.language.is_empty() {
            candidate["lang"] = json!(one.thing.name.language);
        }
        candidate
    });
    shown.collect()
}

fn round(score: f64) -> f64 {
    (score * 10.0).round() / 10.0
}
