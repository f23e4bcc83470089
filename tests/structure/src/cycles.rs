//! The modules of the library, the bindings and the server: no two files of a folder may use each
//! other, directly or indirectly.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod graph;
mod paths;

use std::fs;
use std::path::Path;

use graph::cycles;

/// The checked source folders in addition to core, from the root of the workspace.
const OUTSIDE_CORE: [&str; 3] = ["ffi/src", "python/src", "examples/http/src"];

/// Returns the checked source folders, from the root of the workspace.
fn sources(root: &Path) -> Vec<String> {
    let mut found: Vec<String> = OUTSIDE_CORE.map(str::to_owned).to_vec();
    for folder in fs::read_dir(root.join("core")).unwrap() {
        let source = format!("core/{}/src", folder.unwrap().file_name().into_string().unwrap());
        if root.join(&source).is_dir() {
            found.push(source);
        }
    }
    assert!(found.len() > 15, "the crates were not found");
    found.sort();
    found
}

/// Adds the files below a folder, by their paths from the root of the crate.
fn gather(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            gather(&entry.path(), &format!("{name}/"), files);
        } else if name.ends_with(".rs") {
            files.push((name, fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

#[test]
fn no_module_uses_itself_by_way_of_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for name in sources(&root) {
        let mut files = Vec::new();
        gather(&root.join(&name), "", &mut files);
        let fewest = if OUTSIDE_CORE.contains(&name.as_str()) { 20 } else { 0 };
        assert!(files.len() > fewest, "the sources of {name} were not found");
        found.extend(cycles(&files).into_iter().map(|cycle| format!("{name}: {cycle}")));
    }
    assert!(found.is_empty(), "{} cycles:\n{}", found.len(), found.join("\n"));
}

fn files(sources: &[(&str, &str)]) -> Vec<(String, String)> {
    sources.iter().map(|(name, source)| ((*name).to_owned(), (*source).to_owned())).collect()
}

const ROOT: (&str, &str) = ("lib.rs", "mod a; mod b; mod c; pub use crate::a::Alpha;");

/// Asserts that the files have one cycle, of these modules.
#[track_caller]
fn assert_cycle(sources: &[(&str, &str)], modules: &str) {
    let found = cycles(&files(sources));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(&format!("{modules}\n")), "{found:?}");
}

#[test]
fn a_chain_has_no_cycle() {
    let sources = [
        ROOT,
        ("a.rs", "pub struct Alpha; // crate::c::Gamma\nconst S: &str = \"crate::c\";"),
        ("b.rs", "use crate::Alpha;\n#[cfg(test)] mod tests { use crate::c::Gamma; }"),
        ("c.rs", "use crate::{a::Alpha, b};\nmod part;\nfn f<'a>() { crate::a::f('\"'); }"),
        ("c/part.rs", "use super::Gamma;\nuse crate::b::Beta;"),
        ("c/tests.rs", "use crate::d::Delta;"),
        ("d.rs", "use crate::c::Gamma;"),
    ];
    assert_eq!(cycles(&files(&sources)), Vec::<String>::new());
}

#[test]
fn a_cycle_of_imports_is_found() {
    let (b, c) = (("b.rs", "use crate::c::Gamma;"), ("c.rs", "use crate::{a, b::{self, Beta}};"));
    assert_cycle(&[ROOT, ("a.rs", ""), b, c], "b, c");
    let a = ("a.rs", "use super::b;");
    assert_cycle(&[ROOT, a, b, ("c.rs", "use super::{a as first};")], "a, b, c");
}

#[test]
fn a_cycle_by_way_of_a_qualified_path_is_found() {
    let a = ("a.rs", "fn f() -> u8 { crate::b::g::<crate::c::Gamma>() }");
    assert_cycle(&[ROOT, a, ("b.rs", ""), ("c.rs", "type T = super::a::Alpha;")], "a, c");
}

#[test]
fn a_cycle_by_way_of_a_name_that_the_root_passes_on_is_found() {
    let a = ("a.rs", "use crate::b::Beta;");
    assert_cycle(&[ROOT, a, ("b.rs", "use crate::Alpha;"), ("c.rs", "")], "a, b");
}

#[test]
fn a_cycle_within_a_folder_is_found() {
    let c = ("c.rs", "mod left; mod right; use crate::a::Alpha;");
    let (left, right) = ("c/left.rs", "c/right.rs");
    let sources = [ROOT, c, (left, "use super::right::R;"), (right, "use crate::c::left::L;")];
    assert_cycle(&sources, "c::left, c::right");
}

#[test]
fn a_cycle_by_way_of_a_path_from_the_module_itself_is_found() {
    // The style of the root: a path begins with the name of a sibling module.
    let root =
        ("lib.rs", "mod a; mod b; pub use a::Alpha; pub(crate) use b::{self as second, Beta};");
    let (a, b) = (("a.rs", "use crate::Beta;"), ("b.rs", "use crate::Alpha;"));
    assert_cycle(&[root, a, b], "a, b");
    let a = ("a.rs", "fn f() { crate::second::g(); }");
    assert_cycle(&[root, a, b], "a, b");
    let root = ("lib.rs", "mod a; mod b; pub use self::a::Alpha; pub use b::Beta;");
    assert_cycle(&[root, ("a.rs", "use crate::Beta;"), b], "a, b");
    // A foreign crate is not a module, and its names are not names of the root.
    let root = ("lib.rs", "mod a; mod b; pub use serde::a; pub use b::Beta;");
    let sources = [root, ("a.rs", "use crate::Beta;"), ("b.rs", "use serde::a::Alpha;")];
    assert_eq!(cycles(&files(&sources)), Vec::<String>::new());
}

#[test]
fn a_cycle_by_way_of_all_names_is_found() {
    let (a, b) = (("a.rs", "pub struct Alpha;\nuse crate::Beta;"), ("b.rs", "pub enum Beta {}"));
    let root = ("lib.rs", "mod a; mod b; pub use a::*; pub use crate::b::*;");
    assert_eq!(cycles(&files(&[root, a, b])), Vec::<String>::new());
    let b = ("b.rs", "pub enum Beta {}\nimpl Beta { fn f() -> super::Alpha {} }");
    assert_cycle(&[root, a, b], "a, b");
    // `Alpha` is a name of the root, and therefore also of `b`.
    let b = ("b.rs", "use super::*;\npub struct Beta(Alpha);");
    assert_cycle(&[root, a, b], "a, b");
}
