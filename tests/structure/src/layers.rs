//! The order of modules, the use of foreign crates, and the length of files, as specified in
//! docs/architecture.md.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod mutants;
mod paths;
mod sources;

use std::fs;
use std::path::Path;

/// The modules that may use a foreign crate. `In` contains files or folders in crates of `core`,
/// for example `base/text`.
enum Users {
    /// Test modules, and files outside `src`.
    Tests,
    In(&'static [&'static str]),
    InAndTests(&'static [&'static str]),
}

/// The rules that the sources are checked against.
struct Rules {
    /// The crates of `core`, and the order of their modules. A module may only import from modules
    /// on earlier lines.
    crates: &'static [(&'static str, &'static [&'static [&'static str]])],
    foreign: &'static [(&'static str, Users)],
    /// The only modules that may contain `unsafe`.
    unsafes: &'static [&'static str],
    /// The maximum number of lines of a file.
    lines: usize,
}

const STATEFUL: Users = Users::In(&[
    "base/clock",
    "base/media",
    "base/model_report.rs",
    "base/provider.rs",
    "base/secret.rs",
    "base/serialized.rs",
    "base/text/plural.rs",
    "base/text/span.rs",
    "base/token_usage.rs",
    "document/annotation",
    "format-base/encoded.rs",
    "markup/data",
    "store/store",
    "store/acl",
    "store/job",
    "store/resource",
    "xslt",
    "entity/explanation.rs",
    "entity/import",
    "translate/system.rs",
    "link/template",
    "vocabulary",
    "redact/key.rs",
    "glossweave/entity/models.rs",
    "glossweave/filter",
    "glossweave/stored_document",
    "glossweave/stored_profile.rs",
    "glossweave/request",
    "glossweave/service",
    "glossweave/pipeline",
    "glossweave/job",
    "glossweave/batch",
    "glossweave/settings",
    "glossweave/engine",
    "glossweave/interface",
]);

const JSON: Users = Users::In(&[
    "rdf",
    "format/formats.rs",
    "format/tests",
    "format-base/markup_profile",
    "format-base/new_file",
    "format-base/json_writer.rs",
    "format-exchange",
    "nif/chunk_lines.rs",
    "store/store",
    "store/acl",
    "store/job",
    "store/resource",
    "testing/chat.rs",
    "xslt",
    "entity/chat",
    "entity/import",
    "net/chat",
    "net/json.rs",
    "oidc",
    "entity/providers.rs",
    "entity/spotlight",
    "translate/remote",
    "link",
    "vocabulary",
    "neural/files.rs",
    "neural/labels.rs",
    "neural/report.rs",
    "neural/tests",
    "mcp",
    "neural/tokenizer.rs",
    "redact/key.rs",
    "glossweave/filter",
    "glossweave/stored_document",
    "glossweave/stored_profile.rs",
    "glossweave/link/tests.rs",
    "glossweave/pipeline",
    "glossweave/service/check.rs",
    "glossweave/service/redact.rs",
    "glossweave/job",
    "glossweave/batch",
    "glossweave/interface",
    "glossweave/settings",
    "glossweave/engine",
]);

static RULES: Rules = Rules {
    crates: &[
        (
            "base",
            &[
                &["error", "counting_allocator", "serialized"],
                &["clock", "log", "allowance", "cancellation", "spool", "trace"],
                &["call_limits", "text", "mmap_file"],
                &["media"],
                &["csv", "model_report", "progress", "provider", "secret", "token_usage", "words"],
                &["options"],
            ],
        ),
        ("encoding", &[]),
        ("markup", &[]),
        ("archive", &[]),
        ("testing", &[]),
        ("rdf", &[]),
        ("document", &[]),
        ("its", &[]),
        ("format-base", &[]),
        ("format-markup", &[]),
        ("format-office", &[]),
        ("format-strings", &[]),
        ("format-pdf", &[]),
        ("format-exchange", &[]),
        ("format", &[]),
        ("nif", &[]),
        ("store", &[&["store"], &["acl"], &["job"], &["resource"]]),
        ("xslt", &[]),
        ("net", &[]),
        ("oidc", &[]),
        ("neural", &[]),
        ("ner", &[]),
        ("dictionary", &[]),
        ("entity", &[]),
        ("term", &[]),
        ("translate", &[]),
        ("redact", &[]),
        ("link", &[]),
        ("vocabulary", &[]),
        ("models", &[]),
        (
            "glossweave",
            &[
                &["models"],
                &["filter", "provider", "registry", "stored_document", "stored_profile"],
                &["request"],
                &["entity"],
                &["term", "link"],
                &["translate"],
                &["service"],
                &["pipeline"],
                &["batch", "job"],
                &["settings"],
                &["engine"],
                &["interface"],
                // These modules re-export the public items of other crates.
                &[
                    "acl",
                    "annotation",
                    "clock",
                    "document",
                    "error",
                    "format",
                    "its",
                    "log",
                    "markup",
                    "net",
                    "nif",
                    "progress",
                    "rdf",
                    "recognizer",
                    "resource",
                    "store",
                    "text",
                    "trace",
                    "vocabulary",
                    "xslt",
                ],
            ],
        ),
        (
            "mcp",
            &[
                &["field", "folders", "limits"],
                &["arguments", "output"],
                &["tool"],
                &["source"],
                &["tools"],
                &["server"],
            ],
        ),
    ],
    foreign: &[
        ("aho_corasick", Users::In(&["redact", "translate/protected_text.rs"])),
        ("argon2", Users::In(&["store/acl"])),
        (
            "base64",
            Users::In(&[
                "glossweave/batch",
                "glossweave/job/signature.rs",
                "glossweave/pipeline",
                "glossweave/service/redact.rs",
                "oidc",
                "redact/key.rs",
                "redact/packed_text.rs",
                "translate/xliff_source.rs",
                "mcp/source.rs",
                "mcp/output.rs",
            ]),
        ),
        ("bytesize", Users::In(&["glossweave/settings"])),
        ("bzip2", Users::In(&["archive", "entity/import/tests"])),
        ("cc", Users::Tests),
        ("crc32fast", Users::In(&["archive", "base/mmap_file", "store/store", "testing/zip.rs"])),
        ("csv", Users::In(&["base/csv.rs"])),
        ("divan", Users::Tests),
        ("entities", Users::In(&["markup/charref.rs"])),
        ("encoding_rs", Users::In(&["encoding", "markup/data"])),
        ("fancy_regex", Users::In(&["translate/srx"])),
        (
            "flate2",
            Users::In(&[
                "archive",
                "net",
                "entity/import/tests",
                "redact/packed_text.rs",
                "testing/zip.rs",
            ]),
        ),
        ("figment", Users::In(&["glossweave/settings"])),
        ("foldhash", Users::In(&["rdf"])),
        ("fs2", Users::In(&["store/store"])),
        ("futures_util", Users::In(&["store/store/files/object"])),
        ("getrandom", Users::In(&["redact/key.rs", "store/store/random.rs"])),
        ("granit_parser", Users::In(&["format-strings/yaml/parse.rs"])),
        ("hmac", Users::In(&["glossweave/job/signature.rs", "redact/key.rs"])),
        ("http", Users::In(&["mcp/server"])),
        ("html5ever", Users::In(&["markup"])),
        ("html5gum", Users::In(&["markup"])),
        ("humantime", Users::In(&["base/clock", "glossweave/settings"])),
        ("indexmap", Users::In(&["rdf"])),
        ("icu_locale_core", Users::In(&["base/text/plural_rules.rs"])),
        ("icu_plurals", Users::In(&["base/text/plural_rules.rs"])),
        ("icu_segmenter", Users::In(&["base/text/segment.rs"])),
        ("libloading", Users::In(&["xslt/saxon"])),
        ("libxml", Users::In(&["markup/schema", "markup/tree", "xslt"])),
        ("log", Users::In(&["base/log.rs"])),
        ("lopdf", Users::In(&["format-pdf"])),
        ("memchr", Users::In(&["encoding", "markup"])),
        ("memmap2", Users::In(&["base/mmap_file"])),
        ("object_store", Users::In(&["store/store/files/object"])),
        ("oxigraph", Users::In(&["rdf"])),
        ("oxiri", Users::In(&["base/text"])),
        ("oxrdf", Users::In(&["rdf"])),
        ("oxrdfio", Users::In(&["rdf"])),
        ("oxttl", Users::In(&["rdf"])),
        (
            "percent_encoding",
            Users::In(&[
                "document/annotation/provenance.rs",
                "glossweave/batch",
                "glossweave/interface",
                "glossweave/pipeline",
                "glossweave/service",
                "store/store/postgres",
            ]),
        ),
        ("pkg_config", Users::Tests),
        ("proptest", Users::Tests),
        ("pulldown_cmark", Users::In(&["format-strings/markdown/parse.rs"])),
        ("quick_xml", Users::In(&["markup/data"])),
        ("regex", Users::In(&["entity/patterns"])),
        ("regex_syntax", Users::In(&["entity/patterns", "neural/tokenizer.rs"])),
        ("reqwest", Users::In(&["net", "store/store/files/object"])),
        ("ring", Users::In(&["oidc"])),
        ("rmcp", Users::In(&["mcp/server.rs", "mcp/server"])),
        ("rten", Users::In(&["neural/model.rs"])),
        ("rten_tensor", Users::In(&["neural/model.rs"])),
        ("rust_stemmers", Users::In(&["term/stem.rs"])),
        ("rustix", Users::In(&["mcp/folders.rs", "testing/stopwatch.rs"])),
        ("rustls", Users::In(&["net", "store/store/files/object", "store/store/postgres"])),
        (
            "rustls_platform_verifier",
            Users::In(&["net", "store/store/files/object", "store/store/postgres"]),
        ),
        ("schemars", Users::In(&["glossweave/settings"])),
        ("serde", STATEFUL),
        ("serde_json", JSON),
        (
            "sha2",
            Users::In(&[
                "glossweave/job/signature.rs",
                "redact/key.rs",
                "redact/packed_text.rs",
                "store/acl",
                "store/store/files",
                "translate/xliff_source.rs",
            ]),
        ),
        (
            "url",
            Users::In(&[
                "net",
                "oidc",
                "glossweave/interface",
                "glossweave/pipeline",
                "glossweave/service",
            ]),
        ),
        ("simdutf8", Users::In(&["encoding", "markup/data"])),
        ("sled", Users::In(&["store/store"])),
        ("strsim", Users::In(&["base/error"])),
        ("spareval", Users::In(&["rdf"])),
        ("spargebra", Users::In(&["rdf"])),
        ("stacker", Users::In(&["rdf"])),
        ("subtle", Users::In(&["base/secret.rs", "store/acl"])),
        ("tempfile", Users::InAndTests(&["base/spool.rs"])),
        (
            "tokio",
            Users::In(&[
                "mcp/server.rs",
                "net",
                "store/store/files/object",
                "store/store/postgres",
            ]),
        ),
        ("tokio_postgres", Users::In(&["store/store/postgres"])),
        ("tokio_postgres_rustls", Users::In(&["store/store/postgres"])),
        ("toml", Users::In(&["glossweave/settings"])),
        ("unicode_bidi", Users::In(&["format-pdf"])),
        ("unicode_segmentation", Users::In(&["base/text/segment.rs"])),
        (
            "unicode_normalization",
            Users::In(&["base/words", "format-pdf", "neural/tokenizer.rs", "term/stem.rs"]),
        ),
        ("whatlang", Users::In(&["base/text"])),
        ("zip", Users::Tests),
    ],
    unsafes: &[
        "core/xslt/src/libxslt/call.rs",
        "core/xslt/src/saxon/library.rs",
        "core/markup/src/schema",
        "core/markup/src/tree",
        "core/base/src/counting_allocator.rs",
        "core/base/src/mmap_file/blocks.rs",
        "core/glossweave/tests/memory/allocator.rs",
        "ffi",
    ],
    lines: 800,
};

/// Folders with Rust source, relative to the root of the workspace.
const FOLDERS: &[&str] = &["core", "ffi", "python/src", "examples", "tests"];

#[test]
fn the_sources_keep_the_rules() {
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
    let breaches = sources::breaches(&RULES, &sources);
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
