//! The stylesheets of examples/xslt: their output when they are run, their declared requirements,
//! and the round trip of XLIFF through HTML.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "clippy knows test functions only")]

mod canonical;
mod output;
mod round_trip;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use glossweave::xslt::{Options, Processor, Reply, Request, Saxon, Stylesheet};
use glossweave::{Format, Result};
use glossweave_testing::skip;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn examples() -> PathBuf {
    root().join("examples/xslt")
}

fn read(path: &str) -> Vec<u8> {
    fs::read(examples().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns Saxon: the value of SAXONC_HE_LIB, or the library next to the Python packages in
/// build/venv.
fn saxon() -> Option<Arc<Saxon>> {
    static SAXON: OnceLock<Option<Arc<Saxon>>> = OnceLock::new();
    SAXON
        .get_or_init(|| {
            if let Some(saxon) = Saxon::find(None).unwrap() {
                return Some(saxon);
            }
            let found = in_venv();
            if found.is_none() {
                skip("xslt", "no Saxon in SAXONC_HE_LIB or build/venv");
            }
            found.map(|library| Saxon::open(&library).unwrap())
        })
        .clone()
}

fn in_venv() -> Option<PathBuf> {
    let versions = fs::read_dir(root().join("build/venv/lib")).ok()?;
    let folders = versions.flatten().map(|one| one.path().join("site-packages/saxonche.libs"));
    let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_core = |path: &PathBuf| path.to_string_lossy().contains("/libsaxonc-core-he");
    files.map(|file| file.path()).find(is_core)
}

/// Compiles a stylesheet of the examples for a processor. Returns `None` if Saxon is required but
/// missing.
fn compile(sheet: &str, processor: Processor) -> Option<Stylesheet> {
    let mut options = Options { processor: Some(processor), ..Options::default() };
    if processor == Processor::Saxon {
        options.saxon = Some(saxon()?);
    }
    let compiled = Stylesheet::compile(&read(sheet), &options);
    Some(compiled.unwrap_or_else(|error| panic!("{sheet} on {processor}: {}", shown(&error))))
}

fn shown(error: &glossweave::Error) -> String {
    format!("{}: {error}", error.code().unwrap_or("no code"))
}

fn run(
    executable: &Stylesheet,
    input: &[u8],
    format: Format,
    parameters: &[(&str, &str)],
) -> Result<Reply> {
    let mut request = Request::new(input, format);
    for (name, value) in parameters {
        request = request.with_parameter(*name, *value);
    }
    executable.run(&request)
}

/// Returns HTML or XML, by the names of the example files.
fn format_of(path: &str) -> Format {
    if path.ends_with(".html") { Format::Html } else { Format::Xml }
}
