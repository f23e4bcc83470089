//! Tests of YAML.

use crate::decode;
use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::{Body, Category};
use glossweave_format_base::Placement;

const SAMPLE: &str = "# About\nen:\n  # the greeting\n  hello: Hello %{name} # politely\n  it: 'it''s\n    \
    folded'\n  dq: \"a \\\"b\\\" \\u00e9 \\\n    c\\n\n\n    d\"\n  lit: |\n    One\n      two\n\n    three\n  fold: >-\n    \
    One\n    two\n\n    three\n     four\n  list: &l [one, 'two', three four]\n  same: *l\n  plain: one\n    two\n  \
    n: 5\n  t: true\n  none: ~\n  deep:\n    - a: b\n    - c\n  <<: *l\n";

#[test]
fn scalars_that_are_values_are_units() {
    let document = read(SAMPLE.as_bytes(), Format::Yaml);
    let expected = [
        "Hello ",
        "it's folded",
        "a \"b\" \u{e9} c\n\nd",
        "One\n  two\n\nthree",
        "One two\nthree\n four",
        "one",
        "two",
        "three four",
        "one two",
        "b",
        "c",
    ];
    assert_eq!(texts(&document), expected);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap().to_owned()).collect();
    assert_eq!(names[0], "/en/hello");
    assert_eq!(names[7], "/en/list/2");
    assert_eq!(names[9..], ["/en/deep/0/a", "/en/deep/1"]);
    assert_eq!(document.units().next().unwrap().language().unwrap().as_str(), "en");
    let note = |annotation: &glossweave_document::annotation::Annotation| match annotation.body() {
        Body::Metadata(note) if note.category() == Category::LocalizationNote => {
            let field = note.fields().iter().find(|field| field.0 == "locNote").unwrap();
            field.1.to_string()
        }
        _ => String::new(),
    };
    let notes: Vec<_> = document.annotations().iter().map(note).collect();
    assert_eq!(notes, ["the greeting\npolitely"]);
}

#[test]
fn words_numbers_and_dates_of_yaml_are_no_texts() {
    for value in [
        "5",
        "-1.5e3",
        "0x1F",
        "0o17",
        "1_000",
        ".inf",
        "-.INF",
        ".nan",
        "~",
        "null",
        "Yes",
        "off",
        "n",
        "2001-12-14t21:59:43.10-05:00",
        "12:30",
        "1e3",
        "--",
        "!x y",
        "!!int 5",
        "*a",
    ] {
        let source = format!("a: &a 1\nb: {value}\n");
        assert_eq!(texts(&read(source.as_bytes(), Format::Yaml)), [""; 0], "{value}");
    }
    for (value, text) in
        [("'5'", "5"), ("!!str yes", "yes"), ("! 5", "5"), ("nun", "nun"), ("v1.2", "v1.2")]
    {
        let source = format!("b: {value}\n");
        assert_eq!(texts(&read(source.as_bytes(), Format::Yaml)), [text], "{value}");
    }
}

#[test]
fn scalars_keep_their_style_if_it_can_hold_the_text() {
    let cases = [
        ("a: b # c\n", "x y", "a: x y # c\n"),
        ("a: b\n", "x: y", "a: 'x: y'\n"),
        ("a: b\n", "it's#1", "a: it's#1\n"),
        ("a: b\n", "it's 'x' #1", "a: 'it''s ''x'' #1'\n"),
        ("a: b\n", "nein\nja", "a: \"nein\\nja\"\n"),
        ("a: b\n", "No", "a: 'No'\n"),
        ("a: b\n", "5", "a: '5'\n"),
        ("a: b\n", "- x", "a: '- x'\n"),
        ("[b, c]\n", "x, y", "['x, y', 'x, y']\n"),
        ("{a: b}\n", "x]", "{a: 'x]'}\n"),
        ("a: one\n  two\n", "x y", "a: x y\n"),
        ("a: 'b'\n", "it's", "a: 'it''s'\n"),
        ("a: 'b'\n", "x\ty\u{7}", "a: \"x\\ty\\x07\"\n"),
        ("a: \"b\"\n", "\"\\\n", "a: \"\\\"\\\\\"\n"),
        ("a: |\n  b\n\n  c\nd: 1\n", "x\n\ny\n  z", "a: |\n  x\n\n  y\n    z\nd: 1\n"),
        ("a: |\n  b %{c}\n", "x\n<1/> y", "a: |\n  x\n  %{c} y\n"),
        ("a: >+\n   b\n   c\n\nd: 1\n", "x\ny", "a: >+\n   x\n\n   y\n\nd: 1\n"),
        ("a: b {x} c\n", "<1/> d", "a: '{x} d'\n"),
        ("a: &x !!str b\n", "*", "a: &x !!str '*'\n"),
        ("- |2-\n   b\n", "x", "- |2-\n   x\n"),
    ];
    for (source, text, expected) in cases {
        let document = read(source.as_bytes(), Format::Yaml);
        let back = translated(&document, |_| Some(text.to_owned()));
        assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
        assert_eq!(String::from_utf8_lossy(&back.bytes), expected, "{source}");
    }
}

#[test]
fn branches_of_plain_scalars_stay_plain() {
    let source = "a: you have {n, plural, one {a file} other {files}} now\n";
    let document = read(source.as_bytes(), Format::Yaml);
    assert_eq!(texts(&document), ["you have  now", "a file", "files"]);
    let back = translated(&document, |marked| Some(marked.to_uppercase()));
    let expected = "a: YOU HAVE {n, plural, one {A FILE} other {FILES}} NOW\n";
    assert_eq!(String::from_utf8_lossy(&back.bytes), expected);
    let back = translated(&document, |_| Some("x: y".to_owned()));
    assert_eq!(back.bytes, source.as_bytes());
}

#[test]
fn collections_that_are_keys_are_no_texts() {
    let source = "? - a\n  - {b: [c]}\n: d\n[e, {f: g}]: h\ni: j\n? {k: l, m: n}\n: [o]\n";
    assert_eq!(texts(&read(source.as_bytes(), Format::Yaml)), ["d", "h", "j", "o"]);
}

#[test]
fn comments_about_collections_are_no_notes() {
    let source = "# file\n\n# all\na:\n  # b\n  b: c\n  d: e\n# list\nf:\n- g\n# h\n- h\n";
    let document = read(source.as_bytes(), Format::Yaml);
    let noted = document.annotations().iter().map(|note| &document.text()[note.span().range()]);
    assert_eq!(noted.collect::<Vec<_>>(), ["c", "h"]);
}

#[test]
fn documents_of_a_stream_have_paths_of_their_own() {
    let document = read(b"a: b\n---\na: c\n...\n--- d\n", Format::Yaml);
    let names: Vec<_> =
        document.units().map(|unit| unit.name().unwrap_or_default().to_owned()).collect();
    assert_eq!(names, ["/a", "2#/a", "3#"]);
}

#[test]
fn broken_sources_are_errors_with_a_place() {
    let cases = [
        ("a: [b\n", ErrorKind::Malformed),
        ("a: 'b\n", ErrorKind::Malformed),
        ("a: b: c\n", ErrorKind::Malformed),
    ];
    for (source, kind) in cases {
        let error = decode(source, Format::Yaml, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), kind, "{source}");
        assert!(error.location().is_some());
    }
    let deep = "[".repeat(100_000);
    let error = decode(deep, Format::Yaml, &DecodeOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn sources_keep_the_laws() {
    holds(SAMPLE.as_bytes(), Format::Yaml);
    holds(SAMPLE.replace('\n', "\r\n").as_bytes(), Format::Yaml);
    survives(SAMPLE.as_bytes(), Format::Yaml);
}

#[test]
fn long_sources_take_linear_time() {
    is_fast(
        format!("a: \"{}x\"\n", "b\n\n ".repeat(glossweave_testing::count(40_000, 200_000))),
        Format::Yaml,
    );
    is_fast(
        format!("a: b{}\n", "\n  x".repeat(glossweave_testing::count(40_000, 200_000))),
        Format::Yaml,
    );
    is_fast(
        format!("a: >\n  b{}\n", "\n  x\n".repeat(glossweave_testing::count(40_000, 200_000))),
        Format::Yaml,
    );
    is_fast(
        format!("a: [{}x]\n", "b, ".repeat(glossweave_testing::count(10_000, 50_000))),
        Format::Yaml,
    );
    is_fast(
        (0..glossweave_testing::count(10_000, 50_000))
            .map(|at| format!("# c\nk{at}: 'v' # d\n"))
            .collect(),
        Format::Yaml,
    );
}

#[test]
fn line_breaks_of_yaml_1_1_are_escapes_in_double_quotes() {
    let cases = [
        ("k: Text here\n", "k: \"a\\L\\N\\Pb\"\n"),
        ("k: 'Text here'\n", "k: \"a\\L\\N\\Pb\"\n"),
        ("k: |\n  Text here", "k: \"a\\L\\N\\Pb\""),
        ("k: |\n  Text here\nz: End\n", "k: \"a\\L\\N\\Pb\\n\"\nz: End\n"),
        ("k: |\r\n  Text here\r\nz: End\r\n", "k: \"a\\L\\N\\Pb\\n\"\r\nz: End\r\n"),
        ("k: >\n\n  Text\n  here\n\n\nz: End\n", "k: \"\\na\\L\\N\\Pb\\n\"\n\n\nz: End\n"),
        ("k: |+\n  Text here\n\nz: End\n", "k: \"a\\L\\N\\Pb\\n\\n\"\n\nz: End\n"),
        ("- &x |2- # why\n    Text here\n- End\n", "- &x \"  a\\L\\N\\Pb\" # why\n- End\n"),
    ];
    for (source, expected) in cases {
        let document = read(source.as_bytes(), Format::Yaml);
        let back = translated(&document, |text| {
            text.contains("Text").then(|| "a\u{2028}\u{85}\u{2029}b".to_owned())
        });
        assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected, "{source}");
    }
}

#[test]
fn sources_with_line_breaks_of_yaml_1_1_are_translated() {
    for scalar in [
        "a\u{2028}b %{x} \u{85}c",
        "'a\u{2028}b %{x} \u{85}c'",
        "\"a\u{2028}b %{x} \u{85}c\"",
        "|\n  a\u{2028}b %{x} \u{85}c",
        ">-\n  a\u{2028}b %{x} \u{85}c",
    ] {
        let source = format!("k: {scalar}\nz: End\n");
        let document = read(source.as_bytes(), Format::Yaml);
        let back = translated(&document, |text| Some(text.to_uppercase()));
        assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
        let line_break = if scalar.starts_with('|') { "\\n" } else { "" };
        let expected = format!("k: \"A\\LB %{{x}} \\NC{line_break}\"\nz: END\n");
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected, "{source}");
        // A scalar that is not translated keeps its bytes.
        let back = translated(&document, |text| (text == "End").then(|| "Ende".to_owned()));
        assert_eq!(String::from_utf8(back.bytes).unwrap(), source.replace("End", "Ende"));
    }
}

#[test]
fn tags_of_yaml_1_1_may_have_a_comma() {
    let source =
        "--- !de.oddb.org,2007/ODDB::Drugs::Product\nname: Text here\nx: !a.b,2/c\n  y: a !b,c\n";
    let document = read(source.as_bytes(), Format::Yaml);
    assert_eq!(texts(&document), ["Text here", "a !b,c"]);
    let back = translated(&document, |text| Some(text.to_uppercase()));
    let expected = source.replace("Text here", "TEXT HERE").replace("a !b,c", "A !B,C");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}

#[test]
fn directives_of_dates_are_placeholders() {
    let document = read(b"long: \"on %B %d, %Y at %H:%M\"\n", Format::Yaml);
    assert_eq!(texts(&document), ["on  ,  at :"]);
}
