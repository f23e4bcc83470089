use crate::decode;
use crate::tests::{comes_back, everything};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document};

#[test]
fn everything_is_said() {
    let (document, all) = everything();
    comes_back(&document, &all, Format::LabelStudio, &[]);
}

#[test]
fn the_unit_of_offsets_is_found_by_the_texts() {
    for (start, end) in [(5, 9), (6, 10)] {
        let source = format!(
            r#"[{{"id": 7, "data": {{"review": "\ud83d\ude00 to Cork"}}, "annotations": [{{"result": [
              {{"id": "a", "from_name": "l", "to_name": "t", "type": "labels",
                "value": {{"start": {start}, "end": {end}, "text": "Cork", "labels": ["LOC", "City"]}}}},
              {{"id": "b", "type": "choices", "value": {{"choices": ["x"]}}}}]}}],
              "predictions": [{{"result": []}}]}}]"#
        );
        let document = decode(source, Format::LabelStudio, &DecodeOptions::default()).unwrap();
        assert_eq!(document.sections().next().unwrap().name, Some("7"));
        assert_eq!(document.annotations().len(), 2);
        for annotation in document.annotations() {
            assert_eq!(&document.text()[annotation.span().range()], "Cork");
        }
        assert_eq!(document.warnings().len(), 2);
    }
}

#[test]
fn tasks_without_text_are_refused() {
    for source in ["[{}]", "{}", r#"[{"data": {"a": "x", "b": "y"}}]"#] {
        let error = decode(source, Format::LabelStudio, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
    }
}

fn read(source: &str) -> Document {
    decode(source, Format::LabelStudio, &DecodeOptions::default()).unwrap()
}

/// Returns the texts of annotations with their labels.
fn labelled_texts(document: &Document) -> Vec<(&str, &str)> {
    let text = |annotation: &Annotation| document.text().get(annotation.span().range()).unwrap();
    let texts = document.annotations().iter().map(text);
    let classes = document.annotations().iter().map(|annotation| {
        let class = annotation.as_entity().unwrap().classes.first().map_or("", |class| &**class);
        class.rsplit('#').next().unwrap()
    });
    texts.zip(classes).collect()
}

fn warnings(document: &Document) -> Vec<&str> {
    document.warnings().iter().map(|warning| warning.message()).collect()
}

/// A choice for a region has the same span as the labels of the region. A relation has no span.
#[test]
fn only_labels_are_annotations() {
    let source = r#"[{"id": 1, "data": {"text": "To Cork and Cobh"}, "drafts": [], "annotations": [{"result": [
      {"id": "a", "from_name": "label", "to_name": "text", "type": "labels",
        "value": {"start": 3, "end": 7, "score": 0.5, "text": "Cork", "labels": ["City"]}},
      {"id": "a", "from_name": "sure", "to_name": "text", "type": "choices",
        "value": {"start": 3, "end": 7, "text": "Cork", "choices": ["yes"]}},
      {"id": "a", "from_name": "why", "to_name": "text", "type": "textarea",
        "value": {"start": 3, "end": 7, "text": ["a city"]}},
      {"id": "b", "from_name": "label", "to_name": "text", "type": "labels",
        "value": {"start": 12, "end": 16, "text": "Cork"}},
      {"from_id": "a", "to_id": "b", "type": "relation", "direction": "right", "labels": ["near"]}]}]}]"#;
    let document = read(source);
    assert_eq!(labelled_texts(&document), [("Cork", "City"), ("Cobh", "")]);
    assert_eq!(document.annotations()[0].as_entity().unwrap().confidence, Some(0.5));
    let expected = [
        "3 results other than text labels are not read",
        "1 results quote a text that differs from their span",
    ];
    assert_eq!(warnings(&document), expected);
}

/// In dialogues, `start` and `end` are paragraph numbers.
#[test]
fn paragraphs_of_a_dialogue_are_units() {
    let task = |end: usize, last: usize| {
        format!(
            r#"{{"id": 9, "data": {{"dialogue": [{{"author": "Anna", "text": "😀 To Cork?"}}, {{"author": "Ben", "text": ""}},
        {{"author": "Ben", "text": "קורק, yes"}}]}}, "annotations": [{{"result": [
        {{"id": "a", "type": "paragraphlabels", "value": {{"start": "0", "end": "0", "startOffset": 6, "endOffset": 10,
          "text": "Cork", "paragraphlabels": ["City"]}}}},
        {{"id": "b", "type": "paragraphlabels", "value": {{"start": "2", "end": "2", "startOffset": 0, "endOffset": {end},
          "text": "קורק", "paragraphlabels": ["City"]}}}},
        {{"id": "c", "type": "paragraphlabels", "value": {{"start": "0", "end": "{last}", "startOffset": 6, "endOffset": 4,
          "paragraphlabels": ["Turn"]}}}}]}}]}}"#
        )
    };
    let document = read(&task(4, 2));
    let units: Vec<_> = document.units().map(|unit| unit.text().to_string()).collect();
    assert_eq!(units, ["😀 To Cork?", "קורק, yes"]);
    assert_eq!(
        labelled_texts(&document),
        [("Cork", "City"), ("קורק", "City"), ("Cork? קורק", "Turn")]
    );
    assert!(document.warnings().is_empty());
    let at = document.source_span(document.annotations()[1].span()).unwrap();
    assert_eq!(&document.source().bytes()[at.range()], "קורק".as_bytes());
    for (wrong, message) in
        [(task(99, 2), "`b` extends from 2:0 to 2:99"), (task(4, 7), "`c` extends from 0:6 to 7:4")]
    {
        let document = read(&wrong);
        assert_eq!(document.annotations().len(), 2, "{message}");
        assert!(document.warnings()[0].message().contains(message), "{:?}", warnings(&document));
    }
}

#[test]
fn a_wrong_task_or_result_is_skipped_with_its_line() {
    let result = |end: usize| {
        format!(
            r#"{{"type": "labels", "value": {{"start": 6, "end": {end}, "text": "World", "labels": ["X"]}}}}"#
        )
    };
    let task = |results: &str| {
        format!(
            r#"{{"data": {{"text": "Hello World"}}, "annotations": [{{"result": [{results}]}}]}}"#
        )
    };
    let (good, bad) = (result(11), result(14));
    let mixed = task(&format!("{bad}, {good}"));
    let without_text = r#"{"data": {"a": 1}}"#;
    let document = read(&format!("[5,\n{mixed},\n{without_text}]"));
    assert_eq!(labelled_texts(&document).len(), 1);
    let expected = [
        "task 1: expected a task with a text, found none at `/0`; it is skipped",
        "a result extends from 6 to 14, beyond the text; it is skipped",
        "task 3: expected a task with a text, found none at `/2/data`; it is skipped",
    ];
    assert_eq!(warnings(&document), expected);
    let lines: Vec<u32> = document
        .warnings()
        .iter()
        .map(|warning| document.source().location(warning.span()).line())
        .collect();
    assert_eq!(lines, [1, 2, 3]);
    assert_eq!(labelled_texts(&read(&format!("[{}, {}]", task(&bad), task(&good)))).len(), 1);
    let only = format!("[{}]", task(&bad));
    assert!(decode(only, Format::LabelStudio, &DecodeOptions::default()).is_err());
}

/// A span of a page is specified by paths below `body` and by offsets in text nodes.
#[test]
fn pages_are_read_as_pages() {
    let source = r#"[{"id": 1, "data": {"html": "<h1>To <b>C\u00f4rk</b></h1><p>😀 &amp; Cork <i>or</i> Cork, קורק"}, "annotations": [{"result": [
      {"id": "a", "type": "hypertextlabels", "value": {"start": "/h1[1]/b[1]/text()[1]", "end": "/h1[1]/b[1]/text()[1]",
        "startOffset": 0, "endOffset": 4, "globalOffsets": {"start": 3, "end": 7}, "text": "Côrk", "hypertextlabels": ["City"]}},
      {"id": "b", "type": "labels", "value": {"start": "/p[1]/text()[2]", "end": "/p[1]/text()[2]", "startOffset": 1,
        "endOffset": 5, "text": "Cork", "labels": ["Town"]}},
      {"id": "c", "type": "labels", "value": {"start": "/p[1]/text()[1]", "end": "/p[1]/text()[1]", "startOffset": 5,
        "endOffset": 9, "labels": ["City"]}},
      {"id": "d", "type": "labels", "value": {"start": "/p[7]/text()[1]", "end": "/p[7]/text()[1]", "startOffset": 0,
        "endOffset": 4, "labels": ["City"]}}]}]},
      {"id": 2, "data": {"html": "<p>קורק"}, "predictions": [{"result": [
      {"id": "e", "type": "hypertextlabels", "value": {"start": "/p[1]/text()[1]", "end": "/p[1]/text()[1]",
        "startOffset": 0, "endOffset": 4, "text": "קורק", "hypertextlabels": ["City"]}}]}]},
      {"id": 3, "data": {"html": "<p>Nothing"}}]"#;
    let document = read(source);
    assert_eq!(document.text(), "To Côrk 😀 & Cork or Cork, קורק קורק Nothing");
    assert_eq!(document.sections().count(), 3);
    assert_eq!(
        labelled_texts(&document),
        [("Côrk", "City"), ("Cork", "City"), ("Cork", "Town"), ("קורק", "City")]
    );
    let starts: Vec<usize> =
        document.annotations().iter().map(|annotation| annotation.span().start()).collect();
    let cork = document.text().find(" Cork").unwrap() + 1;
    assert_eq!(starts[1..3], [cork, document.text().find("Cork,").unwrap()]);
    assert_eq!(warnings(&document), ["1 results other than text labels are not read"]);
    let at = document.source_span(document.annotations()[0].span()).unwrap();
    assert_eq!(&document.source().bytes()[at.range()], br"C\u00f4rk");
}

/// The format of an export in `JSON_MIN`.
#[test]
fn the_brief_notation_is_read() {
    let source = r#"[{"id": 3, "text": "To Cork", "sentiment": "glad", "annotator": 1, "annotation_id": 2, "created_at": "2024",
      "label": [{"start": 3, "end": 7, "text": "Cork", "labels": ["City"]}]}]"#;
    let document = read(source);
    assert_eq!((document.text(), labelled_texts(&document)), ("To Cork", vec![("Cork", "City")]));
    assert_eq!(document.sections().next().unwrap().name, Some("3"));
}

#[test]
fn places_of_files_are_no_texts() {
    for place in ["https://a.example/x.wav", "s3://bucket/x.txt", "/data/upload/1/x.wav"] {
        let source = format!(
            r#"[{{"data": {{"audio": "{place}"}}, "annotations": [{{"result": [
          {{"type": "labels", "value": {{"start": 1.0, "end": 3.0, "labels": ["x"]}}}}]}}]}}]"#
        );
        let error = decode(source, Format::LabelStudio, &DecodeOptions::default()).unwrap_err();
        assert!(error.message().contains("`/0/data`"), "{error}");
    }
}
