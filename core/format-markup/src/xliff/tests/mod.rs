//! Tests of reading and annotating XLIFF.

mod translate;

use crate::marked_text;
use crate::xml::SCANS;
use crate::{decode, encode};
use glossweave_base::text::TextSpan;
use glossweave_base::{ErrorKind, Format};
use glossweave_document::annotation::{Annotation, Body, Category, Entity, Metadata, Term};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::EncodeOptions;

fn read(source: &str) -> Document {
    decode(source, Format::Xliff, &DecodeOptions::default()).unwrap()
}

fn one(units: &str) -> String {
    format!(
        "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\" \
         xmlns:its=\"http://www.w3.org/2005/11/its\"><file original=\"a\" source-language=\"en\" \
         target-language=\"de\" datatype=\"html\"><body>{units}</body></file></xliff>"
    )
}

fn two(units: &str) -> String {
    format!(
        "<xliff version=\"2.1\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" srcLang=\"en\" \
         trgLang=\"de\"><file id=\"f\">{units}</file></xliff>"
    )
}

#[test]
fn the_tags_of_a_source_are_looked_for_once() {
    let segments: String = (0..50)
        .map(|n| format!("<segment><source>A <pc id=\"{n}\">b</pc> {n}</source></segment>"))
        .collect();
    let document = read(&two(&format!("<unit id=\"u\">{segments}</unit>")));
    let scans = || SCANS.with(|scans| scans.get());
    let before = scans();
    for (number, unit) in document.units().enumerate() {
        let marked = marked_text(&document, unit.span()).unwrap();
        assert_eq!(marked, format!("A <1>b</1> {number}"));
    }
    assert_eq!(scans() - before, 1);
    // There is no marked text for a span that is not a unit.
    let error = marked_text(&document, TextSpan::new(0, 3)).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("span")));
}

fn units(document: &Document) -> Vec<(&str, Option<&str>)> {
    document.units().map(|unit| (unit.text(), unit.name())).collect()
}

fn metadata(category: Category, fields: &[(&str, &str)]) -> Metadata {
    let mut metadata = Metadata::new(category);
    if fields.iter().all(|(name, _)| category.record().contains(name)) {
        metadata.add_record(fields.iter().copied()).unwrap();
    } else {
        fields.iter().for_each(|(name, value)| metadata.set(name, *value).unwrap());
    }
    metadata
}

/// Writes annotations and reads them again.
fn woven(source: &str, annotations: &[Annotation]) -> String {
    let document = read(source);
    let back = encode(&document, annotations, &EncodeOptions::default()).unwrap();
    assert!(back.placements.iter().all(|placement| placement.is_there()), "{:?}", back.placements);
    String::from_utf8(back.bytes).unwrap()
}

#[test]
fn texts_within_codes_are_units_of_their_own() {
    let file = read(&one(
        "<trans-unit id=\"7\"><source>A<ph id=\"1\">&lt;img alt=\"<sub>tower</sub>\"></ph> \
         <g id=\"2\">house</g><x id=\"3\"/></source></trans-unit><trans-unit id=\"8\"><source>B\
         </source></trans-unit>"
            .replace("\"></ph>", "\"/&gt;</ph>")
            .as_str(),
    ));
    assert_eq!(units(&file), [("A house", Some("7")), ("tower", None), ("B", Some("8"))]);
    let tower = file.text().find("tower").unwrap();
    let span = TextSpan::new(tower, tower + 5);
    let place = file.source_span(span).unwrap();
    assert_eq!(&file.source().bytes()[place.range()], b"tower");
    // The surrounding unit ends after it.
    assert_eq!(file.source_span(TextSpan::new(2, tower + 1)), None);
    let entity = Annotation::entity(span, Entity::new("http://example.org/t"));
    let whole = Annotation::term(TextSpan::new(0, 7), Term::new());
    let back = woven(std::str::from_utf8(file.source().bytes()).unwrap(), &[entity, whole]);
    assert!(back.contains("<sub><mrk mtype=\"phrase\" its:taIdentRef="), "{back}");
}

#[test]
fn segments_are_units_and_lead_to_their_translations() {
    let file = read(&one("<trans-unit id=\"1\"><source>Rain. Sun.</source><seg-source><mrk \
         mtype=\"seg\" mid=\"a\">Rain.</mrk> <mrk mtype=\"seg\" mid=\"b\">Sun.</mrk></seg-source>\
         <target><mrk mtype=\"seg\" mid=\"b\">Sonne.</mrk></target></trans-unit>"));
    assert_eq!(units(&file), [("Rain.", Some("1/a")), ("Sun.", Some("1/b"))]);
    let mut all = file.units();
    assert!(file.target_unit(all.next().unwrap()).is_none());
    let sun = file.target_unit(all.next().unwrap()).unwrap();
    assert_eq!((sun.text(), sun.id()), ("Sonne.", 2));
    assert_eq!(sun.language().unwrap().as_str(), "de");
    assert!(file.warnings().is_empty());
}

#[test]
fn segments_that_differ_from_the_source_are_reported() {
    let file = read(&one("<trans-unit id=\"1\"><source>Rain.</source><seg-source><mrk \
         mtype=\"seg\" mid=\"a\">Snow.</mrk></seg-source></trans-unit>"));
    assert_eq!(units(&file), [("Snow.", Some("1/a"))]);
    let warning = &file.warnings()[0];
    assert!(warning.message().ends_with("`Snow.`, expected `Rain.`"), "{}", warning.message());
    let place = &file.source().bytes()[warning.span().range()];
    assert_eq!(place, b"<seg-source>");
}

#[test]
fn what_is_not_to_be_translated_takes_an_identifier_only() {
    let file = read(&one("<group translate=\"no\"><trans-unit id=\"1\"><source>A</source>\
         </trans-unit><trans-unit id=\"2\" translate=\"yes\"><source>B</source></trans-unit></group>\
         <trans-unit id=\"3\"><source>C</source></trans-unit>"));
    let all: Vec<_> = file.units().map(|unit| (unit.text(), unit.id())).collect();
    assert_eq!(all, [("B", 2), ("C", 3)]);
}

#[test]
fn broken_files_have_errors_with_places() {
    let fault = |source: &str| {
        let error = decode(source, Format::Xliff, &DecodeOptions::default()).unwrap_err();
        (error.kind(), error.to_string())
    };
    let (kind, message) = fault("<html/>");
    assert_eq!(kind, ErrorKind::Malformed);
    assert_eq!(message, "expected `xliff` as the root, found `html` at line 1 column 1");
    assert_eq!(fault("").0, ErrorKind::Malformed);
    let (kind, message) = fault("<xliff version='3.0'/>");
    assert_eq!(kind, ErrorKind::Unsupported);
    assert!(message.starts_with("no version `3.0` of XLIFF, expected one of 1.0"), "{message}");
    let (kind, message) = fault(&one("<trans-unit id=\"1\"><target>A</target></trans-unit>"));
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(message.starts_with("`trans-unit` has no `source`, expected one at line"), "{message}");
}

#[test]
fn every_statement_comes_back_from_marks() {
    let span = TextSpan::new(3, 7);
    let entity = Entity::new("http://example.org/Cork")
        .with_ident("http://example.org/2")
        .with_class("http://example.org/City")
        .with_class("http://example.org/Place")
        .with_source("Wordnet3.0", "30&1")
        .with_confidence(0.5);
    let term = Term::new()
        .with_info("a \"stopper\"")
        .with_info_ref("http://example.org/c")
        .with_confidence(0.25);
    let mut all = vec![
        Annotation::entity(span, entity).by("http://example.org/tool"),
        Annotation::entity(span, Entity::default()),
        Annotation::term(span, term),
        Annotation::term(span, Term::new()),
    ];
    let categories: &[(Category, &[(&str, &str)])] = &[
        (Category::Translate, &[("translate", "no")]),
        (Category::Translate, &[("translate", "yes")]),
        (Category::LocalizationNote, &[("locNote", "short"), ("locNoteType", "alert")]),
        (Category::LocalizationNote, &[("locNoteRef", "http://example.org/n")]),
        (Category::Directionality, &[("dir", "rtl")]),
        (Category::LanguageInformation, &[("lang", "ga")]),
        (Category::PreserveSpace, &[("space", "preserve")]),
        (Category::Domain, &[("domains", "sea, law")]),
        (Category::LocaleFilter, &[("localeFilterList", "de"), ("localeFilterType", "exclude")]),
        (Category::Provenance, &[("person", "Ida"), ("revToolRef", "http://example.org/t")]),
        (Category::ExternalResource, &[("externalResourceRef", "a.png")]),
        (
            Category::LocQualityIssue,
            &[("locQualityIssueType", "grammar"), ("locQualityIssueSeverity", "40")],
        ),
        (Category::LocQualityRating, &[("locQualityRatingScore", "90")]),
        (Category::MtConfidence, &[("mtConfidence", "0.8")]),
        (Category::AllowedCharacters, &[("allowedCharacters", "[a-z]")]),
        (Category::StorageSize, &[("storageSize", "20"), ("storageEncoding", "UTF-16")]),
    ];
    let categories = categories.iter().map(|(category, fields)| metadata(*category, fields));
    all.extend(categories.map(|metadata| Annotation::metadata(span, metadata)));
    let files = [
        one("<trans-unit id=\"1\"><source>To Cork!</source></trans-unit>"),
        two("<unit id=\"1\"><segment><source>To Cork!</source></segment></unit>"),
    ];
    for file in &files {
        for annotation in &all {
            let back = read(&woven(file, std::slice::from_ref(annotation)));
            assert_eq!(back.annotations(), std::slice::from_ref(annotation));
        }
        let back = woven(file, &all);
        assert_eq!(read(&back).annotations().len(), all.len(), "{back}");
    }
}

#[test]
fn a_mark_across_codes_is_one_annotation() {
    let source =
        two("<unit id=\"1\"><segment><source>a <pc id=\"1\">b c</pc> d</source></segment></unit>");
    let cross = Annotation::entity(TextSpan::new(0, 3), Entity::new("http://example.org/x"));
    let back = woven(&source, std::slice::from_ref(&cross));
    assert_eq!(back.matches("<mrk ").count(), 2, "{back}");
    assert_eq!(read(&back).annotations(), [cross]);
}

#[test]
fn marks_of_two_may_overlap() {
    let file =
        read(&two("<unit id=\"1\"><segment><source><sm id=\"1\" type=\"term\"/>a<sm id=\"2\" \
         type=\"comment\" value=\"n\"/>b<em startRef=\"1\"/>c</source></segment></unit>"));
    let spans: Vec<_> =
        file.annotations().iter().map(|annotation| annotation.span().range()).collect();
    assert_eq!(spans, [0..2, 1..3]);
    assert_eq!(file.warnings()[0].message(), "the mark `2` has no end, expected an `em`");
}

#[test]
fn the_texts_of_targets_take_marks_too() {
    let source =
        one("<trans-unit id=\"1\"><source>Town</source><target>Stadt Cork</target></trans-unit>");
    let file = read(&source);
    let target = file.target().unwrap();
    let cork = Annotation::entity(TextSpan::new(6, 10), Entity::new("http://example.org/Cork"));
    let back = encode(target, std::slice::from_ref(&cork), &EncodeOptions::default()).unwrap();
    let again = read(std::str::from_utf8(&back.bytes).unwrap());
    assert_eq!(again.target().unwrap().annotations(), [cork]);
    assert!(again.annotations().is_empty());
    let Body::Entity(_) = again.target().unwrap().annotations()[0].body() else { panic!() };
}

#[test]
fn characters_that_xml_has_no_place_for_are_text() {
    let file = read(&two("<unit id=\"1\"><segment><source>a<cp hex=\"0007\"/>b<cp hex=\"x\"/>\
         </source></segment></unit>"));
    assert_eq!(file.text(), "a\u{7}b");
    assert_eq!(file.source_span(TextSpan::new(1, 2)).unwrap().len(), "<cp hex=\"0007\"/>".len());
    assert_eq!(file.warnings().len(), 1);
}

#[test]
fn several_records_stand_apart() {
    for category in [Category::Provenance, Category::LocQualityIssue] {
        let mut several = Metadata::new(category);
        let names = category.record();
        several.add_record([(names[0], "a"), (names[1], "b & c")]).unwrap();
        several.add_record([(names[1], "d")]).unwrap();
        let whole = Annotation::metadata(TextSpan::new(0, 8), several.clone());
        let part = Annotation::metadata(TextSpan::new(3, 7), several);
        let files = [
            one("<trans-unit id=\"1\"><source>To <g id=\"1\">Cork</g>!</source></trans-unit>"),
            two("<unit id=\"1\"><segment><source>To Cork!</source></segment></unit>"),
        ];
        for file in files {
            let back = woven(&file, std::slice::from_ref(&part));
            let back = woven(&back, std::slice::from_ref(&whole));
            let records =
                if category == Category::Provenance { "provenance" } else { "locQuality" };
            assert_eq!(back.matches(&format!("<its:{records}")).count(), 6, "{back}");
            assert!(back.contains(" xml:id=\"gwr2\""), "{back}");
            assert_eq!(read(&back).annotations(), [part.clone(), whole.clone()], "{back}");
        }
    }
}

#[test]
fn rules_hide_and_annotate() {
    let file = one("<trans-unit id=\"1\" resname=\"code\"><source>x = 1</source></trans-unit>\
         <trans-unit id=\"2\"><source>To <g id=\"1\" ctype=\"x-town\">Split</g></source></trans-unit>");
    let rules = |rules: &str| {
        format!(
            "<its:rules xmlns:its=\"http://www.w3.org/2005/11/its\" version=\"2.0\" \
             xmlns:x=\"urn:oasis:names:tc:xliff:document:1.2\">{rules}</its:rules>"
        )
    };
    let hide = rules(
        "<its:translateRule selector=\"//x:trans-unit[@resname='code']\" \
                      translate=\"no\"/>",
    );
    let inside = file.replace("<body>", &format!("<header>{hide}</header><body>"));
    assert_eq!(units(&read(&inside)), [("To Split", Some("2"))]);
    let mut options = DecodeOptions::default();
    options
        .its
        .rules
        .push(rules("<its:termRule selector=\"//x:g[@ctype='x-town']\" term=\"yes\"/>").into());
    let read = decode(file, Format::Xliff, &options).unwrap();
    assert_eq!(read.annotations(), [Annotation::term(TextSpan::new(9, 14), Term::new())]);
    let found = Annotation::entity(TextSpan::new(0, 14), Entity::new("http://example.org/x"));
    let back = encode(&read, &[found], &EncodeOptions::default()).unwrap();
    assert!(!back.placements[0].is_there() || back.bytes.len() > read.source().bytes().len());
}

#[test]
fn notes_and_what_is_around_are_said_of_units() {
    let file = read(
        "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\" \
         xmlns:its=\"http://www.w3.org/2005/11/its\" its:annotatorsRef=\"mt-confidence|http://m\">\
         <file original=\"a\" source-language=\"en\" datatype=\"html\" its:person=\"Ida\"><body>\
         <trans-unit id=\"1\"><source>A</source><target its:mtConfidence=\"0.5\">B</target><note \
         priority=\"1\">n</note><note annotates=\"target\">t</note></trans-unit></body></file></xliff>",
    );
    let fields = |document: &Document| -> Vec<String> {
        let all = document.annotations().iter();
        all.map(|annotation| format!("{:?}", annotation.fields())).collect()
    };
    assert_eq!(fields(&file).len(), 2);
    assert!(fields(&file)[0].contains("(\"locNoteType\", \"alert\")"));
    assert!(fields(&file)[1].contains("(\"person\", \"Ida\")"));
    let target = fields(file.target().unwrap());
    assert_eq!(target.len(), 3, "{target:?}");
    assert!(target.iter().any(|values| values.contains("(\"annotator\", \"http://m\")")));
}

#[test]
fn marks_of_two_have_identifiers_of_their_own() {
    let file =
        two("<unit id=\"1\"><segment><source>a b c</source><target>d</target></segment></unit>");
    let term = |start| Annotation::term(TextSpan::new(start, start + 1), Term::new());
    let back = read(&woven(&file, &[term(0), term(2)]));
    let back = encode(back.target().unwrap(), &[term(0)], &EncodeOptions::default()).unwrap();
    let back = woven(std::str::from_utf8(&back.bytes).unwrap(), &[term(4)]);
    for number in 1..=4 {
        assert_eq!(back.matches(&format!("<mrk id=\"gw{number}\"")).count(), 1, "{back}");
    }
}

#[test]
fn what_is_said_of_many_units_takes_no_endless_memory() {
    let note = "n".repeat(100_000);
    let units = "<trans-unit id=\"1\"><source>a</source></trans-unit>".repeat(10_000);
    let file = one(&units).replace("<file ", &format!("<file its:locNote=\"{note}\" "));
    let file = read(&file);
    assert_eq!(file.units().len(), 10_000);
    assert!(file.heap_size() < 32 << 20, "{} bytes", file.heap_size());
    assert!(file.warnings()[0].message().starts_with("metadata of units"));
}
