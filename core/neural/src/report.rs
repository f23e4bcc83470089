//! Reports that describe a model by its files and its speed.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use glossweave_base::error::Result;
use glossweave_base::model_report::{LicenseInfo, ModelReport};
use serde_json::Value;

use crate::files::{CONFIG, MAX_FILE, ModelFiles, SPAN_CONFIG, names_in, read, read_config};
use crate::sentence_transformer::SentenceTransformer;
use crate::span_classifier::SpanClassifier;
use crate::token_classifier::TokenClassifier;

/// The text that is used to measure the speed.
const TEXT: &str = "Maria Lopez left Cork on the night train with two bags and a letter of the company that had \
    built the bridge. She wrote to her brother in Lisbon, who had worked for the same bank since the war, that the \
    new director, a Mr. Hanlon of Boston, would sell the harbour if nobody stopped him before October.";
/// The minimum duration of the speed measurement. The model is run repeatedly until this time has
/// passed.
const AT_LEAST: Duration = Duration::from_millis(300);
/// The maximum size of a licence, in bytes.
const MAX_LICENSE: usize = 64 << 10;
/// The prefixes of the file names of licences, in lower case.
const LICENSES: [&str; 3] = ["license", "licence", "copying"];
/// The file whose front matter may specify a licence.
const README: &str = "README.md";

/// Describes the model in a folder or file. The function opens the model and runs it for about half a second
/// to measure its speed.
///
/// A model is a span classifier if there is a file `gliner_config.json`. It is a token classifier if its
/// configuration specifies such an architecture (`…ForTokenClassification`), or no architecture but labels
/// (`id2label`). Otherwise, it is a sentence encoder.
///
/// # Errors
///
/// Returns the errors of [`TokenClassifier::open`], [`SpanClassifier::open`] and
/// [`SentenceTransformer::open`].
///
/// For example:
///
/// ```
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/classifier");
/// let report = glossweave_neural::check(folder)?;
/// assert_eq!((report.kind, report.max_tokens), ("token-classifier", Some(12)));
/// assert_eq!(report.outputs[0].shape, ["batch", "sequence", "7"]);
/// assert!(report.license.unwrap().text.contains("Apache"));
/// # Ok::<(), glossweave_base::Error>(())
/// ```
pub fn check(path: impl AsRef<Path>) -> Result<ModelReport> {
    let files = ModelFiles::find(path.as_ref())?;
    let mut report = ModelReport::default();
    report.file = files.model.display().to_string();
    report.tokenizer = Some("WordPiece".to_owned());
    let (before, start) = (resident(), Instant::now());
    if files.beside(SPAN_CONFIG).exists() {
        report.kind = "span-classifier";
        let classifier = SpanClassifier::open(&files.model)?.with_class("person", None)?;
        report.open_milliseconds = milliseconds(start);
        classifier.describe(&mut report);
        report.tokens_per_second = Some(speed(|| classifier.run(TEXT))?);
    } else if is_classifier(&files)? {
        report.kind = "token-classifier";
        let classifier = TokenClassifier::open(&files.model)?;
        report.open_milliseconds = milliseconds(start);
        classifier.describe(&mut report);
        report.tokens_per_second = Some(speed(|| classifier.run(TEXT))?);
    } else {
        report.kind = "sentence-encoder";
        let encoder = SentenceTransformer::open(&files.model)?;
        report.open_milliseconds = milliseconds(start);
        encoder.describe(&mut report);
        report.tokens_per_second = Some(speed(|| encoder.run(TEXT))?);
    }
    report.memory = resident().zip(before).map(|(after, before)| after.saturating_sub(before));
    report.bytes = fs::metadata(&files.model).map_or(0, |found| found.len());
    report.license = license(&files);
    Ok(report)
}

/// Returns `true` if the files belong to a token classifier.
fn is_classifier(files: &ModelFiles) -> Result<bool> {
    let path = files.beside(CONFIG);
    if !path.exists() {
        return Ok(false);
    }
    let config = read_config(&read("configuration", &path, MAX_FILE)?, &path)?;
    let architectures = config["architectures"].as_array().into_iter().flatten();
    let mut known = architectures.filter_map(Value::as_str).peekable();
    Ok(match known.peek() {
        Some(_) => known.any(|architecture| architecture.ends_with("ForTokenClassification")),
        None => config["id2label"].is_object(),
    })
}

/// Returns the speed of a function in tokens per second. `run` returns the number of tokens that it
/// processed.
fn speed(mut run: impl FnMut() -> Result<usize>) -> Result<f64> {
    run()?;
    let (start, mut tokens) = (Instant::now(), 0);
    while start.elapsed() < AT_LEAST {
        tokens += run()?;
    }
    Ok(tokens as f64 / start.elapsed().as_secs_f64())
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

/// Returns the resident memory of this process in bytes, as reported by Linux.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok().map(|kilobytes: u64| kilobytes << 10)
}

/// Returns the licence of a model: the content of a licence file, or the field `license` in the front matter
/// of `README.md`.
fn license(files: &ModelFiles) -> Option<LicenseInfo> {
    let named = names_in(&files.folder).into_iter().find(|name| {
        let name = name.to_lowercase();
        LICENSES.iter().any(|start| name.starts_with(start))
    });
    let file = named.unwrap_or_else(|| README.to_owned());
    let bytes = read("licence", &files.beside(&file), MAX_FILE).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = if file == README {
        let head = text.strip_prefix("---\n")?.split("\n---").next()?;
        head.lines().find_map(|line| line.strip_prefix("license:"))?.trim().to_owned()
    } else {
        text[..text.floor_char_boundary(MAX_LICENSE)].to_owned()
    };
    let mut license = LicenseInfo::default();
    (license.file, license.text) = (file, text);
    Some(license)
}
