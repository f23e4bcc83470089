//! The laws of reading and writing back HTML, over the corpus, its prefixes, generated pages and
//! spoilt ones.

use glossweave::{DecodeOptions, Document, Format};
use harness::random::Random;
use harness::reading::Reading;
use harness::{corpus, grammar, laws, mutate};

fn read(bytes: &[u8]) -> Document {
    glossweave::decode(bytes, Format::Html, &DecodeOptions::default()).unwrap()
}

#[test]
fn the_text_of_the_corpus_is_where_it_says() {
    let mut faults = Vec::new();
    for page in corpus::html() {
        let reading = Reading::of(&read(&page.bytes));
        if let Err(what) = laws::text_is_where_it_says(&reading) {
            faults.push(format!("{}: {what}", page.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_text_of_generated_pages_is_where_it_says() {
    let mut faults = Vec::new();
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let mut bytes = grammar::page(&mut random, 600).into_bytes();
        if seed % 2 == 1 {
            mutate::spoil(&mut random, &mut bytes, 8);
        }
        let reading = Reading::of(&read(&bytes));
        if let Err(what) = laws::text_is_where_it_says(&reading) {
            faults.push(format!("seed {seed}: {what}"));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(10)].join("\n")
    );
}
