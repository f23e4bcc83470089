//! The laws of reading and writing HTML, on the corpus, its prefixes, generated pages and corrupted
//! pages.

mod mutants;
mod rules;
mod suite;

use std::collections::BTreeMap;

use glossweave::DecodeOptions;
use glossweave::document::InsertionBarrier;
use harness::annotate::{Counts, hold, read, read_if_sound, unchanged};
use harness::laws::Woven;
use harness::random::Random;
use harness::reading::Reading;
use harness::translating;
use harness::{corpus, grammar, laws, mutate, reference};

/// The number of annotations of a page.
const ANNOTATIONS: usize = 100;

/// Returns the seeds of each test of random pages: 100, or as many as LAWS_SEEDS specifies.
fn seeds() -> std::ops::Range<u64> {
    let wanted = std::env::var("LAWS_SEEDS").ok();
    0..wanted.map_or(100, |number| number.parse().expect("LAWS_SEEDS is a number"))
}

/// The counts and the faults of a test.
#[derive(Default)]
struct Report {
    runs: usize,
    faults: Vec<String>,
    tally: Counts,
}

impl Report {
    fn enter(&mut self, name: impl Into<String>, result: Result<Counts, String>) {
        self.runs += 1;
        match result {
            Ok(tally) => self.tally.add(tally),
            Err(what) => self.faults.push(format!("{}: {what}", name.into())),
        }
    }

    /// Checks that at least 99 % of the annotations that HTML allows were written.
    #[track_caller]
    fn close(self) {
        self.close_at(99.0);
    }

    #[track_caller]
    fn close_at(self, least: f64) {
        let Report { runs, faults, tally } = self;
        let share = tally.placed as f64 * 100.0 / tally.wanted.max(1) as f64;
        println!(
            "{runs} runs, {} annotations, {} where HTML allows a span, {share:.3} % of them placed",
            tally.tried, tally.wanted,
        );
        let show = |rules: &BTreeMap<String, usize>| {
            rules.iter().map(|(rule, count)| format!("{count:>7} {rule}\n")).collect::<String>()
        };
        println!(
            "not placed, by rule:\n{}of those, where HTML allows:\n{}",
            show(&tally.rules),
            show(&tally.against)
        );
        let shown = faults[..faults.len().min(12)].join("\n");
        assert!(faults.is_empty(), "{} of {runs} runs went wrong:\n{shown}", faults.len());
        assert!(share >= least, "only {share:.2} % placed");
    }
}

#[test]
fn the_corpus_keeps_the_laws() {
    let mut report = Report::default();
    for page in corpus::html() {
        let seeds = if page.bytes.len() < 6000 { 3 } else { 1 };
        for seed in 0..seeds {
            report
                .enter(format!("{} seed {seed}", page.name), hold(&page.bytes, seed, ANNOTATIONS));
        }
    }
    report.close();
}

#[test]
fn generated_pages_keep_the_laws() {
    let mut report = Report::default();
    for seed in seeds() {
        let page = grammar::page(&mut Random::new(seed), 500 + seed as usize % 600);
        report.enter(format!("seed {seed}"), hold(page.as_bytes(), seed, ANNOTATIONS));
    }
    report.close();
}

#[test]
fn spoilt_pages_keep_the_laws() {
    let corpus = corpus::html();
    let corpus: Vec<_> = corpus.iter().filter(|page| page.bytes.len() < 4000).collect();
    let mut report = Report::default();
    for seed in seeds() {
        let mut random = Random::new(seed);
        let mut bytes = match seed % 2 {
            0 => corpus[random.below(corpus.len())].bytes.clone(),
            _ => grammar::page(&mut random, 800).into_bytes(),
        };
        mutate::spoil(&mut random, &mut bytes, 10);
        report.enter(format!("seed {seed}"), hold(&bytes, seed, ANNOTATIONS));
    }
    report.close();
}

#[test]
fn translations_keep_the_laws() {
    let (mut faults, mut runs, mut wanted, mut placed) = (Vec::new(), 0, 0, 0);
    let mut hold = |name: String, bytes: &[u8], seed: u64| {
        runs += 1;
        match translating::hold(bytes, seed) {
            Ok((all, there)) => (wanted, placed) = (wanted + all, placed + there),
            Err(what) => faults.push(format!("{name}: {what}")),
        }
    };
    for page in corpus::html() {
        for seed in 0..2 {
            hold(format!("{} seed {seed}", page.name), &page.bytes, seed);
        }
    }
    for seed in seeds().step_by(3) {
        let mut random = Random::new(seed);
        let mut page = grammar::page(&mut random, 500 + seed as usize % 600).into_bytes();
        if seed % 2 == 1 {
            mutate::spoil(&mut random, &mut page, 10);
        }
        hold(format!("seed {seed}"), &page, seed);
    }
    let share = placed as f64 * 100.0 / f64::from(wanted.max(1));
    println!("{runs} runs, {wanted} translations, {share:.2} % of them placed");
    let shown = faults[..faults.len().min(12)].join("\n");
    assert!(faults.is_empty(), "{} of {runs} runs went wrong:\n{shown}", faults.len());
    assert!(share >= 95.0, "only {share:.2} % placed");
}

/// Elements that cannot contain a span according to HTML, or in which it would have no effect.
const CLOSED: &[&str] = &[
    "title", "textarea", "option", "optgroup", "select", "datalist", "svg", "math", "template",
    "head", "object", "video", "audio", "canvas", "applet",
];

/// If a document reports that a position allows no span, the tree must contain a reason: the
/// element is in `CLOSED`, or a span would change the tree. Text between the parts of a table is
/// exempt: a span there would stay where the parser moves it, but authors do not intend this.
#[test]
fn obstacles_are_real() {
    let mut faults = Vec::new();
    let mut probed = 0;
    for page in corpus::html().into_iter().filter(|page| page.bytes.len() < 12_000) {
        let document = read(&page.bytes);
        let reading = Reading::of(&document);
        if !matches!(&*reading.charset, "UTF-8" | "windows-1252") {
            continue;
        }
        let mut free_after = 0;
        for cell in &reading.cells {
            let (zone, next) = document.zone_at(cell.text.start);
            let of_table = zone.obstacle == Some(InsertionBarrier::Table);
            if cell.text.start < free_after || zone.obstacle.is_none() || of_table {
                continue;
            }
            free_after = next;
            probed += 1;
            let at = cell.source.start;
            let bytes = [&page.bytes[..at], b"<span></span>", &page.bytes[at..]].concat();
            let woven = Woven { bytes, inserted: vec![at..at + 6, at + 6..at + 13] };
            let above = reference::ancestors(&woven.bytes, &reading.charset, &woven.inserted);
            let open =
                above.is_some_and(|above| above.iter().all(|name| !CLOSED.contains(&&**name)));
            if open && laws::same_tree(&page.bytes, &woven, &reading.charset).is_ok() {
                let text = &reading.text[cell.text.start..next];
                let rule = zone.obstacle.map(|obstacle| obstacle.rule());
                faults.push(format!("{}: `{}` at {at}: {rule:?}", page.name, text.escape_debug()));
            }
        }
    }
    assert!(probed > 60, "only {probed} probed");
    assert!(faults.is_empty(), "{} of {probed}:\n{}", faults.len(), faults.join("\n"));
}

/// All prefixes of small pages that end at a character, and some prefixes of other pages.
#[test]
fn prefixes_keep_the_laws_of_reading() {
    let mut random = Random::new(1);
    let mut cuts = 0;
    for page in corpus::html() {
        let reading = Reading::of(&read(&page.bytes));
        let text = String::from_utf8_lossy(&page.bytes);
        let exact = matches!(text, std::borrow::Cow::Borrowed(_));
        let step = if page.bytes.len() < 1200 { 1 } else { page.bytes.len() / 60 };
        let mut at = 0;
        while at <= page.bytes.len() {
            if !exact || text.is_char_boundary(at) {
                cuts += 1;
                let document = read_if_sound(&page.bytes[..at], &DecodeOptions::default());
                let verdict = document.map(|document| {
                    unchanged(&document)
                        .and_then(|()| laws::text_is_where_it_says(&Reading::of(&document)))
                });
                if let Some(Err(what)) = verdict {
                    panic!("{} ({}) cut at {at}: {what}", page.name, reading.charset);
                }
            }
            at += if step == 1 { 1 } else { random.within(1..step * 2) };
        }
    }
    assert!(cuts > 10_000, "only {cuts} cuts");
}
