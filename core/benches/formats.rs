//! Measures the speed of the formats of offices, books and strings, in MB of uncompressed content per
//! second. Prints one JSON object per line, like core/benches/peers.
//!
//! Use `cargo bench -p glossweave-format --bench formats -- generate DIR` to write files of 100 KB, 1 MB
//! and 10 MB. Use `-- measure FILE...` to run one round over each file, and `-- growth DIR` to read files
//! of 10 MB and of 100 MB, each once in a separate process. PDF requires `--features pdf`.

#![allow(clippy::print_stdout, reason = "a measurement")]
#![allow(missing_docs, reason = "a program")]

mod page;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format::{EncodeOptions, decode, encode};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The minimum time of a measurement. The work is repeated until it has passed.
const AT_LEAST: Duration = Duration::from_millis(60);

fn main() -> Result<()> {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["generate", dir] => {
            for (name, size) in [("100-kb", 100_000), ("1-mb", 1_000_000), ("10-mb", 10_000_000)] {
                for (extension, make) in page::GENERATORS {
                    let file = Path::new(dir).join(format!("{name}.{extension}"));
                    fs::write(file, make(size, SEED)?)?;
                }
            }
            Ok(())
        }
        ["measure", files @ ..] => files.iter().try_for_each(|file| measure(Path::new(file))),
        ["growth", dir] => page::GENERATORS.iter().try_for_each(|(extension, make)| {
            for (name, size) in [("10-mb", 10_000_000), ("100-mb", 100_000_000)] {
                let file = Path::new(dir).join(format!("growth-{name}.{extension}"));
                fs::write(&file, make(size, SEED)?)?;
                let done =
                    Command::new(std::env::current_exe()?).arg("read").arg(&file).status()?;
                fs::remove_file(&file)?;
                if !done.success() {
                    return Err(format!("`{}` was not read", file.display()).into());
                }
            }
            Ok(())
        }),
        ["read", file] => read_once(Path::new(file)),
        _ => Err("expected `generate DIR`, `measure FILE...` or `growth DIR`".into()),
    }
}

fn format_of(path: &Path) -> Result<(Format, String)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((Format::of_path(&name).ok_or("a format")?, name))
}

fn read(bytes: &[u8], format: Format) -> Result<Document> {
    Ok(decode(
        bytes,
        format,
        &DecodeOptions { max_bytes: u32::MAX as usize, ..DecodeOptions::default() },
    )?)
}

/// Returns the uncompressed size of a file in bytes.
fn unpacked(bytes: &[u8]) -> Result<u64> {
    if !bytes.starts_with(b"PK") {
        return Ok(bytes.len() as u64);
    }
    let mut package = zip::ZipArchive::new(Cursor::new(bytes))?;
    let mut size = 0;
    for index in 0..package.len() {
        size += package.by_index_raw(index)?.size();
    }
    Ok(size)
}

/// Measures reading a file, reading and writing it, and the same with a change: one word per 200 bytes is
/// annotated, or, when the format cannot store annotations, all units are translated. PDF is only read.
fn measure(path: &Path) -> Result<()> {
    let (format, name) = format_of(path)?;
    let bytes = fs::read(path)?;
    let size = unpacked(&bytes)?;
    if format == Format::Pdf {
        report(&name, "format", timed(|| read(&bytes, format))?, size);
        return Ok(());
    }
    let document = read(&bytes, format)?;
    let all = if format.returns() { marked(&document) } else { translated(&document)? };
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let written = |document: &Document, all: &[Annotation]| Ok(encode(document, all, &options)?);
    let placed = written(&document, &all)?
        .placements
        .iter()
        .filter(|placement| placement.is_there())
        .count();
    drop(document);
    report(&name, "format", timed(|| read(&bytes, format))?, size);
    report(&name, "format-same", timed(|| written(&read(&bytes, format)?, &[]))?, size);
    report(&name, "format-changed", timed(|| written(&read(&bytes, format)?, &all))?, size);
    fact(&name, "changes written, of each hundred", placed as f64 * 100.0 / all.len() as f64);
    Ok(())
}

fn marked(document: &Document) -> Vec<Annotation> {
    let mut next = 0;
    let mut all = Vec::new();
    for unit in document.units().filter(|unit| !unit.text().is_empty()) {
        let start = unit.span().start();
        let word = unit.text().split(' ').find(|word| !word.is_empty()).filter(|_| start >= next);
        let Some(word) = word else { continue };
        let from = start + unit.text().find(word).unwrap_or(0);
        let entity = Entity::new(format!("http://example.org/{}", all.len()));
        all.push(Annotation::entity(TextSpan::new(from, from + word.len()), entity));
        next = start + 200;
    }
    all
}

fn translated(document: &Document) -> Result<Vec<Annotation>> {
    let mut all = Vec::new();
    for unit in document.units() {
        let text = format!("A {}", glossweave_format::marked_text(document, unit.span())?);
        all.push(Annotation::translation(unit.span(), Translation::new(text, "de".parse()?)));
    }
    Ok(all)
}

fn read_once(path: &Path) -> Result<()> {
    let (format, name) = format_of(path)?;
    let bytes = fs::read(path)?;
    let size = unpacked(&bytes)?;
    let before = peak();
    let (clock, processor) = (Instant::now(), on_processor());
    let document = read(&bytes, format)?;
    let taken =
        Taken { clock: clock.elapsed(), processor: on_processor().saturating_sub(processor) };
    report(&name, "format", taken, size);
    let memory = peak().saturating_sub(before);
    fact(&name, "seconds", taken.processor.as_secs_f64());
    fact(&name, "peak memory of reading beyond the source, MB", memory as f64 / 1e6);
    drop(document);
    Ok(())
}

/// Returns the peak memory of this process in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}

#[derive(Clone, Copy)]
struct Taken {
    clock: Duration,
    processor: Duration,
}

/// Returns the processor time of this thread.
fn on_processor() -> Duration {
    let times = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = times.split(' ').next().and_then(|time| time.parse().ok());
    Duration::from_nanos(first.unwrap_or(0))
}

/// Returns the average wall-clock time and processor time of the work.
fn timed<T>(mut work: impl FnMut() -> Result<T>) -> Result<Taken> {
    let mut turns = 0;
    let (clock, processor) = (Instant::now(), on_processor());
    while turns == 0 || clock.elapsed() < AT_LEAST {
        black_box(work()?);
        turns += 1;
    }
    let processor = on_processor().saturating_sub(processor);
    Ok(Taken { clock: clock.elapsed() / turns, processor: processor / turns })
}

/// Prints rates in MB/s.
fn report(page: &str, work: &str, taken: Taken, size: u64) {
    let rate = |time: Duration| size as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{{\"page\": \"{page}\", \"work\": \"{work}\", \"who\": \"glossweave\", \"rate\": {}, \
         \"processor\": {}}}",
        rate(taken.clock),
        rate(taken.processor)
    );
}

fn fact(page: &str, name: &str, value: f64) {
    println!("{{\"page\": \"{page}\", \"fact\": \"{name}\", \"value\": {value}}}");
}
