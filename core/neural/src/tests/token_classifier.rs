use std::fs;
use std::path::PathBuf;

use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_testing::{Stopwatch, count};

use crate::model::{Threads, TokenModel};
use crate::onnx::{Graph, expanded};
use crate::{Aggregation, TokenClassifier};

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/data/classifier", name].iter().collect()
}

fn classifier() -> TokenClassifier {
    TokenClassifier::open(data("")).unwrap()
}

/// Returns the matching texts, with the last segments of their classes.
fn found<'t>(classifier: &TokenClassifier, text: &'t str) -> Vec<(&'t str, String)> {
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
fn labels_become_spans_with_classes() {
    assert_found(
        "Anna Karenina to Cork City.",
        &[("Anna Karenina", "Person"), ("Cork City", "Location")],
    );
    assert_found("ANNA ANNA", &[("ANNA", "Person"), ("ANNA", "Person")]);
    assert_found("the Lusitania", &[("Lusitania", "SHIP")]);
    assert_found("Lusitania@Lusitania", &[("Lusitania@Lusitania", "SHIP")]);
    assert_found("Lusitania @", &[("Lusitania", "SHIP"), ("@", "SHIP")]);
    assert_found("", &[]);
    assert_found(" \n ", &[]);
    let class = classifier().classes().last().map(|(name, iri)| (name.to_owned(), iri.to_owned()));
    let expected = ("SHIP".to_owned(), "http://nerd.eurecom.fr/ontology#SHIP".to_owned());
    assert_eq!(class, Some(expected));
}

#[test]
fn a_confidence_is_the_mean_of_words() {
    let found = classifier().recognize(&Passage::new("Cork City")).unwrap();
    let softmax = |value: f64| value.exp() / (value.exp() + 6.0);
    let expected = f64::midpoint(softmax(8.0), softmax(9.0));
    assert!((found[0].confidence().unwrap() - expected).abs() < 5.1e-5);
}

#[test]
fn what_is_not_sure_is_left_out() {
    assert_found("perhaps", &[]);
    let lower = classifier().with_min_confidence(0.3);
    assert_eq!(found(&lower, "perhaps"), [("perhaps", "Location".to_owned())]);
}

#[test]
fn a_span_does_not_end_within_a_word() {
    assert_found("corker", &[("corker", "Location")]);
    assert_found("Corkish", &[("Corkish", "Location")]);
    let with = |aggregation| classifier().with_aggregation(aggregation);
    assert_eq!(found(&with(Aggregation::Max), "corker"), []);
    assert_eq!(found(&with(Aggregation::Average), "corker"), []);
    assert_eq!(found(&with(Aggregation::Simple), "corker"), [("cork", "Location".to_owned())]);
    assert_eq!(found(&with(Aggregation::Simple), "Corkish"), [("Corkish", "Location".to_owned())]);
}

#[test]
fn spans_are_those_of_the_text_before_normalization() {
    assert_found("à Córk\u{301}, Cork", &[("Córk\u{301}", "Location"), ("Cork", "Location")]);
    assert_found("Cork😀", &[]);
    assert_found("\u{200B}😀 Co\u{AD}rk", &[("Co\u{AD}rk", "Location")]);
    for aggregation in Aggregation::ALL {
        let classifier = classifier().with_aggregation(*aggregation);
        assert_eq!(found(&classifier, "한"), [("한", "Location".to_owned())], "{aggregation:?}");
    }
}

#[test]
fn spans_stay_in_their_blocks() {
    let text = "Anna Karenina";
    let blocks = [TextSpan::new(0, 4), TextSpan::new(5, 13)];
    let found = classifier().recognize(&Passage::new(text).with_blocks(&blocks)).unwrap();
    let spans: Vec<_> = found.iter().map(|annotation| annotation.span().range()).collect();
    assert_eq!(spans, [0..4, 5..13]);
}

#[test]
fn long_sentences_are_read_in_windows() {
    assert_eq!(classifier().max_tokens(), 12);
    let text = "to to Anna Karenina Karenina to corkish city to ".repeat(50);
    let expected = [("Anna Karenina Karenina", "Person"), ("corkish city", "Location")];
    assert_found(&text, &expected.repeat(50));
}

#[test]
fn sentences_together_and_alone_have_the_same_labels() {
    let text = "Anna to Cork. To Cork City. Karenina to Cork! ".repeat(5);
    let expected = found(&classifier().with_window(0), &text);
    assert_eq!(expected.len(), 25);
    for window in [1, 5, 8, 10, 128] {
        assert_eq!(found(&classifier().with_window(window), &text), expected, "{window}");
    }
    assert_eq!(found(&classifier().with_threads(2), &text), expected);
}

#[test]
fn classes_get_the_iris_of_options() {
    let mut classifier = classifier();
    for (name, value) in [
        ("namespace", "http://example.org/"),
        ("iri", "LOC=http://schema.org/Place"),
        ("classes", "LOC, SHIP"),
        ("confidence", "0.2"),
        ("aggregation", "max"),
        ("window", "64"),
        ("threads", "1"),
    ] {
        classifier.set(name, value).unwrap();
    }
    let found = classifier.recognize(&Passage::new("Anna, Cork, perhaps Lusitania")).unwrap();
    let classes = found.iter().map(|annotation| &*annotation.as_entity().unwrap().classes[0]);
    let place = "http://schema.org/Place";
    assert!(classes.eq([place, place, "http://example.org/SHIP"]));
    let mut refused = |name: &str, value: &str| {
        let error = classifier.set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
        error.message().to_owned()
    };
    assert_eq!(refused("iri", "LOC"), "no value `LOC`, expected `CLASS=IRI`");
    assert_eq!(refused("iri", "GOD=http://a/b"), "no class `GOD`, expected one of PER, LOC, SHIP");
    assert_eq!(refused("iri", "PER=person"), "no IRI `person`, expected an absolute IRI");
    for (name, value) in [
        ("classes", "PER,GOD"),
        ("confidence", "2"),
        ("aggregation", "mean"),
        ("window", "wide"),
        ("threads", "many"),
        ("namespace", "class "),
        ("colour", "red"),
    ] {
        refused(name, value);
    }
}

fn refused(model: PathBuf, tokenizer: PathBuf, config: PathBuf) -> Error {
    TokenClassifier::from_files(model, tokenizer, config).unwrap_err()
}

#[test]
fn models_with_other_numbers_of_labels_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.json");
    let config = fs::read_to_string(data("config.json")).unwrap();
    fs::write(&path, config.replace("\"6\": \"I-SHIP\"", "\"6\": \"I-SHIP\", \"7\": \"S-SHIP\""))
        .unwrap();
    let error = refused(data("model.onnx"), data("tokenizer.json"), path.clone());
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let expected = "gives 7 numbers for each token, expected 8, one for each label of";
    assert!(error.message().contains(expected), "{error}");
    for text in ["", "[]", "{}", "{\"id2label\": 7}"] {
        fs::write(&path, text).unwrap();
        let error = refused(data("model.onnx"), data("tokenizer.json"), path.clone());
        assert_eq!(error.kind(), ErrorKind::Malformed, "{text}");
        assert!(error.message().contains("config.json"), "{error}");
    }
}

#[test]
fn products_with_small_numbers_are_those_with_large_ones() {
    let text = "Anna Karenina to Cork City. Perhaps the Lusitania";
    let expected = found(&classifier(), text);
    assert_eq!(expected.len(), 3);
    for name in ["bits-4.onnx", "bits-4-zeros.onnx", "bits-8.onnx"] {
        let bytes = fs::read(data(name)).unwrap();
        let large = Graph::read(&expanded(&bytes).unwrap()).unwrap();
        let operators: Vec<_> = large.operators.into_iter().collect();
        assert_eq!(operators, [("Gather".to_owned(), 1), ("MatMul".to_owned(), 1)], "{name}");
        // The tokens [CLS] and `anna`, whose labels are `O` and `B-PER`.
        let rows = TokenModel::read(bytes, &data(name)).unwrap().rows(&[2, 4], &Threads::default());
        let expected_rows =
            [[7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0]];
        assert_eq!(rows.unwrap().values, expected_rows.concat(), "{name}");
        let opened = TokenClassifier::open(data(name)).unwrap();
        assert_eq!(found(&opened, text), expected, "{name}");
        let unsure = opened.with_min_confidence(0.2).recognize(&Passage::new("perhaps")).unwrap();
        let softmax = 1_f64.exp() / (1_f64.exp() + 6.0);
        assert!((unsure[0].confidence().unwrap() - softmax).abs() < 5.1e-5, "{name}");
    }
    assert_eq!(expanded(&fs::read(data("model.onnx")).unwrap()), None);
}

#[test]
fn models_that_may_not_end_are_refused() {
    let error = refused(data("endless.onnx"), data("tokenizer.json"), data("config.json"));
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("has the operator `Loop`"), "{error}");
    let error = refused(data("nested.onnx"), data("tokenizer.json"), data("config.json"));
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.message().contains("its graphs are nested too deeply"), "{error}");
}

#[test]
fn the_model_of_a_folder_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let error = TokenClassifier::open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(error.message().contains("has no file `model.onnx`"), "{error}");
    for name in ["tokenizer.json", "config.json"] {
        fs::copy(data(name), folder.path().join(name)).unwrap();
    }
    let inner = folder.path().join("onnx");
    fs::create_dir(&inner).unwrap();
    fs::copy(data("model.onnx"), inner.join("model_q4.onnx")).unwrap();
    for path in [folder.path().to_owned(), inner.join("model_q4.onnx")] {
        let opened = TokenClassifier::open(path).unwrap();
        assert_eq!(opened.identity(), classifier().identity());
    }
    fs::copy(data("model.onnx"), inner.join("model_q8.onnx")).unwrap();
    let error = TokenClassifier::open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(error.message().contains("has several models"), "{error}");
    let error = TokenClassifier::open(folder.path().join("nowhere")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}

#[test]
fn damaged_files_are_errors_and_no_panics() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["model.onnx", "bits-4-zeros.onnx", "config.json"] {
        let whole = fs::read(data(name)).unwrap();
        let path = folder.path().join(name);
        for at in (0..whole.len()).step_by(count(13, 1)) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xFF;
            for bytes in [&whole[..at], &damaged] {
                fs::write(&path, bytes).unwrap();
                let (model, config) = match name {
                    "config.json" => (data("model.onnx"), path.clone()),
                    _ => (path.clone(), data("config.json")),
                };
                let opened = TokenClassifier::from_files(model, data("tokenizer.json"), config);
                // If a damaged file can be opened, recognition must succeed or return an error.
                if let Ok(classifier) = opened {
                    let _ = classifier.recognize(&Passage::new("Anna Karenina"));
                }
            }
        }
    }
}

#[test]
fn the_time_is_in_proportion_to_the_text() {
    let classifier = TokenClassifier::open(data("")).unwrap();
    let time = |text: &str| {
        let start = Stopwatch::start();
        classifier.recognize(&Passage::new(text)).unwrap();
        start.elapsed().as_secs_f64()
    };
    for unit in ["a ", "é", "😀", "cork", "."] {
        let (short, long) = (unit.repeat(4_000), unit.repeat(64_000));
        let (short, long) = (time(&short), time(&long));
        assert!(long < 16.0 * 4.0 * short.max(0.01), "{unit:?}: {short} s, {long} s");
    }
}
