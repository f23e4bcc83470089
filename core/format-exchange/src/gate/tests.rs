use crate::decode;
use crate::tests::{comes_back, everything};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;

#[test]
fn everything_is_said() {
    let (document, all) = everything();
    for format in [Format::GateXml, Format::GateJson] {
        comes_back(&document, &all, format, &[]);
    }
}

const XML: &str = r#"<GateDocument version="3"><GateDocumentFeatures/>
<TextWithNodes><Node id="0"/>😀<Node id="2"/> <Node id="3"/>קורק &amp;<Node id="9"/></TextWithNodes>
<AnnotationSet><Annotation Id="1" Type="Token" StartNode="0" EndNode="2"/></AnnotationSet>
<AnnotationSet Name="Key"><Annotation Id="2" Type="Location" StartNode="3" EndNode="END">
<Feature><Name>inst</Name><Value>http://a.example/1 http://a.example/2</Value></Feature>
<Feature><Name>rule</Name><Value>x</Value></Feature></Annotation></AnnotationSet></GateDocument>"#;

#[test]
fn sets_with_nodes_are_read() {
    let document =
        decode(XML.replace("END", "9"), Format::GateXml, &DecodeOptions::default()).unwrap();
    let annotation = &document.annotations()[0];
    assert_eq!(&document.text()[annotation.span().range()], "קורק &");
    let entity = annotation.as_entity().unwrap();
    assert_eq!((entity.idents.len(), entity.classes.len()), (2, 1));
    assert_eq!(document.warnings().len(), 3);
    let error =
        decode(XML.replace("END", "7"), Format::GateXml, &DecodeOptions::default()).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 4));
    let error =
        decode(XML.replace("END", "2"), Format::GateXml, &DecodeOptions::default()).unwrap_err();
    assert!(error.message().contains("before it begins"));
}

/// Lists and other structured values, as gatenlp and GATE write them, and features of the document.
#[test]
fn features_of_all_sorts_are_reported() {
    let json = r#"{"text": "Cork", "name": "a", "features": {"gate.SourceURL": "x", "year": 2024, "empty": null, "list": [1]},
      "annotation_sets": {"": {"annotations": [{"type": "Location", "start": 0, "end": 4,
        "features": {"list": ["a", 0], "none": null, "map": {"k": true}, "number": 3.5}}]}}}"#;
    let feature = |name: &str| format!("<Feature><Name>{name}</Name><Value>1</Value></Feature>");
    let features = ["year", "MimeType", "list"].map(feature).concat();
    let xml = XML.replace(
        "<GateDocumentFeatures/>",
        &format!("<GateDocumentFeatures>{features}</GateDocumentFeatures>"),
    );
    let all = "1 values of `list` are not read, 1 values of `map` are not read, 1 values of `number` are not read";
    let document = "2 features of the document are not read";
    for (source, format, expected) in [
        (json.to_owned(), Format::GateJson, format!("{all}, {document}")),
        (
            xml.replace("END", "9"),
            Format::GateXml,
            format!("1 values of `rule` are not read, {document}"),
        ),
    ] {
        let read = decode(source, format, &DecodeOptions::default()).unwrap();
        let warnings: Vec<&str> = read.warnings().iter().map(|warning| warning.message()).collect();
        assert!(warnings.join(", ").ends_with(&expected), "{warnings:?}");
    }
}

#[test]
fn offsets_of_java_are_utf_16_units() {
    for (kind, start, end) in [("j", 3, 7), ("p", 2, 6)] {
        let source = format!(
            r#"{{"text": "\ud83d\ude00 Cork", "offset_type": "{kind}", "annotation_sets": {{"": {{"annotations": [
              {{"type": "Location", "start": {start}, "end": {end}, "features": {{}}}}]}}}}}}"#
        );
        let document = decode(source, Format::GateJson, &DecodeOptions::default()).unwrap();
        assert_eq!(document.annotations()[0].span().range(), 5..9);
    }
    for source in [
        "{}",
        r#"{"text": "a", "annotation_sets": {"": {"annotations": [{"start": 0, "end": 2}]}}}"#,
    ] {
        let error = decode(source, Format::GateJson, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
    }
    let error = decode("<a/>", Format::GateXml, &DecodeOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}
