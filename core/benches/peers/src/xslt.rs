//! Stylesheets, compared with xsltproc on the same work.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use glossweave::Format;
use glossweave::xslt::{Options, Request, Saxon, Stylesheet};
use serde_json::json;

use crate::{Result, SEED, Taken, fact, page, report, timed};

/// Stylesheets, with the file extensions of their documents.
const SHEETS: &[(&str, &str, &str)] = &[
    ("document.xsl", "xml", include_str!("../../sheets/document.xsl")),
    ("xliff.xsl", "xlf", include_str!("../../sheets/xliff.xsl")),
    ("page.xsl", "html", include_str!("../../sheets/page.xsl")),
    ("document-3.xsl", "xml", include_str!("../../sheets/document-3.xsl")),
];

const SIZES: &[(&str, usize)] = &[("4-kb", 4_000), ("100-kb", 100_000), ("10-mb", 10_000_000)];

/// The target time of one turn of xsltproc.
const TURN: Duration = Duration::from_millis(300);

/// Writes the stylesheets and their documents.
pub fn generate(dir: &Path) -> Result<()> {
    fs::create_dir_all(dir)?;
    for (name, _, text) in SHEETS {
        fs::write(dir.join(name), text)?;
    }
    for (name, size) in SIZES {
        fs::write(dir.join(format!("{name}.xml")), page::xml::page(*size, SEED, None))?;
        fs::write(dir.join(format!("{name}.xlf")), page::xliff::page(*size, SEED))?;
    }
    fs::write(dir.join("4-kb.html"), page::page(4_000, SEED))?;
    Ok(())
}

/// Runs one round over the documents of a folder. Stylesheets for Saxon are skipped when it is not
/// installed.
pub fn measure(dir: &Path) -> Result<()> {
    let mut options = Options::default();
    options.saxon = Saxon::find(None)?;
    for (name, ending, _) in SHEETS {
        let path = dir.join(name);
        let third = name.ends_with("-3.xsl");
        if third && options.saxon.is_none() {
            continue;
        }
        let stylesheet = fs::read(&path)?;
        let compiled = timed(|| Ok(Stylesheet::compile(&stylesheet, &options)?))?;
        fact(name, "compiling from Rust, microseconds", micros(compiled));
        let executable = Stylesheet::compile(&stylesheet, &options)?;
        let format = Format::of_path(&format!("x.{ending}")).ok_or("a format")?;
        for (size, _) in SIZES {
            let source = dir.join(format!("{size}.{ending}"));
            let Ok(bytes) = fs::read(&source) else { continue };
            let page = format!("{size}.{ending}");
            let request = Request::new(bytes, format);
            let length = request.input.len();
            let time = timed(|| Ok(executable.run(&request)?.bytes.len()))?;
            let work = if third { "xslt-3" } else { "xslt" };
            report(&page, work, "glossweave", time, length);
            if !third && format != Format::Html {
                report(&page, work, "xsltproc", xsltproc(&path, &source)?, length);
            }
            if *size == SIZES[0].0 {
                let runs = throughput(&executable, &request)?;
                fact(name, "runs a second of 8 threads on 4 KB", runs);
            }
        }
    }
    Ok(())
}

fn micros(taken: Taken) -> f64 {
    taken.clock.as_secs_f64() * 1e6
}

/// Returns the time that xsltproc needs for one more document: parsing, running and saving, without its
/// start-up.
fn xsltproc(stylesheet: &Path, source: &Path) -> Result<Duration> {
    let taken = |count: usize| -> Result<Duration> {
        let sources = std::iter::repeat_n(source, count);
        let mut command = Command::new("xsltproc");
        command.arg(stylesheet).args(sources).stdout(Stdio::null());
        let from = Instant::now();
        if !command.status()?.success() {
            return Err("xsltproc failed".into());
        }
        Ok(from.elapsed())
    };
    let (first, second) = (taken(1)?, taken(3)?);
    let once = second.saturating_sub(first) / 2;
    let count = (TURN.as_secs_f64() / once.as_secs_f64().max(2e-5)).clamp(2.0, 10_000.0) as usize;
    let (first, second) = (taken(1)?, taken(1 + count)?);
    Ok(second.saturating_sub(first) / u32::try_from(count)?)
}

/// Returns the runs per second of eight threads that share a stylesheet.
fn throughput(executable: &Stylesheet, request: &Request) -> Result<f64> {
    let runs = AtomicUsize::new(0);
    let from = Instant::now();
    let failed = thread::scope(|scope| {
        let work = || -> std::result::Result<(), glossweave::Error> {
            while from.elapsed() < TURN {
                black_box(executable.run(request)?);
                runs.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(work)).collect();
        threads.into_iter().find_map(|thread| thread.join().ok()?.err())
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(runs.load(Ordering::Relaxed) as f64 / from.elapsed().as_secs_f64()),
    }
}

/// Runs many transformations to observe the memory: `runs` of them with eight threads, over `sheets`
/// stylesheets. Prints the resident memory after each tenth.
pub fn endure(dir: &Path, sheets: usize, runs: usize, name: &str) -> Result<()> {
    let mut options = Options::default();
    options.saxon = Saxon::find(None)?;
    let text = fs::read_to_string(dir.join(name))?;
    let source = fs::read(dir.join("4-kb.xml"))?;
    let compile = |number: usize| {
        let text = text.replace("style.css", &format!("style-{number}.css"));
        Stylesheet::compile(text.as_bytes(), &options)
    };
    println!("{}", json!({ "runs": 0, "sheets": 0, "resident": resident() }));
    let from = Instant::now();
    let executables = (0..sheets).map(compile).collect::<std::result::Result<Vec<_>, _>>()?;
    println!(
        "{}",
        json!({ "sheets": sheets, "seconds": from.elapsed().as_secs_f64(), "resident": resident() })
    );
    let request = Request::new(source, Format::Xml);
    let from = Instant::now();
    for tenth in 1..=10 {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= runs / 10 {
                            return;
                        }
                        let reply = executables[at % executables.len()].run(&request);
                        assert!(reply.is_ok_and(|reply| reply.bytes.len() > 1_000));
                    }
                });
            }
        });
        let seconds = from.elapsed().as_secs_f64();
        println!(
            "{}",
            json!({ "runs": runs / 10 * tenth, "seconds": seconds, "resident": resident() })
        );
    }
    drop(executables);
    println!("{}", json!({ "sheets": 0, "resident": resident() }));
    Ok(())
}

/// Returns the resident memory of this process in KB.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
