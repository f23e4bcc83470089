//! Inflected terms in sentences with known terms: precision, recall, and the calibration of
//! confidences.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use glossweave::entity::Passage;
use glossweave::term::TermBase;

fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/terms-inflected");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn terms() -> TermBase {
    TermBase::builder().csv(file("terms.csv").as_bytes()).unwrap().build().unwrap()
}

/// The numbers of right, found and expected terms, and for each found term its confidence and
/// whether it is right.
#[derive(Default)]
struct Counts {
    right: usize,
    found: usize,
    expected: usize,
    sure: Vec<(f64, bool)>,
}

impl Counts {
    fn add(&mut self, base: &TermBase, language: &str, half: &str) {
        for line in file(&format!("{language}-{half}.jsonl")).lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let number = |one: &serde_json::Value, name: &str| one[name].as_u64().unwrap() as usize;
            let mentions = row["mentions"].as_array().unwrap().iter();
            let gold: HashSet<(usize, usize, &str)> = mentions
                .map(|one| {
                    (number(one, "start"), number(one, "end"), one["gold"].as_str().unwrap())
                })
                .collect();
            let text = Passage::new(row["text"].as_str().unwrap());
            let found = base.find(&text, &language.parse().unwrap(), None, None).unwrap();
            for one in &found {
                let sense = &one.senses[0];
                let is_right = gold.contains(&(one.span.start(), one.span.end(), sense.concept));
                self.right += usize::from(is_right);
                self.sure.push((sense.confidence, is_right));
            }
            self.found += found.len();
            self.expected += gold.len();
        }
    }

    fn of(language: &str, halves: &[&str]) -> Counts {
        let mut counts = Counts::default();
        halves.iter().for_each(|half| counts.add(&terms(), language, half));
        counts
    }

    fn recall(&self) -> f64 {
        100.0 * self.right as f64 / self.expected as f64
    }

    fn f1(&self) -> f64 {
        200.0 * self.right as f64 / (self.found + self.expected) as f64
    }
}

#[test]
fn inflected_terms_are_found_and_words_with_their_stems_are_not() {
    // The F1 of all sentences and of the held-out sentences, and the recall of both with stems
    // only, as measured before rules were added. See docs/terminology.md.
    for (language, f1, held_out, recall, recall_held_out) in [
        ("de", 98.0, 96.0, 89.0, 90.5),
        ("nl", 94.0, 91.5, 84.1, 80.4),
        ("fr", 97.5, 95.5, 93.7, 95.1),
    ] {
        let all = Counts::of(language, &["first", "second"]);
        let second = Counts::of(language, &["second"]);
        println!(
            "{language}: F1 {:.1}, recall {:.1}; held out: F1 {:.1}, recall {:.1}",
            all.f1(),
            all.recall(),
            second.f1(),
            second.recall()
        );
        assert!(all.expected > 200 && second.expected > 60);
        assert!(all.f1() > f1 && second.f1() > held_out, "{language}");
        assert!(all.recall() >= recall && second.recall() >= recall_held_out, "{language}");
    }
}

#[test]
fn of_what_is_found_with_a_confidence_at_least_that_share_is_right() {
    let mut sure = Vec::new();
    for language in ["de", "nl", "fr"] {
        sure.extend(Counts::of(language, &["first", "second"]).sure);
    }
    for threshold in [0.5, 0.7, 0.9, 1.0] {
        let of = || sure.iter().filter(|(confidence, _)| *confidence >= threshold);
        let share = of().filter(|(_, is_right)| *is_right).count() as f64 / of().count() as f64;
        println!("confidence {threshold} or more: {:.3} of {} are right", share, of().count());
        // A term that matches exactly has a confidence of 1.
        assert!(share >= threshold.min(0.95), "{threshold} {share}");
    }
    let count = |threshold: f64| sure.iter().filter(|one| one.0 >= threshold).count();
    assert!(count(0.5) > count(0.95) && count(0.95) > 300);
}
