//! The laws of reading and writing XML, on the corpus, generated documents and corrupted documents.

use std::collections::BTreeMap;

use glossweave::DecodeOptions;
use harness::annotate::Counts;
use harness::random::Random;
use harness::xml::{Oracle, hold};
use harness::{corpus, mutate, xml_grammar};

/// The number of annotations of a document.
const ANNOTATIONS: usize = 100;

/// Files that the oracle rejects: entities of more than ten levels, external entities and entities
/// of an external subset, parameter entities, `]>` in a literal.
const BEYOND: &[&str] = &[
    "dtd-entities-nested-deep.xml",
    "dtd-external-entity-referenced.xml",
    "dtd-entity-of-external-subset.xml",
    "dtd-parameter-entities.xml",
    "dtd-tricky-subset.xml",
];

/// Returns the seeds of each test of random documents. LAWS_SEEDS can set another number.
fn seeds() -> std::ops::Range<u64> {
    let wanted = std::env::var("LAWS_SEEDS").ok();
    0..wanted.map_or(80, |number| number.parse().expect("LAWS_SEEDS is a number"))
}

#[derive(Default)]
struct Report {
    runs: usize,
    refused: Vec<String>,
    faults: Vec<String>,
    tally: Counts,
}

impl Report {
    fn enter(&mut self, name: impl Into<String>, result: Result<Result<Counts, String>, String>) {
        self.runs += 1;
        match result {
            Ok(Ok(tally)) => {
                self.tally.add(tally);
            }
            Ok(Err(what)) => self.refused.push(format!("{}: {what}", name.into())),
            Err(what) => self.faults.push(format!("{}: {what}", name.into())),
        }
    }

    /// Checks that at least 99 % of the annotations that XML allows were written.
    #[track_caller]
    fn close(self, refused: usize) {
        let Report { runs, faults, tally, refused: refusals } = self;
        let share = tally.placed as f64 * 100.0 / tally.wanted.max(1) as f64;
        let show = |rules: &BTreeMap<String, usize>| {
            rules.iter().map(|(rule, count)| format!("{count:>7} {rule}\n")).collect::<String>()
        };
        println!(
            "{runs} runs, {} refused, {} annotations, {} where XML allows a span, {share:.3} % of \
             them placed\nnot placed, by rule:\n{}of those, where XML allows:\n{}",
            refusals.len(),
            tally.tried,
            tally.wanted,
            show(&tally.rules),
            show(&tally.against)
        );
        let shown = faults[..faults.len().min(12)].join("\n");
        assert!(faults.is_empty(), "{} of {runs} runs went wrong:\n{shown}", faults.len());
        assert!(share >= 99.0, "only {share:.2} % placed");
        assert!(refusals.len() <= refused, "refused:\n{}", refusals.join("\n"));
    }
}

#[test]
fn the_corpus_keeps_the_laws() {
    let mut report = Report::default();
    for page in corpus::folder("xml") {
        for seed in 0..2 {
            let name = format!("{} seed {seed}", page.name);
            let mut options = DecodeOptions::default();
            if seed == 1 {
                options.set("rule-set", "auto").expect("a name");
            }
            let oracle = match &*page.name {
                // The second file has line ends that the oracle does not support.
                "dtd-entities-with-markup.xml" | "version-1-1.xml" => Oracle::NoEntities,
                // Their values contain escapes and placeholders, which are codes.
                "page-android-strings.xml" | "page-resx.xml" => Oracle::NoEntities,
                name if BEYOND.contains(&name) => Oracle::Nothing,
                _ => Oracle::Whole,
            };
            report.enter(name, hold(&page.bytes, &options, oracle, seed, ANNOTATIONS));
        }
    }
    report.close(0);
}

#[test]
fn generated_documents_keep_the_laws() {
    let mut report = Report::default();
    for seed in seeds() {
        let document = xml_grammar::document(&mut Random::new(seed), 400 + seed as usize % 600);
        let options = DecodeOptions::default();
        report.enter(
            format!("seed {seed}"),
            hold(document.as_bytes(), &options, Oracle::Whole, seed, ANNOTATIONS),
        );
    }
    report.close(0);
}

#[test]
fn spoilt_documents_keep_the_laws() {
    let corpus = corpus::folder("xml");
    let corpus: Vec<_> = corpus
        .iter()
        .filter(|page| page.bytes.len() < 4000 && !BEYOND.contains(&&*page.name))
        .collect();
    let mut report = Report::default();
    for seed in seeds() {
        let mut random = Random::new(seed);
        let mut bytes = match seed % 2 {
            0 => corpus[random.below(corpus.len())].bytes.clone(),
            _ => xml_grammar::document(&mut random, 800).into_bytes(),
        };
        mutate::spoil(&mut random, &mut bytes, 2);
        report.enter(
            format!("seed {seed}"),
            hold(&bytes, &DecodeOptions::default(), Oracle::Whole, seed, 20),
        );
    }
    let runs = report.runs;
    report.close(runs);
}
