use std::time::Duration;

use super::{EntryBuilder, decoded, entity, read, records, relationships, run, shape, written};
use glossweave_base::Format;
use glossweave_base::error::ErrorKind;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_testing::Stopwatch;

/// A change to the records of a package.
type Change<'c> = &'c dyn Fn(&mut Vec<EntryBuilder>);

fn cork() -> Vec<EntryBuilder> {
    records(&[(&shape(&format!("<a:p>{}</a:p>", run("To Cork"))), &[])])
}

#[test]
fn packages_without_a_presentation_are_refused() {
    let cases: [(&str, Change<'_>, ErrorKind); 6] = [
        ("no relationship to an office document", &|all| drop(all.remove(1)), ErrorKind::Malformed),
        ("no record `ppt/main.xml`", &|all| drop(all.remove(2)), ErrorKind::Malformed),
        (
            "expected no document type",
            &|all| {
                all[5].content.splice(0..0, *b"<!DOCTYPE x>");
            },
            ErrorKind::Malformed,
        ),
        (
            "found `w:document`",
            &|all| all[2].content = b"<w:document xmlns:w='w'/>".to_vec(),
            ErrorKind::Unsupported,
        ),
        (
            "in the part `ppt/slides/s0.xml`",
            &|all| all[5].content.truncate(300),
            ErrorKind::Malformed,
        ),
        ("nest", &|all| all[5].content = "<a>".repeat(5_000).into_bytes(), ErrorKind::TooLarge),
    ];
    for (expected, change, kind) in cases {
        let mut records = cork();
        change(&mut records);
        let error = decoded(&records).unwrap_err();
        assert!(error.message().contains(expected), "{error}");
        assert_eq!(error.kind(), kind, "{error}");
    }
    let mut compound = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    compound.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    let error = crate::decode(compound, Format::Pptx, &DecodeOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn relationships_in_a_circle_are_followed_once() {
    let mut records = cork();
    records[6].content = relationships(&[
        ("notesSlide", "s0.xml"),
        ("chart", "../main.xml"),
        ("slideLayout", "/PPT/slides/S0.xml"),
        ("comments", "_rels/s0.xml.rels"),
    ])
    .into_bytes();
    assert_eq!(decoded(&records).unwrap().text(), "To Cork");
}

#[test]
fn nothing_is_written_into_a_signed_package() {
    let mut records = cork();
    let kind =
        "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin";
    records[1].content =
        relationships(&[("officeDocument", "ppt/main.xml"), (kind, "_xmlsignatures/origin.sigs")])
            .into_bytes();
    let document = decoded(&records).unwrap();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let irish = Translation::new("Go Corcaigh", "ga".parse().unwrap());
    let all = [entity(3..7, "http://e.example/"), Annotation::translation((0..7).into(), irish)];
    let back = crate::encode(&document, &all, &options).unwrap();
    let rule = crate::opc::SIGNED.into();
    assert_eq!(back.placements, vec![Placement::NotPlaced { rule }; 2]);
    assert_eq!(back.bytes, document.source().original());
}

#[test]
fn very_many_paragraphs_and_annotations_take_linear_time() {
    let timed = |count: usize| {
        let shapes = shape(&format!("<a:p>{}</a:p>", run("ab cd")).repeat(count));
        let start = Stopwatch::start();
        let document = read(&shapes);
        assert_eq!(document.text().len(), 6 * count - 1);
        let all: Vec<_> =
            (0..count / 2).map(|n| entity(12 * n + 3..12 * n + 8, "http://e.example/")).collect();
        written(&document, &all);
        start.elapsed()
    };
    timed(1_000);
    let (few, many) = (timed(2_500), timed(50_000));
    assert!(many < few * 60 + Duration::from_secs(1), "{few:?}, {many:?}");
}
