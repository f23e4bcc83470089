//! The C++ headers. Each compiles separately, declares internal names only in `detail`, and defines no
//! macros at its end.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use glossweave_testing::skip;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Returns the headers of the C++ wrapper, sorted by name.
fn headers() -> Vec<PathBuf> {
    let include = root().join("include");
    let mut headers: Vec<PathBuf> = fs::read_dir(include.join("glossweave"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    headers.push(include.join("glossweave.hpp"));
    headers.sort();
    assert!(headers.len() > 10, "{headers:?}");
    headers
}

/// Returns `false`, and reports a skipped test, if there is no C++ compiler.
fn has_compiler() -> bool {
    let found = Command::new("c++").arg("--version").output();
    if found.is_ok_and(|output| output.status.success()) {
        return true;
    }
    skip("cpp", "no C++ compiler is here, so the C++ headers were not compiled");
    false
}

/// Compiles files without output, with the warnings that a strict program may use, for example `-Wshadow`.
fn compile(standard: &str, files: &[PathBuf]) {
    let mut command = Command::new("c++");
    command.args([standard, "-fsyntax-only", "-Werror", "-Wall", "-Wextra", "-pedantic"]);
    command.args(["-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wold-style-cast"]);
    let output = command.arg("-Iinclude").args(files).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn each_header_compiles_alone() {
    if !has_compiler() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cpp");
    fs::create_dir_all(&folder).unwrap();
    let programs: Vec<PathBuf> = headers()
        .iter()
        .map(|header| {
            let program = folder.join(header.with_extension("cpp").file_name().unwrap());
            fs::write(&program, format!("#include \"{}\"\n", header.display())).unwrap();
            program
        })
        .collect();
    compile("-std=c++17", &programs);
}

#[test]
fn ranges_fulfil_the_concepts_of_cpp20() {
    if has_compiler() {
        compile("-std=c++20", &[root().join("ffi/tests/install/ranges.cpp")]);
    }
}

/// Returns the names that a header declares directly in the namespace `glossweave`.
fn public_names(header: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_public = false;
    for line in header.lines() {
        if let Some(namespace) = line.strip_prefix("namespace ") {
            is_public = namespace == "glossweave {";
        }
        let line = line.strip_prefix("[[nodiscard]] ").unwrap_or(line);
        let Some((head, rest)) = line.split_once(' ') else { continue };
        let name = match head {
            "class" | "struct" | "using" => rest.split(|c: char| !is_of_name(c)).next(),
            "inline" => rest
                .split_once('(')
                .and_then(|(head, _)| head.split(|c: char| !is_of_name(c)).next_back()),
            // A template, or a comment, the end of a block, or a directive.
            _ => (head == "template").then_some("template"),
        };
        if let Some(name) = name
            && is_public
        {
            names.insert(name.to_owned());
        }
    }
    names
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[test]
fn names_outside_detail_are_those_that_programs_use() {
    let read =
        |name: &str| fs::read_to_string(root().join("ffi/tests/install").join(name)).unwrap();
    let programs = read("consumer.cpp") + &read("ranges.cpp") + &read("files.cpp");
    let used: BTreeSet<&str> = programs
        .split("gw::")
        .skip(1)
        .filter_map(|text| text.split(|c: char| !is_of_name(c)).next())
        .collect();
    assert!(!used.contains("detail"));
    let mut declared = BTreeSet::new();
    for header in headers() {
        declared.extend(public_names(&fs::read_to_string(header).unwrap()));
    }
    assert!(declared.len() > 30, "{declared:?}");
    let unused: Vec<&String> =
        declared.iter().filter(|name| !used.contains(name.as_str())).collect();
    assert!(unused.is_empty(), "use {unused:?} in ffi/tests/install, or declare them in `detail`");
}

#[test]
fn pages_and_examples_use_no_inner_names() {
    for name in ["docs/c.md", "README.md", "examples/c/first.cpp"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        assert!(!text.contains("detail::"), "{name}");
    }
}

#[test]
fn headers_define_their_guards_alone() {
    for header in headers() {
        let text = fs::read_to_string(&header).unwrap();
        let macros: Vec<&str> =
            text.lines().filter_map(|line| line.trim_start().strip_prefix("#define ")).collect();
        let name = header.file_name().unwrap().to_string_lossy().to_uppercase().replace('.', "_");
        let folder = if name == "GLOSSWEAVE_HPP" { "" } else { "GLOSSWEAVE_" };
        assert_eq!(macros, [format!("{folder}{name}")], "{}", header.display());
    }
}
