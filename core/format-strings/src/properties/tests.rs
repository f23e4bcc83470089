//! Tests of Java properties.

use crate::decode;
use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;

const SAMPLE: &str = r"# Header

! Shown at the top
# of the page
title = Caf\u00e9 \
        and more
key\ with\:signs : value
path=C\:\\dir
empty=
lone
pattern=It''s {0}, isn''t it?
plain It''s
emoji=\ud83d\ude00 \q
# {n}
n={n, plural, one {# file} other {# files of {0}}}
";

fn read_texts(source: &str) -> Vec<String> {
    texts(&read(source.as_bytes(), Format::Properties)).into_iter().map(str::to_owned).collect()
}

#[test]
fn values_are_those_that_java_reads() {
    let document = read(SAMPLE.as_bytes(), Format::Properties);
    let expected = [
        "Caf\u{e9} and more",
        "value",
        "C:\\dir",
        "It's , isn't it?",
        "It''s",
        "\u{1F600} q",
        " file",
        " files of ",
    ];
    assert_eq!(texts(&document), expected);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap()).collect();
    let expected =
        ["title", "key with:signs", "path", "pattern", "plain", "emoji", "n[n=one]", "n[n=other]"];
    assert_eq!(names, expected);
    let notes: Vec<_> =
        document.annotations().iter().map(|annotation| annotation.as_metadata().unwrap()).collect();
    assert_eq!(notes[0].field("locNote"), Some("Shown at the top\nof the page"));
    assert_eq!(notes.len(), 2);
}

#[test]
fn lines_go_on_as_in_java() {
    let cases = [
        ("a=b\\\n   c", "bc"),
        ("a=b\\\r\n   c\r\n", "bc"),
        ("a\\\n  b=c", "c"),
        ("a \\\n = \\\n  c", "c"),
        ("a=b\\\\\nc=", "b\\"),
        ("a=b\\\n# c", "b# c"),
        ("a=b\\", "b"),
        ("  a \t b ", "b "),
        ("a==b", "=b"),
        ("a=\\  b", "  b"),
    ];
    for (source, expected) in cases {
        assert_eq!(read_texts(source), [expected], "{source:?}");
    }
}

#[test]
fn a_translation_is_written_with_the_escapes_of_the_file() {
    let cases: [(&[u8], &str, &[u8]); 8] = [
        (
            b"a = \\u00e9 \\\n  b\r\n",
            "\u{e9}\u{1F600}\nc\\",
            b"a = \\u00e9\\ud83d\\ude00\\nc\\\\\r\n",
        ),
        (b"a=\\u00E9", "\u{e9}", b"a=\\u00E9"),
        (b"a=b", "\u{e9}", b"a=\\u00e9"),
        ("a=\u{e9}".as_bytes(), "\u{20ac} = # !", "a=\u{20ac} = # !".as_bytes()),
        (b"a=\xE9", "\u{fc}\u{20ac}", b"a=\xFC\\u20ac"),
        (b"a={0} b", "it's <1/>", b"a=it''s {0}"),
        (b"a=it''s", "it's", b"a=it's"),
        // The file contains single apostrophes, so that it is not parsed as patterns.
        (b"a=it's {0} b", "isn't <1/>", b"a=isn't {0}"),
    ];
    for (source, text, expected) in cases {
        let document = read(source, Format::Properties);
        let back = translated(&document, |_| Some(text.to_owned()));
        assert_eq!(String::from_utf8_lossy(&back.bytes), String::from_utf8_lossy(expected));
    }
}

#[test]
fn a_broken_escape_is_a_fault_with_its_place() {
    let error =
        decode("a=b\nc=\\u12x4", Format::Properties, &DecodeOptions::default()).unwrap_err();
    let expected = "expected four hexadecimal digits after `\\u`, found `12x4` at line 2 column 3";
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::Malformed, expected.to_owned()));
}

#[test]
fn the_laws_hold() {
    for source in [SAMPLE, "", "a=\u{e9} {0}\r\n\r\n#\r\nb=c", "a\tb\\\n\\\n\n c"] {
        holds(source.as_bytes(), Format::Properties);
        survives(source.as_bytes(), Format::Properties);
    }
    holds(b"a=\xE9 {0} it''s\rb:\\\n c", Format::Properties);
}

#[test]
fn long_files_take_no_quadratic_time() {
    is_fast(
        "# a\nkey.x=the {0} text\\\n  \\u00e9 it''s\n"
            .repeat(glossweave_testing::count(10_000, 50_000)),
        Format::Properties,
    );
    is_fast(
        format!("a={}", "a {x} <b>c</b>\\\n ".repeat(glossweave_testing::count(10_000, 50_000))),
        Format::Properties,
    );
}
