use super::{EntryBuilder, zip};
use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_testing::Stopwatch;

const ROOT: &str = "<office:document-content \
    xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:presentation=\"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><office:body>";
const FOOT: &str = "</office:body></office:document-content>";

const SPREADSHEET: &str = "application/vnd.oasis.opendocument.spreadsheet";
const PRESENTATION: &str = "application/vnd.oasis.opendocument.presentation";

fn package(media_type: &str, body: &str) -> Vec<u8> {
    let records = [
        EntryBuilder::new("mimetype", media_type).stored(),
        EntryBuilder::new("content.xml", format!("{ROOT}{body}{FOOT}")),
        EntryBuilder::new("Pictures/a.png", b"\x89PNG not really".repeat(9)).stored(),
    ];
    zip(&records, "", false)
}

fn sheet(rows: &str) -> Document {
    let body = format!(
        "<office:spreadsheet><table:table table:name=\"Sheet\">{rows}</table:table></office:spreadsheet>"
    );
    decoded(package(SPREADSHEET, &body), Format::Ods).unwrap()
}

fn decoded(bytes: Vec<u8>, format: Format) -> Result<Document> {
    crate::decode(bytes, format, &DecodeOptions::default())
}

fn units(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

fn content(package: &[u8]) -> String {
    let archive = Archive::open(package, Limits::default()).unwrap();
    String::from_utf8(archive.read("content.xml").unwrap()).unwrap()
}

const ROWS: &str = "<table:table-row><table:table-cell office:value-type=\"string\" \
    table:number-columns-repeated=\"16384\" office:string-value=\"To Cork\"><office:annotation>\
    <dc:creator>Me</dc:creator><text:p>A comment</text:p></office:annotation><text:p>To Cork</text:p>\
    </table:table-cell><table:table-cell office:value-type=\"float\" office:value=\"1.5\">\
    <office:annotation><text:p>A number</text:p></office:annotation><text:p>1.5</text:p>\
    </table:table-cell><table:table-cell table:formula=\"of:=[.A1]\" office:value-type=\"string\" \
    office:string-value=\"To Cork\"><text:p>To Cork</text:p></table:table-cell>\
    <table:table-cell><text:p>Dublin</text:p></table:table-cell></table:table-row>";

#[test]
fn cells_with_texts_and_comments_are_units_and_values_are_not() {
    let rows = format!(
        "<table:title>A sheet</table:title>{ROWS}<table:tracked-changes><table:deletion>\
         <text:p>gone</text:p></table:deletion></table:tracked-changes>"
    );
    let document = sheet(&rows);
    assert_eq!(units(&document), ["A sheet", "A comment", "To Cork", "A number", "Dublin"]);
}

#[test]
fn repeated_cells_are_one() {
    let row = "<table:table-row table:number-rows-repeated=\"1048576\">";
    let document = sheet(&ROWS.replace("<table:table-row>", row));
    assert_eq!(document.units().count(), 4);
}

#[test]
fn a_value_that_repeats_a_text_goes_when_that_is_translated() {
    let document = sheet(ROWS);
    let translation = |unit: usize, text: &str| {
        let span = document.units().nth(unit).unwrap().span();
        Annotation::translation(span, Translation::new(text, "ga".parse().unwrap()))
    };
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let all = [translation(1, "Go Corcaigh"), translation(3, "BÁC")];
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there));
    let expected = ROWS
        .replacen(" office:string-value=\"To Cork\"", "", 1)
        .replacen("<text:p>To Cork", "<text:p>Go Corcaigh", 1)
        .replace("Dublin", "BÁC");
    assert!(content(&back.bytes).contains(&expected), "{}", content(&back.bytes));
    let other = crate::encode(&document, &all[1..], &options).unwrap();
    assert!(content(&other.bytes).contains(&ROWS.replace("Dublin", "BÁC")));
}

#[test]
fn annotations_stand_in_cells() {
    let document = sheet(ROWS);
    let start = document.text().find("Cork").unwrap();
    let cork =
        Annotation::entity(TextSpan::new(start, start + 4), Entity::new("http://e.example/"));
    let back =
        crate::encode(&document, std::slice::from_ref(&cork), &EncodeOptions::default()).unwrap();
    let again = decoded(back.bytes, Format::Ods).unwrap();
    assert_eq!(again.annotations(), [cork]);
    assert_eq!(again.text(), document.text());
    let same = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(same.bytes, document.source().original());
}

#[test]
fn spans_in_cells_do_not_nest() {
    let cell = "<table:table-cell><text:p>To <text:a>Cork</text:a> and Dublin<text:s/> now</text:p>\
        <text:p>Galway</text:p></table:table-cell>";
    let document = sheet(&format!("<table:table-row>{cell}</table:table-row>"));
    let entity = |text: &str| {
        let start = document.text().find(text).unwrap();
        let span = TextSpan::new(start, start + text.len());
        Annotation::entity(span, Entity::new("http://e.example/"))
    };
    let texts =
        ["and Dublin", "Dublin", "Cork", "Cork ", "To Cork", "now", "To", "now Galway", "Galway"];
    let all: Vec<Annotation> = texts.iter().map(|text| entity(text)).collect();
    let back = crate::encode(&document, &all, &EncodeOptions::default()).unwrap();
    let there: Vec<bool> = back.placements.iter().map(Placement::is_there).collect();
    assert_eq!(there, [true, false, false, false, false, true, true, false, true]);
}

#[test]
fn slides_notes_and_alternative_texts_are_units_and_placeholders_are_not() {
    let body = "<office:presentation><presentation:footer-decl presentation:name=\"f\">At the foot\
        </presentation:footer-decl><draw:page draw:name=\"page1\"><draw:frame \
        presentation:class=\"title\"><draw:text-box><text:p>To <text:span>Cork</text:span> \
        <presentation:footer/>now</text:p></draw:text-box><svg:title>Name</svg:title><svg:desc>What it shows\
        </svg:desc></draw:frame><draw:frame presentation:class=\"outline\" \
        presentation:placeholder=\"true\"><draw:text-box><text:p>Click to add</text:p></draw:text-box>\
        </draw:frame><draw:custom-shape><text:p>Shape</text:p></draw:custom-shape><draw:frame>\
        <table:table><table:table-row><table:table-cell><text:p>Cell</text:p></table:table-cell>\
        </table:table-row></table:table></draw:frame><presentation:notes><draw:page-thumbnail/>\
        <draw:frame><draw:text-box><text:p>Note</text:p></draw:text-box></draw:frame>\
        </presentation:notes></draw:page></office:presentation>";
    let document = decoded(package(PRESENTATION, body), Format::Odp).unwrap();
    let expected = ["At the foot", "To Cork now", "Name", "What it shows", "Shape", "Cell", "Note"];
    assert_eq!(units(&document), expected);
}

#[test]
fn packages_of_other_kinds_are_refused_by_their_type() {
    let cases = [
        (SPREADSHEET, Format::Odp),
        (PRESENTATION, Format::Ods),
        (PRESENTATION, Format::Odt),
        ("application/vnd.oasis.opendocument.text", Format::Ods),
    ];
    for (media_type, format) in cases {
        let error = decoded(package(media_type, ""), format).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains(&format!("of type `{media_type}`")), "{error}");
    }
    let template = format!("{PRESENTATION}-template");
    assert!(decoded(package(&template, ""), Format::Odp).is_ok());
}

#[test]
fn very_many_cells_take_linear_time() {
    let timed = |count: usize| {
        let document = sheet(&ROWS.repeat(count));
        let start = Stopwatch::start();
        let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        let all: Vec<Annotation> = document
            .units()
            .map(|unit| {
                let text = Translation::new("x", "ga".parse().unwrap());
                Annotation::translation(unit.span(), text)
            })
            .collect();
        assert_eq!(all.len(), 4 * count);
        let back = crate::encode(&document, &all, &options).unwrap();
        assert!(back.placements.iter().all(Placement::is_there));
        start.elapsed()
    };
    timed(100);
    let (few, many) = (timed(500), timed(10_000));
    assert!(many < few * 60 + std::time::Duration::from_secs(1), "{few:?}, {many:?}");
}

#[test]
fn numbers_and_dates_of_cells_are_units_if_asked_for() {
    let rows = "<table:table-row><table:table-cell office:value-type=\"string\"><text:p>Born</text:p></table:table-cell>\
        <table:table-cell office:value-type=\"date\" office:date-value=\"1985-03-02\"><text:p>2.3.85</text:p>\
        </table:table-cell><table:table-cell table:formula=\"of:=1\" office:value-type=\"currency\" office:value=\"1\">\
        <text:p>1.00 €</text:p></table:table-cell><table:table-cell office:value-type=\"boolean\"><text:p>TRUE</text:p>\
        </table:table-cell><table:table-cell table:formula=\"of:=[.A1]\" office:value-type=\"string\">\
        <text:p>Born</text:p></table:table-cell></table:table-row>";
    assert_eq!(units(&sheet(rows)), ["Born"]);
    let bytes = sheet(rows).source().original().to_vec();
    let options = DecodeOptions { numeric_cells: true, ..DecodeOptions::default() };
    let document = crate::decode(bytes, Format::Ods, &options).unwrap();
    assert_eq!(units(&document), ["Born", "2.3.85", "1.00 €"]);
    let spans: Vec<TextSpan> = document.units().map(|unit| unit.span()).collect();
    let german = |span| Annotation::translation(span, Translation::new("X", "de".parse().unwrap()));
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &[german(spans[0]), german(spans[1])], &options).unwrap();
    let rule = "the text is a number or a date of a cell";
    assert!(back.placements[0].is_there());
    assert_eq!(back.placements[1], Placement::not_placed(rule));
    let entity = Annotation::entity(spans[1], Entity::new("x:a"));
    let back = crate::encode(&document, &[entity], &EncodeOptions::default()).unwrap();
    assert_eq!(back.placements[0], Placement::not_placed(rule));
}
