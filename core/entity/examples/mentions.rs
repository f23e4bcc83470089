//! Measures mention models on corpora that were not used for training, and trains the model of `make
//! models`.
//!
//! ```text
//! mentions measure|measure-tagged NAMES.csv VECTORS.txt FILE.conll...
//! mentions train OUT NAMES.csv VECTORS.txt FILE.conll...
//! ```
//! `measure-tagged` measures the models together with taggers that are trained on the same text.

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a command speaks")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{File, read_to_string};
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use glossweave_base::text::{Language, TextSpan};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_entity::{
    Corpus, Dictionary, LabelCase, MentionModel, MentionTraining, Tagger, Training, WordClasses,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The number of words that get a class.
const WORDS: usize = 100_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done =
        match words.as_slice() {
            ["measure", names, vectors, files @ ..] => measure(names, vectors, files, false),
            ["measure-tagged", names, vectors, files @ ..] => measure(names, vectors, files, true),
            ["train", out, names, vectors, files @ ..] => train(out, names, vectors, files),
            _ => Err("expected `measure`, `measure-tagged` or `train`, names, vectors and corpora"
                .into()),
        };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mentions: {error}");
            ExitCode::FAILURE
        }
    }
}

fn opened(path: &str, vectors: &str) -> Result<(Dictionary, MentionTraining)> {
    // The model must classify common words too.
    let names = Dictionary::builder().with_case(LabelCase::Term);
    let names = names.csv(File::open(path)?)?.build()?;
    let classes = WordClasses::from_vectors(BufReader::new(File::open(vectors)?), WORDS)?;
    Ok((names, MentionTraining::default().with_word_classes(classes).with_language("en")))
}

fn train(out: &str, names: &str, vectors: &str, files: &[&str]) -> Result<()> {
    let (names, training) = opened(names, vectors)?;
    let mut corpus = Corpus::default();
    for (name, text) in &read(files)? {
        add(&mut corpus, text).ok_or_else(|| format!("{name} has other classes"))?;
    }
    let start = Instant::now();
    MentionModel::train(&corpus, &names, &training)?.save(out)?;
    eprintln!("trained in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Reads corpora, using the first two columns. Returns them with their file names.
fn read(files: &[&str]) -> Result<Vec<(String, Corpus)>> {
    let corpus = |path: &&str| {
        let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = read_to_string(path)?;
        let columns = text.lines().map(|line| {
            let mut columns = line.split('\t');
            match (columns.next().map(str::trim), columns.next()) {
                (Some(token), Some(tag)) if !token.is_empty() => format!("{token}\t{tag}\n"),
                // A token that only contains white space.
                (_, Some(_)) => String::new(),
                (Some(mark), None) => format!("{mark}\n"),
                (None, None) => "\n".to_owned(),
            }
        });
        Ok((name, Corpus::from_conll(&columns.collect::<String>())?))
    };
    files.iter().map(corpus).collect()
}

fn measure(names: &str, vectors: &str, files: &[&str], with_tagger: bool) -> Result<()> {
    let (names, training) = opened(names, vectors)?;
    let texts = read(files)?;
    // Sections of the same corpus are held out together.
    let family = |name: &str| name.split('-').next().unwrap_or_default().to_owned();
    let mut families: BTreeMap<String, Vec<&(String, Corpus)>> = BTreeMap::new();
    for text in &texts {
        families.entry(family(&text.0)).or_default().push(text);
    }
    for (held_out, tests) in &families {
        let mut corpus = Corpus::default();
        for (name, text) in texts.iter().filter(|(name, _)| family(name) != *held_out) {
            add(&mut corpus, text).ok_or_else(|| format!("{name} has other classes"))?;
        }
        let start = Instant::now();
        let model = MentionModel::train(&corpus, &names, &training)?;
        let seconds = start.elapsed().as_secs_f64();
        println!("{held_out}: trained in {seconds:.1} s, {} bytes", model.to_bytes()?.len());
        for (name, test) in tests {
            report(name, test, &names, &model)?;
        }
        if with_tagger {
            let tagger = Training::default().with_word_classes(model.word_classes().clone());
            let tagger = Tagger::train(&corpus, &tagger.with_max_features(48_000))?;
            let model = model.with_tagger(tagger);
            for (name, test) in tests {
                report(&format!("{name} with a tagger"), test, &names, &model)?;
            }
        }
    }
    Ok(())
}

/// Adds the documents of a corpus that has the same classes in any order. Returns `None` if it has
/// other classes.
fn add(corpus: &mut Corpus, other: &Corpus) -> Option<()> {
    if corpus.classes.is_empty() {
        corpus.classes = ["LOC", "MISC", "ORG", "PER"].map(str::to_owned).to_vec();
    }
    let numbers: Vec<usize> = other
        .classes
        .iter()
        .map(|class| corpus.classes.iter().position(|known| known == class))
        .collect::<Option<_>>()?;
    for document in &other.documents {
        let mut document = document.clone();
        for mention in document.iter_mut().flat_map(|sentence| &mut sentence.mentions) {
            mention.class = numbers[mention.class];
        }
        corpus.documents.push(document);
    }
    Some(())
}

/// Prints the precision of the names that are found, and the share of names by probability.
fn report(name: &str, corpus: &Corpus, names: &Dictionary, model: &MentionModel) -> Result<()> {
    let place = corpus.classes.iter().position(|class| class == "LOC").ok_or("no places")?;
    let english = Language::parse("en").ok_or("no language")?;
    let mut scored: Vec<(f64, bool)> = Vec::new();
    let (mut seconds, mut bytes) = ((0.0, 0.0), 0);
    let scoring = names.clone().with_mention_model(model.clone().with_threshold(0.0));
    for document in &corpus.documents {
        let mut text = String::new();
        let mut expected: Vec<TextSpan> = Vec::new();
        for sentence in document {
            let tokens: Vec<_> = sentence
                .tokens
                .iter()
                .map(|token| {
                    let start = text.len();
                    text.push_str(token);
                    text.push(' ');
                    TextSpan::new(start, start + token.len())
                })
                .collect();
            for mention in sentence.mentions.iter().filter(|mention| mention.class == place) {
                // Some corpora annotate `Athens , Greece` as one name.
                let inner = &sentence.tokens[mention.start..mention.end];
                let mut from = mention.start;
                for part in inner.split(|token| token == ",") {
                    let end = from + part.len();
                    if from < end {
                        expected.push(TextSpan::new(tokens[from].start(), tokens[end - 1].end()));
                    }
                    from = end + 1;
                }
            }
            text.push('\n');
        }
        let passage = Passage::new(&text).with_language(&english);
        bytes += text.len();
        let start = Instant::now();
        names.recognize(&passage)?;
        seconds.0 += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let found = scoring.recognize(&passage)?;
        seconds.1 += start.elapsed().as_secs_f64();
        for annotation in found {
            let right = expected.contains(&annotation.span());
            scored.push((annotation.confidence().unwrap_or(1.0), right));
        }
    }
    scored.sort_by(|first, second| second.0.total_cmp(&first.0));
    let (all, right) = (scored.len(), scored.iter().filter(|result| result.1).count());
    let mut hits = 0;
    let at_recall = scored.iter().enumerate().find_map(|(at, result)| {
        hits += usize::from(result.1);
        (hits as f64 >= right as f64 * 0.85).then_some((hits as f64 / (at + 1) as f64, result.0))
    });
    let (precision, threshold) = at_recall.unwrap_or_default();
    print!(
        "  {name}: {all} found, {right} right; precision {precision:.3} at recall 0.85 (from {threshold:.2})"
    );
    for least in [0.5, 0.7, 0.9] {
        let those: Vec<_> = scored.iter().filter(|result| result.0 >= least).collect();
        let hits = those.iter().filter(|result| result.1).count();
        print!("; {least}: {:.3} of {}", hits as f64 / those.len().max(1) as f64, those.len());
    }
    let rate = |seconds: f64| bytes as f64 / seconds / 1e6;
    println!("; {:.1} and {:.1} MB/s", rate(seconds.0), rate(seconds.1));
    Ok(())
}
