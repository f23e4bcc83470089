//! Measures a translation memory of 1,000,000 segments, read from TMX: building, opening and look-ups.
//! Compares it with a full scan that uses Levenshtein's table.
//!
//! Use `cargo bench -p glossweave --bench memory -- 1000000`. When the number is omitted, 100,000 segments
//! are used. The sentences are generated, with 3 to 30 words.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, run by hand")]

mod sentences;

use std::time::{Duration, Instant};

use glossweave::text::Language;
use glossweave::translate::{Segment, TranslationBatch, TranslationMemory, Translator};
use sentences::{Source, Tmx, changed, levenshtein, sentence, words};

/// Returns the peak memory of this process in MiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kib.unwrap_or(0) >> 10
}

fn say(what: &str, took: Duration) {
    println!("{what:<44} {:>12.6} s, peak {} MiB", took.as_secs_f64(), peak());
}

fn main() {
    let size = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(100_000);
    let words = words(&mut Source(1));
    let start = Instant::now();
    let mut builder = TranslationMemory::builder();
    builder.tmx(Tmx::new(size, &words)).unwrap();
    say("TMX read", start.elapsed());
    let start = Instant::now();
    let built = builder.build().unwrap();
    say("built", start.elapsed());
    let file = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    built.save(&file).unwrap();
    drop(built);
    println!("{} segments, {} MiB", size, std::fs::metadata(&file).unwrap().len() >> 20);
    let start = Instant::now();
    let memory = TranslationMemory::open(&file).unwrap();
    say("opened", start.elapsed());

    let mut source = Source(2);
    let texts: Vec<String> = (0..size).map(|_| sentence(&mut source, &words)).collect();
    let (en, es): (Language, Language) = ("en".parse().unwrap(), "es".parse().unwrap());
    let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
    let mut pick = Source(3);
    kinds.push(("the same", (0..1_000).map(|_| texts[pick.below(size)].clone()).collect()));
    for (name, part) in [("5 % changed", 0.05), ("15 % changed", 0.15), ("25 % changed", 0.25)] {
        let query = |_| {
            let text = &texts[pick.below(size)];
            changed(text, (text.len() as f64 * part).ceil() as usize, &mut pick)
        };
        kinds.push((name, (0..1_000).map(query).collect()));
    }
    kinds.push(("new", (0..1_000).map(|_| sentence(&mut pick, &words)).collect()));
    for round in ["cold", "warm"] {
        for (name, queries) in &kinds {
            let mut took = Vec::new();
            let mut found = 0;
            for query in queries {
                let segments = [Segment::new(query)];
                let start = Instant::now();
                let best = memory.translate(&TranslationBatch::new(&en, &es, &segments)).unwrap();
                took.push(start.elapsed());
                found += best.iter().flatten().count();
            }
            took.sort();
            let at = |part: usize| {
                took[(took.len() * part / 1_000).min(took.len() - 1)].as_secs_f64() * 1e3
            };
            let figures = [500, 900, 990, 1_000].map(|part| format!("{:>8.3}", at(part))).join(" ");
            println!("{round} {name:<14} found {found:>4}, ms at p50 p90 p99 max {figures}");
        }
    }
    let start = Instant::now();
    let query = &kinds[1].1[0];
    let best = texts.iter().map(|text| levenshtein(text.as_bytes(), query.as_bytes())).min();
    say(&format!("plain scan for one text (distance {best:?})"), start.elapsed());
}
