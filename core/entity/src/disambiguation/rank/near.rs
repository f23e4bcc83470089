//! Evidence from the names nearby.

use super::Known;
use crate::disambiguation::feature::{Feature, Features};
use glossweave_base::error::Result;
use glossweave_base::words::hash;

/// The number of names before and after a name that count.
const REACH: usize = 32;
/// The distance, in bytes, at which a name counts half.
const HALF: f64 = 400.0;

/// The entities that the names near one name may stand for.
#[derive(Default)]
struct Near {
    /// Entities, each with its probability multiplied by its nearness; sorted.
    entities: Vec<(u64, f64)>,
    classes: Vec<(u64, f64)>,
    sum: f64,
}

/// Returns the features of the candidates of a name with the evidence from the names nearby, `None` if
/// it has less than two candidates.
pub(super) fn second(names: &[Known<'_>], at: usize) -> Result<Option<Vec<Features>>> {
    let known = &names[at];
    if known.features.is_empty() {
        return Ok(None);
    }
    let mut features = known.features.clone();
    if !known.has_context {
        return Ok(Some(features));
    }
    let idents: Vec<u64> =
        known.name.candidates.iter().map(|sense| hash(sense.candidate.ident.as_bytes())).collect();
    let mut elsewhere = vec![(0.0, 0.0); idents.len()];
    let near = look(names, at, &idents, &mut elsewhere);
    for (index, features) in features.iter_mut().enumerate() {
        let (found, all) = elsewhere[index];
        if all > 0.0 {
            features.set(Feature::Discourse, found / all);
        }
        let classes = known.name.candidates[index].candidate.classes;
        let of_class = |class: &str| near.classes_sum(hash(class.as_bytes()));
        let same = classes.split_terminator(' ').map(of_class).fold(0.0, f64::max);
        if near.sum > 0.0 {
            features.set(Feature::Types, same / near.sum);
        }
        if let Some(node) = known.nodes[index] {
            let mut sum = 0.0;
            for (link, weight) in node.links()? {
                sum += weight * near.entity(link);
            }
            features.set(Feature::Links, f64::ln_1p(sum));
        }
    }
    Ok(Some(features))
}

fn look(names: &[Known<'_>], at: usize, idents: &[u64], elsewhere: &mut [(f64, f64)]) -> Near {
    let span = names[at].name.span;
    let range = at.saturating_sub(REACH)..(at + REACH + 1).min(names.len());
    let mut near = Near::default();
    for other in range.filter(|other| *other != at) {
        let Known { name, parts, .. } = &names[other];
        if name.span == span {
            continue;
        }
        let distance = if name.span.start() >= span.end() {
            name.span.start() - span.end()
        } else {
            span.start().saturating_sub(name.span.end())
        };
        let nearness = HALF / (HALF + distance as f64);
        let mut is_same = false;
        for (index, sense) in name.candidates.iter().enumerate() {
            let ident = hash(sense.candidate.ident.as_bytes());
            let part = nearness * parts.get(index).copied().unwrap_or(1.0);
            if let Some(place) = idents.iter().position(|known| *known == ident) {
                elsewhere[place].0 += part;
                is_same = true;
                continue;
            }
            near.entities.push((ident & !0xFF, part));
            let classes = sense.candidate.classes.split_terminator(' ');
            near.classes.extend(classes.map(|class| (hash(class.as_bytes()), part)));
        }
        if is_same {
            elsewhere.iter_mut().for_each(|(_, all)| *all += nearness);
        } else {
            near.sum += nearness;
        }
    }
    near.entities.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    near.entities.dedup_by_key(|(entity, _)| *entity);
    near.classes.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    near
}

impl Near {
    fn entity(&self, hash: u64) -> f64 {
        let found = self.entities.binary_search_by_key(&hash, |(entity, _)| *entity);
        found.ok().and_then(|at| self.entities.get(at)).map_or(0.0, |(_, part)| *part)
    }

    fn classes_sum(&self, hash: u64) -> f64 {
        let from = self.classes.partition_point(|(class, _)| *class < hash);
        let of_class = self.classes.iter().skip(from).take_while(|(class, _)| *class == hash);
        of_class.map(|(_, part)| *part).sum()
    }
}
