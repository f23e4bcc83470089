//! Tests of Fluent.

use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::media::Format;
use glossweave_format_base::Placement;

const SAMPLE: &str = "### File\n\n# The brand\n-brand = Firefox\n    .gender = m\n\n# A greeting\nhello = Hello, { $name }!\n    .title =\n        \
    Two\n          lines\n\n        more\nfiles =\n    { $n ->\n        [one] One { -brand } file\n       *[other]\n           \
    { $n } files\n    } of { FUN($x, a: \"}\") }.\nlit = a { \"{\" } b { \"\\u00e9\" } { \"\" }\n\nbroken line\nlast = x\n";

#[test]
fn patterns_are_units_with_their_names() {
    let document = read(SAMPLE.as_bytes(), Format::Fluent);
    let expected = [
        ("-brand", "Firefox"),
        ("-brand.gender", "m"),
        ("hello", "Hello, !"),
        ("hello.title", "Two\n  lines\n\nmore"),
        ("files", " of ."),
        ("files[one]", "One  file"),
        ("files[other]", " files"),
        ("lit", "a { b \u{e9} "),
        ("last", "x"),
    ];
    let found: Vec<_> = document.units().map(|unit| (unit.name().unwrap(), unit.text())).collect();
    assert_eq!(found, expected);
    let noted = document.annotations().iter().map(|note| &document.text()[note.span().range()]);
    assert_eq!(noted.collect::<Vec<_>>(), ["Firefox", "Hello, !"]);
    assert_eq!(document.warnings().len(), 1);
}

#[test]
fn translations_have_literals_for_what_has_a_meaning() {
    let cases = [
        ("a = b\n", "{x} [y]", "a = {\"{\"}x{\"}\"} [y]\n"),
        ("a = b\n", "x\n.y\n\n z", "a = x\n    {\".\"}y\n\n    z\n"),
        ("a =\n    b\n", "[x", "a =\n    {\"[\"}x\n"),
        ("a = b { $c }\n    d\n", "<1/> x", "a = { $c } x\n"),
        (
            "a = { $n ->\n    [one] b\n   *[other] c\n  } d\n",
            "x",
            "a = { $n ->\n    [one] x\n   *[other] x\n  } x\n",
        ),
        ("a = b { $c }\n", "x\n<1/> y", "a = x\n    { $c } y\n"),
        ("a =\r\n    b\r\n", "*", "a =\r\n    {\"*\"}\r\n"),
    ];
    for (source, text, expected) in cases {
        let document = read(source.as_bytes(), Format::Fluent);
        let back = translated(&document, |_| Some(text.to_owned()));
        assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
        assert_eq!(String::from_utf8_lossy(&back.bytes), expected, "{source}");
    }
}

#[test]
fn what_is_no_message_is_left_alone() {
    for source in [
        "a",
        "a =",
        "= b",
        "a = {",
        "a = }",
        "-a =",
        "a = { $b -> }",
        " a = b",
        "a = { \"b }",
        "a = { $n ->\n [x] y }",
    ] {
        assert_eq!(texts(&read(source.as_bytes(), Format::Fluent)), [""; 0], "{source}");
    }
}

#[test]
fn sources_keep_the_laws() {
    holds(SAMPLE.as_bytes(), Format::Fluent);
    holds(SAMPLE.replace('\n', "\r\n").as_bytes(), Format::Fluent);
    survives(SAMPLE.as_bytes(), Format::Fluent);
}

#[test]
fn deep_and_long_sources_take_linear_time() {
    is_fast(
        "# c\na = b { $c }\n    d\n".repeat(glossweave_testing::count(10_000, 50_000)),
        Format::Fluent,
    );
    is_fast(format!("x = y\na = {}\n", "{ $n ->\n [a] ".repeat(20_000)), Format::Fluent);
    is_fast(format!("x = y\na = {}\n", "{".repeat(200_000)), Format::Fluent);
    is_fast(format!("x = y\n{}", "a = {\n".repeat(20_000)), Format::Fluent);
}
