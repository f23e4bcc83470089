//! Options by name: all listed names are known, and no other names.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::fmt::Debug;

use glossweave::chunk::ChunkOptions;
use glossweave::entity::EntityOptions;
use glossweave::pipeline::BatchOptions;
use glossweave::provider::{Parameter, ParameterType};
use glossweave::redact::RedactOptions;
use glossweave::term::TermOptions;
use glossweave::translate::{CheckOptions, TranslationOptions, XliffOptions};
use glossweave::vocabulary::ReconciliationOptions;
use glossweave::{
    DecodeOptions, EncodeOptions, ErrorKind, ExportOptions, Format, Request, Result, nif,
    web_annotation, xslt,
};

fn names<'p>(parameters: impl IntoIterator<Item = &'p Parameter>) -> Vec<&'p str> {
    parameters.into_iter().map(|parameter| parameter.name).collect()
}

fn request_names() -> Vec<&'static str> {
    names(Request::parameters().chain(EntityOptions::PARAMETERS))
}

fn check(names: &[&str], mut set: impl FnMut(&str, &str) -> Result<()>) {
    for name in names {
        // Some options accept any text. The others report the values that they expect.
        if let Err(error) = set(name, "\u{1}") {
            assert_eq!(error.parameter(), Some(*name), "{error}");
            assert!(error.message().contains("expected "), "{error}");
            assert!(!error.message().starts_with("no option"), "{error}");
        }
    }
    for unknown in ["", "colour", "Language"] {
        let error = set(unknown, "x").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
        // A suggestion, or some of the names.
        let expected = match names.contains(&"language") && unknown == "Language" {
            true => "no option `Language`; did you mean `language`?".to_owned(),
            false => format!("no option `{unknown}`"),
        };
        assert!(error.message().starts_with(&expected), "{error}");
        assert!(error.message().len() < 500, "{error}");
        assert_eq!(error.parameter(), Some(unknown));
    }
}

#[test]
fn the_names_that_are_listed_are_known() {
    let mut decode = DecodeOptions::default();
    check(&names(DecodeOptions::PARAMETERS), |name, value| decode.set(name, value));
    let mut encode = EncodeOptions::default();
    check(&names(EncodeOptions::PARAMETERS), |name, value| encode.set(name, value));
    let mut export = ExportOptions::default();
    check(&names(ExportOptions::PARAMETERS), |name, value| export.set(name, value));
    let mut writing = nif::Options::default();
    check(&names(nif::Options::PARAMETERS), |name, value| writing.set(name, value));
    let mut naming = web_annotation::Options::default();
    check(&names(web_annotation::Options::PARAMETERS), |name, value| naming.set(name, value));
    let mut many = BatchOptions::default();
    check(&names(BatchOptions::PARAMETERS), |name, value| many.set(name, value));
    let mut compiling = xslt::Options::default();
    check(&names(xslt::Options::PARAMETERS), |name, value| compiling.set(name, value));
    let mut request = Request::new("", Format::Text);
    check(&request_names(), |name, value| request.set(name, value));
    let mut terms = TermOptions::default();
    check(&names(TermOptions::PARAMETERS), |name, value| terms.set(name, value));
    let mut translating = TranslationOptions::new("en".parse().unwrap(), "es".parse().unwrap());
    check(&names(TranslationOptions::PARAMETERS), |name, value| translating.set(name, value));
}

/// Checks that values of the type in the table are accepted, and other values refused.
fn check_types(parameters: &[Parameter], mut set: impl FnMut(&str, &str) -> Result<()>) {
    for Parameter { name, value, default, .. } in parameters {
        let (right, wrong): (&[&str], &[&str]) = match value {
            ParameterType::Word(words) => (words, &["\u{1}", "maybe"]),
            ParameterType::Fraction => (&["0", "0.5", "1"], &["-0.1", "1.1", "NaN", "x"]),
            ParameterType::Range(1, 5) => (&["1", "5"], &["0", "6", "2.5", "x"]),
            ParameterType::Language => (&["en", "pt-BR"], &["", "\u{1}"]),
            _ => (&[], &[]),
        };
        for value in right.iter().chain(default) {
            set(name, value).unwrap_or_else(|error| panic!("{name}={value}: {error}"));
        }
        for value in wrong {
            assert_eq!(set(name, value).unwrap_err().parameter(), Some(*name), "{name}={value}");
        }
    }
}

#[test]
fn the_types_in_the_tables_are_those_that_are_taken() {
    let mut request = Request::new("", Format::Text);
    let parameters: Vec<_> = Request::parameters().copied().collect();
    check_types(&parameters, |name, value| request.set(name, value));
    let mut entities = EntityOptions::default();
    check_types(EntityOptions::PARAMETERS, |name, value| entities.set(name, value));
    let mut terms = TermOptions::default();
    check_types(TermOptions::PARAMETERS, |name, value| terms.set(name, value));
    let mut translating = TranslationOptions::from_any("es".parse().unwrap());
    check_types(TranslationOptions::PARAMETERS, |name, value| translating.set(name, value));
    let mut decode = DecodeOptions::default();
    check_types(DecodeOptions::PARAMETERS, |name, value| decode.set(name, value));
    let mut chunks = ChunkOptions::default();
    check_types(ChunkOptions::PARAMETERS, |name, value| chunks.set(name, value));
    let mut redaction = RedactOptions::default();
    check_types(RedactOptions::PARAMETERS, |name, value| redaction.set(name, value));
    let mut checks = CheckOptions::default();
    check_types(CheckOptions::PARAMETERS, |name, value| checks.set(name, value));
    let mut xliff = XliffOptions::new("es".parse().unwrap());
    check_types(XliffOptions::PARAMETERS, |name, value| xliff.set(name, value));
    let mut writing = nif::Options::default();
    check_types(nif::Options::PARAMETERS, |name, value| writing.set(name, value));
    let mut batch = BatchOptions::default();
    check_types(BatchOptions::PARAMETERS, |name, value| batch.set(name, value));
    let mut reconciliation = ReconciliationOptions::default();
    check_types(ReconciliationOptions::PARAMETERS, |name, value| reconciliation.set(name, value));
}

/// Checks that options do not change when they are set to the defaults in the table.
fn check_defaults<T: Clone + Debug>(
    parameters: &[Parameter],
    options: &T,
    set: impl Fn(&mut T, &str, &str) -> Result<()>,
) {
    for Parameter { name, default, .. } in parameters {
        let Some(default) = default else { continue };
        let mut changed = options.clone();
        set(&mut changed, name, default).unwrap();
        assert_eq!(format!("{changed:?}"), format!("{options:?}"), "{name}");
    }
}

#[test]
fn the_defaults_in_the_tables_are_the_defaults() {
    let target = || "es".parse().unwrap();
    check_defaults(DecodeOptions::PARAMETERS, &DecodeOptions::default(), DecodeOptions::set);
    check_defaults(EncodeOptions::PARAMETERS, &EncodeOptions::default(), EncodeOptions::set);
    check_defaults(EntityOptions::PARAMETERS, &EntityOptions::default(), EntityOptions::set);
    check_defaults(TermOptions::PARAMETERS, &TermOptions::default(), TermOptions::set);
    check_defaults(ChunkOptions::PARAMETERS, &ChunkOptions::default(), ChunkOptions::set);
    check_defaults(RedactOptions::PARAMETERS, &RedactOptions::default(), RedactOptions::set);
    check_defaults(CheckOptions::PARAMETERS, &CheckOptions::default(), CheckOptions::set);
    let translating = TranslationOptions::from_any(target());
    check_defaults(TranslationOptions::PARAMETERS, &translating, TranslationOptions::set);
    check_defaults(XliffOptions::PARAMETERS, &XliffOptions::new(target()), XliffOptions::set);
    check_defaults(nif::Options::PARAMETERS, &nif::Options::default(), nif::Options::set);
    check_defaults(xslt::Options::PARAMETERS, &xslt::Options::default(), xslt::Options::set);
    check_defaults(BatchOptions::PARAMETERS, &BatchOptions::default(), BatchOptions::set);
    let reconciliation = ReconciliationOptions::default();
    check_defaults(ReconciliationOptions::PARAMETERS, &reconciliation, ReconciliationOptions::set);
}

#[test]
fn the_manual_of_c_has_the_same_names() {
    let manual = include_str!("../../../docs/c.md");
    let calls = [
        ("gw_nif_write", names(nif::Options::PARAMETERS)),
        ("gw_call_batch_new", names(BatchOptions::PARAMETERS)),
        ("gw_xslt_compile", names(xslt::Options::PARAMETERS)),
    ];
    for (call, names) in calls {
        let row = manual.lines().find(|line| line.starts_with(&format!("| `{call}`")));
        let row = row.unwrap_or_else(|| panic!("docs/c.md has no row for {call}"));
        assert!(names.iter().all(|name| row.contains(&format!("`{name}`"))), "{row}");
    }
}
