//! Any bytes as a PDF, as the content of a page, or as the Unicode map of a font. The first byte selects
//! one of these.

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, EncodeOptions, ErrorKind, Format, nif, web_annotation};
use harness::pdf::PdfFile;

use super::decode::lies_in_bounds;
use super::input::Input;

const KINDS: &[ErrorKind] = &[ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge];

/// Returns a page with content, a form, and a composite font with a map.
fn file(content: &[u8], map: &[u8]) -> Vec<u8> {
    let mut file = PdfFile::new();
    let map = file.stream("", map);
    let child = file
        .object("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /W [1 [500 600] 10 90 700] >>");
    let font = file.object(format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [{child} 0 R] \
         /ToUnicode {map} 0 R >>"
    ));
    file.page_with_font(content, font);
    let form = file.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
        "BT /F1 9 Tf 20 20 Td (form) Tj ET /X Do",
    );
    file.page(content, &format!("/XObject << /X {form} 0 R >>"));
    file.write()
}

/// Reads the bytes. Checks that locations are on pages, and that NIF and Web Annotations can be written.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let rest = input.rest();
    let source = match choice % 3 {
        0 => rest.to_vec(),
        1 => file(rest, MAPS[0].as_bytes()),
        _ => file(CONTENTS[0].as_bytes(), rest),
    };
    let document = match glossweave::decode(source, Format::Pdf, &DecodeOptions::default()) {
        Ok(document) => document,
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            assert!(!error.message().contains("does not know"), "the reader panicked");
            return;
        }
    };
    lies_in_bounds(&document);
    let pages = document.page_areas().len();
    for unit in document.units() {
        for page_box in document.page_boxes(unit.span()) {
            assert!((1..=pages).contains(&(page_box.page as usize)), "a box on no page");
            assert!(
                page_box.left <= page_box.right && page_box.bottom <= page_box.top,
                "a box inside out"
            );
        }
    }
    let whole = TextSpan::new(0, document.text().len());
    let all = match whole.is_empty() {
        true => Vec::new(),
        false => vec![Annotation::entity(whole, Entity::new("http://a.example/b"))],
    };
    let options = web_annotation::Options::of("http://a.example/a.pdf");
    let size = |error: glossweave::Error| assert_eq!(error.kind(), ErrorKind::TooLarge);
    web_annotation::write(&document, &all, &options).map(drop).unwrap_or_else(size);
    let written = nif::write(&document, &all, Format::NTriples, &nif::Options::default());
    match written {
        Ok(triples) => {
            nif::read(&triples, Format::NTriples, None).expect("NIF that can be read");
        }
        Err(error) => size(error),
    }
    let same = glossweave::encode(&document, &[], &EncodeOptions::default()).expect("the source");
    assert_eq!(same.bytes, document.source().bytes());
}

/// Returns files, contents and maps.
pub fn seeds() -> Vec<Vec<u8>> {
    let seed = |choice: u8, bytes: &[u8]| [&[choice], bytes].concat();
    let mut seeds = Vec::new();
    for content in CONTENTS {
        seeds.push(seed(0, &file(content.as_bytes(), MAPS[0].as_bytes())));
        seeds.push(seed(1, content.as_bytes()));
    }
    seeds.extend(MAPS.iter().map(|map| seed(2, map.as_bytes())));
    seeds
}

const CONTENTS: &[&str] = &[
    "BT /F2 10 Tf 72 700 Td <0041004200200043> Tj 0 -12 Td [<0044> -300 <0045>] TJ ET",
    "BT /F1 10 Tf 12 TL 72 700 Td (one) Tj (two-) ' 1 2 (three) \" T* (four) Tj ET",
    "q 2 0 0 2 0 0 cm BT /F1 5 Tf 0 1 -1 0 50 100 Tm (up) Tj ET Q /X Do /X Do",
    "BT /F1 8 Tf 50 700 Td (left) Tj 300 0 Td (right) Tj -300 -10 Td (left) Tj 300 0 Td (right) Tj ET",
    "/OC /L BDC BT 3 Tr /F1 -9 Tf 80 Tz 1 Tc 2 Tw 3 Ts 90 90 Td (a b\\)\\101\\\n(c)) Tj ET EMC EMC",
    "BI /W 1 /H 1 /BPC 8 /CS /G ID \x01 EI BT /F1 1e9 Tf -.5 +.5 Td (x) Tj ET Q Q q q",
    "BT /F2 10 Tf 300 700 Td <05D0> Tj -6 0 Td <05D1> Tj -6 0 Td <0028> Tj -12 0 Td <00310032> Tj -6 0 Td <05B8> Tj ET",
    "BT /F2 10 Tf 72 700 Td <FEFC05D00031002C00320020004105B805D10029> Tj -99 -11 Td <06F1066B06F2062D0645> Tj ET",
    "/Span << /ActualText <FEFF00AD> >> BDC BT /F1 9 Tf 72 700 Td (a-) Tj 0 -10 Td (b) Tj ET EMC /S << /ActualText () >> BDC EMC",
    "/Span << /ActualText (abc) >> BDC BT /F1 9 Tf 72 700 Td (x) Tj /Span << /ActualText (d) >> BDC (y) Tj EMC ET EMC EMC",
    "[[(a)] << /b (c) >> /d#20e] TJ BT /F1 1 Tf 1 0 0 0 0 0 Tm (flat) Tj 0 0 0 0 0 0 Tm (none) Tj ET",
    "BT /F9 9 Tf (no font) Tj /F1 9 Tf <4> Tj ( ) Tj ( \u{A0} ) Tj ET % end",
];

const MAPS: &[&str] = &[
    "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0020> <007E> <0020> endbfrange",
    "1 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange 2 beginbfchar <41> <00660069> <0042> <D83DDE00> endbfchar",
    "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0020> <00FF> <05B0> endbfrange",
    "beginbfrange <0041> <0043> [<0061> <0062>] <0044> <0045> <D800> endbfrange",
    "beginbfrange <0041> <FFFF> <FFFFFFFF> <00000000> <FFFFFFFF> <0041> endbfrange",
    "/WMode 1 def 1 begincidrange <00> <FF> 4294967295 endcidrange",
    "begincodespacerange <> <> <0000000000> <FFFFFFFFFF> <00> <0000> endcodespacerange",
];
