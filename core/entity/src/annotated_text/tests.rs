use super::read_corpus;
use crate::disambiguation::LinkedCorpus;
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::{ExportOptions, decode, export};
use glossweave_ner::{Corpus, Tagger, Training};

const COLUMNS: &str = "-DOCSTART- O\n\nAnn B-PER\nRoe I-PER\nmet O\nBob B-PER\nin O\nCork B-LOC\n. O\n\n\
    She O\nleft O\nCork B-LOC\n. O\n\n-DOCSTART- O\n\nBob B-PER\nstayed O\n. O\n\n";

/// Converts columns to a file in another format.
fn exported(columns: &str, format: Format) -> Vec<u8> {
    let document = decode(columns, Format::Conll2003, &DecodeOptions::default()).unwrap();
    let options = ExportOptions::default();
    export(&document, document.annotations(), format, &options).unwrap().bytes
}

#[test]
fn every_format_gives_the_corpus_of_its_columns() {
    let several = [
        Format::Conllu,
        Format::LabelStudio,
        Format::Brat,
        Format::BiocXml,
        Format::BiocJson,
        Format::PubAnnotation,
    ];
    let single = [
        Format::CasXmi,
        Format::CasXmiZip,
        Format::CasJson,
        Format::GateXml,
        Format::GateJson,
        Format::Tei,
    ];
    let first = COLUMNS.split("-DOCSTART- O\n\nBob").next().unwrap();
    let cases = several.iter().map(|format| (COLUMNS, *format));
    for (columns, format) in cases.chain(single.iter().map(|format| (first, *format))) {
        let expected = Corpus::from_conll(columns).unwrap();
        let corpus = read_corpus(&exported(columns, format), Some(format)).unwrap();
        assert_eq!(corpus.documents, expected.documents, "{format}");
        let iris =
            ["Location", "Person"].map(|name| format!("http://nerd.eurecom.fr/ontology#{name}"));
        assert_eq!(corpus.classes, iris, "{format}");
    }
}

#[test]
fn a_tagger_is_evaluated_on_documents_of_another_format() {
    let towns = ["Cork", "Cobh", "Mallow", "Kinsale", "Youghal", "Bandon"];
    let column = |town: &str| format!("-DOCSTART- O\n\nWe O\nleft O\n{town} B-LOC\n. O\n\n");
    let columns: String = towns.iter().map(|town| column(town)).collect();
    let held_out = column("Fermoy") + &column("Macroom");
    for format in [Format::LabelStudio, Format::Brat] {
        let tasks = |columns: &str| read_corpus(&exported(columns, format), Some(format)).unwrap();
        let in_columns = |columns: &str| Corpus::from_conll(columns).unwrap();
        for (training, test) in [
            (tasks(&columns), tasks(&held_out)),
            (in_columns(&columns), tasks(&held_out)),
            (tasks(&columns), in_columns(&held_out)),
        ] {
            let tagger = Tagger::train(&training, &Training::default()).unwrap();
            let scores = tagger.evaluate(&test);
            assert_eq!((scores.overall.expected, scores.overall.f1()), (2, 1.0), "{format}");
            assert_eq!(scores.classes.len(), 1);
        }
    }
}

/// Returns tasks of Label Studio with the given texts and additional members.
fn tasks(tasks: &[(&str, &str)]) -> String {
    let tasks =
        tasks.iter().map(|(text, rest)| format!(r#"{{"data": {{"text": "{text}"}}{rest}}}"#));
    format!("[{}]", tasks.collect::<Vec<_>>().join(", "))
}

const CORK: &str =
    r#"{"type": "labels", "value": {"start": 3, "end": 7, "text": "Cork", "labels": ["LOC"]}}"#;

#[test]
fn texts_without_annotations_are_skipped_and_counted() {
    let people = |cancelled: bool, results: &str| {
        format!(r#", "annotations": [{{"was_cancelled": {cancelled}, "result": [{results}]}}]"#)
    };
    let predicted = format!(r#", "predictions": [{{"result": [{CORK}]}}]"#);
    let cancelled = people(true, "") + &predicted;
    let done = [("To Cork.", people(false, CORK)), ("No name.", people(false, ""))];
    let open = [
        ("To Cobh.", people(true, "")),
        ("To Trim.", cancelled),
        ("To Tuam.", r#", "annotations": []"#.to_owned()),
        ("To Muff.", String::new()),
        ("In Cork.", predicted.clone()),
    ];
    let all: Vec<(&str, &str)> =
        done.iter().chain(&open).map(|(text, rest)| (*text, rest.as_str())).collect();
    let corpus = read_corpus(tasks(&all).as_bytes(), Some(Format::LabelStudio)).unwrap();
    let words: Vec<&str> = corpus.sentences().map(|sentence| sentence.tokens[0].as_str()).collect();
    assert_eq!((words, corpus.unannotated), (vec!["To", "No"], 5));
    // Predictions are used as annotations when there are no other annotations.
    let predictions = tasks(&[("To Cork.", &predicted), ("To Muff.", "")]);
    let corpus = read_corpus(predictions.as_bytes(), Some(Format::LabelStudio)).unwrap();
    assert_eq!((corpus.documents.len(), corpus.unannotated), (1, 1));
    let brief = br#"[{"text": "To Cork.", "label": [{"start": 3, "end": 7, "text": "Cork", "labels": ["LOC"]}]},
        {"text": "No name.", "id": 2}]"#;
    let corpus = read_corpus(brief, Some(Format::LabelStudio)).unwrap();
    assert_eq!((corpus.documents.len(), corpus.unannotated), (2, 0));
    let error = read_corpus(tasks(&[("To Cobh.", "")]).as_bytes(), Some(Format::LabelStudio));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(error.message().contains("1 texts are not annotated"), "{error}");
}

#[test]
fn linked_names_are_in_the_text_of_their_section() {
    let linked = r#"{"type": "labels", "value": {"start": 3, "end": 7, "labels": ["LOC"]},
        "meta": {"identifiers": ["http://example.org/cork"]}}"#;
    let members = format!(r#", "annotations": [{{"result": [{linked}]}}]"#);
    let file = tasks(&[("To Cork.", &members), ("In Cork.", &members)]);
    let corpus = LinkedCorpus::read(file.as_bytes(), Some(Format::LabelStudio)).unwrap();
    assert_eq!(corpus.names(), 2);
    assert_eq!(corpus.examples_of(&|_| true).len(), 2);
}
