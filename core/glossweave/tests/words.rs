//! Words that names, comments and documentation must not use (`docs/decisions/032-names.md`).

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::fs;
use std::path::Path;

/// Metaphors. For each of them there is a term of its field.
const DENIED: &[&str] = &[
    "depot", "door", "doors", "hear", "heard", "hears", "kitchen", "room", "rooms", "sayings",
    "shelf", "shelves", "wish", "wishes", "witness", "workshop",
];

/// Words that a doc comment must not begin with, because it describes an item or its effect.
const BEGINNINGS: &[&str] = &["How", "What", "Where", "Whether", "Which", "Who"];

/// Files and folders, relative to the root of the repository.
const PLACES: &[&str] = &[
    "core",
    "ffi",
    "python",
    "examples",
    "tests",
    "include",
    "scripts",
    "docs",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
];

/// Folders with third-party texts or build output, and the table of old names.
const LEFT_OUT: &[&str] = &["target", "data", "corpus", "cases", "032-names.md", "node_modules"];

/// Lines that need such a word: stop words of Dutch, the old name of an item, and a file of stores.
const EXCEPTIONS: &[&str] = &[
    "aan al alle alleen",
    "`xslt::Workshop`",
    "| `event::{listen",
    "| `Shelf`",
    "| `Expect`",
    "`witness`",
];

const ENDINGS: &[&str] =
    &["rs", "md", "py", "pyi", "h", "hpp", "c", "cpp", "java", "js", "html", "css", "toml"];

/// Returns the source without the contents of its string literals. Line breaks are kept.
fn without_strings(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut chars = source.chars().peekable();
    let mut before = ' ';
    while let Some(char) = chars.next() {
        out.push(char);
        // A quotation mark in a character literal does not start a string.
        if char == '"' && before != '\'' {
            while let Some(inner) = chars.next() {
                match inner {
                    // Keeps the line break of a string that continues on the next line.
                    '\\' => out.extend(chars.next().filter(|next| *next == '\n')),
                    '"' => break,
                    '\n' => out.push('\n'),
                    _ => {}
                }
            }
        }
        before = char;
    }
    out
}

/// Calls `take` for each word of a line. Identifiers are split at underscores and capitals.
fn each_word(line: &str, mut take: impl FnMut(&str)) {
    let mut word = String::new();
    let mut was_lower = false;
    for char in line.chars().chain([' ']) {
        if !char.is_ascii_alphabetic() || (char.is_ascii_uppercase() && was_lower) {
            if !word.is_empty() {
                take(&word);
            }
            word.clear();
        }
        if char.is_ascii_alphabetic() {
            word.push(char.to_ascii_lowercase());
        }
        was_lower = char.is_ascii_lowercase();
    }
}

/// Returns the forbidden words in a file, each with its location.
fn breaches(path: &str, source: &str) -> Vec<String> {
    let code = path.ends_with(".rs");
    let text = if code { without_strings(source) } else { source.to_owned() };
    let mut found = Vec::new();
    let mut was_doc = false;
    for (number, line) in text.lines().enumerate() {
        let at = format!("{path}:{}", number + 1);
        each_word(line, |word| {
            if DENIED.contains(&word) {
                found.push(format!("{at}: `{word}`"));
            }
        });
        let doc = line.trim_start();
        let doc = doc.strip_prefix("/// ").or_else(|| doc.strip_prefix("//! ")).filter(|_| code);
        if let Some(first) = doc.filter(|_| !was_doc).and_then(|doc| doc.split(' ').next())
            && BEGINNINGS.contains(&first)
        {
            found.push(format!("{at}: a doc comment begins with `{first}`"));
        }
        was_doc = line.trim_start().starts_with("//");
    }
    found
}

fn gather(root: &Path, place: &str, found: &mut Vec<String>) {
    let path = root.join(place);
    if path.is_file() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_script = place.starts_with("scripts/") && !name.contains('.');
        // This file contains the words.
        if (ENDINGS.contains(&ending) || is_script)
            && name != "words.rs"
            && let Ok(source) = fs::read_to_string(&path)
        {
            let lines = source.lines().map(|line| {
                let is_one = EXCEPTIONS.iter().any(|exception| line.contains(exception));
                if is_one { "" } else { line }
            });
            found.extend(breaches(place, &lines.collect::<Vec<_>>().join("\n")));
        }
        return;
    }
    let mut names: Vec<String> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !LEFT_OUT.contains(&name.as_str()) && !name.starts_with('.'))
        .collect();
    names.sort();
    for name in names {
        gather(root, &format!("{place}/{name}"), found);
    }
}

#[test]
fn no_denied_word_returns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for place in PLACES {
        gather(&root, place, &mut found);
    }
    assert!(found.is_empty(), "{} words:\n{}", found.len(), found.join("\n"));
}

#[test]
fn words_are_found_in_names_and_comments() {
    let all = [
        ("a.rs", "struct BookShelf;"),
        ("a.rs", "let shelf_of = 1;"),
        ("a.rs", "// the next room"),
        ("a.md", "A room."),
        ("a.rs", "/// What it does.\nfn f() {}"),
    ];
    for (path, source) in all {
        assert_eq!(breaches(path, source).len(), 1, "{source}");
    }
    for source in
        ["let text = \"White House, room 4\";", "let mushroom = 1;", "/// A file.\n/// What"]
    {
        assert_eq!(breaches("a.rs", source), [""; 0], "{source}");
    }
}
