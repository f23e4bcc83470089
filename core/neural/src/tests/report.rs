use std::fs;
use std::path::PathBuf;

use glossweave_base::error::ErrorKind;

use crate::check;

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/data", name].iter().collect()
}

#[test]
fn a_token_classifier_is_described() {
    let report = check(data("classifier")).unwrap();
    assert_eq!(report.kind, "token-classifier");
    assert_eq!(report.bytes, fs::metadata(data("classifier/model.onnx")).unwrap().len());
    assert_eq!(
        (report.max_tokens, report.vocabulary, report.dimensions),
        (Some(12), Some(18), None)
    );
    assert_eq!(report.weights, Some(18 * 7));
    assert_eq!(report.operators, [("Gather".to_owned(), 1)]);
    let input = &report.inputs[0];
    assert_eq!((input.name.as_str(), input.data_type.as_str()), ("input_ids", "tensor(i32)"));
    assert_eq!(report.outputs[0].shape, ["batch", "sequence", "7"]);
    let ship = ("SHIP".to_owned(), "http://nerd.eurecom.fr/ontology#SHIP".to_owned());
    assert_eq!(report.classes.last(), Some(&ship));
    let license = report.license.unwrap();
    assert_eq!(license.file, "LICENSE");
    assert!(license.text.starts_with("Apache License"), "{}", license.text);
    assert!(report.tokens_per_second.unwrap() > 0.0 && report.open_milliseconds > 0.0);
}

#[test]
fn a_model_without_labels_is_a_sentence_encoder() {
    let report = check(data("encoder/model.onnx")).unwrap();
    assert_eq!(
        (report.kind, report.dimensions, report.max_tokens),
        ("sentence-encoder", Some(3), Some(6))
    );
    assert_eq!((report.classes.len(), report.license), (0, None));
}

#[test]
fn a_model_card_names_the_licence() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["model.onnx", "tokenizer.json"] {
        fs::copy(data("encoder").join(name), folder.path().join(name)).unwrap();
    }
    let license = |card: &str| {
        fs::write(folder.path().join("README.md"), card).unwrap();
        check(folder.path()).unwrap().license.map(|license| (license.file, license.text))
    };
    let named = Some(("README.md".to_owned(), "apache-2.0".to_owned()));
    assert_eq!(license("---\nlanguage: en\nlicense: apache-2.0\n---\n# Model\n"), named);
    assert_eq!(license("# Model\n\nlicense: none\n"), None);
}

#[test]
fn what_is_no_model_is_an_error() {
    assert_eq!(check(data("nowhere")).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(check(data("README.md")).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(check(data("classifier/tokenizer.json")).unwrap_err().kind(), ErrorKind::Malformed);
    assert_eq!(check(data("classifier/endless.onnx")).unwrap_err().kind(), ErrorKind::Unsupported);
}
