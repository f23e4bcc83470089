//! The laws of reading and writing DOCX, on third-party documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use glossweave::annotation::{Annotation, Translation};
use glossweave::{Document, EncodeOptions, Format};
use glossweave_testing::skip;
use harness::annotations;
use harness::package::{ANNOTATIONS, hold_as, read_as};
use harness::random::Random;

/// Returns the third-party documents, or nothing if they are missing.
fn documents() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/office");
    let Ok(entries) = fs::read_dir(&folder) else {
        skip("docx", "DOCX of others: the folder conformance/office is not there");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "docx"));
    files.sort();
    files
}

#[test]
fn documents_keep_the_laws() {
    let (mut tried, mut placed) = (0, 0);
    let mut faults = Vec::new();
    for file in documents() {
        let bytes = fs::read(&file).expect("a readable file");
        for seed in 0..3 {
            match hold_as(&bytes, Format::Docx, seed) {
                Ok(counts) => {
                    tried += counts.tried;
                    placed += counts.placed;
                }
                Err(what) => faults.push(format!("{} seed {seed}: {what}", file.display())),
            }
        }
    }
    println!("{tried} annotations, {placed} placed");
    assert!(faults.is_empty(), "{} went wrong:\n{}", faults.len(), faults.join("\n"));
    assert!(placed * 100 >= tried * 60);
}

/// Translates each unit by reversing its words.
fn translated(document: &Document) -> Vec<Annotation> {
    let units = document.units().map(|unit| {
        let words: Vec<&str> = unit.text().split_ascii_whitespace().rev().collect();
        let text = Translation::new(words.join(" "), "ga".parse().expect("a language"));
        Annotation::translation(unit.span(), text)
    });
    units.collect()
}

#[test]
fn translations_are_read_again() {
    let options = EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
    for file in documents() {
        let document = read_as(&fs::read(&file).expect("a readable file"), Format::Docx);
        let document = document.expect("a text");
        let all = translated(&document);
        let back = glossweave::encode(&document, &all, &options).expect("a document");
        let is_signed = file.ends_with("testWORD_signed.docx");
        assert!(
            back.placements.iter().all(|one| one.is_there() != is_signed),
            "{}",
            file.display()
        );
        let again = read_as(&back.bytes, Format::Docx).expect("a text");
        for (unit, translation) in again.units().zip(&all).filter(|_| !is_signed) {
            let text = &translation.as_translation().expect("a translation").text;
            let words = |text| str::split_ascii_whitespace(text);
            assert!(words(unit.text()).eq(words(text)), "{}: {text}", file.display());
        }
    }
}

/// Returns the text of a document from LibreOffice, or `None` if it is not installed.
fn converted(document: &[u8], folder: &Path) -> Option<String> {
    fs::write(folder.join("woven.docx"), document).expect("a folder that takes files");
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    let run = Command::new("soffice")
        .args([&profile, "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir"])
        .arg(folder)
        .arg(folder.join("woven.docx"))
        .output()
        .ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = fs::read_to_string(folder.join("woven.txt")).expect("LibreOffice opened it");
    fs::remove_file(folder.join("woven.txt")).expect("what was written");
    Some(text)
}

#[test]
fn libreoffice_reads_the_same_text() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path();
    let mut sources: Vec<Vec<u8>> = Vec::new();
    sources.extend(documents().iter().map(|file| fs::read(file).expect("a readable file")));
    for bytes in sources.iter().filter(|bytes| bytes.len() < 100_000) {
        let document = read_as(bytes, Format::Docx).expect("a text");
        let annotations = annotations::random(&mut Random::new(7), &document, ANNOTATIONS);
        let encoded = glossweave::encode(&document, &annotations, &EncodeOptions::default());
        let Some(before) = converted(bytes, folder) else {
            eprintln!("skipped: LibreOffice is not installed");
            return;
        };
        let after = converted(&encoded.expect("a package").bytes, folder);
        assert_eq!(after.as_deref(), Some(&*before));
    }
}
