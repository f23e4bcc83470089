//! Compares the dictionary with a raw scan of aho-corasick, on the same labels and the same text.
//!
//! Use `cargo bench -p glossweave --bench dictionary` to measure 10,000 and 100,000 labels on 10 MB of
//! text. When `GLOSSWEAVE_BENCH_LARGE=1` is set, it also measures 1,000,000 labels. A table with the ratios
//! is printed first.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod names;

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use aho_corasick::{AhoCorasick, MatchKind};
use divan::Bencher;
use divan::counter::BytesCount;
use glossweave::entity::{Dictionary, Entry, Passage, Recognizer};

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

fn sizes() -> &'static [usize] {
    let large = std::env::var_os("GLOSSWEAVE_BENCH_LARGE").is_some_and(|value| value != "0");
    if large { &SIZES } else { &SIZES[..2] }
}

struct Case {
    labels: Vec<String>,
    uris: Vec<String>,
    text: String,
    /// The text in lower case, for an automaton that compares bytes.
    lowered: String,
    file: tempfile::TempPath,
    dictionary: Dictionary,
    automaton: AhoCorasick,
    built: [Duration; 2],
}

fn case(size: usize) -> &'static Case {
    static CASES: [OnceLock<Case>; SIZES.len()] = [const { OnceLock::new() }; SIZES.len()];
    let index = SIZES.iter().position(|known| *known == size).unwrap();
    CASES[index].get_or_init(|| {
        let (labels, text) = names::case(size);
        let uris = (0..size).map(|n| format!("http://example.org/entity/{n}")).collect::<Vec<_>>();
        let start = Instant::now();
        let dictionary = build(&labels, &uris);
        let ours = start.elapsed();
        let lowered = text.to_lowercase();
        let start = Instant::now();
        let automaton = automaton(&labels);
        let theirs = start.elapsed();
        let file = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        dictionary.save(&file).unwrap();
        // Measured as used in practice: from the file, instead of the memory it was built in.
        let dictionary = Dictionary::open(&file).unwrap();
        Case { labels, uris, text, lowered, file, dictionary, automaton, built: [ours, theirs] }
    })
}

fn build(labels: &[String], uris: &[String]) -> Dictionary {
    let mut builder = Dictionary::builder();
    for (label, uri) in labels.iter().zip(uris) {
        builder.add(&Entry::new(uri, label)).unwrap();
    }
    builder.build().unwrap()
}

fn automaton(labels: &[String]) -> AhoCorasick {
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(labels.iter().map(|label| label.to_lowercase()))
        .unwrap()
}

fn find(dictionary: &Dictionary, text: &str) -> usize {
    let mut count = 0;
    dictionary
        .each_match(&Passage::new(text), |name_match| {
            count += name_match.span().len().min(1);
            Ok(())
        })
        .unwrap();
    count
}

fn annotate(dictionary: &Dictionary, text: &str) -> usize {
    dictionary.recognize(&Passage::new(text)).unwrap().len()
}

#[divan::bench(args = sizes(), sample_count = 5, sample_size = 1)]
fn scan_dictionary(bencher: Bencher<'_, '_>, size: usize) {
    let case = case(size);
    bencher.counter(BytesCount::new(case.text.len())).bench(|| find(&case.dictionary, &case.text));
}

#[divan::bench(args = sizes(), sample_count = 5, sample_size = 1)]
fn annotate_dictionary(bencher: Bencher<'_, '_>, size: usize) {
    let case = case(size);
    bencher
        .counter(BytesCount::new(case.text.len()))
        .bench(|| annotate(&case.dictionary, &case.text));
}

#[divan::bench(args = sizes(), sample_count = 5, sample_size = 1)]
fn scan_aho_corasick(bencher: Bencher<'_, '_>, size: usize) {
    let case = case(size);
    bencher
        .counter(BytesCount::new(case.text.len()))
        .bench(|| case.automaton.find_iter(&case.lowered).count());
}

#[divan::bench(args = sizes(), sample_count = 3, sample_size = 1)]
fn build_dictionary(bencher: Bencher<'_, '_>, size: usize) {
    let case = case(size);
    bencher.bench(|| build(&case.labels, &case.uris));
}

#[divan::bench(args = sizes())]
fn open_dictionary(bencher: Bencher<'_, '_>, size: usize) {
    let case = case(size);
    bencher.bench(|| Dictionary::open(&case.file).unwrap());
}

fn best_of<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let timed = (0..times).map(|_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    });
    timed.min().unwrap_or_default()
}

fn main() {
    println!(
        "| labels | matches MB/s | annotations MB/s | aho-corasick MB/s | ratio | ratio | found | aho-corasick found \
              | build s | aho-corasick build s | open ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for size in sizes() {
        let case = case(*size);
        let ours = best_of(3, || find(&case.dictionary, &case.text));
        let annotated = best_of(3, || annotate(&case.dictionary, &case.text));
        let theirs = best_of(3, || case.automaton.find_iter(&case.lowered).count());
        let open = best_of(5, || Dictionary::open(&case.file).unwrap());
        let speed = |time: Duration| case.text.len() as f64 / 1e6 / time.as_secs_f64();
        println!(
            "| {size} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} | {} | {} | {:.2} | {:.2} | {:.3} |",
            speed(ours),
            speed(annotated),
            speed(theirs),
            speed(ours) / speed(theirs),
            speed(annotated) / speed(theirs),
            find(&case.dictionary, &case.text),
            case.automaton.find_iter(&case.lowered).count(),
            case.built[0].as_secs_f64(),
            case.built[1].as_secs_f64(),
            open.as_secs_f64() * 1e3,
        );
    }
    if std::env::var_os("GLOSSWEAVE_BENCH_TABLE_ONLY").is_none() {
        divan::main();
    }
}
