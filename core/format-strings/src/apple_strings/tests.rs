//! Tests of Apple strings files.

use crate::decode;
use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format_base::Placement;

const SAMPLE: &str = "/* A greeting\n   for %@ */\n\"hello\" = \"Hello, %1$@!\\n\\\"Bye\\\" \\U00e9\";\n\n// Button\nok = \
    OK;\n'a' = 'it\\'s';\n\"none\";\n\"e\" = \"\";\n\"emoji\" = \"\\ud83d\\ude00 {0} %d\";\n";

#[test]
fn values_are_units_with_their_keys_and_comments() {
    let document = read(SAMPLE.as_bytes(), Format::AppleStrings);
    assert_eq!(texts(&document), ["Hello, !\n\"Bye\" \u{e9}", "OK", "it's", "\u{1F600}  "]);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap().to_owned()).collect();
    assert_eq!(names, ["hello", "ok", "a", "emoji"]);
    let noted = document.annotations().iter().map(|note| &document.text()[note.span().range()]);
    assert_eq!(noted.collect::<Vec<_>>(), ["Hello, !\n\"Bye\" \u{e9}", "OK"]);
}

#[test]
fn translations_have_the_escapes_that_their_quotes_need() {
    let cases = [
        ("\"a\" = \"b\";", "\"x\"\n'y'\\", "\"a\" = \"\\\"x\\\"\\n'y'\\\\\";"),
        ("a = 'b';", "\"x\" 'y'", "a = '\"x\" \\'y\\'';"),
        ("a = b;", "x.y", "a = x.y;"),
        ("a = b;", "x y", "a = \"x y\";"),
        ("a = $N$;b=c $N$", "x", ""),
        ("\"a\" = \"b %@ c\";", "<1/> x", "\"a\" = \"%@ x\";"),
    ];
    for (source, text, expected) in cases {
        if expected.is_empty() {
            assert!(decode(source, Format::AppleStrings, &DecodeOptions::default()).is_err());
            continue;
        }
        let document = read(source.as_bytes(), Format::AppleStrings);
        let back = translated(&document, |_| Some(text.to_owned()));
        assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
        assert_eq!(String::from_utf8_lossy(&back.bytes), expected, "{source}");
    }
}

#[test]
fn sources_in_utf_16_stay_so() {
    let wide = |text: &str| -> Vec<u8> {
        let units = "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).collect::<Vec<_>>();
        units.into_iter().flat_map(u16::to_le_bytes).collect()
    };
    let document = read(&wide("\"a\" = \"b %@\";\n"), Format::AppleStrings);
    let back = translated(&document, |_| Some("<1/> \u{20ac}".to_owned()));
    assert_eq!(back.bytes, wide("\"a\" = \"%@ \u{20ac}\";\n"));
}

#[test]
fn broken_sources_are_errors_with_a_place() {
    for source in ["\"a\" = \"b", "\"a\" = ;", "\"a\" \"b\";", "/* x", "\"a\" = \"b\"", "= b;"] {
        let error = decode(source, Format::AppleStrings, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{source}");
        assert!(error.location().is_some());
    }
}

#[test]
fn sources_keep_the_laws() {
    holds(SAMPLE.as_bytes(), Format::AppleStrings);
    survives(SAMPLE.as_bytes(), Format::AppleStrings);
}

#[test]
fn long_sources_take_linear_time() {
    is_fast("/* c */ \"k\" = \"v %@\";\n".repeat(50_000), Format::AppleStrings);
    is_fast(format!("a = \"{}\";", "\\U0041".repeat(200_000)), Format::AppleStrings);
}
