//! Evidence from the other names in a document.

use super::Known;
use crate::disambiguation::feature::{Feature, Features};
use glossweave_base::error::Result;
use glossweave_base::words::Keyed;

/// The number of names in a block. Only names within a block and its margins are compared with each
/// other, so that the run time is linear.
const BLOCK: usize = 256;
/// The number of names before and after a block that are also used as evidence.
const MARGIN: usize = 64;
/// The fixed-point unit of sums. Integers are used so that the result does not depend on the order
/// of additions.
const UNIT: f64 = (1 << 20) as f64;

/// A candidate entity of one or more names.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The sum of its probabilities over all units.
    units: u64,
    /// The sum of its probabilities over all names, and the number of these names.
    sum: u64,
    names: u32,
}

/// Names with the same candidates, which count as one piece of evidence.
struct Unit {
    /// The index of a name in the unit.
    first: usize,
    /// The maximum probability of each candidate over all names of the unit.
    parts: Vec<u64>,
}

/// The names around a block.
#[derive(Default)]
struct Window {
    units: Vec<Unit>,
    entities: Keyed<Seen>,
}

/// Returns a hash key in which the hash of an IRI, as stored in relations, is spread over all bits.
pub(super) fn key(hash: u64) -> u64 {
    let bits = hash >> 8;
    bits ^ (bits << 40)
}

/// Sets the features of the candidates of all names from the probabilities of the other names.
pub(super) fn compare(names: &mut [Known<'_>]) -> Result<()> {
    let mut found = Vec::new();
    for start in (0..names.len()).step_by(BLOCK) {
        let end = (start + BLOCK).min(names.len());
        if names[start..end].iter().all(|known| known.features.is_empty()) {
            continue;
        }
        let around = start.saturating_sub(MARGIN)..(end + MARGIN).min(names.len());
        let (mut window, unit_of) = Window::new(&names[around.clone()]);
        for at in start..end {
            if names[at].features.is_empty() || !names[at].has_context {
                continue;
            }
            let unit = unit_of[at - around.start];
            found.push((at, window.features(&names[at], &names[around.clone()], unit)?));
        }
    }
    for (at, features) in found {
        names[at].features = features;
    }
    Ok(())
}

impl Window {
    /// Creates a window of names. Also returns the unit of each name.
    fn new(names: &[Known<'_>]) -> (Window, Vec<usize>) {
        let mut window = Window::default();
        let mut numbers: Keyed<usize> = Keyed::default();
        let mut unit_of = Vec::with_capacity(names.len());
        for (at, known) in names.iter().enumerate() {
            let units = &mut window.units;
            let number = *numbers.entry(known.unit).or_insert_with(|| {
                units.push(Unit { first: at, parts: vec![0; known.idents.len()] });
                units.len() - 1
            });
            unit_of.push(number);
            for (index, ident) in known.idents.iter().enumerate() {
                let part = (known.part(index) * UNIT) as u64;
                if let Some(most) = window.units[number].parts.get_mut(index) {
                    *most = part.max(*most);
                }
                let seen = window.entities.entry(key(*ident)).or_default();
                seen.sum += part;
                seen.names += 1;
            }
        }
        for number in 0..window.units.len() {
            window.count(names, number, u64::wrapping_add);
        }
        (window, unit_of)
    }

    /// Adds or subtracts the evidence of a unit, so that a unit is not used as evidence for itself.
    fn count(&mut self, names: &[Known<'_>], number: usize, combine: fn(u64, u64) -> u64) {
        let unit = &self.units[number];
        let known = &names[unit.first];
        for (index, part) in unit.parts.iter().enumerate() {
            let seen = self.entities.entry(key(known.idents[index])).or_default();
            seen.units = combine(seen.units, *part);
        }
    }

    /// Returns the features of the candidates of a name in a unit.
    fn features(
        &mut self,
        known: &Known<'_>,
        names: &[Known<'_>],
        unit: usize,
    ) -> Result<Vec<Features>> {
        self.count(names, unit, u64::wrapping_sub);
        let seen = |ident: u64| self.entities.get(&key(ident)).copied().unwrap_or_default();
        let all = known.idents.iter().map(|ident| seen(*ident).names).max().unwrap_or(0);
        let mut every = known.features.clone();
        for (index, features) in every.iter_mut().enumerate() {
            let of_candidate = seen(known.idents[index]);
            if all > 1 {
                let part = (known.part(index) * UNIT) as u64;
                let elsewhere = of_candidate.sum.saturating_sub(part) as f64 / UNIT;
                features.set(Feature::Discourse, elsewhere / f64::from(all - 1));
            }
            if let Some(node) = known.nodes[index] {
                let mut sum = 0.0;
                for (link, weight) in node.links()? {
                    if let Some(seen) = self.entities.get(&key(link)) {
                        sum += weight * (seen.units as f64 / UNIT).min(1.0);
                    }
                }
                features.set(Feature::Links, f64::ln_1p(sum));
            }
        }
        self.count(names, unit, u64::wrapping_add);
        Ok(every)
    }
}
