#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod documents;
mod errors;
mod limits;
mod open;
mod output;
mod sandbox;
mod threads;
mod values;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use super::Saxon;
use crate::program::{Job, Outcome, Program};
use crate::{Limits, Method};
use glossweave_base::error::Result;

/// Returns the path of the library if it is available.
pub(crate) fn library() -> Option<PathBuf> {
    if let Ok(Some(path)) = super::locate::library(None, env::var_os(super::locate::VARIABLE)) {
        return Some(path);
    }
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/venv/lib");
    let pythons = fs::read_dir(packages).ok()?.flatten();
    let mut folders = pythons.map(|python| python.path().join("site-packages/saxonche.libs"));
    folders.find_map(|folder| super::locate::library(Some(&folder), None).ok().flatten())
}

/// Returns Saxon. Returns `None` if it is missing, and adds the test to the list of skipped tests.
pub(crate) fn saxon() -> Option<Arc<Saxon>> {
    if let Some(path) = library() {
        return Some(Saxon::open(&path).unwrap());
    }
    assert!(env::var_os("CI").is_none(), "SaxonC-HE is not here");
    if let Some(list) = env::var_os("GLOSSWEAVE_SKIPS") {
        let mut list = fs::OpenOptions::new().append(true).create(true).open(list).unwrap();
        writeln!(list, "saxon: SaxonC-HE is not here, so nothing ran on it").unwrap();
    }
    None
}

/// Returns a stylesheet of version 3.0 with these declarations.
pub(crate) fn sheet(declarations: &str) -> String {
    format!(
        "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' \
         xmlns:xs='http://www.w3.org/2001/XMLSchema' exclude-result-prefixes='xs'>\
         {declarations}</xsl:stylesheet>"
    )
}

/// Returns a stylesheet of version 3.0 with one template for the root.
pub(crate) fn template(content: &str) -> String {
    sheet(&format!("<xsl:template match='/'>{content}</xsl:template>"))
}

pub(crate) fn compile(saxon: &Arc<Saxon>, text: &str) -> Result<Arc<dyn Program>> {
    saxon.compile(text, None, &Limits::default())
}

pub(crate) fn run(program: &dyn Program, source: &str) -> Result<Outcome> {
    run_with(program, source, &[], &Limits::default())
}

pub(crate) fn run_with(
    program: &dyn Program,
    source: &str,
    parameters: &[(&str, &str)],
    limits: &Limits,
) -> Result<Outcome> {
    let parameters: Vec<(String, String)> =
        parameters.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    program.run(&Job { source, parameters: &parameters, method: None, limits })
}

/// Returns the outcome of a stylesheet for `<x/>`.
fn outcome(saxon: &Arc<Saxon>, text: &str) -> Result<Outcome> {
    run(&*compile(saxon, text)?, "<x/>")
}

/// Returns the outcome as text, without the XML declaration.
fn result(saxon: &Arc<Saxon>, text: &str) -> Result<String> {
    let result = String::from_utf8(outcome(saxon, text)?.bytes).unwrap();
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    Ok(result.strip_prefix(declaration).unwrap_or(&result).to_owned())
}

pub(crate) fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn method(program: &dyn Program, source: &str, method: Method) -> Outcome {
    let limits = Limits::default();
    let job = Job { source, parameters: &[], method: Some(method), limits: &limits };
    program.run(&job).unwrap()
}
