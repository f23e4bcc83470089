//! Measures Glossweave and its peers at the same work, in turns. Prints one JSON object per line.
//!
//! `glossweave-peers generate DIR` writes the generated pages. `glossweave-peers measure FILE...` runs one
//! round over each file. `glossweave-peers names ROUNDS` measures dictionaries, `glossweave-peers encodings
//! DIR` pages in other encodings, `glossweave-peers store DIR` stored resources, `glossweave-peers xslt
//! DIR` stylesheets, `glossweave-peers apertium ROUNDS` and `memory SEGMENTS DIR` translation, `peak FILE`
//! memory, `pipelines ROUNDS DIR` and `requests ROUNDS DIR SERVER ECHO` services by their paths, and
//! `glossweave-peers vocabulary WHO LABELS TEXT` large lists of names. The reader of the lines computes the
//! median over several rounds. `glossweave-peers endure DIR STYLESHEET SHEETS RUNS` reports how the memory
//! changes over many runs.

#[path = "../../names/mod.rs"]
mod names;
#[path = "../../page/mod.rs"]
mod page;
#[path = "../../sentences/mod.rs"]
mod sentences;

mod apertium;
mod dictionary;
mod encodings;
mod filters;
mod formats;
mod load;
mod marks;
mod memory;
mod ours;
mod rewriter;
mod service;
mod tokenizer;
mod turtle;
mod vocabulary;
mod xslt;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use glossweave::{DecodeOptions, Format};
use serde_json::json;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The minimum time of a measurement. The work is repeated until it has passed, so that small pages can be
/// measured too.
const AT_LEAST: Duration = Duration::from_millis(60);

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["generate", dir] => generate(Path::new(dir)),
        ["encodings", dir] => encodings::measure(Path::new(dir)),
        ["store", dir] => filters::measure_store(Path::new(dir)),
        ["xslt", dir] => xslt::measure(Path::new(dir)),
        ["endure", dir, name, sheets, runs] => {
            xslt::endure(Path::new(dir), sheets.parse()?, runs.parse()?, name)
        }
        ["vocabulary", who, labels, text] => {
            vocabulary::measure(who, Path::new(labels), Path::new(text))
        }
        ["memory", size, dir] => memory::measure(size.parse()?, Path::new(dir)),
        ["peak", file] => peak(Path::new(file)),
        ["apertium", rounds] => apertium::measure(rounds.parse()?),
        ["pipelines", rounds, dir] => service::pipelines(rounds.parse()?, Path::new(dir)),
        ["requests", rounds, dir, server, other] => {
            load::requests(rounds.parse()?, Path::new(dir), Path::new(server), other)
        }
        ["names", rounds] => dictionary::measure(rounds.parse()?),
        ["measure", files @ ..] if !files.is_empty() => {
            files.iter().try_for_each(|file| measure(Path::new(file)))
        }
        _ => {
            let works = "`generate DIR`, `measure FILE...`, `encodings DIR`, `store DIR`, `xslt DIR`, `names ROUNDS`, \
                         `apertium ROUNDS`, `memory SEGMENTS DIR`, `peak FILE`, `pipelines ROUNDS DIR`, `requests ROUNDS DIR SERVER ECHO`, \
                         `vocabulary WHO LABELS TEXT` or `endure DIR STYLESHEET SHEETS RUNS`";
            Err(format!("expected {works}").into())
        }
    }
}

fn generate(dir: &Path) -> Result<()> {
    fs::create_dir_all(dir)?;
    for (name, size) in [("10-kb", 10_000), ("1-mb", 1_000_000), ("10-mb", 10_000_000)] {
        fs::write(dir.join(format!("{name}.html")), page::page(size, SEED))?;
    }
    for (name, size) in [("100-kb", 100_000), ("1-mb", 1_000_000), ("10-mb", 10_000_000)] {
        let rules = Some(page::xml::RULES);
        fs::write(dir.join(format!("{name}.xml")), page::xml::page(size, SEED, None))?;
        fs::write(dir.join(format!("{name}-rules.xml")), page::xml::page(size, SEED, rules))?;
        fs::write(dir.join(format!("{name}.xlf")), page::xliff::page(size, SEED))?;
        fs::write(dir.join(format!("{name}.odt")), page::odt::page(size, SEED)?)?;
    }
    fs::write(dir.join("irregular.html"), page::irregular(100_000, SEED))?;
    for (name, size) in [("letter", 20_000), ("report", 100_000)] {
        fs::write(dir.join(format!("{name}.odt")), page::office::page(size, SEED)?)?;
    }
    xslt::generate(&dir.join("xslt"))?;
    encodings::generate(&dir.join("encodings"))?;
    filters::generate(dir)
}

fn measure(path: &Path) -> Result<()> {
    let bytes = fs::read(path)?;
    if path.extension().is_some_and(|extension| extension == "ttl") {
        return filters::measure(path, &bytes);
    }
    if path.extension().is_some_and(|extension| extension != "html") {
        return formats::measure(path, &bytes);
    }
    let text = std::str::from_utf8(&bytes)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let report = |work: &str, who: &str, taken: Taken, volume: usize| {
        report(&name, work, who, taken, volume);
    };

    let size = bytes.len();
    // The data of a contender is created right before its turn, because a heap full of small allocations of
    // another contender slows down all of them.
    report("document", "glossweave", timed(|| ours::decode(&bytes))?, size);
    report("document", "html5ever tokenizer", timed(|| tokenizer::html5ever(text))?, size);
    report("document", "lol_html handlers", timed(|| tokenizer::lol_html(&bytes))?, size);
    report("document", "html5gum tokenizer", timed(|| tokenizer::html5gum(text))?, size);
    report("nif", "glossweave", timed(|| ours::turtle(&ours::decode(&bytes)?, &[]))?, size);

    let document = ours::decode(&bytes)?;
    let marks = marks::spread(&document);
    let rewritten = ours::mark(&document, &marks, false)?;
    let insertions = marks::insertions(&bytes, &rewritten);
    assert_eq!(rewriter::rewrite(&bytes, &insertions)?, rewritten.bytes, "the same page comes out");
    report("mark", "glossweave", timed(|| ours::mark(&document, &marks, false))?, size);
    let whole = || ours::mark(&ours::decode(&bytes)?, &marks, false);
    report("mark", "glossweave with reading", timed(whole)?, size);
    report("mark", "glossweave, verified", timed(|| ours::mark(&document, &marks, true))?, size);
    report("mark", "lol_html", timed(|| rewriter::rewrite(&bytes, &insertions))?, size);

    let written = ours::turtle(&document, &marks)?;
    report("turtle", "glossweave", timed(|| ours::turtle(&document, &marks))?, written.len());
    let triples = turtle::triples(&written)?;
    report("turtle", "oxigraph", timed(|| turtle::write(&triples))?, written.len());
    println!(
        "{}",
        json!({ "page": name, "bytes": size, "text": document.text().len(),
            "memory": document.heap_size() as f64 / size as f64, "annotations": marks.len() })
    );
    Ok(())
}

/// The time of one turn of some work.
#[derive(Clone, Copy)]
pub struct Taken {
    /// The wall-clock time.
    pub clock: Duration,
    /// The processor time; `None` for the work of another process, for example xsltproc.
    pub processor: Option<Duration>,
}

impl From<Duration> for Taken {
    fn from(clock: Duration) -> Taken {
        Taken { clock, processor: None }
    }
}

/// Prints rates in MB/s.
fn report(page: &str, work: &str, who: &str, taken: impl Into<Taken>, volume: usize) {
    let Taken { clock, processor } = taken.into();
    let rate = |time: Duration| volume as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{}",
        json!({ "page": page, "work": work, "who": who, "rate": rate(clock),
            "processor": processor.map(rate) })
    );
}

/// Prints the peak memory of reading a file, in addition to the memory held before, in MB.
fn peak(path: &Path) -> Result<()> {
    let (bytes, name) = (fs::read(path)?, path.to_string_lossy());
    let format = Format::of_path(&name).ok_or("a format")?;
    let before = vocabulary::peak();
    let document = glossweave::decode(bytes, format, &DecodeOptions::default())?;
    println!("{}", vocabulary::peak().saturating_sub(before) as f64 / 1e6);
    drop(document);
    Ok(())
}

/// Prints a value that is not a rate.
fn fact(page: &str, name: &str, value: f64) {
    println!("{}", json!({ "page": page, "fact": name, "value": value }));
}

/// Returns the average time of one turn of the work.
fn timed<T>(mut work: impl FnMut() -> Result<T>) -> Result<Taken> {
    let mut turns = 0;
    let (from, processor) = (Instant::now(), ProcessTime::now());
    while turns == 0 || from.elapsed() < AT_LEAST {
        black_box(work()?);
        turns += 1;
    }
    Ok(Taken { clock: from.elapsed() / turns, processor: Some(processor.elapsed() / turns) })
}
