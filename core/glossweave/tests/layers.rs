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

use house::House;

/// Who may name a foreign crate. Places are files or folders below `core/glossweave/src`.
enum Door {
    /// Test modules, and what lies outside `src`.
    Tests,
    At(&'static [&'static str]),
}

/// What the house is held to.
struct Rules {
    /// A module imports only from modules on earlier lines.
    order: &'static [&'static [&'static str]],
    doors: &'static [(&'static str, Door)],
    /// The only places with `unsafe`.
    unsafes: &'static [&'static str],
    /// The most lines of a file.
    lines: usize,
}

const STATEFUL: Door = Door::At(&[
    "clock", "store", "acl", "resource", "filter", "xslt", "enrich", "service", "pipeline",
    "engine",
]);

const JSON: Door = Door::At(&[
    "provider/remote",
    "provider/spotlight",
    "rdf",
    "web_annotation",
    "store",
    "acl",
    "resource",
    "filter",
    "xslt",
    "enrich",
    "pipeline",
    "engine",
]);

static RULES: Rules = Rules {
    order: &[
        &["error"],
        &["clock", "event", "allowance"],
        &["text", "media", "image"],
        &["markup", "rdf", "annotation"],
        &["its"],
        &["document"],
        &["format", "nif", "provider", "web_annotation"],
        &["store"],
        &["acl"],
        &["resource"],
        &["filter", "xslt"],
        &["enrich"],
        &["service"],
        &["pipeline"],
        &["engine"],
    ],
    doors: &[
        ("aho_corasick", Door::At(&["enrich/translation"])),
        ("argon2", Door::At(&["acl"])),
        ("base64", Door::At(&["pipeline"])),
        ("cc", Door::Tests),
        ("crc32fast", Door::At(&["image", "store"])),
        ("csv", Door::At(&["provider/dictionary", "provider/termbase"])),
        ("divan", Door::Tests),
        ("encoding_rs", Door::At(&["markup"])),
        ("fancy_regex", Door::At(&["enrich/translation/srx"])),
        ("flate2", Door::At(&["format/odt", "provider/network"])),
        ("foldhash", Door::At(&["rdf"])),
        ("fs2", Door::At(&["store"])),
        ("getrandom", Door::At(&["acl"])),
        ("html5ever", Door::At(&["markup"])),
        ("html5gum", Door::At(&["markup"])),
        ("humantime", Door::At(&["clock"])),
        ("indexmap", Door::At(&["rdf"])),
        ("icu_segmenter", Door::At(&["text"])),
        ("libloading", Door::At(&["xslt/saxon"])),
        ("libxml", Door::At(&["markup/tree", "xslt"])),
        ("log", Door::At(&["event.rs"])),
        ("memchr", Door::At(&["markup"])),
        ("memmap2", Door::At(&["image"])),
        ("oxigraph", Door::At(&["rdf"])),
        ("oxiri", Door::At(&["text"])),
        ("oxttl", Door::At(&["rdf"])),
        ("percent_encoding", Door::At(&["service", "pipeline"])),
        ("pkg_config", Door::Tests),
        ("proptest", Door::Tests),
        ("reqwest", Door::At(&["provider/network"])),
        ("rust_stemmers", Door::At(&["provider/termbase"])),
        ("rustls", Door::At(&["provider/network"])),
        ("rustls_platform_verifier", Door::At(&["provider/network"])),
        ("serde", STATEFUL),
        ("serde_json", JSON),
        ("sha2", Door::At(&["acl"])),
        ("url", Door::At(&["service", "pipeline"])),
        ("simdutf8", Door::At(&["markup"])),
        ("sled", Door::At(&["store"])),
        ("strsim", Door::At(&["text"])),
        ("spareval", Door::At(&["rdf"])),
        ("sparesults", Door::At(&["rdf"])),
        ("spargebra", Door::At(&["rdf"])),
        ("stacker", Door::At(&["rdf"])),
        ("subtle", Door::At(&["acl"])),
        ("tempfile", Door::Tests),
        ("tokio", Door::At(&["provider/network"])),
        ("unicode_normalization", Door::At(&["provider/dictionary", "provider/termbase"])),
        ("whatlang", Door::At(&["text"])),
        ("zip", Door::Tests),
    ],
    unsafes: &[
        "core/glossweave/src/xslt/libxslt/call.rs",
        "core/glossweave/src/xslt/saxon/library.rs",
        "core/glossweave/src/markup/tree",
        "core/glossweave/src/image/blocks.rs",
        "ffi",
    ],
    lines: 500,
};

/// Folders with Rust source, from the root of the workspace.
const FOLDERS: &[&str] = &[
    "core/glossweave/src",
    "core/glossweave/tests",
    "core/benches",
    "core/fuzz",
    "ffi",
    "python/src",
    "examples",
    "tests",
];

#[test]
fn the_house_keeps_its_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = Vec::new();
    for folder in FOLDERS {
        gather(&root, folder, &mut sources);
    }
    let manifest = fs::read_to_string(root.join("core/glossweave/Cargo.toml")).unwrap();
    sources.push(("core/glossweave/Cargo.toml".to_string(), manifest));
    assert!(sources.len() > 20, "the sources were not found");
    let breaches = House::new(&RULES, &sources).breaches();
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
