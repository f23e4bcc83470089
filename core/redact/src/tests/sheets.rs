//! Tests of redaction in spreadsheets, whose cells have types.

use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::decode;

use super::{files, package, redacted, redacted_of};

const CARD: &str = "4111111111111111";

/// Returns a workbook with a sheet of these cells and this header.
fn workbook(cells: &str, header: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let types = format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{kind}.sheet.main+xml\"/>\
         <Override PartName=\"/xl/sharedStrings.xml\" ContentType=\"{kind}.sharedStrings+xml\"/>\
         <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{kind}.worksheet+xml\"/></Types>"
    );
    let relations = "http://schemas.openxmlformats.org/package/2006/relationships";
    let root = format!(
        "<Relationships xmlns=\"{relations}\"><Relationship Id=\"a\" Type=\"{office}/officeDocument\" \
         Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let book = format!(
        "<Relationships xmlns=\"{relations}\"><Relationship Id=\"a\" Type=\"{office}/worksheet\" \
         Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"b\" Type=\"{office}/sharedStrings\" \
         Target=\"sharedStrings.xml\"/></Relationships>"
    );
    let workbook = format!(
        "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"Jane Roe\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"
    );
    let strings =
        format!("<sst xmlns=\"{main}\"><si><t>Jane Roe</t></si><si><t>12345678</t></si></sst>");
    let sheet = format!(
        "<worksheet xmlns=\"{main}\"><sheetData><row r=\"1\">{cells}</row></sheetData>\
         <headerFooter><oddHeader>{header}</oddHeader></headerFooter></worksheet>"
    );
    let mut all: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", root.as_bytes()),
        ("xl/_rels/workbook.xml.rels", book.as_bytes()),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ];
    all.extend(more);
    package(&all)
}

fn part(package: &[u8], name: &str) -> String {
    let all = files(package);
    let (_, content) = all.iter().find(|(found, _)| found == name).unwrap();
    String::from_utf8(content.clone()).unwrap()
}

#[test]
fn a_redacted_number_is_a_text_in_its_cell() {
    let cells = format!(
        "<c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\"><v>{CARD}</v></c><c r=\"C1\" t=\"n\" s=\"1\"><v>{CARD}</v></c>\
         <c r=\"D1\" t=\"str\"><f>\"Jane Roe\"&amp;'Jane Roe'!B1</f><v>Jane Roe{CARD}</v></c><c r=\"E1\"><v>12.5</v></c>\
         <c r=\"F1\"><f>{CARD}+0</f><v>{CARD}</v></c>"
    );
    let chart = format!(
        "<c:chart xmlns:c=\"c\"><c:strCache><c:pt><c:v>{CARD}</c:v></c:pt></c:strCache>\
         <c:numCache><c:pt><c:v>{CARD}</c:v></c:pt></c:numCache></c:chart>"
    );
    let pivot = format!("<r><n v=\"{CARD}\"/><s v=\"{CARD}\"/></r>");
    let more: &[(&str, &[u8])] =
        &[("xl/charts/chart1.xml", chart.as_bytes()), ("xl/pivot.xml", pivot.as_bytes())];
    let source = workbook(&cells, "x", more);
    let redaction = redacted(&source, Format::Xlsx, &[]).unwrap();
    let sheet = part(&redaction.bytes, "xl/worksheets/sheet1.xml");
    for expected in [
        "<c r=\"A1\" t=\"s\"><v>0</v></c><c t=\"str\" r=\"B1\"><v>PAYMENT-CARD</v></c>",
        "<c r=\"C1\" t=\"str\" s=\"1\"><v>PAYMENT-CARD</v></c>",
        "<f>\"PERSON\"&amp;'PERSON'!B1</f><v>PERSONPAYMENT-CARD</v></c><c r=\"E1\"><v>12.5</v></c>",
        "<c t=\"str\" r=\"F1\"><f>PAYMENT-CARD+0</f><v>PAYMENT-CARD</v></c>",
    ] {
        assert!(sheet.contains(expected), "{expected}: {sheet}");
    }
    assert!(part(&redaction.bytes, "xl/workbook.xml").contains("<sheet name=\"PERSON\""));
    let chart = part(&redaction.bytes, "xl/charts/chart1.xml");
    assert!(chart.contains("<c:strCache><c:pt><c:v>PAYMENT-CARD</c:v>"), "{chart}");
    assert!(chart.contains("<c:numCache><c:pt><c:v>0</c:v>"), "{chart}");
    assert_eq!(
        part(&redaction.bytes, "xl/pivot.xml"),
        "<r><n v=\"0\"/><s v=\"PAYMENT-CARD\"/></r>"
    );
    decode(redaction.bytes, Format::Xlsx, &DecodeOptions::default()).unwrap();
}

#[test]
fn a_number_with_an_exponent_or_a_fraction_is_redacted() {
    let cells = "<c r=\"A1\"><v>4.111111111111111E15</v></c><c r=\"B1\"><v>4111111111111111.0</v></c><c r=\"C1\"><v>1.5E3</v></c>";
    let redaction = redacted(&workbook(cells, "x", &[]), Format::Xlsx, &[]).unwrap();
    let sheet = part(&redaction.bytes, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<c t=\"str\" r=\"A1\"><v>PAYMENT-CARD</v></c>"), "{sheet}");
    assert!(!sheet.contains("41111") && sheet.contains("<v>1.5E3</v>"), "{sheet}");
    let data = br#"{"card": 4.111111111111111e+15, "n": 1.5e3}"#;
    let redaction = redacted(data, Format::Jsonc, &[]).unwrap();
    let expected = r#"{"card": "PAYMENT-CARD", "n": 1.5e3}"#;
    assert_eq!(String::from_utf8_lossy(&redaction.bytes), expected);
}

#[test]
fn an_index_of_a_string_is_no_number() {
    let cells = "<c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\" s=\"1\"><v>1</v></c>";
    let options = [("deny", "1\n0\nA1\n12345678")];
    let redaction = redacted(&workbook(cells, "x", &[]), Format::Xlsx, &options);
    if let Ok(redaction) = redaction {
        let sheet = part(&redaction.bytes, "xl/worksheets/sheet1.xml");
        assert!(
            sheet.contains("<v>0</v>") && sheet.contains("t=\"s\" s=\"1\"><v>1</v>"),
            "{sheet}"
        );
    }
}

#[test]
fn names_behind_the_codes_of_headers_are_redacted() {
    let header = "&amp;LJane Roe&amp;C&amp;12Jane Roe&amp;R&amp;\"Arial,Bold\"jane@poe.example&amp;K01+000&amp;8+49 30 1234567";
    let source = workbook("<c r=\"A1\" t=\"s\"><v>0</v></c>", header, &[]);
    let redaction = redacted(&source, Format::Xlsx, &[]).unwrap();
    let sheet = part(&redaction.bytes, "xl/worksheets/sheet1.xml");
    let expected = "<oddHeader>&amp;LPERSON&amp;C&amp;12PERSON&amp;R&amp;\"Arial,Bold\"CONTACT-POINT&amp;K01+000&amp;8CONTACT-POINT</oddHeader>";
    assert!(sheet.contains(expected), "{sheet}");
}

#[test]
fn a_number_in_a_cell_of_open_document_is_a_text() {
    let content = format!(
        "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
         xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\" \
         xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:spreadsheet><table:table table:name=\"Jane Roe\"><table:table-row>\
         <table:table-cell office:value-type=\"float\" office:value=\"{CARD}\" calcext:value-type=\"float\"><text:p>4,111,111,111,111,111</text:p></table:table-cell>\
         <table:table-cell table:formula=\"of:=['Jane Roe'.A1]\" office:value-type=\"float\" office:value=\"12\"><text:p>12</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"string\"><text:p>Jane Roe, jane@poe.example</text:p></table:table-cell>\
         </table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">\
        <manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"application/vnd.oasis.opendocument.spreadsheet\"/>\
        <manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>";
    let source = package(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
        ("META-INF/manifest.xml", manifest.as_bytes()),
    ]);
    let redaction = redacted(&source, Format::Ods, &[]).unwrap();
    let content = part(&redaction.bytes, "content.xml");
    for expected in [
        "<table:table table:name=\"PERSON\">",
        "<table:table-cell office:value-type=\"string\" calcext:value-type=\"string\"><text:p>PAYMENT-CARD</text:p>",
        "table:formula=\"of:=['PERSON'.A1]\" office:value-type=\"float\" office:value=\"12\"><text:p>12</text:p>",
        "<text:p>PERSON, CONTACT-POINT</text:p>",
    ] {
        assert!(content.contains(expected), "{expected}: {content}");
    }
}

#[test]
fn numbers_that_are_units_are_redacted() {
    let cells = format!("<c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\"><v>{CARD}</v></c>");
    let source = workbook(&cells, "x", &[]);
    let options = DecodeOptions { numeric_cells: true, ..DecodeOptions::default() };
    let document = decode(source, Format::Xlsx, &options).unwrap();
    assert!(document.text().contains(CARD));
    let redaction = redacted_of(&document, &[]).unwrap();
    let sheet = part(&redaction.bytes, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<c t=\"str\" r=\"B1\"><v>PAYMENT-CARD</v></c>"), "{sheet}");
}
