//! Finding names: lists of three sizes in a text of 10 MB.

use std::time::Instant;

use aho_corasick::{AhoCorasick, MatchKind};
use glossweave::entity::{Dictionary, Entry, Passage, Recognizer};
use serde_json::json;

use crate::{Result, names, report, timed};

const SIZES: [(usize, &str); 3] =
    [(10_000, "10,000 labels"), (100_000, "100,000 labels"), (1_000_000, "1,000,000 labels")];

/// Measures each size `rounds` times, using our dictionary and the aho-corasick crate in turns.
pub fn measure(rounds: usize) -> Result<()> {
    for (size, name) in SIZES {
        let (labels, text) = names::case(size);
        // The crate compares bytes, so labels and text are converted to lower case for it.
        let lowered = text.to_lowercase();
        let patterns = labels.iter().map(|label| label.to_lowercase());

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

        let raw = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(patterns)?;
        for _ in 0..rounds {
            let mine = timed(|| {
                let mut count = 0usize;
                ours.each_match(&Passage::new(&text), |_| {
                    count += 1;
                    Ok(())
                })?;
                Ok(count)
            })?;
            let made = timed(|| Ok(ours.recognize(&Passage::new(&text))?.len()))?;
            let theirs = timed(|| Ok(raw.find_iter(&lowered).count()))?;
            let turns = [
                ("glossweave", mine),
                ("aho-corasick", theirs),
                ("glossweave, annotations made", made),
            ];
            for (who, time) in turns {
                report(&name, "dictionary", who, time, text.len());
            }
        }
        drop(ours);
        std::fs::remove_file(&path)?;
    }
    Ok(())
}
