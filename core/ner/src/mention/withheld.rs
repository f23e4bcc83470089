//! Names that a mention model rejects.

use std::collections::BTreeMap;

use super::Probability;
use glossweave_base::error::{Skipped, SkippedExt};
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::{Passage, PassageExt};

/// The names in a passage that are not reported, with their number of occurrences and their greatest
/// probability.
#[derive(Debug, Default)]
pub struct Withheld<'t>(BTreeMap<&'t str, (usize, f32)>);

impl<'t> Withheld<'t> {
    /// Adds an occurrence.
    pub fn add(&mut self, passage: &Passage<'t>, span: TextSpan, probability: Probability) {
        let name = passage.text().get(span.range()).unwrap_or_default();
        if self.0.len() < Skipped::MOST || self.0.contains_key(name) {
            let (count, greatest) = self.0.entry(name).or_default();
            *count += 1;
            *greatest = greatest.max(probability.of_any);
        }
    }

    /// Reports the names as skipped parts of the passage.
    pub fn report(self, passage: &Passage<'_>) {
        for (name, (count, probability)) in self.0 {
            let times = if count == 1 { "time" } else { "times" };
            passage.skip(|| {
                let message = format!(
                    "`{name}` occurs {count} {times} with a probability of at most {probability:.2}, too low for the mention model"
                );
                Skipped::new(name, message)
            });
        }
    }
}
