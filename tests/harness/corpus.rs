//! The pages of tests/data.

use std::fs;
use std::path::{Path, PathBuf};

/// A page of the corpus.
#[derive(Clone, Debug)]
pub struct Page {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The folder of the test data.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// Every HTML page, in the order of their names.
pub fn html() -> Vec<Page> {
    let mut pages: Vec<Page> = fs::read_dir(data().join("html"))
        .expect("tests/data/html is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .map(|path| Page {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: fs::read(&path).expect("a readable page"),
        })
        .collect();
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    pages
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_of_the_corpus_is_whole() {
        let table = std::fs::read_to_string(super::data().join("README.md")).unwrap();
        let pages = super::html();
        assert!(pages.len() >= 64, "{} pages", pages.len());
        for page in &pages {
            assert!(table.contains(&format!("| `{}` |", page.name)), "{} has no row", page.name);
        }
        let rows = table.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, pages.len(), "rows for pages that are not there");
    }
}
