use std::fs;
use std::path::{Path, PathBuf};

use glossweave_base::error::ErrorKind;
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::{Passage, Recognizer};

use crate::{SpanClassifier, check};

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/data/spans", name].iter().collect()
}

fn classifier() -> SpanClassifier {
    let opened = SpanClassifier::open(data("")).unwrap().with_class("person", None).unwrap();
    opened.with_class("city", Some("http://schema.org/City")).unwrap()
}

/// Returns the matching texts, with the last segments of their classes.
fn found<'t>(classifier: &SpanClassifier, text: &'t str) -> Vec<(&'t str, String)> {
    let annotations = classifier.recognize(&Passage::new(text)).unwrap();
    let each = annotations.iter().map(|annotation| {
        let class = &annotation.as_entity().unwrap().classes[0];
        let name = class.rsplit(['#', '/']).next().unwrap();
        (&text[annotation.span().range()], name.to_owned())
    });
    each.collect()
}

fn assert_found(text: &str, expected: &[(&str, &str)]) {
    let found = found(&classifier(), text);
    let found: Vec<_> = found.iter().map(|(text, class)| (*text, class.as_str())).collect();
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn spans_are_of_the_classes_of_the_caller() {
    assert_found("Anna Karenina to Cork.", &[("Anna Karenina", "Person"), ("Cork", "City")]);
    assert_found("😀 Ánna to Karenina", &[("Ánna to Karenina", "Person")]);
    assert_found("Anna to to Karenina", &[]);
    assert_found("Corker-to to", &[("Corker-to", "City")]);
    assert_found("", &[]);
    let classes: Vec<(String, String)> =
        classifier().classes().map(|(name, iri)| (name.to_owned(), iri.to_owned())).collect();
    assert_eq!(classes[0].1, "http://nerd.eurecom.fr/ontology#Person");
    let cities = SpanClassifier::open(data("")).unwrap().with_class("city", None).unwrap();
    assert_eq!(found(&cities, "Anna Karenina to Cork"), [("Cork", "city".to_owned())]);
    assert_eq!(found(&SpanClassifier::open(data("")).unwrap(), "Cork"), []);
}

#[test]
fn of_spans_that_overlap_the_more_probable_one_stays() {
    // Both words are cities, and so is the combination. If spans have equal probabilities, the
    // first is used.
    assert_found("Cork Cork", &[("Cork", "City"), ("Cork", "City")]);
    assert_found("perhaps Cork", &[("perhaps", "City"), ("Cork", "City")]);
    let sure = classifier().with_min_confidence(0.6);
    assert_eq!(found(&sure, "perhaps to to Cork"), [("Cork", "City".to_owned())]);
    let confidence = classifier().recognize(&Passage::new("perhaps")).unwrap()[0].confidence();
    assert_eq!(confidence, Some(0.5));
}

#[test]
fn long_texts_are_read_in_windows() {
    let text = "to to Anna Karenina to to to Cork to ".repeat(60);
    assert_found(&text, &[("Anna Karenina", "Person"), ("Cork", "City")].repeat(60));
    let blocks = [TextSpan::new(0, 4), TextSpan::new(5, 13)];
    let passage = Passage::new("Anna Karenina").with_blocks(&blocks);
    assert_eq!(classifier().recognize(&passage).unwrap(), []);
}

#[test]
fn options_are_set_by_their_names() {
    let mut classifier = SpanClassifier::open(data("")).unwrap();
    for (name, value) in [
        ("class", "city=http://schema.org/City"),
        ("class", "person"),
        ("confidence", "0.9"),
        ("threads", "1"),
    ] {
        classifier.set(name, value).unwrap();
    }
    assert_eq!(
        found(&classifier, "Anna Karenina, perhaps"),
        [("Anna Karenina", "Person".to_owned())]
    );
    for (name, value) in [
        ("class", "city=town"),
        ("class", " - "),
        ("class", &"city ".repeat(30)),
        ("confidence", "2"),
        ("threads", "few"),
        ("colour", "red"),
    ] {
        let error = classifier.set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)), "{value}");
    }
}

fn copied(folder: &Path) {
    for name in ["model.onnx", "tokenizer.json", "gliner_config.json", "config.json"] {
        fs::copy(data(name), folder.join(name)).unwrap();
    }
}

#[test]
fn models_of_another_width_or_other_marks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    copied(folder.path());
    fs::copy(data("wide.onnx"), folder.path().join("model.onnx")).unwrap();
    let opened = SpanClassifier::open(folder.path()).unwrap().with_class("city", None).unwrap();
    let error = opened.recognize(&Passage::new("to Cork to Cork")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    for (config, message) in [
        ("{}", "has no `max_width` from 1 to 64"),
        (r#"{"max_width": 3, "ent_token": "[CLASS]"}"#, "does not have the token `[CLASS]`"),
        ("[", "is not the configuration of a model"),
    ] {
        fs::write(folder.path().join("gliner_config.json"), config).unwrap();
        let error = SpanClassifier::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
        assert!(error.message().contains(message), "{error}");
    }
    copied(folder.path());
    let classifier = data("../classifier/model.onnx");
    fs::copy(classifier, folder.path().join("model.onnx")).unwrap();
    let error = SpanClassifier::open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("has the input `token_type_ids`"), "{error}");
}

#[test]
fn a_report_knows_span_classifiers() {
    let report = check(data("")).unwrap();
    assert_eq!(
        (report.kind, report.max_tokens, report.vocabulary),
        ("span-classifier", Some(64), Some(15))
    );
    assert_eq!(report.inputs.len(), 6);
    assert!(report.tokens_per_second.unwrap() > 0.0);
}

#[test]
fn damaged_files_are_errors_and_no_panics() {
    let folder = tempfile::tempdir().unwrap();
    copied(folder.path());
    for name in ["model.onnx", "gliner_config.json"] {
        let whole = fs::read(data(name)).unwrap();
        for at in (0..whole.len()).step_by(glossweave_testing::count(13, 1)) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xFF;
            for bytes in [&whole[..at], &damaged] {
                fs::write(folder.path().join(name), bytes).unwrap();
                // If a damaged file can be opened, recognition must succeed or return an error.
                let opened = SpanClassifier::open(folder.path());
                if let Ok(classifier) =
                    opened.and_then(|classifier| classifier.with_class("city", None))
                {
                    let _ = classifier.recognize(&Passage::new("to Cork"));
                }
            }
        }
        fs::copy(data(name), folder.path().join(name)).unwrap();
    }
}
