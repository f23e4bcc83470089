//! The laws of redaction, on documents of all formats: no redacted text remains, nothing else
//! changes, and the key of pseudonyms restores the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use glossweave::redact::{RedactOptions, Redaction, redact, restore};
use glossweave::{DecodeOptions, Document, ErrorKind, Format, decode};

/// Adds the files in a folder and its subfolders, with their formats.
fn files(folder: &Path, found: &mut Vec<(PathBuf, Format)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            files(&path, found);
        } else if let Some(format) = path.to_str().and_then(Format::of_path) {
            found.push((path, format));
        }
    }
}

/// Returns the documents of the project, and third-party documents if they are available.
fn documents() -> Vec<(PathBuf, Format)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in
        ["data/html", "data/odt", "data/xliff", "data/xml", "../../shared/conformance/office"]
    {
        files(&root.join(folder), &mut found);
    }
    found.retain(|(_, format)| format.returns() || format.translates());
    found.sort();
    found
}

/// Returns two strings of a document: a word from its middle, and the words around it.
fn strings(document: &Document) -> Option<[String; 2]> {
    let units: Vec<_> = document.units().collect();
    let words = |text: &str| -> Vec<String> {
        let long = |word: &&str| word.len() > 3 && word.chars().all(char::is_alphabetic);
        text.split_whitespace().filter(long).map(str::to_owned).collect()
    };
    let around = units.iter().cycle().skip(units.len() / 2).take(units.len());
    let mut several = around.map(|unit| words(unit.text())).filter(|words| words.len() > 2);
    let words = several.next()?;
    let middle = words.len() / 2;
    Some([words[middle].clone(), words[middle - 1..=middle].join(" ")])
}

fn redacted(
    document: &Document,
    strings: &[String],
    method: &str,
) -> glossweave::Result<Redaction> {
    let fields = [
        ("patterns", "none"),
        ("metadata", "no"),
        ("method", method),
        ("deny", &strings.join("\n")),
    ];
    redact(document, &[], &RedactOptions::from_pairs(fields)?)
}

/// Returns the expected bytes of a result: the document with the replacements.
fn expected(document: &Document, redaction: &Redaction) -> Vec<u8> {
    let bytes = document.source().bytes();
    let encoding = document.source().encoding();
    let (mut expected, mut at) = (Vec::new(), 0);
    for span in &redaction.spans {
        expected.extend_from_slice(&bytes[at..span.span.start()]);
        expected.extend_from_slice(&encoding.encode(&span.replacement));
        at = span.span.end();
    }
    expected.extend_from_slice(&bytes[at..]);
    expected
}

#[test]
fn documents_are_redacted_and_restored() {
    let (mut tried, mut places, mut refused, mut faults) = (0, 0, Vec::new(), Vec::new());
    for (path, format) in documents() {
        let bytes = fs::read(&path).expect("a readable file");
        let Ok(document) = decode(bytes.clone(), format, &DecodeOptions::default()) else {
            continue;
        };
        let Some(strings) = strings(&document) else { continue };
        let mut fault = |what: &str| faults.push(format!("{}: {what}", path.display()));
        for method in ["label", "pseudonym", "remove"] {
            tried += 1;
            let redaction = match redacted(&document, &strings, method) {
                Ok(redaction) => redaction,
                Err(error)
                    if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::Conflict) =>
                {
                    refused.push(format!("{} ({method}): {error}", path.display()));
                    continue;
                }
                Err(error) => {
                    fault(&error.to_string());
                    continue;
                }
            };
            places += redaction.spans.len();
            if redaction.spans.is_empty() {
                fault("nothing was redacted");
            }
            if !redaction.residue.is_empty() {
                fault("there is residue");
            }
            if document.source().package().is_none()
                && expected(&document, &redaction) != redaction.bytes
            {
                fault("other bytes changed");
            }
            if let Some(key) = &redaction.key
                && restore(&redaction.bytes, key).ok().as_ref() != Some(&bytes)
            {
                fault("the document is not restored");
            }
        }
    }
    println!("{tried} redactions, {places} places, {} refused", refused.len());
    for line in refused.iter().take(20) {
        println!("{line}");
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(tried > 300 && places > tried, "{tried} redactions of {places} places");
    assert!(refused.len() * 100 < tried, "{} refused", refused.len());
}
