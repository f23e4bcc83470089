use crate::tests::{comes_back, everything};
use crate::{decode, export};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_format_base::ExportOptions;

const BOTH: [Format; 2] = [Format::BiocXml, Format::BiocJson];

#[test]
fn everything_is_said() {
    let (document, all) = everything();
    for format in BOTH {
        comes_back(&document, &all, format, &[]);
    }
}

#[test]
fn units_are_passages_with_offsets_in_the_document() {
    let page = "<h1>😀 Cork</h1><p>To קורק";
    let page = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
    let at = page.text().find("קורק").unwrap();
    let class = || Entity::default().with_class("http://nerd.eurecom.fr/ontology#Location");
    let inside = Annotation::entity(TextSpan::new(at, page.text().len()), class());
    let across = Annotation::entity(TextSpan::new(5, at), class());
    for format in BOTH {
        let made =
            export(&page, &[inside.clone(), across.clone()], format, &ExportOptions::default());
        let made = made.unwrap();
        let text = String::from_utf8(made.bytes.clone()).unwrap();
        assert!(
            text.contains("offset=\"10\" length=\"4\"")
                || text.contains("\"offset\":10,\"length\":4")
        );
        assert!(made.placements[0].is_there() && !made.placements[1].is_there());
        let again = decode(made.bytes, format, &DecodeOptions::default()).unwrap();
        assert_eq!((again.text(), again.units().count()), (page.text(), 2));
        assert_eq!(again.annotations(), std::slice::from_ref(&inside));
    }
}

const PUBTATOR: &str = r#"<!DOCTYPE collection SYSTEM "BioC.dtd">
<collection><source>PubTator</source><date/><key>BioC.key</key>
<document><id>1</id>
<passage><infon key="type">title</infon><offset>0</offset><text>β-catenin &amp; 😀</text></passage>
<passage><infon key="type">abstract</infon><offset>UNIT</offset><text>Of β-catenin.</text>
<annotation id="4"><infon key="identifier">1499</infon><infon key="type">Gene</infon><infon key="ncbi">x</infon>
<location offset="START" length="LENGTH"/><text>β-catenin</text></annotation>
<relation id="R1"/></passage></document></collection>"#;

#[test]
fn offsets_in_bytes_are_found_by_the_texts() {
    for (unit, start, length) in [("14", "17", "9"), ("18", "21", "10")] {
        let source =
            PUBTATOR.replace("UNIT", unit).replace("START", start).replace("LENGTH", length);
        let document = decode(source, Format::BiocXml, &DecodeOptions::default()).unwrap();
        let gene = &document.annotations()[0];
        assert_eq!(&document.text()[gene.span().range()], "β-catenin");
        let entity = gene.as_entity().unwrap();
        assert_eq!(
            (entity.source.as_deref(), entity.ident.as_deref()),
            (Some("Gene"), Some("1499"))
        );
        assert_eq!(document.warnings().len(), 2);
    }
    let source = PUBTATOR.replace("UNIT", "14").replace("START", "17").replace("LENGTH", "99");
    let error = decode(source, Format::BiocXml, &DecodeOptions::default()).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 6));
}

#[test]
fn what_is_no_collection_is_refused() {
    for (source, format) in [
        ("<a/>", Format::BiocXml),
        ("<collection><document><passage/></document></collection>", Format::BiocXml),
        ("{}", Format::BiocJson),
        (r#"{"documents": [{"passages": [{"text": "a"}]}]}"#, Format::BiocJson),
        (
            r#"{"passages": [{"offset": 0, "text": "a", "annotations": [{"locations": [{}]}]}]}"#,
            Format::BiocJson,
        ),
    ] {
        let error = decode(source, format, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{source}");
    }
}

#[test]
fn a_wrong_annotation_is_skipped_with_its_line() {
    let annotation = |id: &str, offset: &str, length: &str, text: &str| {
        format!(
            r#"{{"id": "{id}", "infons": {{"type": "PER"}}, "text": "{text}",
            "locations": [{{"offset": {offset}, "length": {length}}}]}}"#
        )
    };
    let all = [
        annotation("a", "10", "3", "Ann"),
        annotation("b", "18", "99", "Bob"),
        annotation("c", "null", "3", "Bob"),
        annotation("d", "18", "3", "Bob"),
    ];
    let source = format!(
        r#"{{"passages": [{{"offset": 10, "text": "Ann met Bob.", "annotations": [{}]}}]}}"#,
        all.join(", ")
    );
    let document = decode(source, Format::BiocJson, &DecodeOptions::default()).unwrap();
    let spans: Vec<_> = document.annotations().iter().map(|found| found.span().range()).collect();
    assert_eq!(spans, [0..3, 8..11]);
    let warnings = document.warnings().iter().zip([("`b`", 2), ("`c`", 3)]);
    for (warning, (id, line)) in warnings {
        assert!(warning.message().contains(id), "{warning:?}");
        assert_eq!(document.source().location(warning.span()).line(), line);
    }
    assert_eq!(document.warnings().len(), 2);
    let source = PUBTATOR.replace("UNIT", "14").replace("START", "17").replace("LENGTH", "9");
    let bad = r#"<annotation id="9"><location offset="x" length="1"/></annotation><relation"#;
    let source = source.replace("<relation", bad);
    let document = decode(source, Format::BiocXml, &DecodeOptions::default()).unwrap();
    assert_eq!(
        (document.annotations().len(), document.warnings()[0].message().contains("`9`")),
        (1, true)
    );
}

#[test]
fn documents_come_in_lists_and_answers_of_services() {
    let passage = |offset: usize| {
        format!(
            r#"{{"id": "1", "passages": [{{"offset": 100, "text": "Ann met Bob.", "annotations": [{{"id": "a",
            "infons": {{"type": "PER"}}, "text": "Bob", "locations": [{{"offset": {offset}, "length": 3}}]}}]}}]}}"#
        )
    };
    // Some programs count from the start of the passage.
    for document in [passage(108), passage(8)] {
        for source in [
            document.clone(),
            format!("[{document}]"),
            format!(r#"{{"PubTator3": [{document}]}}"#),
            format!(r#"[{{"source": "x", "documents": [{document}]}}]"#),
        ] {
            let document = decode(source, Format::BiocJson, &DecodeOptions::default()).unwrap();
            assert_eq!(document.annotations()[0].span().range(), 8..11);
            assert!(document.warnings().is_empty());
        }
    }
    let source = format!("[{}, 5]", passage(108));
    let document = decode(source, Format::BiocJson, &DecodeOptions::default()).unwrap();
    assert!(document.warnings()[0].message().starts_with("1 list entries"));
}
