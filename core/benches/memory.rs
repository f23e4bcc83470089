//! A translation memory of 1,000,000 segments, read from TMX: building, opening, look-ups, beside a
//! plain scan with Levenshtein's table.
//!
//! `cargo bench -p glossweave --bench memory -- 1000000`; without the number it has 100,000. The
//! sentences are made up, of 3 to 30 words.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, run by hand")]

use std::io::Read;
use std::time::{Duration, Instant};

use glossweave::provider::{Job, Memory, Segment, Translator};
use glossweave::text::Language;

struct Source(u64);

impl Source {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn part(&mut self) -> f64 {
        self.below(1 << 30) as f64 / (1 << 30) as f64
    }
}

/// Letters about as often as English has them.
const VOWELS: &[u8] = b"eeeeeeeeeeeeaaaaaaaaoooooooiiiiiiiuuu";
const OTHERS: &[u8] = b"tttttttttnnnnnnnssssssrrrrrrhhhhhhddddllllccmmwwffggyyppbbvk";

fn words(source: &mut Source) -> Vec<String> {
    let word = |source: &mut Source, number: usize| {
        // The common ones are short.
        let parts = 1 + source.below(1 + number.ilog10() as usize);
        let mut word = String::new();
        for _ in 0..parts {
            word.push(OTHERS[source.below(OTHERS.len())].into());
            word.push(VOWELS[source.below(VOWELS.len())].into());
            if source.below(3) > 0 {
                word.push(OTHERS[source.below(OTHERS.len())].into());
            }
        }
        word
    };
    (1..=30_000).map(|number| word(source, number)).collect()
}

fn sentence(source: &mut Source, words: &[String]) -> String {
    let count = 3 + source.below(28).min(source.below(28));
    let mut sentence = String::new();
    for _ in 0..count {
        // Small numbers much more often than great ones, about as words are spread in a language.
        let word = (words.len() as f64).powf(source.part()) as usize - 1;
        sentence.push_str(if sentence.is_empty() { "" } else { " " });
        sentence.push_str(&words[word]);
    }
    sentence.push('.');
    sentence
}

fn changed(text: &str, edits: usize, source: &mut Source) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..edits {
        let at = source.below(text.len() + 1);
        let letter = char::from(b'a' + source.below(26) as u8);
        match source.below(3) {
            0 => text.insert(at, letter),
            1 if at < text.len() => drop(text.remove(at)),
            _ if at < text.len() => text[at] = letter,
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// The file, as it is read: never whole in memory.
struct Tmx<'w> {
    left: usize,
    source: Source,
    words: &'w [String],
    ready: Vec<u8>,
    at: usize,
}

impl Read for Tmx<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.ready.len() && self.left > 0 {
            self.left -= 1;
            let text = sentence(&mut self.source, self.words);
            let turned: String = text.chars().rev().collect();
            let end = if self.left == 0 { "</body></tmx>" } else { "" };
            self.ready = format!(
                "<tu creationdate='20200101T000000Z'><tuv xml:lang='en'><seg>{text}</seg></tuv>\n\
                 <tuv xml:lang='es'><seg>{turned}</seg></tuv></tu>\n{end}"
            )
            .into_bytes();
            self.at = 0;
        }
        let count = buffer.len().min(self.ready.len() - self.at);
        buffer[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The most memory that this process has had, in MiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kib.unwrap_or(0) >> 10
}

fn say(what: &str, took: Duration) {
    println!("{what:<44} {:>12.6} s, peak {} MiB", took.as_secs_f64(), peak());
}

fn levenshtein(one: &[u8], other: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, byte) in one.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], index + 1);
        for (at, theirs) in other.iter().enumerate() {
            let cost = corner + usize::from(byte != theirs);
            corner = row[at + 1];
            row[at + 1] = cost.min(corner + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

fn main() {
    let size = std::env::args().find_map(|one| one.parse().ok()).unwrap_or(100_000);
    let words = words(&mut Source(1));
    let start = Instant::now();
    let mut builder = Memory::builder();
    let ready = b"<tmx version='1.4'><header srclang='en'/><body>".to_vec();
    let tmx = Tmx { left: size, source: Source(2), words: &words, ready, at: 0 };
    builder.tmx(tmx).unwrap();
    say("TMX read", start.elapsed());
    let start = Instant::now();
    let built = builder.build().unwrap();
    say("built", start.elapsed());
    let file = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    built.save(&file).unwrap();
    drop(built);
    println!("{} segments, {} MiB", size, std::fs::metadata(&file).unwrap().len() >> 20);
    let start = Instant::now();
    let memory = Memory::open(&file).unwrap();
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
                let best = memory.translate(&Job::new(&en, &es, &segments)).unwrap();
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
