//! Checks that the committed header matches the sources.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[test]
fn the_committed_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    let bindings =
        cbindgen::Builder::new().with_crate(here).with_config(config).generate().unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = with_sections(&String::from_utf8(made).unwrap(), &titles(here));
    let made = made.replacen("*/\n", &format!("*/\n\n{}", contents(here, &made)), 1).into_bytes();
    let path = here.join("../include/glossweave.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read(&path).unwrap_or_default();
    let at = committed.iter().zip(&made).take_while(|(a, b)| a == b).count();
    assert!(
        committed == made,
        "include/glossweave.h differs from line {} on; `UPDATE_HEADER=1 cargo test -p \
         glossweave-ffi --test suite header` writes it anew",
        made[..at].iter().filter(|byte| **byte == b'\n').count() + 1
    );
}

/// Returns the section title of each function: the first line of its file.
fn titles(here: &Path) -> BTreeMap<String, String> {
    let mut titles = BTreeMap::new();
    for entry in std::fs::read_dir(here.join("src")).unwrap() {
        let path = entry.unwrap().path();
        let source = std::fs::read_to_string(&path).unwrap();
        let about = source.lines().next().unwrap().trim_start_matches("//! ");
        let title = if path.ends_with("lib.rs") { "The version" } else { about };
        for function in source.split("extern \"C\" fn ").skip(1) {
            let name = function.split('(').next().unwrap();
            titles.insert(name.to_owned(), title.trim_end_matches('.').to_owned());
        }
    }
    titles
}

/// Returns the contents of the header: the titles of its sections, in the groups of modules in the crate
/// root.
fn contents(here: &Path, header: &str) -> String {
    let source = |name: &str| std::fs::read_to_string(here.join("src").join(name)).unwrap();
    let root = source("lib.rs");
    let mut out = "/* Contents\n".to_owned();
    let mut group = None;
    for line in root.lines().take_while(|line| !line.starts_with("/// cbindgen:ignore")) {
        if let Some(title) = line.strip_prefix("// ") {
            group = Some(title);
        }
        let Some(module) = line.strip_prefix("mod ") else { continue };
        let about = source(&module.replace(';', ".rs"));
        let title = about.lines().next().unwrap().trim_start_matches("//! ").trim_end_matches('.');
        if !header.contains(&format!("/* {title} ---")) {
            continue;
        }
        if let Some(group) = group.take() {
            out += &format!(" *\n * {group}\n");
        }
        out += &format!(" *     {title}\n");
    }
    out + " */\n"
}

/// Inserts a title before the functions of each file, which are consecutive in a header.
fn with_sections(header: &str, titles: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut last = "";
    let mut comment = String::new();
    for line in header.lines() {
        if line.starts_with("//") {
            comment += &format!("{line}\n");
            continue;
        }
        let declared = line.split('(').next().and_then(|head| head.split([' ', '*']).next_back());
        if let Some(title) = declared.and_then(|name| titles.get(name))
            && title != last
        {
            let rule = "-".repeat(90usize.saturating_sub(title.len()));
            out += &format!("/* {title} {rule} */\n\n");
            last = title;
        }
        out += &std::mem::take(&mut comment);
        // Compilers warn when a program ignores a status.
        if line.starts_with("GwStatus gw_") {
            out += "GW_NODISCARD ";
        }
        out += &format!("{line}\n");
    }
    out + &comment
}

/// The C functions that need no C++ counterpart, and the reasons.
const C_ALONE: &[(&str, &str)] =
    &[("gw_str", "`std::string_view` takes strings with a zero at their end")];

/// Returns the names in a text that start with `gw_`.
fn functions(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("gw_")).collect()
}

/// Returns the lines of a header that are not comments.
fn code(header: &str) -> String {
    let lines = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn every_function_has_a_form_in_cpp() {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../include");
    let header = code(&std::fs::read_to_string(include.join("glossweave.h")).unwrap());
    let mut cpp = String::new();
    for file in std::fs::read_dir(include.join("glossweave")).unwrap() {
        cpp += &code(&std::fs::read_to_string(file.unwrap().path()).unwrap());
    }
    let alone: BTreeSet<&str> = C_ALONE.iter().map(|(name, _)| *name).collect();
    let without: BTreeSet<&str> =
        functions(&header).difference(&functions(&cpp)).copied().collect();
    assert!(
        header.len() > 10_000 && without == alone,
        "functions of C without a form in C++: {without:?}"
    );
}

#[test]
fn the_version_is_that_of_the_crate() {
    let numbers = [
        glossweave_ffi::GW_VERSION_MAJOR,
        glossweave_ffi::GW_VERSION_MINOR,
        glossweave_ffi::GW_VERSION_PATCH,
    ];
    let version = numbers.map(|number| number.to_string()).join(".");
    assert_eq!(version, env!("CARGO_PKG_VERSION"), "GW_VERSION_* in ffi/src/lib.rs");
}
