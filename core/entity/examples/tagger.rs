//! Measures taggers with cross-validation, and trains the tagger of `make models`.
//!
//! ```text
//! tagger measure apart|together [--vectors VECTORS.txt] [--dictionary NAMES.csv] [--max-features N] FILE.conll...
//! tagger train --out MODEL [--vectors VECTORS.txt] [--max-features N] FILE.conll...
//! ```
//! `measure` trains on four fifths of the documents and tests on the rest, five times. `apart` uses each file
//! separately, `together` uses all files as one corpus. The output is tables in Markdown.

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a command speaks")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use glossweave_entity::{Corpus, Dictionary, Scores, Tagger, Training, WordClasses};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const FOLDS: usize = 5;
/// The number of words that get a class.
const WORDS: usize = 100_000;

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tagger: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<()> {
    let mut option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        (at + 1 < arguments.len()).then(|| arguments.drain(at..at + 2).next_back()).flatten()
    };
    let (vectors, out) = (option("--vectors"), option("--out"));
    let (max_features, dictionary) = (option("--max-features"), option("--dictionary"));
    let mut training = Training::default();
    if let Some(vectors) = vectors {
        let file = BufReader::new(File::open(vectors)?);
        training = training.with_word_classes(WordClasses::from_vectors(file, WORDS)?);
    }
    if let Some(table) = dictionary {
        let names = Dictionary::from_csv(BufReader::new(File::open(table)?))?;
        training = training.with_dictionary(&names)?;
    }
    if let Some(max_features) = max_features {
        training = training.with_max_features(max_features.parse()?);
    }
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match (words.as_slice(), out) {
        (["measure", "apart", files @ ..], None) => measure(files, &training, false),
        (["measure", "together", files @ ..], None) => measure(files, &training, true),
        (["train", files @ ..], Some(out)) => {
            let corpora = read(files)?;
            let all: Vec<&str> = corpora
                .iter()
                .flat_map(|(_, documents)| documents)
                .map(|document| &**document)
                .collect();
            let tagger = Tagger::train(&Corpus::from_conll(&all.concat())?, &training)?;
            Ok(tagger.save(out)?)
        }
        _ => Err("expected `measure apart|together FILE...` or `train --out MODEL FILE...`".into()),
    }
}

/// Returns the names of corpora, and the columns of their documents. If a corpus has no document separators,
/// each sentence is a document.
fn read(files: &[&str]) -> Result<Vec<(String, Vec<String>)>> {
    let corpus = |path: &&str| {
        let text = fs::read_to_string(path)?;
        let mark = if text.contains("-DOCSTART-") { "-DOCSTART-" } else { "\n\n" };
        let documents =
            text.split(mark).filter(|document| !document.trim().is_empty()).map(|document| {
                // Skips the rest of the separator line.
                let start = if mark == "\n\n" { 0 } else { document.find('\n').unwrap_or(0) };
                let columns = document[start..].trim_matches('\n').lines().map(|line| {
                    let mut columns = line.split('\t');
                    match (columns.next().map(str::trim), columns.next()) {
                        (Some(token), Some(tag)) if !token.is_empty() => {
                            format!("{token}\t{tag}\n")
                        }
                        // A token that only contains white space.
                        (_, Some(_)) => String::new(),
                        _ => "\n".to_owned(),
                    }
                });
                format!("-DOCSTART-\tO\n\n{}\n", columns.collect::<String>())
            });
        let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        Ok((name.into_owned(), documents.collect()))
    };
    files.iter().map(corpus).collect()
}

#[derive(Default)]
struct Measured {
    classes: BTreeMap<String, Scores>,
    tokens: usize,
    tagging: Duration,
    learned: usize,
    training: Duration,
}

impl Measured {
    fn add(&mut self, class: &str, scores: Scores) {
        let sum = self.classes.entry(class.to_owned()).or_default();
        sum.expected += scores.expected;
        sum.found += scores.found;
        sum.correct += scores.correct;
    }
}

fn measure(files: &[&str], training: &Training, together: bool) -> Result<()> {
    let corpora = read(files)?;
    let mut results: Vec<Measured> = corpora.iter().map(|_| Measured::default()).collect();
    for fold in 0..FOLDS {
        let part = |number: usize, in_fold: bool| -> String {
            let documents = corpora[number].1.iter().enumerate();
            documents
                .filter(|(at, _)| (at % FOLDS == fold) == in_fold)
                .map(|(_, document)| &**document)
                .collect()
        };
        let mut tagger = None;
        for (number, result) in results.iter_mut().enumerate() {
            if !together || tagger.is_none() {
                let from = if together { 0..corpora.len() } else { number..number + 1 };
                let corpus =
                    Corpus::from_conll(&from.map(|index| part(index, false)).collect::<String>())?;
                let start = Instant::now();
                tagger = Some(Tagger::train(&corpus, training)?);
                result.training += start.elapsed();
                result.learned += corpus.tokens();
            }
            let Some(tagger) = &tagger else { continue };
            let corpus = Corpus::from_conll(&part(number, true))?;
            let start = Instant::now();
            let evaluation = tagger.evaluate(&corpus);
            result.tagging += start.elapsed();
            result.tokens += evaluation.tokens;
            result.add("", evaluation.overall);
            for (class, scores) in evaluation.classes {
                result.add(&class, scores);
            }
            if fold == 0 {
                eprintln!("{}: {} bytes", corpora[number].0, tagger.to_bytes()?.len());
            }
        }
    }
    println!("| corpus | class | precision | recall | F1 |\n|---|---|---|---|---|");
    for ((name, _), result) in corpora.iter().zip(&results) {
        for (class, scores) in &result.classes {
            let class = if class.is_empty() { "all" } else { class };
            let [precision, recall, f1] =
                [scores.precision(), scores.recall(), scores.f1()].map(|ratio| 100.0 * ratio);
            println!("| {name} | {class} | {precision:.1} | {recall:.1} | {f1:.1} |");
        }
    }
    println!(
        "\n| corpus | tokens tagged a second | tokens learned from | seconds of training |\n|---|---|---|---|"
    );
    for ((name, _), measured) in corpora.iter().zip(&results) {
        let speed = measured.tokens as f64 / measured.tagging.as_secs_f64();
        let (learned, seconds) =
            (measured.learned / FOLDS, measured.training.as_secs_f64() / FOLDS as f64);
        println!("| {name} | {speed:.0} | {learned} | {seconds:.1} |");
    }
    Ok(())
}
