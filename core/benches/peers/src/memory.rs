//! A translation memory: look-ups of texts with an exact match, a fuzzy match and no match, compared with a
//! scan of all texts with Levenshtein's table.

use std::path::Path;
use std::time::Instant;

use glossweave::text::Language;
use glossweave::translate::{Segment, TranslationBatch, TranslationMemory, Translator};
use serde_json::json;

use crate::Result;
use crate::sentences::{Source, Tmx, changed, levenshtein, sentence, words};

/// The number of look-ups of each kind.
const QUERIES: usize = 1_000;

/// The number of look-ups that scan all texts.
const SCANS: usize = 20;

/// Measures a memory of `size` segments. Writes its texts and some queries into a folder, for the Python
/// peer.
pub fn measure(size: usize, folder: &Path) -> Result<()> {
    let page = format!("memory of {size} segments");
    let say = |fact: &str, value: f64| {
        println!("{}", json!({ "page": page, "fact": fact, "value": value }));
    };
    let words = words(&mut Source(1));
    let start = Instant::now();
    let mut builder = TranslationMemory::builder();
    builder.tmx(Tmx::new(size, &words))?;
    let built = builder.build()?;
    say("read from TMX and built, seconds", start.elapsed().as_secs_f64());
    let path = std::env::temp_dir().join(format!("glossweave-memory-{}", std::process::id()));
    built.save(&path)?;
    drop(built);
    let start = Instant::now();
    let memory = TranslationMemory::open(&path)?;
    say("opened, milliseconds", start.elapsed().as_secs_f64() * 1e3);

    let mut source = Source(2);
    let texts: Vec<String> = (0..size).map(|_| sentence(&mut source, &words)).collect();
    let mut pick = Source(3);
    let mut sorts: Vec<(&str, Vec<String>)> = Vec::new();
    sorts.push(("the same", (0..QUERIES).map(|_| texts[pick.below(size)].clone()).collect()));
    for (name, part) in [("5 % changed", 0.05), ("25 % changed", 0.25)] {
        let mut query = || {
            let text = &texts[pick.below(size)];
            changed(text, (text.len() as f64 * part).ceil() as usize, &mut pick)
        };
        sorts.push((name, (0..QUERIES).map(|_| query()).collect()));
    }
    sorts.push(("like nothing", (0..QUERIES).map(|_| sentence(&mut pick, &words)).collect()));
    let (en, es): (Language, Language) = ("en".parse()?, "es".parse()?);
    // The first round reads the file into memory.
    for round in 0..2 {
        for (name, queries) in &sorts {
            let mut took = Vec::new();
            for query in queries {
                let segments = [Segment::new(query)];
                let start = Instant::now();
                memory.translate(&TranslationBatch::new(&en, &es, &segments))?;
                took.push(start.elapsed().as_secs_f64() * 1e6);
            }
            took.sort_by(f64::total_cmp);
            if round == 1 {
                say(&format!("{name}, microseconds at p50"), took[QUERIES / 2]);
                say(&format!("{name}, microseconds at p99"), took[QUERIES * 99 / 100]);
            }
        }
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("texts.txt"), texts.join("\n"))?;
    std::fs::write(folder.join("queries.txt"), sorts[1].1[..SCANS].join("\n"))?;
    let query = sorts[1].1[0].as_bytes();
    let start = Instant::now();
    let best = texts.iter().map(|text| levenshtein(text.as_bytes(), query)).min();
    let scan = start.elapsed().as_secs_f64() * 1e6;
    say(&format!("plain scan for one (distance {}), microseconds", best.unwrap_or(0)), scan);
    drop(memory);
    std::fs::remove_file(&path)?;
    Ok(())
}
