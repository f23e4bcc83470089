//! The laws of reading and writing XLIFF, on the source texts and target texts of the corpus.

use glossweave::annotation::{Annotation, Translation};
use glossweave::{DecodeOptions, Document, EncodeOptions, Placement};
use harness::random::Random;
use harness::reading::Reading;
use harness::xliff::{Half, Ways, hold_with};
use harness::{annotations, corpus, laws};

fn read(bytes: &[u8]) -> Result<Document, String> {
    harness::xliff::read(bytes, &DecodeOptions::default()).map_err(|error| error.to_string())
}

/// Checks the laws on one half of a file. Returns the number of written annotations, and the number
/// of annotations within one unit.
fn hold(bytes: &[u8], half: Half, seed: u64) -> Result<(usize, usize), String> {
    let file = read(bytes)?;
    let Some(document) = half.of(&file) else { return Ok((0, 0)) };
    let random = annotations::random(&mut Random::new(seed), document, ANNOTATIONS);
    let (free, left_out) = hold_with(&file, half, &random, &Ways::default())?;
    left_out.iter().for_each(|what| println!("  {what}"));
    Ok((free, free - left_out.len()))
}

/// The number of annotations of each text of a file.
const ANNOTATIONS: usize = 100;

#[test]
fn the_corpus_keeps_the_laws() {
    let (mut free, mut there) = (0, 0);
    let mut faults = Vec::new();
    let files = corpus::folder("xliff");
    for file in &files {
        for half in [Half::Source, Half::Target] {
            match hold(&file.bytes, half, 7) {
                Ok(counts) => {
                    free += counts.0;
                    there += counts.1;
                }
                Err(what) => faults.push(format!("{} {half:?}: {what}", file.name)),
            }
        }
    }
    println!("{} files, {there} of {free} annotations placed", files.len());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(there * 100 >= free * 99, "{there} of {free} placed");
}

/// Adds a translation to each unit of a file. Returns the number of written translations, and the
/// number of all translations.
fn translate(bytes: &[u8]) -> Result<(usize, usize), String> {
    let file = read(bytes)?;
    let section = file.sections().find_map(|section| section.target_language.cloned());
    let language = section.unwrap_or("eo".parse().expect("a language"));
    let text = |text: &str| format!("Vorto {}", text.split_whitespace().rev().collect::<String>());
    let all: Vec<Annotation> = file
        .units()
        .map(|unit| (unit.span(), Translation::new(text(unit.text()), language.clone())))
        .map(|(span, translation)| Annotation::translation(span, translation))
        .collect();
    let mut options = EncodeOptions::default();
    options.translations = true;
    let back = glossweave::encode(&file, &all, &options).map_err(|error| error.to_string())?;
    let mut kept = bytes.to_vec();
    for (before, _) in back.replaced.iter().rev() {
        kept.drain(before.range());
    }
    let mut left = back.bytes.clone();
    let mut new: Vec<_> = back.replaced.iter().map(|one| one.1.range()).collect();
    new.extend(back.inserted.iter().map(|span| span.range()));
    new.sort_by_key(|range| (range.start, range.end));
    for range in new.into_iter().rev() {
        left.drain(range);
    }
    laws::same_bytes(&kept, &left)?;
    let again = read(&back.bytes)?;
    laws::same_text(&Reading::of(&file), &Reading::of(&again))?;
    for ((unit, placement), wanted) in again.units().zip(&back.placements).zip(&all) {
        let wanted = wanted.as_translation().map(|one| &*one.text).unwrap_or_default();
        let found = again.target_unit(unit).map(|unit| unit.text()).unwrap_or_default();
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        if placement.is_there() && bare(found) != bare(wanted) {
            return Err(format!("`{wanted}` became `{found}`"));
        }
        if let Placement::NotPlaced { rule } = placement {
            println!("  {}: {rule}", unit.text());
        }
    }
    let there = back.placements.iter().filter(|placement| placement.is_there()).count();
    Ok((all.len(), there))
}

#[test]
fn every_unit_takes_a_translation() {
    let (mut all, mut there) = (0, 0);
    let mut faults = Vec::new();
    for file in corpus::folder("xliff") {
        println!("{}", file.name);
        match translate(&file.bytes) {
            Ok(counts) => {
                all += counts.0;
                there += counts.1;
            }
            Err(what) => faults.push(format!("{}: {what}", file.name)),
        }
    }
    println!("{there} of {all} translations written");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(there * 100 >= all * 97, "{there} of {all} written");
}
