//! The files of tests/data, which the tests use as input.

use std::fs;
use std::path::{Path, PathBuf};

/// A page of the corpus.
#[derive(Clone, Debug)]
pub struct Page {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Returns the folder of the test data.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// The folders of the test data, and the minimum number of files in each.
pub const FOLDERS: &[(&str, usize)] =
    &[("html", 64), ("odt", 42), ("odt-bad", 12), ("xliff", 50), ("xml", 45), ("xml-bad", 20)];

/// Returns every HTML page, sorted by name.
pub fn html() -> Vec<Page> {
    folder("html")
}

/// Returns every file in a folder of the test data, sorted by name.
pub fn folder(name: &str) -> Vec<Page> {
    let mut pages: Vec<Page> = fs::read_dir(data().join(name))
        .expect("a folder of tests/data")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| Page {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: fs::read(&path).expect("a readable file"),
        })
        .collect();
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    pages
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tables_of_the_corpus_are_whole() {
        let readme = std::fs::read_to_string(super::data().join("README.md")).unwrap();
        for &(folder, at_least) in super::FOLDERS {
            let heading = format!("\n## {folder}/\n");
            let (_, section) = readme.split_once(&heading).expect("a section for each folder");
            let table = section.split("\n## ").next().unwrap_or_default();
            let files = super::folder(folder);
            assert!(files.len() >= at_least, "{folder}: {} files", files.len());
            for file in &files {
                let row = format!("| `{}` |", file.name);
                assert!(table.contains(&row), "{folder}/{} has no row", file.name);
            }
            let rows = table.lines().filter(|line| line.starts_with("| `")).count();
            assert_eq!(rows, files.len(), "{folder}: rows for files that are not there");
        }
    }
}
