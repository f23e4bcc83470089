//! Vocabularies of millions of labels. Each contender runs in a separate process, so that the system can
//! report its peak memory.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use aho_corasick::{AhoCorasick, MatchKind};
use daachorse::{DoubleArrayAhoCorasickBuilder, MatchKind as Kind};
use glossweave::entity::{Dictionary, DictionaryBuilder, Entry, Passage};
use glossweave::resource::ResourceUpdate;
use glossweave::term::{Concept, TermBase, TermEntry};
use glossweave::text::Language;
use glossweave::vocabulary::Load;
use glossweave::{Caller, Engine, Settings};
use serde_json::json;

use crate::Result;

/// The result of one contender.
#[derive(Default)]
struct Measured {
    build: f64,
    open: Option<f64>,
    scan: Duration,
    /// The time for the same text in two halves, with two threads.
    halves: Option<Duration>,
    matches: usize,
    peak: u64,
}

pub fn measure(who: &str, labels: &Path, text: &Path) -> Result<()> {
    let text = fs::read_to_string(text)?;
    let found = match who {
        "glossweave" => glossweave(labels, &text)?,
        "glossweave, terms" => terms(labels, &text)?,
        "dataset" => dataset(labels)?,
        "aho-corasick" => aho_corasick(labels, &text, str::to_lowercase)?,
        "aho-corasick, whole words" => aho_corasick(labels, &text, words)?,
        "daachorse" => daachorse(labels, &text, str::to_lowercase)?,
        "daachorse, whole words" => daachorse(labels, &text, words)?,
        other => return Err(format!("nobody is called {other}").into()),
    };
    let page = labels.file_stem().unwrap_or_default().to_string_lossy();
    let rate = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
    let say = |work: &str, value: f64| {
        println!("{}", json!({"page": page, "work": work, "who": who, "rate": value}));
    };
    if found.scan > Duration::ZERO {
        say("vocabulary-scan", rate(found.scan));
        say("vocabulary-matches", found.matches as f64);
    }
    if let Some(halves) = found.halves {
        say("vocabulary-threads", rate(halves) / rate(found.scan));
    }
    say("vocabulary-build", found.build);
    say("vocabulary-peak", found.peak as f64 / 1e6);
    if let Some(open) = found.open {
        say("vocabulary-open", open);
    }
    Ok(())
}

/// Returns the peak memory of the process in bytes.
pub fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Passes each IRI and label, line by line, so that only the contender uses memory.
fn each(labels: &Path, mut take: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
    use std::io::BufRead;
    for line in BufReader::with_capacity(1 << 20, fs::File::open(labels)?).lines().skip(1) {
        let line = line?;
        let (uri, label) = line.split_once(',').ok_or("a line without a comma")?;
        take(uri, label)?;
    }
    Ok(())
}

fn best(work: &mut dyn FnMut() -> usize) -> (Duration, usize) {
    let mut all = (Duration::MAX, 0);
    for _ in 0..3 {
        let start = Instant::now();
        let count = work();
        all = (all.0.min(start.elapsed()), count);
    }
    all
}

fn glossweave(labels: &Path, text: &str) -> Result<Measured> {
    let start = Instant::now();
    let mut builder: DictionaryBuilder = Dictionary::builder();
    each(labels, |uri, label| {
        builder.add(&Entry::new(uri, label))?;
        Ok(())
    })?;
    let built = builder.build()?;
    let build = start.elapsed().as_secs_f64();
    let file = labels.with_extension("names");
    built.save(&file)?;
    drop(built);
    let peak = peak();
    let start = Instant::now();
    let names = Dictionary::open(&file)?;
    let open = Some(start.elapsed().as_secs_f64() * 1e3);
    let count = |text: &str| {
        let mut count = 0;
        let counted = names.each_match(&Passage::new(text), |_| {
            count += 1;
            Ok(())
        });
        counted.map(|()| count).unwrap_or(0)
    };
    let (scan, matches) = best(&mut || count(text));
    let half = (text.len() / 2..).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (first_half, second_half) = text.split_at(half);
    let (halves, _) = best(&mut || {
        thread::scope(|scope| {
            let other = scope.spawn(|| count(second_half));
            count(first_half) + other.join().unwrap_or(0)
        })
    });
    fs::remove_file(&file)?;
    Ok(Measured { build, open, scan, halves: Some(halves), matches, peak })
}

/// Measures a term base, which also finds inflected forms.
fn terms(labels: &Path, text: &str) -> Result<Measured> {
    let start = Instant::now();
    let english: Language = "en".parse()?;
    let mut builder = TermBase::builder();
    each(labels, |uri, label| {
        let term = TermEntry::new(label, english.clone());
        builder.add(Concept::new(uri).with_term(term))?;
        Ok(())
    })?;
    let built = builder.build()?;
    let build = start.elapsed().as_secs_f64();
    let file = labels.with_extension("terms");
    built.save(&file)?;
    drop(built);
    let peak = peak();
    let start = Instant::now();
    let base = TermBase::open(&file)?;
    let open = Some(start.elapsed().as_secs_f64() * 1e3);
    let count = |text: &str| {
        let found = base.find(&Passage::new(text), &english, None, None);
        found.map(|found| found.len()).unwrap_or(0)
    };
    let (scan, matches) = best(&mut || count(text));
    fs::remove_file(&file)?;
    Ok(Measured { build, open, scan, matches, peak, ..Measured::default() })
}

/// Measures the whole path from a file to a stored dataset.
fn dataset(labels: &Path) -> Result<Measured> {
    let folder = labels.with_extension("store");
    let mut settings = Settings::default();
    settings.store.location = Some(folder.clone().into());
    let engine = Engine::builder(settings).open()?;
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse")?;
    let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    let mut file = fs::File::open(labels)?;
    let start = Instant::now();
    anna.datasets().create_from("labels", Load::new(&mut file), &ResourceUpdate::default())?;
    let found =
        Measured { build: start.elapsed().as_secs_f64(), peak: peak(), ..Measured::default() };
    drop(anna);
    drop(engine);
    fs::remove_dir_all(&folder)?;
    Ok(found)
}

/// A function that folds labels and text, so that they compare equal.
type Fold = fn(&str) -> String;

/// Returns the text in lower case with a mark around each word and symbol, so that only whole words match.
fn words(text: &str) -> String {
    let lowered = text.to_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = lowered.trim();
    let mut marked = String::with_capacity(lowered.len() * 2);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            marked.push(' ');
            rest = rest.trim_start();
            continue;
        }
        let end = match is_part(first) {
            true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, others) = rest.split_at(end);
        marked.extend(["\u{2}", word, "\u{3}"]);
        rest = others;
    }
    marked
}

fn folded(labels: &Path, fold: Fold) -> Result<Vec<String>> {
    let mut all = Vec::new();
    each(labels, |_, label| {
        all.push(fold(label));
        Ok(())
    })?;
    // Names that several entities share are one pattern.
    all.sort_unstable();
    all.dedup();
    all.retain(|label| !label.is_empty());
    Ok(all)
}

fn aho_corasick(labels: &Path, text: &str, fold: Fold) -> Result<Measured> {
    let (labels, text) = (folded(labels, fold)?, fold(text));
    let start = Instant::now();
    let automaton = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&labels)?;
    let build = start.elapsed().as_secs_f64();
    let (scan, matches) = best(&mut || automaton.find_iter(&text).count());
    Ok(Measured { build, scan, matches, peak: peak(), ..Measured::default() })
}

fn daachorse(labels: &Path, text: &str, fold: Fold) -> Result<Measured> {
    let (labels, text) = (folded(labels, fold)?, fold(text));
    let start = Instant::now();
    let builder = DoubleArrayAhoCorasickBuilder::new().match_kind(Kind::LeftmostLongest);
    let automaton = builder.build::<_, _, u32>(&labels).map_err(|error| error.to_string())?;
    let build = start.elapsed().as_secs_f64();
    let (scan, matches) = best(&mut || automaton.leftmost_find_iter(&text).count());
    Ok(Measured { build, scan, matches, peak: peak(), ..Measured::default() })
}
