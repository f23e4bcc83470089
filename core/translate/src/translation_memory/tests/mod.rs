mod distance;
mod sources;
mod texts;

use super::search::score;
use super::{SegmentPair, TranslationMemory};
use glossweave_base::text::Language;

fn language(tag: &str) -> Language {
    tag.parse().unwrap()
}

/// Returns the distance, computed with the full table.
fn distance(text: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, character) in text.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], index + 1);
        for (at, theirs) in other.iter().enumerate() {
            let cost = corner + usize::from(character != *theirs);
            corner = row[at + 1];
            row[at + 1] = cost.min(corner + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

/// Creates a memory of English texts with their Spanish translations.
fn memory(pairs: &[(&str, &str)]) -> TranslationMemory {
    let mut builder = TranslationMemory::builder();
    for (source, target) in pairs {
        builder.add(&SegmentPair::new(source, "en", target, "es")).unwrap();
    }
    builder.build().unwrap()
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most.max(1)
    }
}

const WORDS: &[&str] = &[
    "the",
    "a",
    "of",
    "house",
    "on",
    "hill",
    "is",
    "very",
    "old",
    "and",
    "garden",
    "new",
    "with",
    "window",
    "report",
    "was",
    "written",
    "by",
    "committee",
    "energy",
    "señor",
    "naïve",
    "日本語",
    "in",
    "1999",
    "it",
    "to",
    "renewable",
    "sources",
    "published",
    "last",
    "week",
    "(see",
    "note)",
];

fn sentence(numbers: &mut Numbers) -> String {
    // Most texts are short, some are long.
    let most = [6, 12, 12, 24, 40][numbers.below(5)];
    let words = 1 + numbers.below(most);
    let words: Vec<&str> = (0..words).map(|_| WORDS[numbers.below(WORDS.len())]).collect();
    words.join(" ")
}

fn changed(text: &str, edits: usize, numbers: &mut Numbers) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..edits {
        let at = numbers.below(text.len() + 1);
        let letter = char::from(b'a' + numbers.below(26) as u8);
        match numbers.below(3) {
            0 => text.insert(at, letter),
            1 if at < text.len() => drop(text.remove(at)),
            _ if at < text.len() => text[at] = letter,
            _ => {}
        }
    }
    text.into_iter().collect()
}

#[test]
fn nothing_above_the_threshold_is_missed_and_scores_are_those_of_the_plain_table() {
    let mut numbers = Numbers(3);
    let mut texts: Vec<String> = (0..600).map(|_| sentence(&mut numbers)).collect();
    texts.sort();
    texts.dedup();
    let pairs: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), "x")).collect();
    let memory = memory(&pairs);
    let mut above = 0;
    for round in 0..1_000 {
        let threshold = [0.7, 0.7, 0.75, 0.5, 0.9][round % 5];
        let query = match round % 3 {
            0 => sentence(&mut numbers),
            _ => {
                let text = &texts[numbers.below(texts.len())];
                let edits = numbers.below(text.chars().count() / 2);
                changed(text, edits, &mut numbers)
            }
        };
        let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = query.chars().count();
        let mut right: Vec<(f64, &str)> = texts
            .iter()
            .filter(|text| {
                // To save time, only texts that are not ruled out by their length.
                let other = text.chars().count();
                score(other.abs_diff(length), other.max(length)) >= threshold
            })
            .map(|text| {
                (score(distance(text, &query), text.chars().count().max(length)), text.as_str())
            })
            .filter(|(score, _)| *score >= threshold)
            .collect();
        above += right.len();
        let found = memory.clone().with_threshold(threshold);
        let found = found.matches(&query, &language("en"), &language("es"), 10_000).unwrap();
        let mut found: Vec<(f64, &str)> =
            found.iter().map(|matched| (matched.score, matched.source.as_str())).collect();
        let best = found.first().copied();
        let order = |first: &(f64, &str), second: &(f64, &str)| {
            second.0.total_cmp(&first.0).then_with(|| first.1.cmp(second.1))
        };
        assert!(found.is_sorted_by(|first, second| first.0 >= second.0));
        found.sort_by(order);
        right.sort_by(order);
        assert_eq!(found, right, "{query}");
        let best_only = memory.clone().with_threshold(threshold);
        let best_only = best_only.matches(&query, &language("en"), &language("es"), 1).unwrap();
        assert_eq!(
            best_only.first().map(|matched| matched.score),
            best.map(|best| best.0),
            "{query}"
        );
    }
    assert!(above > 300, "{above}");
}

#[test]
fn a_saved_memory_is_the_same_when_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory");
    let made = memory(&[("Good <1>morning</1>", "Buenos <1>días</1>"), ("Bye", "Adiós")]);
    made.save(&path).unwrap();
    let opened = TranslationMemory::open(&path).unwrap();
    opened.verify().unwrap();
    assert_eq!(opened.segments(), 2);
    assert_eq!(opened.pairs().unwrap(), [("en".to_owned(), "es".to_owned())]);
    for text in ["Good morning", "Good <1>mornings</1>", "Bye"] {
        let [made, opened] = [&made, &opened]
            .map(|memory| memory.matches(text, &language("en"), &language("es"), 3).unwrap());
        assert_eq!(made, opened);
        assert_eq!(made.len(), 1);
    }
}

#[test]
fn broken_files_are_errors_and_no_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory");
    memory(&[("Good morning", "Buenos días"), ("Good evening", "Buenas tardes")])
        .save(&path)
        .unwrap();
    let whole = std::fs::read(&path).unwrap();
    let mut numbers = Numbers(11);
    for round in 0..600 {
        let mut bytes = whole.clone();
        if round % 4 == 0 {
            bytes.truncate(numbers.below(whole.len()));
        } else {
            for _ in 0..1 + round % 7 {
                let at = 192 + numbers.below(whole.len() - 192);
                bytes[at] = numbers.below(256) as u8;
            }
        }
        std::fs::write(&path, bytes).unwrap();
        if let Ok(memory) = TranslationMemory::open(&path) {
            let _ = memory.matches("Good mornings", &language("en"), &language("es"), 3);
            let _ = memory.pairs();
        }
    }
}
