//! The laws of reading and writing back OpenDocument texts, over the packages of tests/data.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use glossweave::document::PieceKind;
use glossweave::{DecodeOptions, Document, EncodeOptions, Format, Kind, Placement};
use harness::laws::{self, Woven};
use harness::random::Random;
use harness::reading::line;
use harness::{annotations, corpus};

/// How many annotations a text gets.
const ANNOTATIONS: usize = 100;

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = corpus::data().join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the packages are there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "odt"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a readable package"))
        })
        .collect();
    files.sort();
    files
}

fn read(bytes: &[u8]) -> Result<Document, String> {
    glossweave::decode(bytes, Format::Odt, &DecodeOptions::default())
        .map_err(|error| error.to_string())
}

/// Each piece of the text stands in the parts where the map says.
fn text_is_where_it_says(document: &Document) -> Result<(), String> {
    let (text, source) = (document.text(), document.source().bytes());
    let mut covered = 0;
    for piece in document.map().pieces() {
        let shown = &text[piece.text.range()];
        let bytes = &source[piece.source.range()];
        let blank = |all: &[u8]| all.iter().all(u8::is_ascii_whitespace);
        let agrees = match piece.kind {
            PieceKind::Literal => {
                let same = |(a, b): (u8, &u8)| a == *b || blank(&[a, *b]);
                shown.len() == bytes.len() && shown.bytes().zip(bytes).all(same)
            }
            _ => {
                matches!(bytes.first(), Some(b'&' | b'<'))
                    && matches!(bytes.last(), Some(b';' | b'>'))
            }
        };
        if !agrees {
            let bytes = String::from_utf8_lossy(bytes);
            return Err(format!("`{shown}` is said to be `{bytes}` at {:?}", piece.source));
        }
        covered += shown.len();
    }
    let units: usize = document.units().map(|unit| unit.span().len()).sum();
    if covered != units {
        return Err(format!("{covered} bytes of {units} lead somewhere"));
    }
    Ok(())
}

/// The raw records of a package, but for those of some names: what stands between the local header
/// of each and the next one.
fn other_records(package: &[u8], changed: &[&str]) -> Vec<Vec<u8>> {
    let starts: Vec<usize> = (0..package.len().saturating_sub(30))
        .filter(|at| package[*at..].starts_with(b"PK\x03\x04"))
        .collect();
    let end = package.windows(4).position(|four| four == b"PK\x01\x02").unwrap_or(package.len());
    let mut records = Vec::new();
    for (index, start) in starts.iter().enumerate().filter(|(_, start)| **start < end) {
        let next = starts.get(index + 1).copied().unwrap_or(end).min(end);
        let length = usize::from(u16::from_le_bytes([package[start + 26], package[start + 27]]));
        let name = String::from_utf8_lossy(&package[start + 30..start + 30 + length]);
        if !changed.contains(&&*name) {
            records.push(package[*start..next].to_vec());
        }
    }
    records
}

#[derive(Default)]
struct Tally {
    tried: usize,
    placed: usize,
    rules: BTreeMap<String, usize>,
}

fn hold(bytes: &[u8], seed: u64) -> Result<Tally, String> {
    let document = read(bytes)?;
    text_is_where_it_says(&document)?;
    let options = EncodeOptions::default();
    let back = glossweave::encode(&document, &[], &options).map_err(|error| error.to_string())?;
    laws::same_bytes(bytes, &back.bytes)?;

    let annotations = annotations::random(&mut Random::new(seed), &document, ANNOTATIONS);
    let encoded =
        glossweave::encode(&document, &annotations, &options).map_err(|error| error.to_string())?;
    let again = read(&encoded.bytes)?;
    let inserted: Vec<Range<usize>> = encoded.inserted.iter().map(|span| span.range()).collect();
    let woven = Woven { bytes: again.source().bytes().to_vec(), inserted };
    laws::nothing_else_touched(document.source().bytes(), &woven)?;
    if again.source().parts() != encoded.parts {
        return Err(format!("parts {:?}, said {:?}", again.source().parts(), encoded.parts));
    }
    laws::same_bytes(document.text().as_bytes(), again.text().as_bytes())?;
    text_is_where_it_says(&again)?;
    let placed = |placement: &Placement| matches!(placement, Placement::Placed { .. });
    let mut expected: Vec<String> = document.annotations().iter().map(line).collect();
    let new = annotations.iter().zip(&encoded.placements).filter(|(_, one)| placed(one));
    expected.extend(new.map(|(annotation, _)| line(annotation)));
    let found: Vec<String> = again.annotations().iter().map(line).collect();
    laws::same_statements(&expected, &found)?;

    let parts = document.source().parts().iter().zip(&encoded.parts);
    let changed = parts.filter(|(old, new)| old.span.len() != new.span.len());
    let changed: Vec<&str> = changed.map(|(old, _)| &*old.name).collect();
    if other_records(bytes, &changed) != other_records(&encoded.bytes, &changed) {
        return Err("another record differs".into());
    }
    let mut tally = Tally { tried: annotations.len(), ..Tally::default() };
    for placement in &encoded.placements {
        match placement {
            Placement::NotPlaced { rule } => {
                *tally.rules.entry(rule.to_string()).or_default() += 1;
            }
            _ => tally.placed += 1,
        }
    }
    Ok(tally)
}

#[test]
fn the_packages_keep_the_laws() {
    let mut all = Tally::default();
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
    let Tally { tried, placed, rules } = all;
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
        let kinds: &[Kind] = match &*name {
            "encrypted.odt"
            | "encrypted-by-zip-flag.odt"
            | "wrong-mimetype.odt"
            | "method-unknown.odt" => &[Kind::Unsupported],
            "bomb-200-mb.odt" | "bomb-size-understated.odt" | "billion-laughs.odt" => {
                &[Kind::TooLarge]
            }
            "external-entity.odt" => &[Kind::Malformed, Kind::Unsupported],
            _ => &[Kind::Malformed],
        };
        println!("{name}: {:?} {error}", error.kind());
        assert!(kinds.contains(&error.kind()), "{name}: {:?} {error}", error.kind());
        seen.push(name);
    }
    assert!(seen.len() >= 25, "only {}", seen.len());
}

/// What LibreOffice makes of a package: its text. `None` where there is no LibreOffice.
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
    let folder = std::env::temp_dir().join(format!("glossweave-odt-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let mut opened = 0;
    for (name, bytes) in files("odt") {
        if !["lo-notes.odt", "lo-tables.odt", "scripts-of-many-kinds.odt"].contains(&&*name) {
            continue;
        }
        let document = read(&bytes).expect("a text");
        let annotations = annotations::random(&mut Random::new(7), &document, ANNOTATIONS);
        let encoded = glossweave::encode(&document, &annotations, &EncodeOptions::default());
        let Some(before) = converted(&bytes, &folder) else {
            eprintln!("skipped: LibreOffice is not installed");
            break;
        };
        let after = converted(&encoded.expect("a package").bytes, &folder);
        assert_eq!(after.as_deref(), Some(&*before), "{name}");
        opened += 1;
    }
    fs::remove_dir_all(&folder).expect("the temporary folder");
    assert!(matches!(opened, 0 | 3));
}
