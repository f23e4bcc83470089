//! Tests of PO.

use crate::testing::{holds, is_fast, read, survives, texts, translated, translated_into, writing};
use crate::{decode, encode};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, DocumentExt};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::{EncodeOptions, Placement};

const SAMPLE: &str = r#"# Header
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#. Shown at the top
#: a.c:1
#, c-format
msgctxt "menu"
msgid "Open %s"
msgstr "Öffne %s"

#, fuzzy, python-format
#| msgid "old"
msgid ""
"One line\n"
"and another, "
"wrapped %(name)s.\n"
msgstr ""
"Eine Zeile\n"
"und noch eine %(name)s.\n"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "weg"

msgid "tab\t\"quoted\" \\ {name}"
msgstr ""
"#;

fn sample() -> glossweave_document::Document {
    read(SAMPLE.as_bytes(), Format::Po)
}

#[test]
fn texts_and_translations_are_those_of_the_entries() {
    let document = sample();
    let expected =
        ["Open ", "One line\nand another, wrapped .\n", " file", " files", "tab\t\"quoted\" \\ "];
    assert_eq!(texts(&document), expected);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap()).collect();
    assert_eq!(names[0], "menu/Open %s");
    assert_eq!(names[3], "%d file[plural]");
    let targets: Vec<_> =
        document.units().map(|unit| document.target_unit(unit).map(|unit| unit.text())).collect();
    let expected =
        [Some("\u{d6}ffne "), Some("Eine Zeile\nund noch eine .\n"), Some(" Datei"), None, None];
    assert_eq!(targets, expected);
    let open: Vec<_> = document.units().map(|unit| document.awaits_translation(unit)).collect();
    assert_eq!(open, [false, true, false, true, true]);
    let note = document.annotations()[0].as_metadata().unwrap();
    assert_eq!(note.field("locNote"), Some("Shown at the top"));
    let section = document.sections().next().unwrap();
    assert_eq!(section.target_language.unwrap().as_str(), "de");
}

#[test]
fn a_translation_changes_only_its_string() {
    let document = sample();
    let back = translated(&document, |text| match text {
        "<1/> files" => Some("<1/> \"Dateien\"".to_owned()),
        "tab\t\"quoted\" \\ <1/>" => Some("<1/>\tin \"Zeichen\" \\".to_owned()),
        _ => None,
    });
    let expected = SAMPLE
        .replace("msgstr[1] \"\"", r#"msgstr[1] "%d \"Dateien\"""#)
        .replace("{name}\"\nmsgstr \"\"", "{name}\"\nmsgstr \"{name}\\tin \\\"Zeichen\\\" \\\\\"");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}

#[test]
fn a_translation_may_repeat_the_placeholders() {
    let document = sample();
    let unit = document.units().next().unwrap().span();
    let of = |text: &str| {
        let german = Translation::new(text, "de".parse().unwrap());
        encode(&document, &[Annotation::translation(unit, german)], &writing()).unwrap()
    };
    let back = of("%s wird ge\u{f6}ffnet");
    let expected = SAMPLE.replace("\u{d6}ffne %s", "%s wird ge\u{f6}ffnet");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    let expected = SAMPLE.replace("\u{d6}ffne %s", "Auf %s");
    assert_eq!(String::from_utf8(of("Auf").bytes).unwrap(), expected);
    for text in ["%s und %s", "%d auf"] {
        let back = of(text);
        assert!(!back.placements[0].is_there(), "{text}: {:?}", back.placements);
        assert_eq!(back.bytes, SAMPLE.as_bytes());
    }
}

#[test]
fn fuzzy_goes_with_the_old_text_when_it_is_translated() {
    let document = sample();
    let translation = |text: &str| text.starts_with("One").then(|| "Eins\nzwei <1/>".to_owned());
    let back = String::from_utf8(translated(&document, translation).bytes).unwrap();
    assert!(back.contains("#, python-format\nmsgid \"\"\n"), "{back}");
    assert!(back.contains("msgstr \"\"\n\"Eins\\n\"\n\"zwei %(name)s\\n\"\n\nmsgid"), "{back}");
    let cases = [
        ("#, fuzzy\n", ""),
        ("#, fuzzy, c-format\n", "#, c-format\n"),
        ("#, c-format, fuzzy\n", "#, c-format\n"),
        ("#, a, fuzzy,b\r\n", "#, a, b\r\n"),
        ("#| msgid \"x\"\n#, fuzzy\n", ""),
    ];
    for (before, after) in cases {
        let source = format!("{before}msgid \"a\"\nmsgstr \"b\"\n");
        let back = translated(&read(source.as_bytes(), Format::Po), |_| Some("c".to_owned()));
        let expected = format!("{after}msgid \"a\"\nmsgstr \"c\"\n");
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    }
}

#[test]
fn a_state_that_asks_for_review_is_fuzzy() {
    let source = "#: x\nmsgid \"a\"\nmsgstr \"\"\n";
    let document = read(source.as_bytes(), Format::Po);
    let german = Translation::new("b", "de".parse().unwrap());
    let german = Annotation::translation(document.units().next().unwrap().span(), german);
    let options = EncodeOptions { target_state: Some("needs-translation".into()), ..writing() };
    let back = encode(&document, &[german], &options).unwrap();
    assert_eq!(back.bytes, b"#: x\n#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n");
}

#[test]
fn plural_forms_take_the_plural() {
    let entry = |forms: usize, text: &str| {
        let forms: Vec<_> = (0..forms).map(|n| format!("msgstr[{n}] \"{text}\"\n")).collect();
        format!("msgid \"one\"\nmsgid_plural \"many\"\n{}", forms.concat())
    };
    for forms in 1..5 {
        let source = entry(forms, "");
        let back =
            translated(&read(source.as_bytes(), Format::Po), |text| Some(text.to_uppercase()));
        let bytes = String::from_utf8(back.bytes).unwrap();
        assert_eq!(bytes.matches("\"MANY\"").count(), (forms - 1).max(1), "{bytes}");
        assert_eq!(bytes.matches("\"ONE\"").count(), usize::from(forms > 1));
        assert_eq!(back.placements[0].is_there(), forms > 1);
    }
}

#[test]
fn forms_that_the_header_states_are_added() {
    let file = |count: usize, forms: &str| {
        format!(
            "msgid \"\"\nmsgstr \"Language: pl\\nPlural-Forms: nplurals={count}; plural=0;\\n\"\n\n\
             #, fuzzy\nmsgid \"one %d\"\nmsgid_plural \"many %d\"\n{forms}\n\nmsgid \"end\"\nmsgstr \"x\"\n"
        )
    };
    let old = |count: usize| {
        (0..count).map(|n| format!("msgstr[{n}] \"\"")).collect::<Vec<_>>().join("\n")
    };
    for (stated, there) in [(3, 1), (3, 2), (3, 3), (6, 2), (2, 1), (2, 2), (1, 1), (1, 3)] {
        let source = file(stated, &old(there));
        let document = read(source.as_bytes(), Format::Po);
        let back = translated_into(&document, "pl", |text| {
            Some(text.replace("one", "O").replace("many", "M"))
        });
        let count = stated.max(there);
        let forms = (0..count).map(|n| {
            let text = if n == 0 && count > 1 { "O %d" } else { "M %d" };
            format!("msgstr[{n}] \"{text}\"")
        });
        let expected = file(stated, &forms.collect::<Vec<_>>().join("\n"));
        let expected = expected.replace("#, fuzzy\n", "").replace("\"x\"", "\"end\"");
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
        assert!(back.placements[1..].iter().all(Placement::is_there));
    }
    // A number of forms that is too large is ignored.
    let document = read(file(4_000_000_000, &old(1)).as_bytes(), Format::Po);
    let back = translated_into(&document, "pl", |_| Some("%d".to_owned()));
    assert!(back.bytes.len() < 1_000);
}

#[test]
fn another_language_is_refused() {
    let back = translated_into(&sample(), "fr", |_| Some("x".to_owned()));
    let rule = "the file is translated into another language";
    assert!(back.placements.iter().all(|placement| *placement == Placement::not_placed(rule)));
    assert!(
        translated_into(&sample(), "de-AT", |text| text.starts_with("Open").then(|| "x".into()))
            .placements[0]
            .is_there()
    );
}

#[test]
fn long_translations_are_wrapped_as_in_the_file() {
    let words = "Wort ".repeat(40);
    let source = "msgid \"a\"\nmsgstr \"\"\n";
    let back = translated(&read(source.as_bytes(), Format::Po), |_| Some(words.clone()));
    let back = String::from_utf8(back.bytes).unwrap();
    assert!(back.lines().all(|line| line.len() <= 79) && back.lines().count() > 4, "{back}");
    let source = format!("msgid \"a\"\nmsgstr \"\"\n\nmsgid \"{words}\"\nmsgstr \"\"\n");
    let back = translated(&read(source.as_bytes(), Format::Po), |text| {
        (text == "a").then(|| words.clone())
    });
    let back = String::from_utf8(back.bytes).unwrap();
    assert_eq!(back.lines().nth(1), Some(&*format!("msgstr \"{}\"", words.trim_end())));
}

#[test]
fn the_header_tells_the_encoding() {
    let source = b"msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-2\\n\"\n\nmsgid \"\xB1\"\nmsgstr \"\"\n";
    let document = read(source, Format::Po);
    assert_eq!(texts(&document), ["\u{105}"]);
    let back = translated(&document, |_| Some("\u{119}".to_owned()));
    assert!(back.bytes.ends_with(b"msgstr \"\xEA\"\n"));
    let back = translated(&document, |_| Some("\u{43a}".to_owned()));
    let rule = "the encoding of the document lacks a character of the translation";
    assert_eq!(back.placements, [Placement::not_placed(rule)]);
}

#[test]
fn faults_have_their_place() {
    let cases = [
        ("msgid \"a\nmsgstr \"\"\n", "the string does not end in its line at line 1 column 7"),
        (
            "msgid \"a\"\n\nmsgid \"b\"\nmsgstr \"\"\n",
            "expected `msgstr`, found `msgid` at line 3 column 1",
        ),
        ("msgid \"a\"\n", "the entry has no `msgstr`, expected one at line 1 column 7"),
        ("msgstr \"a\"\n", "expected `msgid`, found `msgstr` at line 1 column 1"),
        ("\n \"a\"\n", "expected a keyword, found a string at line 2 column 2"),
        ("msgfoo \"a\"\n", "expected a keyword such as `msgid`, found `msgfoo` at line 1 column 1"),
        ("msgid \"a\"\nmsgstr\n", "`msgstr` has no string, expected one at line 2 column 1"),
        ("msgid \"a\"\nmsgstr[x] \"\"", "expected a number in `[` and `]` at line 2 column 7"),
        ("= 3", "expected a keyword, found `=` at line 1 column 1"),
    ];
    for (source, expected) in cases {
        let error = decode(source, Format::Po, &DecodeOptions::default()).unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::Malformed, expected.to_owned()));
    }
}

#[test]
fn the_laws_hold() {
    let other = "msgid \"\\x41\\101 \\q {n, plural, one {a} other {b}}\" \"c\"\r\n\"d <b>e</b>\"\r\nmsgstr \"\"\r\n";
    for source in [SAMPLE, other, "", "# only a comment", "msgid \"a {x}\"\nmsgstr \"\""] {
        holds(source.as_bytes(), Format::Po);
        survives(source.as_bytes(), Format::Po);
    }
}

#[test]
fn long_files_take_no_quadratic_time() {
    let entry = "#, fuzzy\nmsgid \"the {x} text %s\"\nmsgid_plural \"texts\"\nmsgstr[0] \"a\"\nmsgstr[1] \"\"\n\n";
    is_fast(entry.repeat(glossweave_testing::count(5_000, 20_000)), Format::Po);
    let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-2\\n\"\n\n";
    is_fast(
        header.to_owned() + &entry.repeat(glossweave_testing::count(5_000, 20_000)),
        Format::Po,
    );
    is_fast(
        format!(
            "msgid \"{}\"\nmsgstr \"\"\n",
            "a {x} <b>c</b> ".repeat(glossweave_testing::count(10_000, 50_000))
        ),
        Format::Po,
    );
}

const HEADER: &str = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Language: fr\\n\"\n\
    \"Plural-Forms: nplurals=2; plural=(n > 1);\\n\"\n\n";

/// Returns the entries with translations.
fn written(
    header: &str,
    entries: &str,
    language: &str,
    new: impl FnMut(&str) -> Option<String>,
) -> String {
    let document = read(format!("{header}{entries}").as_bytes(), Format::Po);
    let back = translated_into(&document, language, new);
    let back = String::from_utf8_lossy(&back.bytes).into_owned();
    back.strip_prefix(header).unwrap().to_owned()
}

#[test]
fn lines_are_wrapped_as_msgcat_wraps_them() {
    let entry = "msgid \"k\"\nmsgstr \"\"\n";
    let cases: [(String, &[&str]); 5] = [
        ("x ".repeat(39) + "yy", &[&"x ".repeat(38), "x yy"]),
        (
            "a".repeat(60) + "-" + &"b".repeat(28) + " ccc",
            &[&("a".repeat(60) + "-"), &("b".repeat(28) + " ccc")],
        ),
        (
            "\u{4e2d}\u{6587}".repeat(30),
            &[&"\u{4e2d}\u{6587}".repeat(19), &"\u{4e2d}\u{6587}".repeat(11)],
        ),
        (
            "http://example.org/".to_owned() + &"path/".repeat(14) + "x y",
            &[&("http://example.org/".to_owned() + &"path/".repeat(11)), "path/path/path/x y"],
        ),
        (
            "abc\u{2014}def ".repeat(12) + "x",
            &[
                &("abc\u{2014}def ".repeat(9) + "abc\u{2014}"),
                &("def ".to_owned() + "abc\u{2014}def abc\u{2014}def x"),
            ],
        ),
    ];
    for (text, lines) in cases {
        let lines: String = lines.iter().map(|line| format!("\n\"{line}\"")).collect();
        let expected = format!("msgid \"k\"\nmsgstr \"\"{lines}\n");
        assert_eq!(written(HEADER, entry, "fr", |_| Some(text.clone())), expected);
    }
}

#[test]
fn a_text_of_codes_alone_is_copied_where_its_sibling_is_written() {
    let entry = "#, c-format, fuzzy\nmsgid \"%d\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    let expected = "#, c-format\nmsgid \"%d\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"%d\"\nmsgstr[1] \"%d fichiers\"\n";
    let new = |text: &str| Some(text.replace("files", "fichiers"));
    assert_eq!(written(HEADER, entry, "fr", new), expected);
}

#[test]
fn a_plain_msgstr_of_a_plural_gets_its_numbers() {
    let entry = "msgid \"%d Comment\"\nmsgid_plural \"%d Comments\"\nmsgstr \"\"\n";
    let expected = "msgid \"%d Comment\"\nmsgid_plural \"%d Comments\"\nmsgstr[0] \"%d Avis\"\nmsgstr[1] \"%d Avis\"\n";
    let new = |text: &str| Some(text.replace("Comments", "Avis").replace("Comment", "Avis"));
    assert_eq!(written(HEADER, entry, "fr", new), expected);
}

#[test]
fn chinese_is_written_into_a_file_of_its_script_only() {
    let entry = "msgid \"Save\"\nmsgstr \"\"\n";
    for (file, language, is_written) in [
        ("zh_TW", "zh-CN", false),
        ("zh_TW", "zh-Hant", true),
        ("zh_CN", "zh", true),
        ("zh", "zh-HK", false),
        ("pt_BR", "pt-PT", false),
        ("de", "de-AT", true),
        ("sr@latin", "sr-Cyrl", false),
        ("sr@latin", "sr-Latn", true),
    ] {
        let header = HEADER.replace("Language: fr", &format!("Language: {file}"));
        let back = written(&header, entry, language, |_| Some("neu".to_owned()));
        assert_eq!(back.contains("neu"), is_written, "{file} {language}");
    }
}

#[test]
fn a_name_of_a_language_is_no_code() {
    let header = HEADER.replace("Language: fr", "Language: Korean");
    let entry = "msgid \"one\"\nmsgstr \"\"\n";
    assert!(written(&header, entry, "ko", |_| Some("hana".to_owned())).contains("hana"));
    let document = read(format!("{header}{entry}").as_bytes(), Format::Po);
    let message = document.warnings()[0].message();
    assert_eq!(message, "the header names the language `Korean`, expected a code such as `ko`");
}

#[test]
fn a_file_gets_no_bytes_that_its_encoding_lacks() {
    let entry = "msgid \"one\"\nmsgstr \"\"\n";
    for (charset, text, is_written) in [
        ("US-ASCII", "\u{e9}t\u{e9}", false),
        ("US-ASCII", "ete", true),
        ("ISO-8859-1", "\u{20ac}", false),
        ("ISO-8859-1", "\u{201c}a", false),
        ("ISO-8859-1", "\u{e9}", true),
        ("ISO-8859-15", "\u{20ac}", true),
    ] {
        let header = HEADER.replace("UTF-8", charset);
        let back = written(&header, entry, "fr", |_| Some(text.to_owned()));
        assert_eq!(back != entry, is_written, "{charset} {text}");
    }
}
