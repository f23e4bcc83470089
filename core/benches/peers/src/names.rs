//! Finding names: lists of three sizes over one text of 10 MB.

use std::collections::HashSet;
use std::time::Instant;

use aho_corasick::{AhoCorasick, MatchKind};
use glossweave::provider::{Dictionary, Entry, Passage, Recognizer};
use serde_json::json;

use crate::page::Dice;
use crate::{Result, timed};

const TEXT: usize = 10_000_000;
const SIZES: [(usize, &str); 3] =
    [(10_000, "10,000 labels"), (100_000, "100,000 labels"), (1_000_000, "1,000,000 labels")];

/// Measures each size `rounds` times, ours and the aho-corasick crate in turns.
pub fn measure(rounds: usize) -> Result<()> {
    for (size, name) in SIZES {
        let labels = labels(size);
        let text = text(&labels);

        let from = Instant::now();
        let mut builder = Dictionary::builder();
        for (index, label) in labels.iter().enumerate() {
            builder.add(&Entry::new(&format!("http://example.org/{index}"), label))?;
        }
        let built = builder.build()?;
        let build = from.elapsed().as_secs_f64();
        let path = std::env::temp_dir().join(format!("glossweave-peers-{}", std::process::id()));
        built.save(&path)?;
        drop(built);
        let from = Instant::now();
        let ours = Dictionary::open(&path)?;
        let open = from.elapsed().as_secs_f64() * 1e3;
        println!("{}", json!({ "page": name, "build seconds": build, "open milliseconds": open }));

        let raw = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&labels)?;
        for _ in 0..rounds {
            let mine = timed(|| Ok(ours.recognize(&Passage::new(&text))?.len()))?;
            let theirs = timed(|| Ok(raw.find_iter(&text).count()))?;
            for (who, time) in [("glossweave", mine), ("aho-corasick", theirs)] {
                let rate = text.len() as f64 / time.as_secs_f64() / 1e6;
                let line = json!({ "page": name, "work": "dictionary", "who": who, "rate": rate });
                println!("{line}");
            }
        }
        drop(ours);
        std::fs::remove_file(&path)?;
    }
    Ok(())
}

const SYLLABLES: &[&str] = &[
    "ba", "bel", "bor", "ca", "cor", "da", "dub", "en", "fa", "gal", "ha", "in", "ka", "kil", "la",
    "lin", "lough", "ma", "mon", "na", "nor", "o", "pa", "ra", "ros", "sa", "sti", "ta", "ton",
    "tra", "ul", "va", "way", "wick", "xi", "ya", "zü",
];

/// Names of one to three words, all different.
fn labels(count: usize) -> Vec<String> {
    let mut dice = Dice::new(11);
    let mut seen = HashSet::with_capacity(count);
    while seen.len() < count {
        let words = 1 + dice.below(3);
        let label: Vec<String> = (0..words).map(|_| word(&mut dice, true)).collect();
        seen.insert(label.join(" "));
    }
    let mut labels: Vec<String> = seen.into_iter().collect();
    labels.sort_unstable();
    labels
}

fn word(dice: &mut Dice, capital: bool) -> String {
    let mut word: String =
        (0..2 + dice.below(3)).map(|_| SYLLABLES[dice.below(SYLLABLES.len())]).collect();
    if capital {
        word[..1].make_ascii_uppercase();
    }
    word
}

/// Text in which every twentieth word or so is a name of the list.
fn text(labels: &[String]) -> String {
    let mut dice = Dice::new(12);
    let mut text = String::with_capacity(TEXT + 64);
    while text.len() < TEXT {
        if dice.below(20) == 0 {
            text.push_str(&labels[dice.below(labels.len())]);
        } else {
            let word = word(&mut dice, false);
            text.push_str(&word);
        }
        text.push_str(if dice.below(12) == 0 { ". " } else { " " });
    }
    text
}
