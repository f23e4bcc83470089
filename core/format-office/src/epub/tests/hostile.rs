use std::time::Duration;

use super::{EntryBuilder, book, decoded, package, page, records, units, written};
use glossweave_base::error::ErrorKind;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_testing::Stopwatch;

/// A change to the records of a package.
type Change<'c> = &'c dyn Fn(&mut Vec<EntryBuilder>);

fn encryption(algorithm: &str, name: &str) -> EntryBuilder {
    let text = format!(
        "<encryption xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" \
         xmlns:enc=\"http://www.w3.org/2001/04/xmlenc#\"><enc:EncryptedData>\
         <enc:EncryptionMethod Algorithm=\"{algorithm}\"/><enc:CipherData>\
         <enc:CipherReference URI=\"{name}\"/></enc:CipherData></enc:EncryptedData></encryption>"
    );
    EntryBuilder::new("META-INF/encryption.xml", text)
}

const FONTS: &str = "http://www.idpf.org/2008/embedding";
const AES: &str = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";

#[test]
fn packages_without_a_book_are_refused() {
    let base = book("3.0", "<p>To Cork</p>");
    let cases: [(&str, Change<'_>, ErrorKind); 11] = [
        (
            "of type `application/zip`, expected `application/epub+zip`",
            &|all| all[0].content = b"application/zip".to_vec(),
            ErrorKind::Unsupported,
        ),
        (
            "has no record `META-INF/container.xml`",
            &|all| drop(all.remove(1)),
            ErrorKind::Malformed,
        ),
        (
            "refers to no package document",
            &|all| all[1].content = b"<container/>".to_vec(),
            ErrorKind::Malformed,
        ),
        ("has no record `OPS/book.opf`", &|all| drop(all.remove(2)), ErrorKind::Malformed),
        (
            "expected an element `package`, found `a`",
            &|all| all[2].content = b"<a/>".to_vec(),
            ErrorKind::Malformed,
        ),
        ("in the part `OPS/a.xhtml`", &|all| all[4].content.truncate(150), ErrorKind::Malformed),
        (
            "is encrypted: `OPS/a.xhtml` with `http://www.w3.org/2001/04/xmlenc#aes256-cbc`, managed by \
             Readium LCP",
            &|all| {
                all.push(encryption(AES, "OPS/a.xhtml"));
                all.push(EntryBuilder::new("META-INF/license.lcpl", "{}"));
            },
            ErrorKind::Unsupported,
        ),
        (
            "obfuscated as if it were a font",
            &|all| all.push(encryption(FONTS, "OPS/a%2Exhtml")),
            ErrorKind::Unsupported,
        ),
        (
            "in the part `META-INF/encryption.xml`",
            &|all| all.push(EntryBuilder::new("META-INF/encryption.xml", "<a>")),
            ErrorKind::Malformed,
        ),
        ("nest", &|all| all[4].content = "<a>".repeat(5_000).into_bytes(), ErrorKind::TooLarge),
        ("`../x`", &|all| all.push(EntryBuilder::new("../x", "")), ErrorKind::Malformed),
    ];
    for (expected, change, kind) in cases {
        let mut records = base.clone();
        change(&mut records);
        let error = decoded(&records).unwrap_err();
        assert!(error.message().contains(expected), "{error}");
        assert_eq!(error.kind(), kind, "{error}");
    }
    let mut records = base;
    records.push(encryption(FONTS, "OPS/font.otf"));
    assert!(decoded(&records).is_ok());
}

#[test]
fn what_cannot_be_read_is_left_out_with_a_reason() {
    let items = [
        ("a", "a.xhtml", ""),
        ("gone", "gone.xhtml", ""),
        ("out", "../../../etc/x.xhtml", ""),
        ("web", "http://example.org/x.xhtml", ""),
        ("one", "one.bin", "media-type=\"x/y\" fallback=\"two\""),
        ("two", "two.bin", "media-type=\"x/y\" fallback=\"one\""),
        ("broken", "broken.xhtml", ""),
        ("other", "other.xhtml", ""),
    ];
    let spine = ["a", "gone", "out", "web", "one", "broken", "other", "nobody", "a"];
    let package = package("3.0", &items, &spine);
    let others = [
        ("a.xhtml", &*page("<p>To Cork</p>")),
        ("broken.xhtml", "<html><p></html>"),
        ("other.xhtml", "<dtbook/>"),
    ];
    let document = decoded(&records(&package, &others)).unwrap();
    assert_eq!(units(&document)[..2], ["Page", "To Cork"]);
    let warnings: Vec<&str> = document.warnings().iter().map(|warning| warning.message()).collect();
    let expected = [
        "`OPS/broken.xhtml` was not read: ",
        "`OPS/other.xhtml` was not read: its root element is `dtbook`",
        "the package has no record `OPS/gone.xhtml`",
        "`../../../etc/x.xhtml` is not in the package",
        "`http://example.org/x.xhtml` is not in the package",
        "`one.bin` is of type `x/y`, which is not read",
        "the spine refers to an item `nobody`, which is not in the manifest",
    ];
    for start in expected {
        assert!(
            warnings.iter().any(|warning| warning.starts_with(start)),
            "{start} in {warnings:?}"
        );
    }
    assert_eq!(warnings.len(), expected.len());
    let end = document.text().find("Cork").unwrap() + 4;
    let cork = Annotation::entity(TextSpan::new(end - 4, end), Entity::new("http://example.org/"));
    assert!(written(&document, &[cork]).placements[0].is_there());
}

#[test]
fn entities_of_all_pages_together_are_limited() {
    let text = "x".repeat(60_000);
    let page = format!(
        "<!DOCTYPE html [<!ENTITY a \"{text}\">]><html xmlns=\"http://www.w3.org/1999/xhtml\"><p>{}</p></html>",
        "&a;".repeat(100)
    );
    let names: Vec<String> = (0..20).map(|number| format!("p{number}.xhtml")).collect();
    let items: Vec<(&str, &str, &str)> = names.iter().map(|name| (&**name, &**name, "")).collect();
    let spine: Vec<&str> = names.iter().map(String::as_str).collect();
    let pages: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &*page)).collect();
    let few = records(&package("3.0", &items[..1], &spine[..1]), &pages[..1]);
    assert!(decoded(&few).is_ok());
    let error = decoded(&records(&package("3.0", &items, &spine), &pages)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
}

#[test]
fn very_many_documents_and_annotations_take_linear_time() {
    let timed = |count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("p{number}.xhtml")).collect();
        let items: Vec<(&str, &str, &str)> =
            names.iter().map(|name| (&**name, &**name, "")).collect();
        let spine: Vec<&str> = names.iter().map(String::as_str).collect();
        let page = page("<p>To <b>Cork</b>!</p>");
        let pages: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &*page)).collect();
        let all = records(&package("3.0", &items, &spine), &pages);
        let start = Stopwatch::start();
        let document = decoded(&all).unwrap();
        let corks = document.text().match_indices("Cork").map(|(at, _)| {
            let span = TextSpan::new(at, at + 4);
            Annotation::entity(span, Entity::new("http://example.org/Cork"))
        });
        let corks: Vec<_> = corks.collect();
        assert_eq!(corks.len(), count);
        let back =
            crate::encode(&document, &corks, &glossweave_format_base::EncodeOptions::default())
                .unwrap();
        assert!(back.placements.iter().all(glossweave_format_base::Placement::is_there));
        start.elapsed()
    };
    timed(50);
    let (few, many) = (timed(100), timed(1_500));
    assert!(many < few * 60 + Duration::from_secs(1), "{few:?}, {many:?}");
}
