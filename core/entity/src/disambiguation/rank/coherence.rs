//! Evidence from the other names of a document.

use super::Known;
use crate::disambiguation::feature::{Feature, Features};
use glossweave_base::error::Result;
use glossweave_base::words::Keyed;

/// The number of names that are compared with each other at once, so that the time is linear in the text.
const BLOCK: usize = 256;
/// The number of names before and after a block that count for it too.
const MARGIN: usize = 64;
/// The unit of sums: whole numbers, so that the order in which names are added does not matter.
const UNIT: f64 = (1 << 20) as f64;

/// An entity among the candidates of names.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The probability that a unit means it, summed over units.
    units: u64,
    /// The probability that a name means it, summed over names, and their number.
    sum: u64,
    names: u32,
}

/// Names with the same candidates, which are one piece of evidence.
struct Unit {
    /// The number of a name of the unit.
    first: usize,
    /// For each candidate the greatest probability in a name.
    parts: Vec<u64>,
}

/// The names around a block.
#[derive(Default)]
struct Window {
    units: Vec<Unit>,
    entities: Keyed<Seen>,
}

/// The hash of an IRI as relations have it, spread over all bits of a key.
pub(super) fn key(hash: u64) -> u64 {
    let bits = hash >> 8;
    bits ^ (bits << 40)
}

/// Sets the features of the candidates of all names by the probabilities of the other ones.
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
    /// Returns the window of names, and the unit of each.
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

    /// Adds or subtracts the evidence of a unit, so that it is none for itself.
    fn count(&mut self, names: &[Known<'_>], number: usize, combine: fn(u64, u64) -> u64) {
        let unit = &self.units[number];
        let known = &names[unit.first];
        for (index, part) in unit.parts.iter().enumerate() {
            let seen = self.entities.entry(key(known.idents[index])).or_default();
            seen.units = combine(seen.units, *part);
        }
    }

    /// Returns the features of the candidates of a name, which belongs to a unit.
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
            let own = seen(known.idents[index]);
            if all > 1 {
                let part = (known.part(index) * UNIT) as u64;
                let elsewhere = own.sum.saturating_sub(part) as f64 / UNIT;
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
