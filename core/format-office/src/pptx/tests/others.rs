//! Presentations from other programs, used if they are available.

use super::texts;
use glossweave_base::Format;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::EncodeOptions;
use std::path::{Path, PathBuf};

/// Returns the files of a format from other programs.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/office");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: the folder conformance/office is not there");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|other| other == extension));
    files.sort();
    files
}

/// Writes a result to the folder of an environment variable, so that other readers can use it. Does
/// nothing if the variable is not set.
fn keep(file: &Path, kind: &str, bytes: &[u8]) {
    if let Some(folder) = std::env::var_os("GLOSSWEAVE_RESULTS") {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        std::fs::write(Path::new(&folder).join(format!("{kind}-{name}")), bytes).unwrap();
    }
}

fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % below.max(1)
}

/// Returns random entities, for example across several units. Each begins and ends in a unit.
fn annotations(document: &Document, count: usize) -> Vec<Annotation> {
    let units: Vec<_> = document.units().map(|unit| unit.span()).collect();
    let mut seed = 7;
    let mut edge = |first: usize| {
        let number = first + random(&mut seed, (units.len() - first).min(3));
        let unit = units[number];
        let mut at = unit.start() + random(&mut seed, unit.len() + 1);
        while !document.text().is_char_boundary(at) {
            at -= 1;
        }
        (number, at)
    };
    let mut all = Vec::new();
    while all.len() < count {
        let first = all.len() * units.len() / count;
        let (start, end) = (edge(first), edge(first));
        let (start, end) = (start.min(end), start.max(end));
        let is_at_end = units[start.0].end() == start.1 || units[end.0].start() == end.1;
        if start.1 < end.1 && !is_at_end {
            let iri = format!("http://e.example/{}", all.len());
            all.push(Annotation::entity((start.1..end.1).into(), Entity::new(iri.as_str())));
        }
    }
    all
}

fn again(bytes: Vec<u8>, format: Format) -> Document {
    crate::decode(bytes, format, &DecodeOptions::default()).unwrap()
}

/// Checks the invariants for the files of a format. Returns the numbers of annotations and
/// translations that were not written.
pub(crate) fn hold(extension: &str, format: Format) -> (usize, usize) {
    let mut unplaced = (0, 0);
    for file in files(extension) {
        let bytes = std::fs::read(&file).unwrap();
        let document = again(bytes.clone(), format);
        let back = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
        assert!(back.bytes == bytes, "{}", file.display());
        keep(&file, "text", texts(&document).join("\u{1E}").as_bytes());
        if document.units().next().is_none() {
            continue;
        }
        let all = annotations(&document, 100);
        let back = crate::encode(&document, &all, &EncodeOptions::default()).unwrap();
        unplaced.0 += back.placements.iter().filter(|placement| !placement.is_there()).count();
        let annotated = again(back.bytes.clone(), format);
        assert_eq!(annotated.text(), document.text(), "{}", file.display());
        let spans = |all: &[Annotation]| {
            let mut spans: Vec<_> = all
                .iter()
                .map(|annotation| {
                    (annotation.span(), annotation.as_entity().unwrap().idents[0].clone())
                })
                .collect();
            spans.sort();
            spans
        };
        assert_eq!(spans(annotated.annotations()), spans(&all), "{}", file.display());
        keep(&file, "annotated", &back.bytes);

        let options =
            EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
        let translations: Vec<Annotation> = document
            .units()
            .map(|unit| {
                let words: Vec<&str> = unit.text().split_ascii_whitespace().rev().collect();
                let text = Translation::new(words.join(" "), "ga".parse().unwrap());
                Annotation::translation(unit.span(), text)
            })
            .collect();
        let back = crate::encode(&document, &translations, &options).unwrap();
        for (placement, translation) in
            back.placements.iter().zip(&translations).filter(|pair| !pair.0.is_there())
        {
            println!(
                "{}: {placement:?} {:?}",
                file.display(),
                translation.as_translation().unwrap().text
            );
            unplaced.1 += 1;
        }
        let translated = again(back.bytes.clone(), format);
        let pairs = translated.units().zip(&translations).zip(&back.placements);
        for ((unit, translation), _) in pairs.filter(|pair| pair.1.is_there()) {
            let expected = &translation.as_translation().unwrap().text;
            let words = |text| str::split_ascii_whitespace(text);
            assert!(
                words(unit.text()).eq(words(expected)),
                "{}: {expected} {}",
                file.display(),
                unit.text()
            );
        }
        keep(&file, "translated", &back.bytes);
    }
    unplaced
}

#[test]
fn presentations_of_others_keep_the_laws() {
    assert_eq!(hold("pptx", Format::Pptx), (0, 0));
}
