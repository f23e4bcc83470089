use std::time::Duration;

use super::{EntryBuilder, decoded, entity, office, read, records, relationships, run, written};
use glossweave_base::Format;
use glossweave_base::error::ErrorKind;
use glossweave_document::DecodeOptions;
use glossweave_testing::Stopwatch;

/// A change to the records of a package.
type Change<'c> = &'c dyn Fn(&mut Vec<EntryBuilder>);

#[test]
fn packages_without_a_text_are_refused() {
    let body = format!("<w:p>{}</w:p>", run("To Cork"));
    let base = records(&body, &[]);
    let cases: [(&str, Change<'_>, ErrorKind); 7] = [
        ("has no record `[Content_Types].xml`", &|all| drop(all.remove(0)), ErrorKind::Malformed),
        ("no relationship to an office document", &|all| drop(all.remove(1)), ErrorKind::Malformed),
        ("no record `word/document.xml`", &|all| drop(all.remove(2)), ErrorKind::Malformed),
        (
            "expected no document type",
            &|all| {
                all[2].content.splice(0..0, *b"<!DOCTYPE w:document>");
            },
            ErrorKind::Malformed,
        ),
        (
            "found `p:presentation`",
            &|all| {
                all[2].content = b"<p:presentation xmlns:p='p'/>".to_vec();
            },
            ErrorKind::Unsupported,
        ),
        (
            "in the part `word/document.xml`",
            &|all| {
                all[2].content.truncate(300);
            },
            ErrorKind::Malformed,
        ),
        (
            "nest",
            &|all| {
                all[2].content = "<a>".repeat(5_000).into_bytes();
            },
            ErrorKind::TooLarge,
        ),
    ];
    for (expected, change, kind) in cases {
        let mut records = base.clone();
        change(&mut records);
        let error = decoded(&records).unwrap_err();
        assert!(error.message().contains(expected), "{error}");
        assert_eq!(error.kind(), kind, "{error}");
    }
    let mut compound = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    let read = |bytes: &[u8]| crate::decode(bytes, Format::Docx, &DecodeOptions::default());
    assert!(read(&compound).unwrap_err().message().contains("before Office 2007"));
    compound.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    let error = read(&compound).unwrap_err();
    assert!(error.message().contains("is encrypted"));
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn relationships_in_a_circle_are_followed_once() {
    let mut records =
        records(&format!("<w:p>{}</w:p>", run("To Cork")), &[("header", "h.xml", "")]);
    let kinds = [office("header"), office("comments"), office("styles")];
    let targets = ["document.xml", "/WORD/document.xml", "_rels/document.xml.rels"];
    let links: Vec<(&str, &str)> = kinds.iter().map(String::as_str).zip(targets).collect();
    records[4].content = relationships(&links).into_bytes();
    let document = decoded(&records).unwrap();
    assert_eq!(document.text(), "To Cork");
}

#[test]
fn very_many_runs_and_annotations_take_linear_time() {
    let timed = |count: usize| {
        let body = format!("<w:p>{}</w:p>", run("ab ").repeat(count));
        let start = Stopwatch::start();
        let document = read(&body);
        assert_eq!(document.text().len(), 3 * count);
        let all: Vec<_> =
            (0..count / 10).map(|n| entity(30 * n + 1..30 * n + 8, "http://e.example/")).collect();
        written(&document, &all);
        start.elapsed()
    };
    timed(1_000);
    let (few, many) = (timed(5_000), timed(100_000));
    assert!(many < few * 60 + Duration::from_secs(1), "{few:?}, {many:?}");
}

#[test]
fn deep_text_boxes_are_read() {
    let start = "<w:p><w:r><w:pict><w:txbxContent>".repeat(200);
    let end = "</w:txbxContent></w:pict></w:r></w:p>".repeat(200);
    let document = read(&format!("{start}<w:p>{}</w:p>{end}", run("deep")));
    assert_eq!(document.text(), "deep");
    written(&document, &[entity(0..4, "http://e.example/")]);
}
