//! Filters on documents. The result from Turtle must equal the result directly from the
//! annotations.

use glossweave::annotation::{Annotation, Entity, Term, Translation};
use glossweave::nif::{self, Options, Shape, Version};
use glossweave::rdf::ResultFormat;
use glossweave::text::{Language, TextSpan};
use glossweave::{Caller, DecodeOptions, Document, Format, decode};

use super::{FILTERS, Fixture};

const PAGE: &str = "<!DOCTYPE html><html lang=en><title>Molly &amp; others</title>\r\n\
    <p>From <b>Co</b>rk, by the pump, to &quot;Dub<i>lin&quot;.</i></p>\
    <pre>New\nYork 😀 Cork</pre>";

const XLIFF: &str = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.txt" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>From Cork.</source><target>Aus Cork, "hier".</target></trans-unit>
<trans-unit id="2"><source>The pump.</source><target>Die Pumpe.</target></trans-unit>
</body></file></xliff>"#;

fn documents() -> Vec<Document> {
    let sources = [
        (Format::Html, PAGE),
        (Format::Text, "Cork, \"Cork\" and the pump of New\nYork. 😀 Cork"),
        (Format::Xml, "<doc xml:lang='en'><p>From Cork</p><p>the pump</p></doc>"),
        (Format::Xliff, XLIFF),
        (Format::Html, ""),
    ];
    let read = |(format, source)| decode(source, format, &DecodeOptions::default()).unwrap();
    sources.map(read).into()
}

/// Returns entities, terms and translations at each occurrence of certain words.
fn annotations(document: &Document) -> Vec<Annotation> {
    let german = || Language::parse("de").unwrap();
    let mut all = Vec::new();
    let mut find = |word: &str, make: &dyn Fn(TextSpan) -> Vec<Annotation>| {
        for (at, _) in document.text().match_indices(word) {
            all.extend(make(TextSpan::new(at, at + word.len())));
        }
    };
    find("Cork", &|span| {
        let entity = Entity::new("http://d.example/Cork").with_class("http://d.example/City");
        let entity = entity.with_class("http://d.example/Port").with_confidence(0.5);
        vec![Annotation::entity(span, entity).by("http://t.example/tool")]
    });
    find("New\nYork", &|span| vec![Annotation::entity(span, Entity::new("http://d.example/NY"))]);
    find("pump", &|span| {
        vec![
            Annotation::term(span, Term::new().with_info_ref("http://t.example/pump")),
            Annotation::translation(span, Translation::new("Pumpe, \"alte\"", german())),
        ]
    });
    all
}

fn csv(name: &str, document: &Document) -> String {
    let filters = Fixture::shared().engine.session(Caller::Anonymous).filters();
    let found = annotations(document);
    let options = Options::default();
    let table = filters.apply_to_document(name, document, &found, &options, ResultFormat::Csv);
    String::from_utf8(table.unwrap()).unwrap()
}

#[test]
fn a_page_becomes_tables() {
    let page = &documents()[0];
    assert_eq!(csv("entities", page), "entity\r\nhttp://d.example/Cork\r\nhttp://d.example/NY\r\n");
    assert_eq!(
        csv("mentions", page),
        "start,end,text,entity,class,confidence\r\n\
         20,24,Cork,http://d.example/Cork,http://d.example/City,0.5\r\n\
         20,24,Cork,http://d.example/Cork,http://d.example/Port,0.5\r\n\
         52,60,\"New\nYork\",http://d.example/NY,,\r\n\
         63,67,Cork,http://d.example/Cork,http://d.example/City,0.5\r\n\
         63,67,Cork,http://d.example/Cork,http://d.example/Port,0.5\r\n"
    );
    assert_eq!(
        csv("terms", page),
        "term,concepts,translations\r\npump,http://t.example/pump,\"Pumpe, \"\"alte\"\" (de)\"\r\n"
    );
    assert_eq!(
        csv("side-by-side", page),
        "source,language,translation\r\npump,de,\"Pumpe, \"\"alte\"\"\"\r\n"
    );
    assert_eq!(csv("places", page), "name,place,lat,long\r\n");
}

#[test]
fn the_translations_of_a_file_stand_beside_their_sources() {
    assert_eq!(
        csv("side-by-side", &documents()[3]),
        "source,language,translation\r\n\
         From Cork.,de,\"Aus Cork, \"\"hier\"\".\"\r\n\
         The pump.,de,Die Pumpe.\r\n\
         pump,de,\"Pumpe, \"\"alte\"\"\"\r\n"
    );
}

#[test]
fn through_turtle_or_straight_the_result_is_the_same() {
    let filters = Fixture::shared().engine.session(Caller::Anonymous).filters();
    let shapes = [
        Options::default(),
        Options { version: Version::V2_1, ..Options::under("http://p.example/") },
        Options { shape: Shape::Its, ..Options::default() },
    ];
    let mut rows = 0;
    for (number, document) in documents().iter().enumerate() {
        let found = annotations(document);
        for options in &shapes {
            for input in [Format::Turtle, Format::JsonLd, Format::NTriples, Format::RdfXml] {
                let written = nif::write(document, &found, input, options).unwrap();
                for (name, _) in FILTERS {
                    for output in [ResultFormat::Csv, ResultFormat::Json, ResultFormat::Xml] {
                        let through = filters.apply(name, &written, input, output).unwrap();
                        let straight = filters
                            .apply_to_document(name, document, &found, options, output)
                            .unwrap();
                        rows += straight.iter().filter(|byte| **byte == b'\r').count();
                        assert_eq!(
                            String::from_utf8_lossy(&through),
                            String::from_utf8_lossy(&straight),
                            "{name} of document {number} in {input} as {output}, {options:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(rows > 200, "only {rows} rows were compared");
}
