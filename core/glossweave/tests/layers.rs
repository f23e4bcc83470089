//! The order of the rooms, the doors for foreign crates, and the length of files, as
//! docs/architecture.md has them.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

#[path = "layers/house.rs"]
mod house;
#[path = "layers/lexer.rs"]
mod lexer;
#[path = "layers/paths.rs"]
mod paths;
#[path = "layers/planted.rs"]
mod planted;

use std::fs;
use std::path::Path;

/// Who may name a foreign crate. Places are files or folders in crates of `core`: `base/text`.
enum Door {
    /// Test modules, and what lies outside `src`.
    Tests,
    At(&'static [&'static str]),
}

/// What the house is held to.
struct Rules {
    /// The crates of `core`, and the order of their modules: one imports only from modules on earlier lines.
    crates: &'static [(&'static str, &'static [&'static [&'static str]])],
    doors: &'static [(&'static str, Door)],
    /// The only places with `unsafe`.
    unsafes: &'static [&'static str],
    /// The most lines of a file.
    lines: usize,
}

const STATEFUL: Door = Door::At(&[
    "base/clock",
    "store/store",
    "store/acl",
    "store/resource",
    "glossweave/filter",
    "xslt",
    "glossweave/enrich",
    "glossweave/service",
    "glossweave/pipeline",
    "glossweave/engine",
]);

const JSON: Door = Door::At(&[
    "glossweave/provider/remote",
    "glossweave/provider/spotlight",
    "rdf",
    "nif/web_annotation",
    "store/store",
    "store/acl",
    "store/resource",
    "glossweave/filter",
    "xslt",
    "glossweave/enrich",
    "glossweave/pipeline",
    "glossweave/engine",
]);

static RULES: Rules = Rules {
    crates: &[
        ("base", &[&["error"], &["clock", "event", "allowance"], &["text", "media", "image"]]),
        ("markup", &[]),
        ("testing", &[]),
        ("rdf", &[]),
        ("format", &[&["annotation"], &["its"], &["document"], &["format"]]),
        ("nif", &[&["nif", "web_annotation"]]),
        ("store", &[&["store"], &["acl"], &["resource"]]),
        ("xslt", &[]),
        (
            "glossweave",
            &[&["provider"], &["filter"], &["enrich"], &["service"], &["pipeline"], &["engine"]],
        ),
    ],
    doors: &[
        ("aho_corasick", Door::At(&["glossweave/enrich/translation"])),
        ("argon2", Door::At(&["store/acl"])),
        ("base64", Door::At(&["glossweave/pipeline"])),
        ("cc", Door::Tests),
        ("crc32fast", Door::At(&["base/image", "store/store"])),
        ("csv", Door::At(&["glossweave/provider/dictionary", "glossweave/provider/termbase"])),
        ("divan", Door::Tests),
        ("encoding_rs", Door::At(&["markup"])),
        ("fancy_regex", Door::At(&["glossweave/enrich/translation/srx"])),
        ("flate2", Door::At(&["format/format/odt", "glossweave/provider/network"])),
        ("foldhash", Door::At(&["rdf"])),
        ("fs2", Door::At(&["store/store"])),
        ("getrandom", Door::At(&["store/acl"])),
        ("html5ever", Door::At(&["markup"])),
        ("html5gum", Door::At(&["markup"])),
        ("humantime", Door::At(&["base/clock"])),
        ("indexmap", Door::At(&["rdf"])),
        ("icu_segmenter", Door::At(&["base/text"])),
        ("libloading", Door::At(&["xslt/saxon"])),
        ("libxml", Door::At(&["markup/tree", "xslt"])),
        ("log", Door::At(&["base/event.rs"])),
        ("memchr", Door::At(&["markup"])),
        ("memmap2", Door::At(&["base/image"])),
        ("oxigraph", Door::At(&["rdf"])),
        ("oxiri", Door::At(&["base/text"])),
        ("oxttl", Door::At(&["rdf"])),
        ("percent_encoding", Door::At(&["glossweave/service", "glossweave/pipeline"])),
        ("pkg_config", Door::Tests),
        ("proptest", Door::Tests),
        ("reqwest", Door::At(&["glossweave/provider/network"])),
        ("rust_stemmers", Door::At(&["glossweave/provider/termbase"])),
        ("rustls", Door::At(&["glossweave/provider/network"])),
        ("rustls_platform_verifier", Door::At(&["glossweave/provider/network"])),
        ("serde", STATEFUL),
        ("serde_json", JSON),
        ("sha2", Door::At(&["store/acl"])),
        ("url", Door::At(&["glossweave/service", "glossweave/pipeline"])),
        ("simdutf8", Door::At(&["markup"])),
        ("sled", Door::At(&["store/store"])),
        ("strsim", Door::At(&["base/text"])),
        ("spareval", Door::At(&["rdf"])),
        ("sparesults", Door::At(&["rdf"])),
        ("spargebra", Door::At(&["rdf"])),
        ("stacker", Door::At(&["rdf"])),
        ("subtle", Door::At(&["store/acl"])),
        ("tempfile", Door::Tests),
        ("tokio", Door::At(&["glossweave/provider/network"])),
        (
            "unicode_normalization",
            Door::At(&["glossweave/provider/dictionary", "glossweave/provider/termbase"]),
        ),
        ("whatlang", Door::At(&["base/text"])),
        ("zip", Door::Tests),
    ],
    unsafes: &[
        "core/xslt/src/libxslt/call.rs",
        "core/xslt/src/saxon/library.rs",
        "core/markup/src/tree",
        "core/base/src/image/blocks.rs",
        "ffi",
    ],
    lines: 500,
};

/// Folders with Rust source, from the root of the workspace.
const FOLDERS: &[&str] = &["core", "ffi", "python/src", "examples", "tests"];

#[test]
fn the_house_keeps_its_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = Vec::new();
    for folder in FOLDERS {
        gather(&root, folder, &mut sources);
    }
    for (name, _) in RULES.crates {
        let path = format!("core/{name}/Cargo.toml");
        sources.push((path.clone(), fs::read_to_string(root.join(path)).unwrap()));
    }
    assert!(sources.len() > 20, "the sources were not found");
    for folder in fs::read_dir(root.join("core")).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let is_known = RULES.crates.iter().any(|(known, _)| *known == name);
        assert!(is_known || !folder.path().join("src/lib.rs").exists() || name == "fuzz", "{name}");
    }
    let breaches = house::breaches(&RULES, &sources);
    assert!(breaches.is_empty(), "{} breaches:\n{}", breaches.len(), breaches.join("\n"));
}

fn gather(root: &Path, folder: &str, sources: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), entry.file_type().unwrap().is_dir())
        })
        .collect();
    names.sort();
    for (name, is_folder) in names {
        let path = format!("{folder}/{name}");
        if is_folder && !matches!(name.as_str(), "target" | "data") {
            gather(root, &path, sources);
        } else if name.ends_with(".rs") {
            let source = fs::read_to_string(root.join(&path)).unwrap();
            sources.push((path, source));
        }
    }
}
