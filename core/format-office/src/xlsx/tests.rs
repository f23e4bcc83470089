mod hostile;

use crate::marked_text;
use crate::pptx::tests::others;
use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_base::error::Result;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};
use glossweave_testing::zip::{EntryBuilder, zip};

const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";

fn relationships(links: &[(&str, &str)]) -> String {
    let links = links.iter().enumerate().map(|(index, (kind, target))| {
        let start = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
        let start = if kind.contains(':') { "" } else { start };
        format!("<Relationship Id=\"r{index}\" Type=\"{start}{kind}\" Target=\"{target}\"/>")
    });
    let namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
    format!("<Relationships xmlns=\"{namespace}\">{}</Relationships>", links.collect::<String>())
}

/// Returns the records of a workbook with one sheet, and other parts of the sheet.
fn records(items: &str, cells: &str, others: &[(&str, &str, &str)]) -> Vec<EntryBuilder> {
    let workbook = format!(
        "<workbook {MAIN}><sheets><sheet name=\"Not text\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    );
    let links = [("sharedStrings", "strings.xml"), ("worksheet", "sheets/s1.xml")];
    let of_sheet: Vec<(&str, &str)> = others.iter().map(|link| (link.0, link.1)).collect();
    let mut records = vec![
        EntryBuilder::new("[Content_Types].xml", TYPES),
        EntryBuilder::new("_rels/.rels", relationships(&[("officeDocument", "xl/book.xml")])),
        EntryBuilder::new("xl/book.xml", workbook),
        EntryBuilder::new("xl/_rels/book.xml.rels", relationships(&links)),
        EntryBuilder::new("xl/strings.xml", format!("<sst {MAIN}>{items}</sst>")),
        EntryBuilder::new(
            "xl/sheets/s1.xml",
            format!("<worksheet {MAIN}><sheetData><row>{cells}</row></sheetData></worksheet>"),
        ),
        EntryBuilder::new("xl/sheets/_rels/s1.xml.rels", relationships(&of_sheet)),
    ];
    records.extend(
        others
            .iter()
            .map(|(_, name, content)| EntryBuilder::new(&format!("xl/sheets/{name}"), *content)),
    );
    records
}

/// Returns cells that use the first shared strings.
fn cells(count: usize) -> String {
    (0..count).map(|number| format!("<c t=\"s\"><v>{number}</v></c>")).collect()
}

fn decoded(records: &[EntryBuilder]) -> Result<Document> {
    crate::decode(zip(records, "", false), Format::Xlsx, &DecodeOptions::default())
}

fn read(items: &str) -> Document {
    decoded(&records(items, &cells(items.matches("<si>").count()), &[])).unwrap()
}

fn texts(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

fn entity(range: std::ops::Range<usize>, iri: &str) -> Annotation {
    Annotation::entity(range.into(), Entity::new(iri))
}

fn record(package: &[u8], name: &str) -> String {
    let archive = Archive::open(package, Limits::default()).unwrap();
    String::from_utf8(archive.read(name).unwrap()).unwrap()
}

/// Writes annotations, and reads them again.
fn written(document: &Document, annotations: &[Annotation]) -> Encoded {
    let back = crate::encode(document, annotations, &EncodeOptions::default()).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = crate::decode(back.bytes.clone(), Format::Xlsx, &DecodeOptions::default()).unwrap();
    assert_eq!(again.text(), document.text());
    let lines = |all: &[Annotation]| {
        let mut lines: Vec<String> =
            all.iter().map(|annotation| format!("{annotation:?}")).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(again.annotations()), lines(annotations));
    back
}

/// Translates the units, and returns the result and the document read from it.
fn translated(document: &Document, translations: &[&str]) -> (Encoded, Document) {
    let german = |text: &str| Translation::new(text, "de".parse().unwrap());
    let units = document.units().zip(translations);
    let all: Vec<Annotation> =
        units.map(|(unit, text)| Annotation::translation(unit.span(), german(text))).collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = crate::encode(document, &all, &options).unwrap();
    let again = crate::decode(back.bytes.clone(), Format::Xlsx, &DecodeOptions::default()).unwrap();
    (back, again)
}

#[test]
fn items_that_cells_use_are_units() {
    let items = "<si><t>One</t></si><si><t>not used</t></si><si><r><t xml:space=\"preserve\">Two </t></r><r><rPr><b/></rPr>\
        <t>b&amp;c</t></r><rPh sb=\"0\" eb=\"1\"><t>phonetic</t></rPh></si><si><t/></si><si><t>a_x000D_\n_x005F_x0041__xZ</t></si>";
    let cells = "<c t=\"s\"><v>2</v></c><c><v>1</v></c><c t=\"s\"><v>0</v></c><c t=\"s\"><v>4</v></c><c t=\"str\">\
        <f>A1</f><v>formula</v></c><c t=\"inlineStr\"><is><t>Inline</t></is></c>";
    let document = decoded(&records(items, cells, &[])).unwrap();
    assert_eq!(texts(&document), ["One", "Two b&c", "a\r\n_x0041__xZ", "Inline"]);
    let marked = |number: usize| {
        let unit = document.units().nth(number).unwrap();
        marked_text(&document, unit.span()).unwrap()
    };
    assert_eq!(marked(1), "Two <1>b&c</1>");
}

#[test]
fn sheets_are_followed_by_comments_and_drawings() {
    let comments = format!(
        "<comments {MAIN}><authors><author>Me</author><author>tc={{1}}</author></authors><commentList><comment \
         authorId=\"0\"><text><r><t>A </t></r><r><t>remark</t></r></text></comment><comment authorId=\"1\"><text><t>copy</t>\
         </text></comment></commentList></comments>"
    );
    let threads = "<ThreadedComments xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments\">\
        <threadedComment><text>Thread</text></threadedComment></ThreadedComments>";
    let drawing = "<x:wsDr xmlns:x=\"x\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><x:sp><x:nvSpPr>\
        <x:cNvPr descr=\"Box\"/></x:nvSpPr><x:txBody><a:p><a:r><a:t>Drawn</a:t></a:r></a:p></x:txBody></x:sp></x:wsDr>";
    let threaded = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment";
    let others = [
        ("drawing", "d.xml", drawing),
        (threaded, "t.xml", threads),
        ("comments", "c.xml", &*comments),
    ];
    let document = decoded(&records("<si><t>Cell</t></si>", &cells(1), &others)).unwrap();
    assert_eq!(texts(&document), ["Cell", "A remark", "Thread", "Box", "Drawn"]);
    let (back, again) = translated(&document, &["Zelle", "Bemerkung", "Faden", "Kasten", "Bild"]);
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    assert_eq!(texts(&again), ["Zelle", "Bemerkung", "Faden", "Kasten", "Bild"]);
}

#[test]
fn annotations_are_read_back() {
    let document =
        read("<si><t>To Cork</t></si><si><r><t>a_x000D_b</t></r></si><si><t>To Cork</t></si>");
    let all = [
        entity(3..7, "http://a.example/"),
        entity(8..11, "http://b.example/"),
        entity(0..19, "http://c.example/"),
    ];
    let back = written(&document, &all);
    assert_eq!(
        record(&back.bytes, "xl/strings.xml"),
        record(document.source().original(), "xl/strings.xml")
    );
    let none = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(none.bytes, document.source().original());
}

#[test]
fn translations_replace_the_texts_of_items() {
    let document = read(
        "<si><t>One</t></si><si><r><t>Two </t></r><r><rPr><b/></rPr><t>b</t></r><r><t> c</t></r></si><si><t>Three</t></si>",
    );
    let (back, again) = translated(&document, &["A_x0041_\r\nB", "<1>x</1> y", "& <drei>"]);
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    assert_eq!(texts(&again), ["A_x0041_\r\nB", "x y", "& <drei>"]);
    let strings = record(&back.bytes, "xl/strings.xml");
    let strings = &strings[strings.find("<si>").unwrap()..];
    assert_eq!(
        strings,
        "<si><t>A_x005F_x0041__x000D_\nB</t></si><si><r><t></t></r><r><rPr><b/></rPr><t>x</t></r><r><t xml:space=\"preserve\"> y\
         </t></r></si><si><t>&amp; &lt;drei&gt;</t></si></sst>"
    );
}

#[test]
fn names_of_columns_of_tables_are_not_translated() {
    let table = format!(
        "<table {MAIN} ref=\"A1:A2\"><tableColumns count=\"1\"><tableColumn id=\"1\" name=\"Na_x000a_me\"/></tableColumns></table>"
    );
    let items = "<si><t>Na\nme</t></si><si><t>Cork</t></si>";
    let document = decoded(&records(items, &cells(2), &[("table", "t.xml", &table)])).unwrap();
    let (back, again) = translated(&document, &["Titel", "Kork"]);
    assert_eq!(back.placements.iter().map(Placement::is_there).collect::<Vec<_>>(), [false, true]);
    assert_eq!(texts(&again), ["Na\nme", "Kork"]);
}

#[test]
fn workbooks_of_others_keep_the_laws() {
    assert_eq!(others::hold("xlsx", Format::Xlsx), (0, 0));
}

#[test]
fn names_of_records_may_have_backslashes() {
    let with_backslashes = |records: Vec<EntryBuilder>| -> Vec<EntryBuilder> {
        let named = records.into_iter().map(|mut record| {
            record.name = record.name.replace('/', "\\");
            record
        });
        named.collect()
    };
    let items = "<si><t>Cork</t></si>";
    let document = decoded(&with_backslashes(records(items, &cells(1), &[]))).unwrap();
    assert_eq!(texts(&document), ["Cork"]);
    let (back, again) = translated(&document, &["Corcaigh"]);
    assert_eq!(texts(&again), ["Corcaigh"]);
    assert!(record(&back.bytes, "xl\\strings.xml").contains("Corcaigh"));
    let mut twice = records(items, &cells(1), &[]);
    twice.push(EntryBuilder::new("xl\\book.xml", "<x/>"));
    assert!(decoded(&twice).is_err());
}

#[test]
fn numbers_and_dates_of_cells_are_units_if_asked_for() {
    let styles = format!(
        "<styleSheet {MAIN}><numFmts><numFmt numFmtId=\"164\" formatCode=\"d.m.yyyy\"/></numFmts><cellStyleXfs>\
         <xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"22\"/>\
         </cellXfs></styleSheet>"
    );
    let cells = "<c t=\"s\"><v>0</v></c><c s=\"0\"><v>46355</v></c><c s=\"1\"><v>46355</v></c>\
        <c s=\"2\"><f>A1</f><v>46355.5</v></c><c t=\"d\"><v>2026-11-29</v></c><c t=\"b\"><v>1</v></c>\
        <c t=\"str\"><f>A1</f><v>x</v></c><c t=\"inlineStr\"><is><t>To Cork</t></is></c><c s=\"1\"><v>-1</v></c><c/>";
    let mut records = records("<si><t>Born</t></si>", cells, &[]);
    records.push(EntryBuilder::new("xl/styles.xml", styles));
    let links = [
        ("sharedStrings", "strings.xml"),
        ("worksheet", "sheets/s1.xml"),
        ("styles", "styles.xml"),
    ];
    records[3] = EntryBuilder::new("xl/_rels/book.xml.rels", relationships(&links));
    let bytes = zip(&records, "", false);
    let plain = crate::decode(bytes.clone(), Format::Xlsx, &DecodeOptions::default()).unwrap();
    assert_eq!(texts(&plain), ["Born", "To Cork"]);
    let options = DecodeOptions { numeric_cells: true, ..DecodeOptions::default() };
    let document = crate::decode(bytes, Format::Xlsx, &options).unwrap();
    let expected =
        ["Born", "46355", "2026-11-29", "2026-11-29T12:00:00", "2026-11-29", "To Cork", "-1"];
    assert_eq!(texts(&document), expected);
    let source = document.source();
    let date = document.units().nth(2).unwrap().span();
    let at = document.source_span(date).unwrap();
    assert_eq!(&source.bytes()[at.range()], b"46355");
    // A value cannot be translated or annotated, unlike the texts next to it.
    let german = |span, text: &str| {
        Annotation::translation(span, Translation::new(text, "de".parse().unwrap()))
    };
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let spans: Vec<_> = document.units().map(|unit| unit.span()).collect();
    let all = [german(spans[0], "Geboren"), german(spans[2], "x"), german(spans[5], "Nach Cork")];
    let back = crate::encode(&document, &all, &options).unwrap();
    let is_there: Vec<bool> = back.placements.iter().map(Placement::is_there).collect();
    assert_eq!(is_there, [true, false, true], "{:?}", back.placements);
    assert!(record(&back.bytes, "xl/sheets/s1.xml").contains("<v>46355</v>"));
    let all = [entity(spans[2].range(), "x:date"), entity(spans[5].range(), "x:cork")];
    let back = crate::encode(&document, &all, &EncodeOptions::default()).unwrap();
    let is_there: Vec<bool> = back.placements.iter().map(Placement::is_there).collect();
    assert_eq!(is_there, [false, true], "{:?}", back.placements);
    let again = crate::decode(back.bytes, Format::Xlsx, &DecodeOptions::default()).unwrap();
    assert_eq!(&again.text()[again.annotations()[0].span().range()], "To Cork");
}
