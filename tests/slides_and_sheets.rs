//! The laws of reading and writing PPTX and XLSX, on third-party documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use glossweave::annotation::{Annotation, Translation};
use glossweave::{EncodeOptions, Format};
use glossweave_testing::skip;
use harness::annotations;
use harness::package::{ANNOTATIONS, hold_as, read_as};
use harness::random::Random;

/// Returns the third-party documents, or nothing if they are missing.
fn documents() -> Vec<(PathBuf, Format)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/office");
    let Ok(entries) = fs::read_dir(&folder) else {
        skip(
            "slides_and_sheets",
            "PPTX and XLSX of others: the folder conformance/office is not there",
        );
        return Vec::new();
    };
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<(PathBuf, Format)> = files
        .filter_map(|file| {
            let format = match file.extension()?.to_str()? {
                "pptx" => Format::Pptx,
                "xlsx" => Format::Xlsx,
                _ => return None,
            };
            Some((file, format))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn documents_keep_the_laws() {
    let (mut tried, mut placed) = (0, 0);
    let mut faults = Vec::new();
    for (file, format) in documents() {
        let bytes = fs::read(&file).expect("a readable file");
        for seed in 0..3 {
            match hold_as(&bytes, format, seed) {
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

#[test]
fn translations_are_read_again() {
    let options = EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
    for (file, format) in documents() {
        let document = read_as(&fs::read(&file).expect("a readable file"), format);
        let document = document.expect("a text");
        let units = document.units().map(|unit| {
            let words: Vec<&str> = unit.text().split_ascii_whitespace().rev().collect();
            let text = Translation::new(words.join(" "), "ga".parse().expect("a language"));
            Annotation::translation(unit.span(), text)
        });
        let all: Vec<Annotation> = units.collect();
        let back = glossweave::encode(&document, &all, &options).expect("a document");
        let again = read_as(&back.bytes, format).expect("a text");
        assert_eq!(again.units().count(), all.len(), "{}", file.display());
        let written = again.units().zip(&all).zip(&back.placements);
        for ((unit, translation), _) in written.filter(|one| one.1.is_there()) {
            let text = &translation.as_translation().expect("a translation").text;
            let words = |text| str::split_ascii_whitespace(text);
            assert!(words(unit.text()).eq(words(text)), "{}: {text}", file.display());
        }
    }
}

/// Returns a document as LibreOffice saves it, or `None` if it is not installed.
fn saved(document: &[u8], format: Format, folder: &Path) -> Option<Vec<u8>> {
    let name = format!("written.{}", format.name());
    fs::write(folder.join(&name), document).expect("a folder that takes files");
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    let run = Command::new("soffice")
        .args([&profile, "--headless", "--convert-to", format.name(), "--outdir"])
        .arg(folder.join("saved"))
        .arg(folder.join(&name))
        .output()
        .ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(fs::read(folder.join("saved").join(&name)).expect("LibreOffice opened it"))
}

#[test]
fn annotations_are_read_after_libreoffice_saved_the_document() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let (mut tried, mut kept) = (0, 0);
    for (file, format) in documents() {
        let bytes = fs::read(&file).expect("a readable file");
        let document = read_as(&bytes, format).expect("a text");
        let random = annotations::random(&mut Random::new(7), &document, ANNOTATIONS);
        let encoded = glossweave::encode(&document, &random, &EncodeOptions::default());
        let encoded = encoded.expect("a package");
        let Some(saved) = saved(&encoded.bytes, format, temporary.path()) else {
            eprintln!("skipped: LibreOffice is not installed");
            return;
        };
        let after = read_as(&saved, format).expect("a text");
        tried += encoded.placements.iter().filter(|one| one.is_there()).count();
        kept += after.annotations().len();
    }
    println!("{tried} annotations, {kept} after saving");
    assert!(kept * 100 >= tried * 60, "{kept} of {tried}");
}
