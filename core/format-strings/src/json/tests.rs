//! Tests of JSON and JSONC.

use crate::decode;
use crate::marked_text;
use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;

const SAMPLE: &str = r#"// Texts
{
  "title": "Caf\u00e9 \"x\" \ud83d\ude00", /* one */

  "nav": {"home": "Home {{name}}", "a/b~c": ["One", 2, "Three", {"x": "{count, plural, one {# file} other {# files in {place}}}"}]},
  "n": -1.5e+3, "t": true, "f": null, "empty": "",
  "html": "Click <a href=\"%s\">here<\/a>\n", // trailing
}
"#;

#[test]
fn texts_are_the_strings_that_are_values() {
    let document = read(SAMPLE.as_bytes(), Format::Jsonc);
    let expected = [
        "Caf\u{e9} \"x\" \u{1F600}",
        "Home ",
        "One",
        "Three",
        " file",
        " files in ",
        "Click here\n",
    ];
    assert_eq!(texts(&document), expected);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap()).collect();
    let expected = [
        "/title",
        "/nav/home",
        "/nav/a~1b~0c/0",
        "/nav/a~1b~0c/2",
        "/nav/a~1b~0c/3/x[count=one]",
        "/nav/a~1b~0c/3/x[count=other]",
        "/html",
    ];
    assert_eq!(names, expected);
    let last = document.units().last().unwrap();
    assert_eq!(marked_text(&document, last.span()).unwrap(), "Click <1>here</1>");
}

#[test]
fn a_translation_changes_only_its_text() {
    let document = read(SAMPLE.as_bytes(), Format::Jsonc);
    let back = translated(&document, |text| match text {
        "Home <1/>" => Some("<1/> zu \"Hause\"".to_owned()),
        "<1/> files in <2/>" => Some("<1/> Dateien <2/>/".to_owned()),
        "Click <1>here</1>" => Some("<1>Hier</1> \u{e4}".to_owned()),
        _ => None,
    });
    let expected = SAMPLE
        .replace("Home {{name}}", "{{name}} zu \\\"Hause\\\"")
        .replace("# files in {place}", "# Dateien {place}\\/")
        .replace("Click <a href=\\\"%s\\\">here<\\/a>", "<a href=\\\"%s\\\">Hier<\\/a> \\u00e4");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}

#[test]
fn a_text_with_branches_keeps_them_in_their_order() {
    let source = r#"{"a": "You {x} have {n, plural, one {# dog} other {# dogs}} now"}"#;
    let document = read(source.as_bytes(), Format::Jsonc);
    assert_eq!(texts(&document), ["You  have  now", " dog", " dogs"]);
    let back = translated(&document, |text| Some(text.to_uppercase()));
    let expected = r#"{"a": "YOU {x} HAVE {n, plural, one {# DOG} other {# DOGS}} NOW"}"#;
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    let back =
        translated(&document, |text| Some(text.replace("You <1/> have <2/>", "<2/> habt <1/>")));
    let back = String::from_utf8(back.bytes).unwrap();
    assert!(back.find("{x}") < back.find("{n, plural, one {# dog} other {# dogs}}"), "{back}");
}

#[test]
fn layouts_of_the_field_are_known() {
    let arb = r#"{"@@locale": "en_GB", "hello": "Hello {n}", "@hello": {"description": "A greeting", "placeholders": {"n": {"example": "Bob"}}}}"#;
    let document = read(arb.as_bytes(), Format::Jsonc);
    assert_eq!(texts(&document), ["Hello "]);
    assert_eq!(document.language().unwrap().as_str(), "en-GB");
    let note = document.annotations()[0].as_metadata().unwrap();
    assert_eq!(note.field("locNote"), Some("A greeting"));
    let other = r#"{"@scope/a": {"version": "One"}, "b": "Two"}"#;
    assert_eq!(texts(&read(other.as_bytes(), Format::Jsonc)), ["One", "Two"]);
    let extension = r#"{"hi": {"message": "Hi $NAME$", "description": "Greets", "placeholders": {"name": {"content": "$1"}}}, "b": {"message": "Bye"}}"#;
    let document = read(extension.as_bytes(), Format::Jsonc);
    assert_eq!(texts(&document), ["Hi ", "Bye"]);
    assert_eq!(document.annotations().len(), 1);
}

#[test]
fn faults_have_their_place() {
    let cases = [
        ("{\"a\": }", "expected a value, found `}` at line 1 column 7"),
        ("{\"a\" 1}", "expected `:`, found `1` at line 1 column 6"),
        ("[1 2]", "expected `,` or `]`, found `2` at line 1 column 4"),
        ("[01]", "expected a value, found `01` at line 1 column 2"),
        ("{a: 1}", "expected a key, found `a` at line 1 column 2"),
        (
            "[\"a\n\"]",
            "expected an escape of the control character, found `\\n` at line 1 column 4",
        ),
        ("[\"\\x\"]", "expected an escape of JSON, found `x` at line 1 column 4"),
        (
            "[\"\\u12\"]",
            "expected four hexadecimal digits after `\\u`, found `12\\\"]` at line 1 column 3",
        ),
        ("[\"a", "the string does not end at line 1 column 2"),
        ("[] /* a", "the comment has no `*/`, expected one at line 1 column 4"),
        ("[] []", "expected the end, found `[` at line 1 column 4"),
        ("", "expected a value, found the end at line 1 column 1"),
        ("[\n,]", "expected a value, found `,` at line 2 column 1"),
    ];
    for (source, expected) in cases {
        let error = decode(source, Format::Jsonc, &DecodeOptions::default()).unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::Malformed, expected.to_owned()));
    }
    let error = decode("[".repeat(2_000), Format::Jsonc, &DecodeOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn the_laws_hold() {
    for source in [
        SAMPLE,
        "\"a\"",
        "[]",
        "\u{feff}{\"a\": \"b \u{e9} {x}\"}",
        "{\"a\": \"x\\/\\u00E9\\udc00\"}",
    ] {
        holds(source.as_bytes(), Format::Jsonc);
        survives(source.as_bytes(), Format::Jsonc);
    }
    let wide: Vec<u8> =
        "\u{feff}{\"a\": \"b \\u00e9 {x} c\"}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    holds(&wide, Format::Jsonc);
}

#[test]
fn long_files_take_no_quadratic_time() {
    is_fast(
        format!(
            "[{}\"a\"]",
            "{\"key\": \"the {x} \\u00e9 text\"},\n"
                .repeat(glossweave_testing::count(10_000, 50_000))
        ),
        Format::Jsonc,
    );
    is_fast(
        format!("[\"{}\"]", "a {x} <b>c</b> {n, plural, one {a} other {b {y}}} ".repeat(20_000)),
        Format::Jsonc,
    );
    let key = "k".repeat(1_000_000);
    is_fast(
        format!(
            "{{\"{key}\": [{}\"a\"]}}",
            "\"b\",".repeat(glossweave_testing::count(10_000, 50_000))
        ),
        Format::Jsonc,
    );
}

#[test]
fn apostrophes_of_messages_are_read_once_and_written_twice_before_a_brace() {
    let source = r##"{"a": "{n, plural, =1{It''s one} other{They''re {n}}}", "b": "{n, plural, one {# file of {name}} other {'{x}' of {name}}}", "c": "of {name}"}"##;
    let document = read(source.as_bytes(), Format::Jsonc);
    let expected = ["It's one", "They're ", " file of ", " of ", "of "];
    assert_eq!(texts(&document), expected);
    let back = translated(&document, |marked| {
        Some(marked.replace("of ", "d'").replace("one", "l'un d'").replace("file", "l'os"))
    });
    let expected = source.replace("of ", "d''").replace("It''s one", "It''s l''un d''");
    let expected = expected.replace("# file", "# l'os");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    // Apostrophes are literal when no argument has branches.
    let source = r#"{"c": "it''s '{name}'"}"#;
    assert_eq!(texts(&read(source.as_bytes(), Format::Jsonc)), ["it''s ''"]);
}

#[test]
fn a_translation_without_markers_keeps_the_spaces_around_a_code() {
    let written = |source: &str, translation: &str| {
        let source = format!("{{\"a\": \"{source}\"}}");
        let document = read(source.as_bytes(), Format::Jsonc);
        let back = translated(&document, |_| Some(translation.to_owned()));
        let back = String::from_utf8(back.bytes).unwrap();
        back.strip_prefix("{\"a\": \"").unwrap().strip_suffix("\"}").unwrap().to_owned()
    };
    let french = "Cher {name} et vous";
    assert_eq!(written("Dear {name} and you", "Cher  et vous"), french);
    assert_eq!(written("Dear {name} and you", "Cher et vous"), french);
    assert_eq!(
        written("From {a} to {b} now", "De  \u{e0}  maintenant"),
        "De {a} \u{e0} {b} maintenant"
    );
    assert_eq!(written("Hello {name}!", "Bonjour !"), "Bonjour {name}!");
    assert_eq!(written("Dear {name}, you", "Cher , vous"), "Cher {name}, vous");
    assert_eq!(written("x {n} y", "\u{4f60}\u{597d}"), "\u{4f60}{n}\u{597d}");
}

#[test]
fn names_with_a_colon_are_placeholders() {
    let source = r#"{"a": "This link expires in :count minutes.", "b": "@:other for %name%"}"#;
    let document = read(source.as_bytes(), Format::Jsonc);
    let back = translated(&document, |marked| Some(marked.to_uppercase()));
    let expected = r#"{"a": "THIS LINK EXPIRES IN :count MINUTES.", "b": "@:other FOR %name%"}"#;
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}
