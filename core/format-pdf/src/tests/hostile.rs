//! Broken, encrypted and hostile files.

use std::time::Duration;

use super::{page, read, tried, units};
use glossweave_base::error::ErrorKind;
use glossweave_testing::Stopwatch;
use glossweave_testing::pdf::PdfFile;
use lopdf::{
    Dictionary, Document as Foreign, EncryptionState, EncryptionVersion, Permissions, Stream,
};

const HELLO: &str = "BT /F1 12 Tf 72 700 Td (Hello from Cork) Tj ET";

/// Encrypts a file with an owner password and a user password.
fn encrypted(bytes: &[u8], reader: &str) -> Vec<u8> {
    let mut file = Foreign::load_mem(bytes).unwrap();
    let id = lopdf::Object::string_literal("0123456789abcdef");
    file.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &file,
        owner_password: "owner",
        user_password: reader,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    file.encrypt(&state).unwrap();
    let mut out = Vec::new();
    file.save_to(&mut out).unwrap();
    out
}

fn deflated(content: Vec<u8>) -> Vec<u8> {
    let mut stream = Stream::new(Dictionary::new(), content);
    stream.compress().unwrap();
    stream.content
}

#[test]
fn a_file_that_needs_no_password_is_read_and_another_is_refused() {
    let bytes = encrypted(&page(HELLO), "");
    assert!(!bytes.windows(5).any(|window| window == b"Hello"));
    assert_eq!(read(bytes).text(), "Hello from Cork");
    let error = tried(encrypted(&page(HELLO), "secret")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("needs a password"), "{error}");
}

#[test]
fn what_is_no_pdf_is_refused() {
    for bytes in [&b""[..], b"x", b"PK\x03", b"<html>%PDF", &[0; 2000]] {
        let error = tried(bytes.to_vec()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
        assert!(error.message().contains("`%PDF-`"), "{error}");
    }
    let error = tried(b"%PDF-1.7\nnothing else".to_vec()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}

#[test]
fn a_file_in_object_streams_is_read() {
    let mut file = Foreign::load_mem(&page(HELLO)).unwrap();
    let mut bytes = Vec::new();
    file.save_modern(&mut bytes).unwrap();
    assert!(bytes.windows(6).any(|window| window == b"ObjStm"));
    assert_eq!(read(bytes).text(), "Hello from Cork");
}

#[test]
fn a_file_that_is_cut_is_read_or_refused() {
    let mut file = PdfFile::new();
    file.page(HELLO, "");
    file.page(HELLO, "");
    let bytes = file.write();
    for length in (0..bytes.len()).step_by(7) {
        if let Err(error) = tried(bytes[..length].to_vec()) {
            assert_eq!(error.kind(), ErrorKind::Malformed, "{length}: {error}");
        }
    }
    // A file without a cross-reference table is reconstructed.
    let table = bytes.windows(4).position(|window| window == b"xref").unwrap();
    let trailer = b"trailer << /Root 7 0 R >>";
    let cut = [&bytes[..table], trailer].concat();
    assert_eq!(units(&read(cut)), ["Hello from Cork"; 2]);
}

#[test]
fn streams_that_grow_are_refused() {
    let mut file = PdfFile::new();
    let content = file.stream("/Filter /FlateDecode", deflated(vec![b' '; 65 << 20]));
    file.page_of(content, "");
    let bytes = file.write();
    assert!(bytes.len() < 200_000);
    let error = tried(bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("64 MiB"), "{error}");
}

#[test]
fn one_stream_as_many_pages_is_refused_in_time() {
    let mut file = PdfFile::new();
    let content = file.stream("/Filter /FlateDecode", deflated(vec![b' '; 32 << 20]));
    (0..1_000).for_each(|_| {
        file.page_of(content, "");
    });
    let before = Stopwatch::start();
    let error = tried(file.write()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(before.elapsed() < Duration::from_secs(60), "{:?}", before.elapsed());
}

#[test]
fn tables_that_many_fonts_share_count_for_each() {
    let mut file = PdfFile::new();
    let widths = file.object(format!("[0 [{}]]", "1 ".repeat(200_000)));
    let names = file.object(format!("[0 {}]", "/eacute ".repeat(1024)));
    let map = file.stream("/Filter /FlateDecode", deflated(vec![b' '; 16 << 20]));
    let child = file.object(format!("<< /Type /Font /Subtype /CIDFontType2 /W {widths} 0 R >>"));
    for (font, number, message) in [
        (format!("/Subtype /Type0 /DescendantFonts [{child} 0 R]"), 400, "tables of the fonts"),
        (
            format!("/Subtype /Type1 /Encoding << /Differences {names} 0 R >>"),
            24_000,
            "tables of the fonts",
        ),
        (format!("/Subtype /Type1 /ToUnicode {map} 0 R"), 100, "contents of pages and fonts"),
    ] {
        let mut file = file.clone();
        (0..number).for_each(|_| {
            let font = file.object(format!("<< /Type /Font {font} >>"));
            file.page_with_font("/F2 1 Tf", font);
        });
        let before = Stopwatch::start();
        let error = tried(file.write()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        assert!(error.message().contains(message), "{error}");
        assert!(before.elapsed() < Duration::from_secs(60), "{message}: {:?}", before.elapsed());
    }
}

#[test]
fn a_list_of_annotations_that_pages_share_counts_for_each() {
    let mut file = PdfFile::new();
    let list = file.object(format!("[{}]", "null ".repeat(200_000)));
    let content = file.stream("", "");
    (0..2_000).for_each(|_| {
        file.page_of_entries(content, &format!("/Annots {list} 0 R"), "");
    });
    let error = tried(file.write()).err().map(|error| error.kind());
    assert_eq!(error, Some(ErrorKind::TooLarge));
}

#[test]
fn forms_within_themselves_end() {
    let mut file = PdfFile::new();
    let resources = "/Resources << /Font << /F1 2 0 R >> /XObject << /A 3 0 R /B 4 0 R >> >>";
    let entries = format!("/Type /XObject /Subtype /Form /BBox [0 0 9 9] {resources}");
    file.stream(&entries, "BT /F1 10 Tf 10 20 Td (a) Tj ET /B Do /A Do");
    file.stream(&entries, "BT /F1 10 Tf 10 50 Td (b) Tj ET /A Do");
    file.page("/A Do", "/XObject << /A 3 0 R >>");
    assert_eq!(units(&read(file.write())), ["b", "a"]);
}

#[test]
fn forms_that_double_are_refused_in_time() {
    let mut file = PdfFile::new();
    let first = 3;
    for level in 0..20 {
        let next = first + level + 1;
        let entries = format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {next} 0 R >> >>"
        );
        file.stream(&entries, "/X Do /X Do /X Do");
    }
    file.stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", "BT ET");
    file.page("/X Do", "/XObject << /X 3 0 R >>");
    let before = Stopwatch::start();
    let error = tried(file.write()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(before.elapsed() < Duration::from_secs(60), "{:?}", before.elapsed());
}

#[test]
fn a_page_of_too_many_characters_is_refused() {
    let mut file = PdfFile::new();
    let content = format!("BT /F1 1 Tf 10 20 Td ({}) Tj ET", "a".repeat(1_100_000));
    file.page(content, "");
    let error = tried(file.write()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("1,048,576 characters"), "{error}");
}

#[test]
fn long_texts_in_place_of_characters_are_refused() {
    let mut file = PdfFile::new();
    let list = file.object(format!("<< /ActualText ({}) >>", "a".repeat(100_000)));
    let text = "/Span /P BDC BT /F1 1 Tf 10 20 Td (x) Tj ET EMC ";
    file.page(text.repeat(1_000), &format!("/Properties << /P {list} 0 R >>"));
    let before = Stopwatch::start();
    let error = tried(file.write()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
}

#[test]
fn a_line_of_both_directions_in_turns_is_read_in_time() {
    // Letters, marks, brackets and numbers of both directions, written in both directions.
    let parts =
        ["05D005B80028", "0041", "05D1", "0031002C0662", "0029", "06280020", "0300", "004205B8"];
    let line: String = parts.iter().copied().cycle().take(280_000).collect();
    let right: String = parts
        .iter()
        .copied()
        .cycle()
        .take(40_000)
        .map(|part| format!("-3 0 Td <{part}> Tj "))
        .collect();
    for content in [
        format!("BT /F2 1 Tf 10 700 Td <{line}> Tj ET"),
        format!("BT /F2 2 Tf 150000 700 Td {right} ET"),
    ] {
        let before = Stopwatch::start();
        let found = super::direction::document(&content);
        assert!(found.text().len() > 100_000);
        let whole = glossweave_base::text::TextSpan::new(0, found.text().len());
        assert!(!found.page_boxes(whole).is_empty());
        assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
    }
}

#[test]
fn a_tree_of_pages_with_cycles_and_repetitions_ends() {
    let mut file = PdfFile::new();
    file.page(HELLO, "");
    let page = 4;
    // Each level contains the next level twice, and the last level refers back to the root.
    for level in 0..50 {
        let next = page + level + 2;
        file.object(format!("<< /Type /Pages /Kids [{next} 0 R {next} 0 R] >>"));
    }
    file.object(format!("<< /Type /Pages /Kids [{page} 0 R 1 0 R 1 0 R] >>"));
    file.replace(1, format!("<< /Type /Pages /Kids [{} 0 R] >>", page + 1));
    assert_eq!(units(&read(file.write())), ["Hello from Cork"]);
}

#[test]
fn nested_arrays_do_not_overflow_the_stack() {
    let mut file = PdfFile::new();
    let deep = "[".repeat(200_000);
    file.object(&deep);
    file.page(format!("{deep} (x) TJ {HELLO}"), "");
    // The file may be read or refused, but the process must not abort.
    let _ = tried(file.write());
}

/// A pseudorandom number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }
}

#[test]
fn codes_with_long_texts_count_as_all_of_their_characters() {
    let mut file = PdfFile::new();
    let map = format!(
        "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <{}> endbfchar",
        "0062".repeat(4_000)
    );
    let map = file.stream("", map);
    let font = file.object(format!(
        "<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 65 /Widths [500] /ToUnicode {map} 0 R >>"
    ));
    file.page_with_font(format!("BT /F2 1 Tf 9 9 Td ({}) Tj ET", "A".repeat(400)), font);
    let error = tried(file.write()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
}

#[test]
fn contents_that_cannot_be_decoded_are_told() {
    let mut file = PdfFile::new();
    file.page(HELLO, "");
    let broken = file.stream("/Filter /FlateDecode", "no data of zlib");
    file.page_of(broken, "");
    let document = read(file.write());
    assert_eq!(document.text(), "Hello from Cork");
    let warnings: Vec<&str> = document.warnings().iter().map(|warning| warning.message()).collect();
    assert_eq!(warnings, ["contents of page 2 cannot be decoded: text may be missing"]);
}

/// Returns a file of each kind that these tests build.
fn seeds() -> Vec<Vec<u8>> {
    let mut modern = Vec::new();
    let mut file = Foreign::load_mem(&page(HELLO)).unwrap();
    file.save_modern(&mut modern).unwrap();
    let mut fonts = PdfFile::new();
    let map = fonts.stream(
        "",
        "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange",
    );
    let font = fonts.object(format!(
        "<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 32 /Widths [250 300] /ToUnicode {map} 0 R \
         /Encoding << /Differences [65 /fi /uni00E9] >> >>"
    ));
    fonts.page_with_font("BT /F2 10 Tf 72 700 Td [(Hello) -300 (A)] TJ 0 -12 Td (more) ' ET", font);
    vec![page(HELLO), modern, encrypted(&page(HELLO), ""), fonts.write()]
}

#[test]
fn changed_bytes_give_a_document_or_an_error() {
    let rounds = std::env::var("GLOSSWEAVE_PDF_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    let mut numbers = Numbers(7);
    for round in 0..rounds.unwrap_or(150usize) {
        for (kind, seed) in seeds().into_iter().enumerate() {
            let mut bytes = seed;
            for _ in 0..1 + numbers.below(6) {
                let at = numbers.below(bytes.len());
                match numbers.below(4) {
                    0 => bytes[at] = numbers.below(256) as u8,
                    1 => bytes.truncate(at.max(9)),
                    2 => {
                        let end = (at + numbers.below(40)).min(bytes.len());
                        bytes.drain(at..end);
                    }
                    _ => {
                        let end = (at + numbers.below(200)).min(bytes.len());
                        let part = bytes[at..end].to_vec();
                        let to = numbers.below(bytes.len().max(1));
                        bytes.splice(to..to, part);
                    }
                }
                if bytes.is_empty() {
                    break;
                }
            }
            let before = Stopwatch::start();
            let result = tried(bytes.clone());
            assert!(before.elapsed() < Duration::from_secs(20), "round {round}, kind {kind}");
            if let Err(error) = result {
                let known = [ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge];
                assert!(known.contains(&error.kind()), "{error}");
                let foreign = error.message().contains("in an unexpected way");
                assert!(!foreign, "round {round}, kind {kind}: {}", bytes.escape_ascii());
            }
        }
    }
}
