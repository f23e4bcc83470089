//! Tests of imports, using files in the syntax of their publishers.

mod journal;
mod rdf;
mod table;
mod text;

use std::fs;
use std::path::PathBuf;

use super::{Import, ImportReport, SkipReason};
use glossweave_base::error::Result;
use glossweave_dictionary::{Dictionary, DictionaryExt, Doubtful};
use glossweave_document::recognizer::{Passage, Recognizer};
use tempfile::TempDir;

/// A folder with the files of a vocabulary.
struct Files(TempDir, Vec<PathBuf>);

impl Files {
    fn new(files: &[(&str, &[u8])]) -> Files {
        let folder = tempfile::tempdir().unwrap();
        let paths = files.iter().map(|(name, content)| {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            path
        });
        let paths = paths.collect();
        Files(folder, paths)
    }

    fn read(&self, name: &str, options: &[(&str, &str)]) -> Result<(Dictionary, ImportReport)> {
        let mut import = Import::new(name)?;
        for (name, value) in options {
            import.set(name, value)?;
        }
        let (builder, report) = import.read(&self.1, &mut |_| Ok(()))?;
        Ok((builder.build()?, report))
    }
}

/// Returns the entities of a name as the last segments of their IRIs and their weights, the most
/// likely first.
fn entities(names: &Dictionary, name: &str) -> Vec<(String, f64)> {
    let mut found = Vec::new();
    names
        .each_candidates(&Passage::new(name), None, Doubtful::Any, |_, candidates| {
            for candidate in candidates {
                let candidate = candidate?;
                let local = candidate.ident.trim_end_matches('/').rsplit(['/', '#']).next();
                found.push((local.unwrap_or_default().to_owned(), candidate.weight));
            }
            Ok(())
        })
        .unwrap();
    found
}

/// Returns the classes of the only entity with a name.
fn classes(names: &Dictionary, name: &str) -> Vec<String> {
    let found = names.recognize(&Passage::new(name)).unwrap();
    let classes =
        found.iter().flat_map(|annotation| annotation.as_entity().unwrap().classes.iter());
    classes.map(|class| class.to_string()).collect()
}

fn one(local: &str, weight: f64) -> Vec<(String, f64)> {
    vec![(local.to_owned(), weight)]
}

fn count(report: &ImportReport, reason: SkipReason) -> (u64, Vec<&str>) {
    let parts = report.skipped().find(|parts| parts.reason == reason);
    parts.map_or((0, Vec::new()), |parts| {
        (parts.count, parts.places.iter().map(String::as_str).collect())
    })
}
