mod css;
mod local;
mod paths;
mod reach;
mod rules;
mod standoff;

use std::sync::Arc;

use super::{Analysis, Category, Options, Resolver};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;

pub(super) const NAMESPACES: &str = "xmlns:its='http://www.w3.org/2005/11/its' \
    xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:h='http://www.w3.org/1999/xhtml'";

/// A resolver for files in memory.
#[derive(Debug)]
pub(super) struct InMemory(pub &'static [(&'static str, &'static str)]);

impl Resolver for InMemory {
    fn open(&self, reference: &str, base: &str) -> Result<Option<Vec<u8>>> {
        let path = super::reference::join(base, reference);
        let file = self.0.iter().find(|file| file.0 == path);
        Ok(file.map(|file| file.1.replace("NS", NAMESPACES).into_bytes()))
    }
}

pub(super) fn with(files: &'static [(&'static str, &'static str)]) -> Options {
    Options { resolver: Some(Arc::new(InMemory(files))), ..Options::default() }
}

pub(super) fn xml(source: &str, options: &Options) -> Result<Analysis> {
    Analysis::read(source.replace("NS", NAMESPACES), Format::Xml, options)
}

/// Reads a document that contains rules. Its root is `doc`.
pub(super) fn ruled(rules: &str, content: &str) -> Analysis {
    let source = format!("<doc NS><its:rules version='2.0'>{rules}</its:rules>{content}</doc>");
    xml(&source, &Options::default()).unwrap()
}

/// Returns the error for a document that contains rules.
pub(super) fn broken(rules: &str, content: &str) -> Error {
    let source = format!("<doc NS><its:rules version='2.0'>{rules}</its:rules>{content}</doc>");
    xml(&source, &Options::default()).unwrap_err()
}

pub(super) fn page(source: &str) -> Analysis {
    Analysis::read(source.replace("NS", NAMESPACES), Format::Html, &Options::default()).unwrap()
}

/// Returns the values at a path on one line.
pub(super) fn values(analysis: &Analysis, path: &str, category: Category) -> String {
    let node = analysis.nodes().find(|node| node.path() == path);
    let node = node.unwrap_or_else(|| panic!("no {path}"));
    let values: Vec<_> =
        node.values(category).iter().map(|(name, value)| format!("{name}={value}")).collect();
    values.join(" ")
}

/// Returns the paths below `doc` where a category has the given values.
pub(super) fn where_is(analysis: &Analysis, category: Category, wanted: &str) -> Vec<String> {
    let all = analysis.nodes().map(|node| node.path());
    let all = all.filter(|path| !path.contains("its:rules"));
    all.filter(|path| values(analysis, path, category) == wanted).collect()
}
