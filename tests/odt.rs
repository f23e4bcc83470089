//! The laws of reading and writing OpenDocument texts, on the packages in tests/data.

use std::fs;
use std::path::Path;

use glossweave::{DecodeOptions, EncodeOptions, ErrorKind, Format};
use harness::annotations;
use harness::package::{ANNOTATIONS, Counts, files, hold, read};
use harness::random::Random;

#[test]
fn the_packages_keep_the_laws() {
    let mut all = Counts::default();
    let mut faults = Vec::new();
    let files = files("odt");
    for (name, bytes) in &files {
        for seed in 0..3 {
            match hold(bytes, seed) {
                Ok(tally) => {
                    all.tried += tally.tried;
                    all.placed += tally.placed;
                    for (rule, count) in tally.rules {
                        *all.rules.entry(rule).or_default() += count;
                    }
                }
                Err(what) => faults.push(format!("{name} seed {seed}: {what}")),
            }
        }
    }
    let Counts { tried, placed, rules } = all;
    println!("{} packages, {tried} annotations, {placed} placed, {rules:#?}", files.len());
    assert!(faults.is_empty(), "{} went wrong:\n{}", faults.len(), faults.join("\n"));
    assert!(files.len() >= 40 && placed * 100 >= tried * 80);
}

#[test]
fn broken_packages_are_refused_by_kind() {
    let mut seen = Vec::new();
    for (name, bytes) in files("odt-bad") {
        let result = glossweave::decode(bytes, Format::Odt, &DecodeOptions::default());
        let Err(error) = result else { panic!("{name} is read") };
        let kinds: &[ErrorKind] = match &*name {
            "external-entity.odt"
            | "encrypted.odt"
            | "encrypted-by-zip-flag.odt"
            | "wrong-mimetype.odt"
            | "method-unknown.odt" => &[ErrorKind::Unsupported],
            "bomb-200-mb.odt" | "bomb-size-understated.odt" | "billion-laughs.odt" => {
                &[ErrorKind::TooLarge]
            }
            _ => &[ErrorKind::Malformed],
        };
        println!("{name}: {:?} {error}", error.kind());
        assert!(kinds.contains(&error.kind()), "{name}: {:?} {error}", error.kind());
        seen.push(name);
    }
    assert!(seen.len() >= 25, "only {}", seen.len());
}

/// Returns the text of a package from LibreOffice, or `None` if it is not installed.
fn converted(package: &[u8], folder: &Path) -> Option<String> {
    fs::write(folder.join("woven.odt"), package).expect("a folder that takes files");
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    let run = std::process::Command::new("soffice")
        .args([&profile, "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir"])
        .arg(folder)
        .arg(folder.join("woven.odt"))
        .output()
        .ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = fs::read_to_string(folder.join("woven.txt")).expect("LibreOffice opened it");
    fs::remove_file(folder.join("woven.txt")).expect("what was written");
    Some(text)
}

#[test]
fn libreoffice_opens_what_was_woven() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path();
    let mut opened = 0;
    for (name, bytes) in files("odt") {
        if !["lo-notes.odt", "lo-tables.odt", "scripts-of-many-kinds.odt"].contains(&&*name) {
            continue;
        }
        let document = read(&bytes).expect("a text");
        let annotations = annotations::random(&mut Random::new(7), &document, ANNOTATIONS);
        let encoded = glossweave::encode(&document, &annotations, &EncodeOptions::default());
        let Some(before) = converted(&bytes, folder) else {
            eprintln!("skipped: LibreOffice is not installed");
            break;
        };
        let after = converted(&encoded.expect("a package").bytes, folder);
        assert_eq!(after.as_deref(), Some(&*before), "{name}");
        opened += 1;
    }
    assert!(matches!(opened, 0 | 3));
}
