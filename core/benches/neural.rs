//! Measures the tokens per second of neural models, like `core/benches/peers/python/neural.py speed`. Prints one JSON
//! object.
//!
//! Use `cargo bench -p glossweave-neural --bench neural -- speed MODEL TEXTS THREADS`, with a folder whose
//! name is `classifier` or `encoder`, and a file with one text per line. `RTEN_NUM_THREADS` must have the
//! same value as `THREADS`.

#![allow(clippy::print_stdout, reason = "a measurement")]
#![allow(missing_docs, reason = "a program")]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_neural::{SentenceTransformer, TokenClassifier};

/// The minimum time of a round. The work is repeated until it has passed.
const AT_LEAST: Duration = Duration::from_secs(2);

/// A function that processes a text. It returns a number, so that the compiler cannot omit the work.
type Run = Box<dyn Fn(&str) -> Result<usize>>;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ["speed", folder, texts, threads] = words.as_slice() else {
        return Err("expected: speed MODEL TEXTS THREADS".into());
    };
    let name = Path::new(folder).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let texts = fs::read_to_string(texts)?;
    let texts: Vec<&str> = texts.lines().filter(|line| !line.is_empty()).collect();
    let start = Instant::now();
    let run: Run = if name == "classifier" {
        let classifier = TokenClassifier::open(folder)?.with_min_confidence(0.0);
        Box::new(move |text| Ok(black_box(classifier.recognize(&Passage::new(text))?).len()))
    } else {
        let encoder = SentenceTransformer::open(folder)?;
        Box::new(move |text| Ok(black_box(encoder.encode(&[text])?).len()))
    };
    let opened = start.elapsed();
    let (begin, mut best) = (Instant::now(), Duration::MAX);
    while begin.elapsed() < AT_LEAST {
        let start = Instant::now();
        texts.iter().try_for_each(|text| run(text).map(|_| ()))?;
        best = best.min(start.elapsed());
    }
    let status = fs::read_to_string("/proc/self/status")?;
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let memory: f64 = memory.unwrap_or("0").trim().trim_end_matches(" kB").parse()?;
    println!(
        "{{\"model\": \"{name}\", \"threads\": {threads}, \"who\": \"glossweave\", \"seconds\": {}, \
         \"opened\": {}, \"memory\": {}}}",
        best.as_secs_f64(),
        opened.as_secs_f64() * 1000.0,
        memory / 1024.0
    );
    Ok(())
}
