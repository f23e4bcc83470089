use crate::{decode, export};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::ExportOptions;

const ALL: [Format; 3] = [Format::CasXmi, Format::CasXmiZip, Format::CasJson];

#[test]
fn annotations_come_back_with_offsets_beyond_the_basic_plane_and_in_hebrew() {
    let text = "😀 Cork & \"𝔸\"\tקורק\r\nשלום <b>";
    let german = "de".parse().unwrap();
    let document = Document::of_text(text.to_owned(), Some(&german));
    let at = |part: &str| {
        let start = text.find(part).unwrap();
        TextSpan::new(start, start + part.len())
    };
    let cork = Entity::new("http://a.example/?a=1&b=2")
        .with_class("http://nerd.eurecom.fr/ontology#Location");
    let all = [
        Annotation::entity(at("Cork"), cork.clone()),
        Annotation::entity(at("\"𝔸\""), Entity::default().with_class("http://a.example/#X")),
        Annotation::term(at("קורק"), Term::new().with_info_ref("http://a.example/t")),
        Annotation::entity(at("קורק\r\nשלום"), Entity::default().with_source("MESH", "D1")),
    ];
    for format in ALL {
        let options =
            ExportOptions { name: Some("a \"letter\"".into()), ..ExportOptions::default() };
        let made = export(&document, &all, format, &options).unwrap();
        assert!(
            made.skipped.is_empty() && made.placements.iter().all(|placement| placement.is_there())
        );
        let again = decode(made.bytes.clone(), format, &DecodeOptions::default()).unwrap();
        assert_eq!(again.text(), text);
        assert_eq!(again.annotations(), all);
        assert_eq!(again.language().unwrap().as_str(), "de");
        assert_eq!(again.sections().next().unwrap().name, Some("a \"letter\""));
        let source = again.source_span(at("Cork")).unwrap();
        assert_eq!(&again.source().bytes()[source.range()], b"Cork");
    }
}

#[test]
fn what_a_structure_cannot_say_is_reported() {
    let document = Document::of_text("Cork\u{1}".to_owned(), None);
    let cork =
        Entity::new("http://a.example/1").with_ident("http://a.example/2").with_confidence(0.5);
    let cork = Annotation::entity(TextSpan::new(0, 4), cork).by("http://a.example/tool");
    for format in ALL {
        let made =
            export(&document, std::slice::from_ref(&cork), format, &Default::default()).unwrap();
        let mut lost: Vec<&str> = made.skipped.iter().map(|skipped| skipped.subject()).collect();
        if format != Format::CasJson {
            assert_eq!(lost.remove(0), "characters that XML does not allow");
        }
        assert_eq!(lost, ["confidences", "further identifiers", "tools"]);
    }
}

#[test]
fn views_and_layers_of_users_are_read() {
    let source = r##"{"%TYPES": {}, "%FEATURE_STRUCTURES": [
      {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "sofaString": "\ud83d\ude00 Cork"},
      {"%ID": 2, "%TYPE": "uima.cas.Sofa", "sofaNum": 2, "sofaID": "other", "sofaString": "Cobh"},
      {"%ID": 5, "%TYPE": "uima.cas.Sofa", "sofaNum": 3, "sofaID": "sound", "sofaURI": "a.wav"},
      {"%ID": 3, "%TYPE": "webanno.custom.Town", "@sofa": 2, "begin": 0, "end": 4, "identifier": "wd:Q36647"},
      {"%ID": 4, "%TYPE": "custom.Token", "@sofa": 1, "begin": 3, "end": 7}],
      "%VIEWS": {}}"##;
    let document = decode(source, Format::CasJson, &DecodeOptions::default()).unwrap();
    assert_eq!(document.text(), "😀 Cork Cobh");
    let names: Vec<_> = document.sections().map(|section| section.name).collect();
    assert_eq!(names, [None, Some("other")]);
    let town = document.annotations()[0].as_entity().unwrap();
    assert_eq!(&*town.idents[0], "http://www.wikidata.org/entity/Q36647");
    assert_eq!(&*town.classes[0], "http://nerd.eurecom.fr/ontology#Town");
    let warnings: Vec<&str> = document.warnings().iter().map(|warning| warning.message()).collect();
    assert_eq!(
        warnings,
        [
            "the view `sound` has no text in the file",
            "1 annotations of the type `custom.Token` are not read"
        ]
    );
}

#[test]
fn offsets_that_leave_the_text_are_refused_with_their_place() {
    let json = r#"{"%FEATURE_STRUCTURES": [
      {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": "\ud83d\ude00"},
      {"%ID": 2, "%TYPE": "a.NamedEntity", "@sofa": 1, "begin": 0, "end": 1}]}"#;
    let error = decode(json, Format::CasJson, &DecodeOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.message().contains("`/%FEATURE_STRUCTURES/1` extends from 0 to 1"));
    let xmi = "<xmi:XMI xmlns:xmi='http://www.omg.org/XMI' xmlns:cas='http:///uima/cas.ecore'\n \
        xmlns:n='http:///a.ecore'>\n<n:NamedEntity xmi:id='7' sofa='1' begin='3' end='9'/>\n\
        <cas:Sofa xmi:id='1' sofaID='_InitialView' sofaString='To Cork'/></xmi:XMI>";
    let error = decode(xmi, Format::CasXmi, &DecodeOptions::default()).unwrap_err();
    assert!(error.message().contains("`7` extends from 3 to 9"));
    assert_eq!(error.location().unwrap().line(), 3);
    for (source, format) in
        [("<a/>", Format::CasXmi), ("{}", Format::CasJson), ("[1", Format::CasJson)]
    {
        let error = decode(source, format, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
    }
}

#[test]
fn an_archive_has_several_structures_and_a_type_system() {
    let structure = |text: &str, ends: &str| {
        let xmi = format!(
            "<xmi:XMI xmlns:xmi='http://www.omg.org/XMI' xmlns:cas='http:///uima/cas.ecore' xmlns:n='http:///a.ecore'>\
             <n:NamedEntity xmi:id='7' sofa='1' begin='0' end='{ends}' value='LOC'/>\
             <cas:Sofa xmi:id='1' sofaID='_InitialView' sofaString='{text}'/></xmi:XMI>"
        );
        xmi.into_bytes()
    };
    let packed = |second: &str| {
        let files = [
            ("a/one.xmi".to_owned(), structure("😀 &amp;", "2")),
            ("TypeSystem.xml".to_owned(), b"<x/>".to_vec()),
            ("two.xmi".to_owned(), structure("קורק", second)),
        ];
        glossweave_archive::write(&files).unwrap()
    };
    let document = decode(packed("4"), Format::CasXmiZip, &DecodeOptions::default()).unwrap();
    let names: Vec<_> = document.sections().map(|section| section.name.unwrap()).collect();
    assert_eq!((document.text(), names), ("😀 & קורק", vec!["one", "two"]));
    let spans: Vec<_> =
        document.annotations().iter().map(|annotation| annotation.span().range()).collect();
    assert_eq!(spans, [0..4, 7..15]);
    let at = document.source_span(TextSpan::new(7, 15)).unwrap();
    assert_eq!(&document.source().bytes()[at.range()], "קורק".as_bytes());
    let error = decode(packed("5"), Format::CasXmiZip, &DecodeOptions::default()).unwrap_err();
    assert!(error.message().contains("`two.xmi`") && error.location().is_some());
    let made = export(&document, &[], Format::CasXmiZip, &ExportOptions::default()).unwrap();
    let archive =
        glossweave_archive::Archive::open(&made.bytes, glossweave_archive::Limits::default())
            .unwrap();
    let types = String::from_utf8(archive.read("TypeSystem.xml").unwrap()).unwrap();
    assert!(types.contains("<name>de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity</name>"));
}

/// The format of relation, chain and slot layers in exports of INCEpTION.
#[test]
fn relations_are_not_annotations_and_other_features_are_reported() {
    let xmi = r#"<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmlns:custom="http:///webanno/custom.ecore"
      xmlns:type4="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore" xmi:version="2.0"><cas:NULL xmi:id="0"/>
      <type4:NamedEntity xmi:id="1" sofa="12" begin="0" end="4" value="LOC" identifier="http://a.example/1"/>
      <custom:Town xmi:id="2" sofa="12" begin="8" end="12" population="9" i7n_uiOrder="0" seat=""><names>a</names><names>b</names></custom:Town>
      <custom:Host xmi:id="3" sofa="12" begin="0" end="4" links="4"/><custom:LinkType xmi:id="4" role="p1" target="2"/>
      <custom:Relation xmi:id="5" sofa="12" begin="8" end="12" Governor="1" Dependent="2" value="in"/>
      <custom:SimpleLink xmi:id="6" sofa="12" begin="0" end="4" next="7"/><custom:SimpleChain xmi:id="8" sofa="12" first="6"/>
      <cas:Sofa xmi:id="12" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="Cork in Cobh"/></xmi:XMI>"#;
    let json = r##"{"%TYPES": {}, "%FEATURE_STRUCTURES": [
      {"%ID": 12, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "sofaString": "Cork in Cobh"},
      {"%ID": 1, "%TYPE": "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity", "@sofa": 12, "begin": 0, "end": 4, "value": "LOC",
        "identifier": "http://a.example/1"},
      {"%ID": 2, "%TYPE": "webanno.custom.Town", "@sofa": 12, "begin": 8, "end": 12, "population": 9, "@names": 9, "^names": 8},
      {"%ID": 3, "%TYPE": "webanno.custom.Host", "@sofa": 12, "begin": 0, "end": 4, "@links": 13},
      {"%ID": 5, "%TYPE": "webanno.custom.Relation", "@sofa": 12, "begin": 8, "end": 12, "@Governor": 1, "@Dependent": 2},
      {"%ID": 6, "%TYPE": "webanno.custom.SimpleLink", "@sofa": 12, "begin": 0, "end": 4, "@next": 7},
      {"%ID": 8, "%TYPE": "webanno.custom.SimpleChain", "@sofa": 12, "@first": 6}], "%VIEWS": {}}"##;
    for (source, format) in [(xmi, Format::CasXmi), (json, Format::CasJson)] {
        let document = decode(source, format, &DecodeOptions::default()).unwrap();
        let classes = document.annotations().iter().map(|annotation| {
            annotation.as_entity().unwrap().classes[0].rsplit('#').next().unwrap()
        });
        assert_eq!(classes.collect::<Vec<_>>(), ["Location", "Host", "SimpleLink", "Town"]);
        let warnings: Vec<&str> =
            document.warnings().iter().map(|warning| warning.message()).collect();
        let expected = [
            "1 annotations of the type `webanno.custom.Relation` are not read",
            "1 annotations of the type `webanno.custom.SimpleChain` are not read",
            "1 values of `webanno.custom.Host:links` are not read",
            "1 values of `webanno.custom.SimpleLink:next` are not read",
            "2 values of `webanno.custom.Town:names` are not read",
            "1 values of `webanno.custom.Town:population` are not read",
        ];
        assert_eq!(warnings, expected, "{format}");
    }
}
