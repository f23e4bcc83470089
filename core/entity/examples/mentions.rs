//! Measures a mention model on corpora that it was not trained on, one after the other.
//!
//!     mentions NAMES.csv VECTORS.txt CORPUS.conll...

use std::collections::BTreeMap;
use std::fs::{File, read_to_string};
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use glossweave_base::text::TextSpan;
use glossweave_entity::{Corpus, Dictionary, MentionModel, MentionTraining, WordClasses};
use glossweave_format::recognizer::{Passage, Recognizer};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [names, vectors, corpora @ ..] = arguments.as_slice() else {
        return Err("usage: mentions NAMES.csv VECTORS.txt CORPUS.conll...".into());
    };
    let names = Dictionary::from_csv(File::open(names)?)?;
    let start = Instant::now();
    let vectors = BufReader::new(File::open(vectors)?);
    let classes = WordClasses::from_vectors(vectors, 100_000)?;
    eprintln!("{} classes of words in {:.1} s", classes.len(), start.elapsed().as_secs_f64());
    let texts: Vec<(String, Corpus)> = corpora
        .iter()
        .map(|path| {
            let name =
                Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, Corpus::from_conll(&read_to_string(path)?)?))
        })
        .collect::<Result<_, Failure>>()?;
    // Sections of one corpus are held out together.
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
        let training = MentionTraining::default().with_word_classes(classes.clone());
        let model = MentionModel::train(&corpus, &names, &training)?;
        let seconds = start.elapsed().as_secs_f64();
        println!("{held_out}: trained in {seconds:.1} s, {} bytes", model.to_bytes()?.len());
        for (name, test) in tests {
            report(name, test, &names, &model)?;
        }
    }
    Ok(())
}

/// Adds the documents of a corpus with the same classes, whatever their order.
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

/// Prints the precision of the places that are found, and the share of those of a probability.
fn report(
    name: &str,
    corpus: &Corpus,
    names: &Dictionary,
    model: &MentionModel,
) -> Result<(), Failure> {
    let place = corpus.classes.iter().position(|class| class == "LOC").ok_or("no places")?;
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
                // Some corpora have `Athens , Greece` as one.
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
        let passage = Passage::new(&text);
        bytes += text.len();
        let start = Instant::now();
        names.recognize(&passage)?;
        seconds.0 += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let found = scoring.recognize(&passage)?;
        seconds.1 += start.elapsed().as_secs_f64();
        for one in found {
            let right = expected.contains(&one.span());
            scored.push((one.confidence().unwrap_or(1.0), right));
        }
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (all, right) = (scored.len(), scored.iter().filter(|one| one.1).count());
    let mut hits = 0;
    let at_recall = scored.iter().enumerate().find_map(|(at, one)| {
        hits += usize::from(one.1);
        (hits as f64 >= right as f64 * 0.85).then_some((hits as f64 / (at + 1) as f64, one.0))
    });
    let (precision, threshold) = at_recall.unwrap_or_default();
    print!(
        "  {name}: {all} found, {right} right; precision {precision:.3} at recall 0.85 (from {threshold:.2})"
    );
    for least in [0.5, 0.7, 0.9] {
        let those: Vec<_> = scored.iter().filter(|one| one.0 >= least).collect();
        let hits = those.iter().filter(|one| one.1).count();
        print!("; {least}: {:.3} of {}", hits as f64 / those.len().max(1) as f64, those.len());
    }
    let rate = |seconds: f64| bytes as f64 / seconds / 1e6;
    println!("; {:.1} and {:.1} MB/s", rate(seconds.0), rate(seconds.1));
    Ok(())
}
