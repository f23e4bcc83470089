//! Faults of each kind in a small tree, and the results of the test for them.

use super::{Rules, Users, sources};

const RULES: Rules = Rules {
    crates: &[
        (
            "glossweave",
            &[
                &["error"],
                &["clock"],
                &["text", "media"],
                &["markup", "rdf"],
                &["document"],
                &["format", "nif"],
            ],
        ),
        ("single", &[]),
    ],
    foreign: &[
        ("html5gum", Users::In(&["glossweave/markup"])),
        ("oxigraph", Users::In(&["glossweave/rdf", "single/graph"])),
        ("proptest", Users::Tests),
    ],
    unsafes: &["ffi"],
    lines: 500,
};

const ROOT: (&str, &str) = (
    "core/glossweave/src/lib.rs",
    "pub mod document;\npub mod error;\npub mod format;\npub mod markup;\nmod media;\npub mod nif;\n\
     pub mod rdf;\npub mod text;\npub use document::Document;\npub use error::Error;\n",
);

const CLEAN: &[(&str, &str)] = &[
    (
        "core/glossweave/Cargo.toml",
        "[dependencies]\nhtml5gum = \"0.9\"\n[dev-dependencies.proptest]\nversion = \"1\"\n",
    ),
    ("core/glossweave/src/error/mod.rs", "mod kind;\npub use kind::Kind;\npub struct Error;\n"),
    ("core/glossweave/src/error/kind.rs", "use super::Error;\npub enum Kind { A }\n"),
    (
        "core/glossweave/src/media.rs",
        "use crate::error::{Error, Kind};\nuse crate::Error as Same;\n",
    ),
    (
        "core/glossweave/src/text/mod.rs",
        "use crate::error::Error; // crate::document\nconst S: &str = \"crate::document::X\";\n\
         macro_rules! span { ($x:ident) => { $crate::error::Kind::A; $x::new() } }\n\
         #[cfg(test)] mod tests { use super::*; use proptest::prelude::*; fn f() { span!(x) } }\n",
    ),
    (
        "core/glossweave/src/markup/mod.rs",
        "mod html;\npub use html5gum::Span as Place;\nuse html5gum as gum;\nfn f() { gum::tokenize() }\n",
    ),
    (
        "core/glossweave/src/markup/html.rs",
        "use ::html5gum::Tokenizer;\nfn f() { super::gum::g() }\n",
    ),
    ("core/glossweave/src/rdf/mod.rs", "pub(crate) use oxigraph::model::Term;\n"),
    (
        "core/glossweave/src/document/mod.rs",
        "mod html5gum;\nuse self::html5gum::Own;\nuse crate::markup::Place;\nfn f<'a>(p: Place) { p; Place::new() }\n",
    ),
    ("core/glossweave/src/document/html5gum.rs", "pub struct Own;\n"),
    (
        "core/glossweave/src/format/mod.rs",
        "use crate::{document::{self, Document as D}, text};\nfn f() { text::g() }\n",
    ),
    (
        "core/glossweave/src/nif.rs",
        "use crate::rdf::Term;\nfn f() { Term::g(); u32::MAX; crate::media::f() }\n",
    ),
    ("ffi/src/lib.rs", "fn f() { unsafe { g() } }\n"),
    (
        "core/single/Cargo.toml",
        "[dependencies]\nglossweave-base.workspace = true\noxigraph = \"1\"\n",
    ),
    ("core/single/src/lib.rs", "mod graph;\nmod text;\n"),
    (
        "core/single/src/graph.rs",
        "use glossweave_base::Error;\nuse oxigraph::X;\nuse crate::text::Y;\n",
    ),
    ("core/single/src/text.rs", "use crate::graph::Z;\npub struct Y;\n"),
];

/// Returns the breaches in the clean tree, with some files added or replaced.
fn breaches(planted: &[(&str, &str)]) -> Vec<String> {
    let mut sources: Vec<(String, String)> = Vec::new();
    for (path, source) in CLEAN.iter().chain([&ROOT]).chain(planted) {
        sources.retain(|(known, _)| known != path);
        sources.push((path.to_string(), source.to_string()));
    }
    sources::breaches(&RULES, &sources)
}

#[track_caller]
fn caught(path: &str, source: &str, expected: &str) {
    caught_in(&[(path, source)], expected);
}

#[track_caller]
fn caught_in(planted: &[(&str, &str)], expected: &str) {
    let found = breaches(planted);
    assert!(
        found.iter().any(|breach| breach.starts_with(expected)),
        "{expected}\nnot in {found:#?}"
    );
}

const TEXT: &str = "core/glossweave/src/text/mod.rs";
const INTO: &str = "`text` imports from `document`";

#[test]
fn clean_sources_pass() {
    assert_eq!(breaches(&[]), Vec::<String>::new());
}

#[test]
fn a_later_module_is_out_of_reach() {
    let at = |line: usize| format!("{TEXT}:{line}: {INTO}");
    caught(TEXT, "use crate::document::Document;", &at(1));
    caught(TEXT, "\nfn f() { crate::document::g() }", &at(2));
    caught(TEXT, "use crate::{error::Error,\n document::{Document}};", &at(2));
    caught(TEXT, "use crate::document as d;", &at(1));
    caught(TEXT, "use crate as c;\nfn f() { c::document::g() }", &at(2));
    caught(TEXT, "extern crate self as me;\nuse me::document::X;", &at(2));
    caught(TEXT, "pub(in crate::document) fn f() {}", &at(1));
    caught(TEXT, "fn f() -> Vec::<crate::document::X> {}", &at(1));
    caught(TEXT, "#[serde(with = \"crate::document::x\")]\nstruct X;", &at(1));
    caught(TEXT, "mod tests {\n use crate::document::X;\n}", &at(2));
}

#[test]
fn super_is_followed_from_where_it_stands() {
    caught(TEXT, "use super::document::X;", &format!("{TEXT}:1: {INTO}"));
    assert_eq!(
        breaches(&[("core/glossweave/src/text/span.rs", "use super::X;")]),
        Vec::<String>::new()
    );
    let deep = "mod inner {\n pub use super::super::document::X;\n}";
    caught(TEXT, deep, &format!("{TEXT}:2: `super::super`"));
    caught(TEXT, deep, &format!("{TEXT}:2: {INTO}"));
    caught(TEXT, "use self::super::document::X;", &format!("{TEXT}:1: {INTO}"));
    caught(TEXT, "use super::{super::x};", &format!("{TEXT}:1: `super::super`"));
}

#[test]
fn a_neighbor_is_out_of_reach() {
    let expected = "core/glossweave/src/nif.rs:1: `nif` imports from `format`";
    caught("core/glossweave/src/nif.rs", "use crate::format::decode;", expected);
    caught(
        "core/glossweave/src/error/mod.rs",
        "use crate::clock;",
        "core/glossweave/src/error/mod.rs:1: `crate::clock`",
    );
}

#[test]
fn reexports_are_seen_through() {
    let into = format!("{TEXT}:1: {INTO}");
    caught(TEXT, "use crate::Document;", &into);
    caught(TEXT, "use super::Document;", &into);
    caught(TEXT, "use crate::{Document as D, Error};", &into);
    caught(TEXT, "fn f() { crate::Document::new() }", &into);
    let root =
        format!("{}pub mod prelude {{ pub use crate::document::Document as Page; }}\n", ROOT.1);
    let both = [(ROOT.0, root.as_str()), (TEXT, "use crate::prelude::Page;")];
    caught_in(&both, &into);
    caught_in(&both, &format!("{TEXT}:1: `text` imports from `prelude`"));
    let glob = format!("{}pub use document::*;\n", ROOT.1);
    caught_in(&[(ROOT.0, &glob)], "core/glossweave/src/lib.rs:11: `document::*` at the root");
    caught(TEXT, "use crate::*;", &format!("{TEXT}:1: `crate` brings in the whole crate"));
    // If a module re-exports an item that it may not use, both this module and its users are
    // reported.
    let passed = [
        ("core/glossweave/src/error/mod.rs", "pub use crate::document::X;"),
        (TEXT, "use crate::error::X;"),
    ];
    caught_in(&passed, "core/glossweave/src/error/mod.rs:1: `error` imports from `document`");
    caught_in(&passed, &into);
    let prelude = [
        ("core/glossweave/src/error/mod.rs", "pub mod p { pub use crate::document as d; }"),
        (TEXT, "use crate::error::p::*;\nfn f() { d::X::new() }"),
    ];
    caught_in(&prelude, &format!("{TEXT}:2: {INTO}"));
}

#[test]
fn macros_are_seen_into() {
    let into = format!("{TEXT}:1: {INTO}");
    caught(TEXT, "macro_rules! m { () => { $crate::document::X } }", &into);
    caught(TEXT, "macro_rules! m { () => { use $crate::{error, document::X}; } }", &into);
    caught(TEXT, "fn f() { println!(\"{}\", crate::document::X) }", &into);
    caught(
        TEXT,
        "macro_rules! m { ($r:ident) => { $crate::$r::X } }",
        &format!("{TEXT}:1: a path is not"),
    );
    let document = (
        "core/glossweave/src/document/mod.rs",
        "#[macro_export] macro_rules! page { () => { 1 } }",
    );
    caught_in(&[document, (TEXT, "fn f() { crate::page!() }")], &into);
    caught_in(
        &[document, (TEXT, "fn f() { page!() }")],
        &format!("{TEXT}:1: `text` uses the macro `page!`"),
    );
}

#[test]
fn a_foreign_crate_stays_in_its_module() {
    let path = "core/glossweave/src/format/mod.rs";
    let outside = |line: usize| format!("{path}:{line}: `html5gum` is named outside its module");
    caught(path, "use html5gum::Tokenizer;", &outside(1));
    caught(path, "use ::html5gum;", &outside(1));
    caught(path, "use html5gum as x;\nfn f() { x::g() }", &outside(1));
    caught(path, "extern crate html5gum as x;", &outside(1));
    caught(path, "use {std::fmt, html5gum::{Span}};", &outside(1));
    caught(path, "fn f() -> ::html5gum::Span { html5gum::g() }", &outside(1));
    caught(path, "fn f() { vec![html5gum::g()] }", &outside(1));
    caught(path, "#[derive(html5gum::D)]\nstruct X;", &outside(1));
    caught(path, "macro_rules! m { () => {\n ::html5gum::X } }", &outside(2));
    caught(ROOT.0, "use html5gum::Span;", "core/glossweave/src/lib.rs:1: `html5gum`");
    caught(path, "use proptest::prelude::*;", &format!("{path}:1: `proptest`"));
    caught(path, "use nobody::X;", &format!("{path}:1: `nobody` is named outside its module"));
}

#[test]
fn a_crate_is_not_handed_out_under_another_name() {
    let path = "core/glossweave/src/format/mod.rs";
    let markup = "core/glossweave/src/markup/mod.rs";
    let whole = [(markup, "pub use html5gum as gum;"), (path, "use crate::markup::gum::Span;")];
    caught_in(&whole, &format!("{path}:1: `html5gum`"));
    let module =
        [(markup, "pub use html5gum::emitters;"), (path, "\nuse crate::markup::emitters::X;")];
    caught_in(&module, &format!("{path}:2: `html5gum`"));
}

#[test]
fn each_dependency_is_in_a_rule() {
    let manifest = "core/glossweave/Cargo.toml";
    caught(
        manifest,
        "[dependencies]\nnobody = \"1\"",
        "core/glossweave/Cargo.toml:2: `nobody` is in no rule",
    );
    caught(
        manifest,
        "[dev-dependencies]\nno-body.workspace = true",
        "core/glossweave/Cargo.toml:2: `no_body`",
    );
    caught(
        manifest,
        "[target.'cfg(unix)'.dependencies.nobody]",
        "core/glossweave/Cargo.toml:1: `nobody`",
    );
    let renamed = "[dependencies]\ncsv = { package = \"nobody\" }";
    caught(manifest, renamed, "core/glossweave/Cargo.toml:2: a dependency under another name");
}

#[test]
fn crates_are_kept_apart() {
    let text = "core/single/src/text.rs";
    caught(
        text,
        "use oxigraph::X;",
        "core/single/src/text.rs:1: `oxigraph` is named outside its module",
    );
    caught(
        text,
        "use html5gum::X;",
        "core/single/src/text.rs:1: `html5gum` is named outside its module",
    );
    let manifest = "core/single/Cargo.toml";
    caught(
        manifest,
        "[dependencies]\nnobody = \"1\"",
        "core/single/Cargo.toml:2: `nobody` is in no rule",
    );
}

#[test]
fn the_rest_of_the_rules_is_kept_too() {
    let long = "\n".repeat(501);
    caught("tests/long.rs", &long, "tests/long.rs:501: 501 lines, allowed are 500");
    assert_eq!(breaches(&[("tests/long.rs", &long[1..])]), Vec::<String>::new());
    caught(TEXT, "\nfn f() { unsafe { g() } }", &format!("{TEXT}:2: `unsafe` outside"));
    caught("python/src/lib.rs", "unsafe fn f() {}", "python/src/lib.rs:1: `unsafe` outside");
    caught(
        "core/glossweave/src/extra.rs",
        "",
        "core/glossweave/src/extra.rs:1: `extra` is not in the order",
    );
    caught(TEXT, "#[path = \"../document/x.rs\"] mod x;", &format!("{TEXT}:1: `#[path]`"));
    caught(TEXT, "include!(\"x.rs\");", &format!("{TEXT}:1: `include!`"));
    caught(TEXT, "use crate::Nobody;", &format!("{TEXT}:1: `crate::Nobody` leads to no module"));
}
