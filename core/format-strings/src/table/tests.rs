//! Tests of CSV and TSV tables.

use super::write::compare;
use crate::decode;
use crate::testing::{holds, is_fast, read, survives, texts, translated, translated_into};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document, DocumentExt};
use glossweave_format_base::Placement;
use glossweave_format_base::translate::WrittenText;

const SAMPLE: &str = "\u{FEFF}id;source;target;context;comment\r\n\
    a;\"Open; %s\";\"Offen; %s\";menu;A note\r\n\
    b;Close \"it\";;menu\r\n\
    \r\n\
    c;\"Say \"\"hi\"\"\r\nnow\";\"\"\r\n\
    d;;x;;\r\n\
    e;Short";

fn names(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.name().unwrap_or_default()).collect()
}

fn new_text(source: &str, text: &str, language: &str) -> String {
    let document = read(source.as_bytes(), Format::Csv);
    let back = translated_into(&document, language, |_| Some(text.to_owned()));
    assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
    String::from_utf8(back.bytes).unwrap()
}

#[test]
fn cells_of_the_source_column_are_units() {
    let document = read(SAMPLE.as_bytes(), Format::Csv);
    let expected = ["Open; ", "Close \"it\"", "Say \"hi\"\r\nnow", "Short"];
    assert_eq!(texts(&document), expected);
    assert_eq!(names(&document), ["a", "b", "c", "e"]);
    assert_eq!(document.annotations().len(), 1);
    let targets: Vec<_> = document.units().map(|unit| document.target_unit(unit)).collect();
    assert_eq!(targets[0].unwrap().text(), "Offen; ");
    assert!(targets[1..].iter().all(Option::is_none));
}

#[test]
fn translations_go_to_the_target_with_the_quotes_that_they_need() {
    let document = read(SAMPLE.as_bytes(), Format::Csv);
    let new = ["Zu; <1/>", "\"zu\"", "a;b", "kurz"];
    let mut new = new.into_iter();
    let back = translated(&document, |_| new.next().map(str::to_owned));
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let expected = SAMPLE
        .replace("\"Offen; %s\"", "\"Zu; %s\"")
        .replace("\"it\";;", "\"it\";\"\"\"zu\"\"\";")
        .replace("now\";\"\"", "now\";\"a;b\"")
        .replace("e;Short", "e;Short;kurz");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}

#[test]
fn columns_of_languages_are_known_by_their_names() {
    let table = "keys,en,de,fr\nk,Town,,Ville\n";
    assert_eq!(texts(&read(table.as_bytes(), Format::Csv)), ["Town"]);
    assert_eq!(new_text(table, "Stadt", "de-AT"), "keys,en,de,fr\nk,Town,Stadt,Ville\n");
    assert_eq!(new_text(table, "Cit\u{e9}", "fr"), "keys,en,de,fr\nk,Town,,Cit\u{e9}\n");
    let document = read(table.as_bytes(), Format::Csv);
    assert!(document.target().is_none());
    let back = translated_into(&document, "ga", |_| Some("Baile".to_owned()));
    assert!(!back.placements[0].is_there());
    // When there is one other language, it is used as the target.
    let document = read(b"en,pt_BR\nTown,Cidade\n", Format::Csv);
    assert_eq!(document.target().unwrap().text(), "Cidade");
    let section = document.sections().next().unwrap();
    assert_eq!(section.target_language.unwrap().as_str(), "pt-BR");
    assert_eq!(section.language.unwrap().as_str(), "en");
}

#[test]
fn the_language_of_targets_can_be_named() {
    let table = "en,de,fr\nTown,Stadt,\nBay,,Baie\n";
    let open = |language: &str| {
        let options = DecodeOptions {
            target_language: Some(language.parse().unwrap()),
            ..DecodeOptions::default()
        };
        let document = decode(table, Format::Csv, &options).unwrap();
        let section = document.sections().next().unwrap();
        assert_eq!(section.target_language.unwrap().as_str(), language);
        document.units().map(|unit| document.awaits_translation(unit)).collect::<Vec<_>>()
    };
    assert_eq!(open("de"), [false, true]);
    assert_eq!(open("fr"), [true, false]);
    assert_eq!(open("ga"), [true, true]);
}

#[test]
fn without_a_target_the_text_is_replaced() {
    assert_eq!(new_text("key,value\na,b %d\n", "c <1/>, d", "de"), "key,value\na,\"c %d, d\"\n");
}

#[test]
fn without_a_known_header_each_cell_with_a_letter_is_a_unit() {
    let table = "Name\tSize\nred \"house\"\t20\n";
    let document = read(table.as_bytes(), Format::Tsv);
    assert_eq!(texts(&document), ["Name", "Size", "red \"house\""]);
    let back = translated(&document, |text| Some(text.replace(' ', "\t")));
    let expected = "Name\tSize\n\"red\t\"\"house\"\"\"\t20\n";
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}

#[test]
fn named_columns_take_precedence_over_usual_names() {
    let table = "source,Title,\"Long, text\",Nr,Hint\nx,Red,\"Red house\",7,seen\n";
    let columns = "source=Title,\"source=Long, text\",id=Nr,note=Hint".parse().unwrap();
    let options = DecodeOptions { columns: Some(columns), ..DecodeOptions::default() };
    let document = decode(table, Format::Csv, &options).unwrap();
    assert_eq!(texts(&document), ["Red", "Red house"]);
    assert_eq!(names(&document), ["7[Title]", "7[Long, text]"]);
    assert_eq!(document.annotations().len(), 2);
    let back = translated(&document, |text| Some(text.to_uppercase()));
    let expected = table.replace("x,Red,\"Red house\"", "x,RED,\"RED HOUSE\"");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    let mut options = DecodeOptions::default();
    options.set("columns", "source=Titel").unwrap();
    let error = decode(table, Format::Csv, &options).unwrap_err();
    assert!(
        error.message().contains("no column `Titel`, expected one of source, Title"),
        "{error}"
    );
}

#[test]
fn columns_are_refused_if_they_make_no_sense() {
    for wrong in
        ["", "title", "source=a,source=b,target=c", "target=a", "name=a", "source=a,id=b,id=c"]
    {
        let error = DecodeOptions::default().set("columns", wrong).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Invalid, Some("columns")),
            "{wrong}"
        );
    }
}

#[test]
fn separators_are_found() {
    for (table, expected) in [
        ("source;target;id\na,b;c;d\n", "a,b"),
        ("source\ttarget\na;b\tc\n", "a;b"),
        ("sep=|\nsource|target\r\na;,b|c\n", "a;,b"),
        ("source\ra,b\r", "a"),
        ("\"source\",\"x;y;z\"\r\n\"a;b\",c", "a;b"),
    ] {
        assert_eq!(texts(&read(table.as_bytes(), Format::Csv)), [expected], "{table}");
    }
}

#[test]
fn a_cell_without_its_closing_quote_is_an_error_with_a_place() {
    let error = decode("a,b\nc,\"d\n", Format::Csv, &DecodeOptions::default()).unwrap_err();
    let place = error.location().unwrap();
    assert_eq!((error.kind(), place.line(), place.column()), (ErrorKind::Malformed, 2, 3));
}

#[test]
fn a_translation_in_another_cell_is_noticed() {
    let passes = |tables: [&str; 2], columns: Option<&str>, text: &str| {
        let columns = columns.map(|columns| columns.parse().unwrap());
        let options = DecodeOptions { columns, ..DecodeOptions::default() };
        let [document, again] = tables.map(|table| decode(table, Format::Csv, &options).unwrap());
        let (span, language) = (document.units().next().unwrap().span(), "de".parse().unwrap());
        compare(
            &document,
            &again,
            &vec![WrittenText { span, text: text.to_owned(), language, form: None }],
        )
        .is_ok()
    };
    let table = "id,en,de,fr,note\nk,To %s,,Ville,seen\nl,Bay,Golf,,\nm,End\n";
    for (from, to, is_right) in [
        ("%s,,", "%s,Nach %s,", true),
        ("", "", false),
        ("Ville", "Nach %s", false),
        ("seen", "Nach %s", false),
        ("k,", "Nach %s,", false),
        ("Golf", "Nach %s", false),
        ("m,End", "m,End,Nach %s", false),
        ("%s,,", "%s,Nach,", false),
        ("%s,,Ville", "%s,Nach %s,", false),
        ("%s,,Ville,seen\nl", "%s,Nach %s,Ville,seen\nn", false),
        ("%s,,Ville,seen\nl,Bay,Golf", "%s,Nach %s,Ville,seen\nl,Bay,Bucht", false),
    ] {
        let wrong = table.replace(from, if from.is_empty() { "" } else { to });
        assert_eq!(passes([table, &wrong], None, "Nach "), is_right, "{wrong}");
    }
    let table = "a,b,c\nTown,,\n";
    let columns = Some("source=a,target=c");
    assert!(passes([table, "a,b,c\nTown,,Stadt\n"], columns, "Stadt"));
    assert!(!passes([table, "a,b,c\nTown,Stadt,\n"], columns, "Stadt"));
}

#[test]
fn sources_keep_the_laws() {
    for table in [
        SAMPLE,
        "key,value\na,b %d\nc,\"d \"\"e\"\"\"\n",
        "en,de,fr\na,b,c\nd %s\n",
        "One house\n2,\"x\"y\n",
    ] {
        let table = table.replace(",fr", "");
        holds(table.as_bytes(), Format::Csv);
        survives(table.as_bytes(), Format::Csv);
        survives(table.as_bytes(), Format::Tsv);
    }
}

#[test]
fn long_sources_take_linear_time() {
    is_fast(
        format!("id,source,target\n{}", "a,\"b \"\"c\"\" %d\",x\n".repeat(50_000)),
        Format::Csv,
    );
    is_fast("a,".repeat(glossweave_testing::count(20_000, 100_000)), Format::Csv);
    is_fast(
        format!("source\n\"{}\"", "\"\"a".repeat(glossweave_testing::count(40_000, 200_000))),
        Format::Csv,
    );
}

#[test]
fn a_column_is_a_language_only_beyond_doubt() {
    let all = |table: &str, format| texts(&read(table.as_bytes(), format)).join("|");
    let table = "sku,in_stock,title,description\nA,yes,Blue,Nice\n";
    assert_eq!(all(table, Format::Csv), table.trim_end().replace([',', '\n'], "|"));
    for header in ["is_active,to_email,my_title", "to,from,subject", "in,out,name", "be_users,is,x"]
    {
        let table = format!("{header}\na,b,c\n");
        assert_eq!(all(&table, Format::Csv), format!("{header},a,b,c").replace(',', "|"));
    }
    assert_eq!(all("da\ttext\nen\tmore\n", Format::Tsv), "da|text|en|more");
    for table in
        ["key,de\nk,Stadt\n", "de,is\nStadt,b\n", "pt_BR\nStadt\n", "zh-Hant-TW,x\nStadt,b\n"]
    {
        assert_eq!(all(table, Format::Csv), "Stadt");
    }
    assert_eq!(all("en,text\nA,B\n", Format::Csv), "en|text|A|B");
}

#[test]
fn columns_that_are_not_read_are_reported() {
    let document = read(b"id,source,title\n1,A,B\n", Format::Csv);
    let messages: Vec<_> = document.warnings().iter().map(|warning| warning.message()).collect();
    assert_eq!(
        messages,
        [
            "texts are read from the column `source`, not from `title`; use the option `columns` to select other columns"
        ]
    );
    assert!(read(b"id,en,de,note\n1,A,B,C\n", Format::Csv).warnings().is_empty());
}
