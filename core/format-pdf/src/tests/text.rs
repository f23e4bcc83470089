//! The text of generated files, and its positions.

use super::{boxes, page, read, units};
use crate::encode;
use glossweave_base::error::ErrorKind;
use glossweave_base::text::TextSpan;
use glossweave_document::PageBox;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_format_base::EncodeOptions;
use glossweave_testing::pdf::PdfFile;

fn is_near(found: &PageBox, page: u32, edges: [f32; 4]) -> bool {
    let all = [found.left, found.bottom, found.right, found.top];
    found.page == page
        && all.iter().zip(edges).all(|(actual, expected)| (actual - expected).abs() < 0.05)
}

#[test]
fn lines_become_paragraphs_with_a_box_for_each_line() {
    let document = read(page(
        "BT /F1 12 Tf 72 700 Td (The quick brown fox jumps) Tj 0 -14 Td (over the lazy dog.) Tj \
         0 -30 Td (Another paragraph.) Tj ET",
    ));
    assert_eq!(
        units(&document),
        ["The quick brown fox jumps over the lazy dog.", "Another paragraph."]
    );
    // `jumps over` spans two lines. The widths are those defined for Helvetica.
    let found = boxes(&document, "jumps over");
    assert!(is_near(&found[0], 1, [182.712, 697.0, 214.716, 709.0]), "{found:?}");
    assert!(is_near(&found[1], 1, [72.0, 683.0, 95.34, 695.0]), "{found:?}");
    assert_eq!(found.len(), 2);
    assert_eq!(document.source_span(TextSpan::new(0, 3)), None);
}

#[test]
fn gaps_between_characters_are_spaces_and_small_ones_are_not() {
    let document = read(page(
        "BT /F1 10 Tf 72 700 Td [(A) 60 (V) 20 (A) -300 (next) -80 (word)] TJ ET \
         BT /F1 10 Tf 72 650 Td (two) Tj 25 0 Td (words) Tj ET",
    ));
    assert_eq!(units(&document), ["AVA nextword", "two words"]);
}

#[test]
fn numbers_of_adjacent_cells_are_apart() {
    let text = |content: &str| {
        read(page(&format!("BT /F1 10 Tf 72 700 Td {content} ET"))).text().to_owned()
    };
    // Each digit is 5.56 points wide.
    assert_eq!(text("(1234) Tj 23.3 0 Td (567) Tj"), "1234 567");
    assert_eq!(text("[(12) -100 (3) -100 (45)] TJ"), "12 3 45");
    assert_eq!(text("[(1) -100 (2)] TJ"), "12");
    assert_eq!(text("1.2 Tc (1234567) Tj"), "1234567");
    assert_eq!(text("[(1) 40 (1) -20 (234)] TJ"), "11234");
}

#[test]
fn accents_over_letters_are_part_of_them() {
    let mut file = PdfFile::new();
    let font = file.object(
        "<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 1 /LastChar 122 /Widths [500 500 500 300 500 500] \
         /FontDescriptor << /Type /FontDescriptor /MissingWidth 500 >> \
         /Encoding << /Type /Encoding /Differences [1 /acute /dieresis /cedilla /dotlessi /caron /asciicircum] >> >>",
    );
    // In the way TeX writes é, Ü, ç, í and š: the accent, then back by its width.
    let content = "BT /F2 10 Tf 72 700 Td [(caf\\001) 500 (e ) 0] TJ 4 Ts (\\002) Tj 0 Ts [500 (U ) 0 (c) 500 (\\003a )] TJ \
        [(\\001) 400 (\\004) 0 (\\005) 500 (s x\\006a)] TJ ET";
    file.page_with_font(content, font);
    let document = read(file.write());
    assert_eq!(document.text(), "café Ü ça íš x^a");
    assert!(is_near(&boxes(&document, "é")[0], 1, [87.0, 697.5, 92.0, 707.5]));
}

#[test]
fn a_hyphen_at_the_end_of_a_line_stays_and_no_space_follows() {
    let document = read(page(
        "BT /F1 12 Tf 14 TL 72 700 Td (a well-) Tj (known exam-) ' (ple - or) ' (two) ' ET",
    ));
    assert_eq!(document.text(), "a well-known exam-ple - or two");
}

#[test]
fn columns_are_read_one_after_the_other() {
    // The contents are written line by line across both columns, below a title that spans them.
    let mut content = String::from(
        "BT /F1 18 Tf 72 760 Td (A title that goes across both of the columns) Tj ET\n",
    );
    for line in 0..6 {
        let y = 720 - 14 * line;
        content += &format!("BT /F1 10 Tf 72 {y} Td (left line number {line} has words) Tj ET\n");
        content += &format!("BT /F1 10 Tf 320 {y} Td (right line number {line} has more) Tj ET\n");
    }
    let document = read(page(&content));
    let text = document.text();
    assert!(text.starts_with("A title that goes across both of the columns left line number 0"));
    let last_left = text.find("left line number 5").unwrap();
    let first_right = text.find("right line number 0").unwrap();
    assert!(last_left < first_right, "{text}");
    assert_eq!(document.units().count(), 3);
}

#[test]
fn numbers_of_a_list_stay_with_their_items() {
    let mut content = String::new();
    for item in 1..5 {
        let y = 700 - 16 * item;
        content += &format!(
            "BT /F1 10 Tf 72 {y} Td ({item}.) Tj 36 0 Td (Item number {item} of the list) Tj ET\n"
        );
    }
    let document = read(page(&content));
    assert!(document.text().contains("2. Item number 2 of the list"), "{}", document.text());
}

#[test]
fn rotated_text_has_upright_boxes_around_it() {
    let document = read(page(
        "BT /F1 10 Tf 72 700 Td (upright) Tj ET BT /F1 10 Tf 0 1 -1 0 50 100 Tm (turned left) Tj ET",
    ));
    assert_eq!(units(&document), ["upright", "turned left"]);
    let found = boxes(&document, "turned left");
    // The base line goes up at x = 50, and the ascent extends to the left.
    assert!(is_near(&found[0], 1, [42.5, 100.0, 52.5, 144.47]), "{found:?}");
}

#[test]
fn text_without_colour_is_text() {
    let document = read(page("BT 3 Tr /F1 10 Tf 72 700 Td (scanned words) Tj ET"));
    assert_eq!(document.text(), "scanned words");
}

#[test]
fn a_character_that_is_filled_and_outlined_is_one() {
    let document = read(page(
        "BT /F1 10 Tf 1 0 0 1 72 700 Tm (A) Tj 1 0 0 1 72 700 Tm (A) Tj 1 0 0 1 72 680 Tm (aab) Tj ET",
    ));
    assert_eq!(document.text(), "A aab");
}

#[test]
fn codes_get_their_texts_from_a_map_to_unicode() {
    let map = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def \
        1 begincodespacerange <0000> <FFFF> endcodespacerange \
        2 beginbfchar <0003> <0020> <0010> <00660069> endbfchar \
        3 beginbfrange <0041> <0043> <0061> <0050> <0051> [<D83DDE00> <00DF>] <0060> <0061> <4E2D> endbfrange \
        endcmap";
    let mut file = PdfFile::new();
    let map = file.stream("", map);
    let child = file.object(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) \
         /Ordering (Identity) /Supplement 0 >> /DW 500 /W [16 [700] 65 67 400] >>",
    );
    let font = file.object(format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H \
         /DescendantFonts [{child} 0 R] /ToUnicode {map} 0 R >>"
    ));
    let content = "BT /F2 10 Tf 72 700 Td <004100420043000300100003005000510060006100FF> Tj ET";
    file.page_with_font(content, font);
    let document = read(file.write());
    assert_eq!(document.text(), "abc fi \u{1F600}\u{DF}\u{4E2D}\u{4E2E}\u{FFFD}");
    assert_eq!(
        document.warnings()[0].message(),
        "page 1 has characters without text in the file: 1 replaced by U+FFFD"
    );
    // Three characters of 4 points, and a space of 5 points.
    assert!(is_near(&boxes(&document, "fi")[0], 1, [89.0, 697.5, 96.0, 707.5]));
}

#[test]
fn ligatures_are_their_letters() {
    let mut file = PdfFile::new();
    let font = file.object(
        "<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 1 /LastChar 4 /Widths [600 600 500 500] \
         /Encoding << /Type /Encoding /Differences [1 /fi /f_f_l /uni00E9 /a.alt] >> >>",
    );
    file.page_with_font("BT /F2 10 Tf 72 700 Td (\\001\\002\\003\\004n) Tj ET", font);
    let document = read(file.write());
    assert_eq!(document.text(), "fiffl\u{E9}an");
    assert!(is_near(&boxes(&document, "i")[0], 1, [75.0, 697.5, 78.0, 707.5]));
}

/// Returns a page with each text at its position.
fn placed(texts: &[(u32, u32, &str)]) -> Vec<u8> {
    let show =
        |(x, y, text): &(u32, u32, &str)| format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET\n");
    page(&texts.iter().map(show).collect::<String>())
}

#[test]
fn tables_are_read_row_by_row() {
    let document = read(placed(&[
        (72, 700, "Donors of the year"),
        (72, 670, "Doe"),
        (160, 670, "Jane Martha"),
        (260, 670, "2013"),
        (72, 655, "Roe"),
        (160, 655, "Mark"),
        (260, 655, "2014"),
        (72, 640, "Poe"),
        (160, 640, "Peter with a second"),
        (160, 632, "line"),
        (260, 640, "2015"),
    ]));
    assert_eq!(
        units(&document),
        [
            "Donors of the year",
            "Doe",
            "Jane Martha",
            "2013",
            "Roe",
            "Mark",
            "2014",
            "Poe",
            "Peter with a second line",
            "2015"
        ]
    );
}

#[test]
fn two_columns_are_a_table_if_one_has_numbers_or_lines_are_far_apart() {
    let columns = |step: u32, second: [&str; 3]| {
        let rows = ["apple juice", "rye bread", "goat cheese"].into_iter().zip(second).zip(0..);
        let texts: Vec<(u32, u32, &str)> = rows
            .flat_map(|((left, right), row)| {
                [(72, 700 - row * step, left), (220, 700 - row * step, right)]
            })
            .collect();
        units(&read(placed(&texts))).join("|")
    };
    let prices = ["1,200.30", "3,400.50", "5,600.70"];
    let words = ["dried dates", "fresh eggs", "green figs"];
    assert_eq!(columns(12, prices), "apple juice|1,200.30|rye bread|3,400.50|goat cheese|5,600.70");
    assert_eq!(
        columns(20, words),
        "apple juice|dried dates|rye bread|fresh eggs|goat cheese|green figs"
    );
    assert_eq!(
        columns(12, words),
        "apple juice rye bread goat cheese|dried dates fresh eggs green figs"
    );
}

#[test]
fn columns_of_text_are_no_table() {
    let line = "words that fill a line of a column";
    let texts: Vec<(u32, u32, &str)> =
        (0..6).flat_map(|row| [(72, 700 - row * 20, line), (320, 700 - row * 20, line)]).collect();
    let document = read(placed(&texts));
    assert!(document.text().starts_with(&[line; 6].join(" ")), "{}", document.text());
}

#[test]
fn what_annotations_show_is_text() {
    let mut file = PdfFile::new();
    let form = |file: &mut PdfFile, text: &str| {
        file.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 50 10] /Resources << /Font << /F1 2 0 R >> >>",
            format!("BT /F1 5 Tf 10 2 Td ({text}) Tj ET"),
        )
    };
    let field = form(&mut file, "Jane Roe");
    let (on, off) = (form(&mut file, "chosen"), form(&mut file, "other"));
    let unseen = form(&mut file, "unseen");
    let rect = "/Rect [100 200 200 220]";
    let content = file.stream("", "BT /F1 12 Tf 72 700 Td (Name) Tj ET");
    file.page_of_entries(
        content,
        &format!(
            "/Annots [<< /Subtype /Widget {rect} /AP << /N {field} 0 R >> >> \
             << /Subtype /Widget /Rect [100 100 150 110] /AS /On /AP << /N << /On {on} 0 R /Off {off} 0 R >> >> >> \
             << /Subtype /Stamp /F 2 {rect} /AP << /N {unseen} 0 R >> >> \
             << /Subtype /Popup {rect} /AP << /N {unseen} 0 R >> >> \
             << /Subtype /Link {rect} >>]"
        ),
        "",
    );
    let document = read(file.write());
    assert_eq!(units(&document), ["Name", "Jane Roe", "chosen"]);
    // The box of 50 by 10 points is twice as large on the page.
    let found = boxes(&document, "Jane");
    assert!(is_near(&found[0], 1, [120.0, 201.5, 141.68, 211.5]), "{found:?}");
}

#[test]
fn forms_are_read_where_they_stand() {
    let mut file = PdfFile::new();
    let form = file.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [2 0 0 2 0 0] /Resources << /Font << /F1 2 0 R >> >>",
        "BT /F1 5 Tf 10 20 Td (inside) Tj ET",
    );
    let content = "q 1 0 0 1 100 300 cm /X Do Q BT /F1 10 Tf 72 700 Td (above) Tj ET";
    file.page(content, &format!("/XObject << /X {form} 0 R >>"));
    let document = read(file.write());
    assert_eq!(units(&document), ["above", "inside"]);
    assert!(is_near(&boxes(&document, "inside")[0], 1, [120.0, 337.5, 146.12, 347.5]));
}

#[test]
fn a_hidden_layer_is_no_text() {
    let mut file = PdfFile::new();
    let layer = file.object("<< /Type /OCG /Name (German) >>");
    file.catalog(&format!("/OCProperties << /OCGs [{layer} 0 R] /D << /OFF [{layer} 0 R] >> >>"));
    let content = "/OC /L BDC BT /F1 10 Tf 72 700 Td (hidden) Tj ET EMC \
        BT /F1 10 Tf 72 680 Td (seen) Tj ET";
    file.page(content, &format!("/Properties << /L {layer} 0 R >>"));
    assert_eq!(read(file.write()).text(), "seen");
}

#[test]
fn properties_are_units_without_a_place() {
    let mut file = PdfFile::new();
    file.information("/Title <FEFF004D00FC006E00630068> /Author (\\351 B.) /Producer (x)");
    file.catalog("/Lang (de-AT)");
    file.page("BT /F1 10 Tf 72 700 Td (Text) Tj ET", "");
    let document = read(file.write());
    assert_eq!(units(&document), ["M\u{FC}nch", "\u{E9} B.", "Text"]);
    assert_eq!(document.units().next().unwrap().name(), Some("Title"));
    assert!(boxes(&document, "M\u{FC}nch").is_empty());
    assert_eq!(boxes(&document, "Text").len(), 1);
    assert_eq!(document.language().unwrap().as_str(), "de-AT");
}

#[test]
fn fragments_name_the_page_and_the_box_from_its_upper_left_corner() {
    let mut file = PdfFile::new();
    file.page("BT /F1 10 Tf 72 700 Td (first) Tj ET", "");
    file.page("BT /F1 10 Tf 12 TL 72 700 Td (on the) Tj (second page) ' ET", "");
    let document = read(file.write());
    let found = document.page_fragments(TextSpan::new(0, document.text().len()));
    assert_eq!(&document.text()[found[0].0.range()], "first");
    assert_eq!(found[0].1, "page=1&viewrect=72,134.5,16.11,10");
    assert_eq!(&document.text()[found[1].0.range()], "on the second page");
    assert_eq!(
        found[1].1,
        "page=2&viewrect=72,134.5,57.26,22&highlight=72,99.8,134.5,144.5&highlight=72,129.26,146.5,156.5"
    );
    assert_eq!(document.page_areas().len(), 2);
}

#[test]
fn a_page_without_text_is_a_warning() {
    let document = read(page("q 100 0 0 100 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q"));
    assert_eq!(document.text(), "");
    assert!(document.warnings()[0].message().contains("may be images"));
}

#[test]
fn nothing_is_written_back() {
    let bytes = page("BT /F1 10 Tf 72 700 Td (To Cork) Tj ET");
    let document = read(bytes.clone());
    assert_eq!(encode(&document, &[], &EncodeOptions::default()).unwrap().bytes, bytes);
    let span = TextSpan::new(3, 7);
    let cork = Annotation::entity(span, Entity::new("http://example.org/Cork"));
    let irish = Annotation::translation(span, Translation::new("Corcaigh", "ga".parse().unwrap()));
    for translation in [cork, irish] {
        let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        let error = encode(&document, &[translation], &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().starts_with("`pdf` cannot store annotations"), "{error}");
    }
}

#[test]
fn an_actual_text_stands_for_its_characters() {
    let document = read(page(
        "BT /F1 10 Tf 72 700 Td (the ) Tj /Span << /MCID 1 /ActualText <FEFF0066006600690078> >> BDC (xy) Tj \
         /Span << /ActualText (inner) >> BDC (z) Tj EMC EMC ( end) Tj ET \
         BT /F1 10 Tf 72 650 Td /Span << /ActualText () >> BDC (gone) Tj EMC (stays) Tj ET",
    ));
    assert_eq!(units(&document), ["the ffix end", "stays"]);
    // Four characters replace three characters, each 5 points wide.
    assert!(is_near(&boxes(&document, "ff")[0], 1, [88.68, 697.5, 96.18, 707.5]));
    assert!(is_near(&boxes(&document, "ffix")[0], 1, [88.68, 697.5, 103.68, 707.5]));
    let mut file = PdfFile::new();
    let list = file.object("<< /ActualText (listed) >>");
    let content = "/Span /P BDC BT /F1 10 Tf 72 700 Td (seen) Tj ET EMC \
        /Span /P BDC BT /F1 10 Tf 72 650 Td (two) Tj 0 -12 Td (lines) Tj ET EMC";
    file.page(content, &format!("/Properties << /P {list} 0 R >>"));
    assert_eq!(units(&read(file.write())), ["listed", "two lines"]);
}

#[test]
fn characters_with_the_letters_of_their_actual_text_keep_their_places() {
    let document = read(page(
        "BT /F1 10 Tf 72 700 Td /Span << /ActualText (Will it be) >> BDC (Will it be) Tj EMC ET",
    ));
    assert_eq!(document.text(), "Will it be");
    assert!(is_near(&boxes(&document, "W")[0], 1, [72.0, 697.5, 81.44, 707.5]));
}

#[test]
fn soft_hyphens_at_line_ends_are_no_text() {
    let soft = "/Span << /ActualText <FEFF00AD> >> BDC (-) Tj EMC";
    let document = read(page(&format!(
        "BT /F1 10 Tf 12 TL 72 700 Td (an exam) Tj {soft} (ple that is well) ' {soft} (known ) Tj {soft} \
         (and more) ' {soft} ET",
    )));
    assert_eq!(document.text(), "an example that is well-known - and more-");
    let found = boxes(&document, "example");
    assert!(is_near(&found[0], 1, [85.9, 697.5, 110.35, 707.5]), "{found:?}");
    assert_eq!(found.len(), 2);
}

#[test]
fn a_character_in_the_place_of_a_space_hides_it() {
    let document = read(page(
        "BT /F1 10 Tf 72 700 Td [(exam) ( ) 278 (ple of) ] TJ /Span << /ActualText <FEFF00AD> >> BDC ( ) Tj EMC \
         [ 278 (fers)] TJ ET",
    ));
    assert_eq!(document.text(), "example offers");
}

#[test]
fn columns_of_many_lines_may_have_a_narrow_gutter() {
    // The gap between the columns is 1.1 font sizes.
    let columns = |lines: usize| {
        let lines = (0..lines).map(|line| {
            let y = 700 - 12 * line;
            format!(
                "BT /F1 10 Tf 72 {y} Td (left line number {line} here) Tj ET\n\
                 BT /F1 10 Tf 182.49 {y} Td (right line number {line} here) Tj ET\n"
            )
        });
        read(page(&lines.collect::<String>()))
    };
    let text = columns(6);
    let text = text.text();
    assert!(text.find("left line number 5") < text.find("right line number 0"), "{text}");
    let text = columns(2);
    assert!(text.text().starts_with("left line number 0 here right"), "{}", text.text());
}

#[test]
fn filters_may_be_references() {
    let hex = |text: &str| -> String {
        let digits = text.bytes().map(|byte| format!("{byte:02X}"));
        digits.collect::<String>() + ">"
    };
    for filter in ["{} 0 R", "[{} 0 R]"] {
        let mut file = PdfFile::new();
        let name = file.object("/ASCIIHexDecode");
        let parameters = file.object("null");
        let entries = format!(
            "/Filter {} /DecodeParms {parameters} 0 R",
            filter.replace("{}", &name.to_string())
        );
        let content = file.stream(&entries, hex("BT /F1 12 Tf 72 700 Td (Some text) Tj ET"));
        file.page_of(content, "");
        assert_eq!(units(&read(file.write())), ["Some text"], "{filter}");
    }
}

#[test]
fn a_file_may_lack_its_header() {
    let all = page("BT /F1 12 Tf 72 700 Td (Some text) Tj ET");
    let end = all.iter().position(|byte| *byte == b'\n').unwrap();
    let without = [b"%\xE2\xE3\n", &all[end + 1..]].concat();
    assert_eq!(units(&read(without)), ["Some text"]);
    let postscript = [b"%!PS-Adobe-3.0 PDF-1.4\n", &all[end + 1..]].concat();
    assert_eq!(units(&read(postscript)), ["Some text"]);
    let error = super::tried(b"1 0 obj << >> endobj".to_vec()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}
