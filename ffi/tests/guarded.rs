//! Checks that all functions that can fail use `guard`, and that no macro defines functions.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

/// An exported function: its name, its parameters and result, and the first line of its body.
struct Export {
    name: String,
    signature: String,
    first: String,
    length: usize,
}

fn exports() -> Vec<Export> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Functions that only WebAssembly has are not in the header.
        if !path.ends_with("wasm.rs") {
            found.extend(exports_of(&fs::read_to_string(path).unwrap()));
        }
    }
    assert!(found.len() > 20, "{} exports found", found.len());
    found
}

fn exports_of(source: &str) -> Vec<Export> {
    let mut found = Vec::new();
    for part in source.split("#[unsafe(no_mangle)]").skip(1) {
        let (head, body) = part.split_once(" {\n").unwrap();
        let (_, head) = head.split_once("extern \"C\" fn ").unwrap();
        let (name, signature) = head.split_once('(').unwrap();
        let body = &body[..body.find("\n}\n").unwrap()];
        found.push(Export {
            name: name.to_owned(),
            signature: signature.split_whitespace().collect::<Vec<_>>().join(" "),
            first: body.lines().next().unwrap().trim().to_owned(),
            length: body.lines().count(),
        });
    }
    found
}

fn breach(export: &Export) -> Option<String> {
    let Export { name, signature, first, length } = export;
    let fails = signature.contains("-> GwStatus");
    let reports = signature.contains("error: Option<&mut MaybeUninit<*mut GwError>>");
    match () {
        () if !name.starts_with("gw_") => Some(format!("{name} does not start with gw_")),
        () if fails && !first.starts_with("guard(error, ||") => {
            Some(format!("{name} does not start with guard"))
        }
        () if fails != reports => Some(format!("{name} has a status without an error")),
        () if *length > 15 => Some(format!("{name} has {length} lines: that is logic")),
        () => None,
    }
}

#[test]
fn every_function_that_can_fail_is_guarded() {
    let breaches: Vec<String> = exports().iter().filter_map(breach).collect();
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn a_function_without_guard_is_seen() {
    let bare = "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn gw_x(\n    error: Option<&mut \
                MaybeUninit<*mut GwError>>,\n) -> GwStatus {\n    GwStatus::Ok\n}\n";
    let found = exports_of(bare);
    assert_eq!(breach(&found[0]).unwrap(), "gw_x does not start with guard");
}

#[test]
fn every_export_is_in_the_header() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../include/glossweave.h");
    let header = fs::read_to_string(path).unwrap();
    let exports = exports();
    for export in &exports {
        assert!(header.contains(&format!("{}(", export.name)), "{}", export.name);
    }
    let functions = header.lines().filter(|line| !line.starts_with("//"));
    let declared = functions.filter(|line| line.contains(" gw_") || line.contains("*gw_")).count();
    assert_eq!(declared, exports.len());
}
