//! Texts of fonts without a map to Unicode, derived from their programs, encodings and glyph names.

use super::read;
use glossweave_testing::pdf::PdfFile;

/// Returns a font with named tables.
fn tables(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut font = vec![0, 1, 0, 0, 0, tables.len() as u8, 0, 0, 0, 0, 0, 0];
    let mut at = 12 + 16 * tables.len();
    for (name, table) in tables {
        font.extend(*name);
        font.extend([0; 4]);
        font.extend((at as u32).to_be_bytes());
        font.extend((table.len() as u32).to_be_bytes());
        at += table.len();
    }
    tables.iter().for_each(|(_, table)| font.extend(table));
    font
}

/// Returns a TrueType font with a map of characters to glyphs, and with one more glyph that has a
/// name.
pub fn true_type(characters: &[(char, u16)], name: &str) -> Vec<u8> {
    let mut map = vec![0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12];
    map.extend([0, 12, 0, 0]);
    for number in [16 + 12 * characters.len() as u32, 0, characters.len() as u32] {
        map.extend(number.to_be_bytes());
    }
    for (c, glyph) in characters {
        let group = [u32::from(*c), u32::from(*c), u32::from(*glyph)];
        group.iter().for_each(|number| map.extend(number.to_be_bytes()));
    }
    let last = characters.iter().map(|(_, glyph)| *glyph).max().unwrap_or_default() + 1;
    let mut post = vec![0, 2, 0, 0];
    post.extend([0; 28]);
    post.extend((last + 1).to_be_bytes());
    (0..last).for_each(|_| post.extend([0, 0]));
    post.extend(258u16.to_be_bytes());
    post.push(name.len() as u8);
    post.extend(name.as_bytes());
    tables(&[(b"cmap", map), (b"post", post)])
}

/// Returns a CFF index of items.
fn index(items: &[&[u8]]) -> Vec<u8> {
    let mut index = (items.len() as u16).to_be_bytes().to_vec();
    if items.is_empty() {
        return index;
    }
    index.push(1);
    let mut at = 1u8;
    index.push(at);
    for item in items {
        at += item.len() as u8;
        index.push(at);
    }
    items.iter().for_each(|item| index.extend(*item));
    index
}

/// Returns a CFF font whose glyphs have a standard string followed by custom names, and the codes
/// of the first glyphs.
pub fn compact(names: &[&[u8]], standard: u16, codes: &[u8]) -> Vec<u8> {
    let number = |number: usize| [&[29][..], &(number as u32).to_be_bytes()].concat();
    let dictionary = |charset: usize, encoding: usize, glyphs: usize| {
        [number(charset), vec![15], number(encoding), vec![16], number(glyphs), vec![17]].concat()
    };
    let head = |dictionary: &[u8]| {
        [&[1, 0, 4, 1][..], &index(&[b"X"]), &index(&[dictionary]), &index(names), &index(&[])]
            .concat()
    };
    let start = head(&dictionary(0, 0, 0)).len();
    let mut charset = vec![0];
    charset.extend(standard.to_be_bytes());
    (391..).take(names.len()).for_each(|name: u16| charset.extend(name.to_be_bytes()));
    let encoding = [&[0, codes.len() as u8][..], codes].concat();
    let glyphs: Vec<&[u8]> = vec![&[14]; names.len() + 2];
    let (first, second) = (start + charset.len(), start + charset.len() + encoding.len());
    [head(&dictionary(start, first, second)), charset, encoding, index(&glyphs)].concat()
}

/// Returns the text of a string in a font. `font` builds the font from the file and the object
/// number of the program.
fn shown(string: &str, program: &[u8], font: impl Fn(&mut PdfFile, usize) -> usize) -> String {
    let mut file = PdfFile::new();
    let program = file.stream("", program);
    let font = font(&mut file, program);
    file.page_with_font(format!("BT /F2 10 Tf 72 700 Td {string} Tj ET"), font);
    read(file.write()).text().to_owned()
}

/// Returns a composite font without a map to Unicode.
fn composite(file: &mut PdfFile, encoding: &str, entries: &str, program: &str) -> usize {
    let descriptor = file.object(format!("<< /Type /FontDescriptor /FontName /X {program} >>"));
    let child = file.object(format!(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /DW 500 /FontDescriptor {descriptor} 0 R {entries} >>"
    ));
    file.object(format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /{encoding} /DescendantFonts [{child} 0 R] >>"
    ))
}

#[test]
fn a_composite_font_has_the_texts_of_its_true_type_program() {
    let program = true_type(&[('b', 1), ('é', 2), ('中', 3)], "uni05D0.alt");
    let text = shown("<00010002000300010009>", &program, |file, program| {
        composite(file, "Identity-H", "", &format!("/FontFile2 {program} 0 R"))
    });
    assert_eq!(text, "bé中b\u{FFFD}");
    let text = shown("<0004>", &program, |file, program| {
        composite(file, "Identity-H", "", &format!("/FontFile2 {program} 0 R"))
    });
    assert_eq!(text, "\u{5D0}");
}

#[test]
fn characters_are_found_by_the_map_to_glyphs() {
    let program = true_type(&[('b', 1), ('é', 2)], "c");
    let text = shown("<000100020003>", &program, |file, program| {
        let map = file.stream("", [0, 0, 0, 2, 0, 1, 0, 3]);
        let entries = format!("/CIDToGIDMap {map} 0 R");
        composite(file, "Identity-H", &entries, &format!("/FontFile2 {program} 0 R"))
    });
    assert_eq!(text, "ébc");
}

#[test]
fn a_composite_font_has_the_names_of_its_cff_program() {
    let program = compact(&[b"eacute", b"f_i", b"g17"], 34, &[]);
    let text = shown("<00010002000300010004>", &program, |file, program| {
        let entry = format!("/FontFile3 {program} 0 R");
        composite(file, "Identity-H", "", &entry)
    });
    assert_eq!(text, "AéfiA\u{FFFD}");
}

#[test]
fn a_simple_font_without_encoding_has_the_codes_of_its_program() {
    let program = compact(&[b"eacute", b"Omega"], 34, &[1, 2, 66]);
    let text = shown("(\\001\\002B)", &program, |file, program| {
        let descriptor = file
            .object(format!("<< /Type /FontDescriptor /FontName /X /FontFile3 {program} 0 R >>"));
        file.object(format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 1 /Widths [500 500] /FontDescriptor {descriptor} 0 R >>"
        ))
    });
    assert_eq!(text, "Aé\u{2126}");
}

#[test]
fn predefined_encodings_of_east_asia_are_read() {
    for (encoding, string, expected) in [
        ("90ms-RKSJ-H", "<93FA967B61>", "日本a"),
        ("GBK-EUC-H", "<D6D0CEC4>", "中文"),
        ("ETen-B5-H", "<A4A4A4E5>", "中文"),
        ("KSCms-UHC-H", "<C7D1B1DB>", "한글"),
        ("H", "<467C4B5C>", "日本"),
        ("UniGB-UCS2-H", "<4E2D6587>", "中文"),
    ] {
        let text = shown(string, b"", |file, _| composite(file, encoding, "", ""));
        assert_eq!(text, expected, "{encoding}");
    }
}

#[test]
fn characters_have_the_texts_of_their_collections() {
    for (ordering, string, expected) in [
        ("Japan1", "<034b1ecf0465>", "あ、亜"),
        ("GB1", "<11cf>", "中"),
        ("CNS1", "<0253>", "一"),
        ("Korea1", "<043e>", "가"),
        ("Identity", "<0001>", "\u{FFFD}"),
    ] {
        let system = format!("/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) >>");
        let text = shown(string, b"", |file, _| composite(file, "Identity-H", &system, ""));
        assert_eq!(text, expected, "{ordering}");
    }
}

#[test]
fn glyphs_of_type_3_have_the_texts_of_their_names() {
    let text = shown("(\\001AB\\002C)", b"", |file, _| {
        file.object(
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /CharProcs << >> \
             /Encoding << /Differences [1 /eacute /a2 65 /a65 /g66 /a12] >> /Widths [500 500] >>",
        )
    });
    assert_eq!(text, "éAB\u{FFFD}\u{FFFD}");
}
