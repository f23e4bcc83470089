//! Trains a tagger of names, measures it, and uses it.
//!
//! ```text
//! ner train --out MODEL TRAIN.conll [--dev DEV.conll] [--rounds N] [--patience N] [--names LIST.txt]…
//! ner evaluate MODEL TEST.conll
//! ner tag MODEL FILE
//! ```
//! Training and measuring read columns of CoNLL, or NIF where the name of the file ends as `.ttl` and
//! others of RDF do. `tag` reads a text, or columns where the name of the file ends in `.conll`; it prints mentions, or
//! the columns with the tags that were found.

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a command speaks")]

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

use glossweave::entity::{Corpus, Evaluation, Passage, Recognizer, Tagger, Training};
use glossweave::text::CharIndex;
use glossweave::{Format, nif};

const USAGE: &str = "usage: ner train --out MODEL TRAIN.conll [--dev DEV.conll] [--rounds N] [--patience N] \
                     [--names LIST.txt]…\n       ner evaluate MODEL TEST.conll\n       ner tag MODEL FILE";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["train", rest @ ..] => train(rest),
        ["evaluate", model, test] => evaluate(model, test),
        ["tag", model, file] => tag(model, file),
        ["--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<(), Box<dyn Error>>;

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// Columns of CoNLL, or NIF where the name of the file ends as one of RDF does.
fn corpus(path: &str) -> Result<Corpus, Box<dyn Error>> {
    let text = read(path)?;
    if let Some(format) = Format::of_path(path).filter(|format| format.is_rdf()) {
        let nif = nif::read(text.as_bytes(), format, None);
        let nif = nif.map_err(|error| format!("{path}: {error}"))?;
        let mut corpus = Corpus::default();
        for context in nif.contexts() {
            corpus.add(&Passage::new(context.text()), context.annotations());
        }
        return Ok(corpus);
    }
    Ok(Corpus::from_conll(&text).map_err(|error| format!("{path}: {error}"))?)
}

fn train(arguments: &[&str]) -> Done {
    let (mut out, mut dev, mut input) = (None, None, None);
    let mut training = Training::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(USAGE);
        match *word {
            "--out" => out = Some(value()?),
            "--dev" => dev = Some(value()?),
            "--rounds" => {
                let rounds = value()?;
                let wrong = || format!("expected a number of rounds from 1, found `{rounds}`");
                let rounds = rounds.parse().ok().filter(|one| *one > 0).ok_or_else(wrong)?;
                training = training.with_rounds(rounds);
            }
            "--patience" => {
                let patience = value()?;
                let wrong = |_| format!("expected a number of rounds, found `{patience}`");
                training = training.with_patience(patience.parse().map_err(wrong)?);
            }
            "--names" => {
                let names = read(value()?)?;
                training = training.with_names(names.lines());
            }
            option if option.starts_with("--") => return Err(USAGE.into()),
            file => input = Some(file),
        }
    }
    let (out, input) = (out.ok_or(USAGE)?, input.ok_or(USAGE)?);
    let corpus = self::corpus(input)?;
    let begin = Instant::now();
    let tagger = Tagger::train(&corpus, &training)?;
    tagger.save(out)?;
    let (tokens, size) = (corpus.tokens(), tagger.to_bytes()?.len());
    println!("trained on {tokens} tokens in {:.1} s, {size} bytes", begin.elapsed().as_secs_f64());
    if let Some(dev) = dev {
        print(&tagger.evaluate(&self::corpus(dev)?));
    }
    Ok(())
}

fn evaluate(model: &str, test: &str) -> Done {
    let (tagger, corpus) = (Tagger::open(model)?, corpus(test)?);
    let begin = Instant::now();
    let evaluation = tagger.evaluate(&corpus);
    let rate = corpus.tokens() as f64 / begin.elapsed().as_secs_f64();
    print(&evaluation);
    println!("{rate:.0} tokens a second");
    Ok(())
}

/// As conlleval prints it.
fn print(evaluation: &Evaluation) {
    let overall = &evaluation.overall;
    let percent = |share: f64| share * 100.0;
    println!(
        "processed {} tokens with {} phrases; found: {} phrases; correct: {}.",
        evaluation.tokens, overall.expected, overall.found, overall.correct
    );
    let accuracy = evaluation.correct_tokens as f64 / evaluation.tokens.max(1) as f64;
    println!(
        "accuracy: {:6.2}%; precision: {:6.2}%; recall: {:6.2}%; FB1: {:6.2}",
        percent(accuracy),
        percent(overall.precision()),
        percent(overall.recall()),
        percent(overall.f1())
    );
    for (class, tally) in &evaluation.classes {
        println!(
            "{class:>17}: precision: {:6.2}%; recall: {:6.2}%; FB1: {:6.2}  {}",
            percent(tally.precision()),
            percent(tally.recall()),
            percent(tally.f1()),
            tally.found
        );
    }
}

fn tag(model: &str, file: &str) -> Done {
    let tagger = Tagger::open(model)?;
    if file.ends_with(".conll") {
        let mut corpus = corpus(file)?;
        corpus.classes = tagger.classes().map(|(name, _)| name.to_owned()).collect();
        for document in &mut corpus.documents {
            let tokens: Vec<_> = document.iter().map(|one| one.tokens.clone()).collect();
            for (sentence, found) in document.iter_mut().zip(tagger.tag(&tokens)) {
                sentence.mentions = found.into_iter().map(|(mention, _)| mention).collect();
            }
        }
        print!("{}", corpus.to_conll());
        return Ok(());
    }
    let text = read(file)?;
    let index = CharIndex::new(&text);
    for annotation in tagger.recognize(&Passage::new(&text))? {
        let span = annotation.span();
        let (Some(entity), chars) = (annotation.as_entity(), index.chars(&text, span)) else {
            continue;
        };
        let class = entity.classes.first().map_or("", |class| class);
        let confidence = entity.confidence.unwrap_or_default();
        let name = text[span.range()].split_whitespace().collect::<Vec<_>>().join(" ");
        println!("{}\t{}\t{confidence:.2}\t{class}\t{name}", chars.start(), chars.end());
    }
    Ok(())
}
