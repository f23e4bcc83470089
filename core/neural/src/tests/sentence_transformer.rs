use std::fs;
use std::path::PathBuf;
use std::thread;

use glossweave_base::error::ErrorKind;

use crate::SentenceTransformer;

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/data/encoder", name].iter().collect()
}

fn encoder() -> SentenceTransformer {
    SentenceTransformer::open(data("")).unwrap()
}

/// Returns the vector for token numbers, as defined in `tests/data/generate_encoder.py`.
fn expected(tokens: &[u8]) -> Vec<f32> {
    let sum =
        |of: &dyn Fn(f32) -> f32| tokens.iter().map(|token| of(f32::from(*token))).sum::<f32>();
    let vector = [sum(&|token| token), sum(&|token| token * token), sum(&|_| 1.0)];
    let norm = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.iter().map(|value| value / norm).collect()
}

fn assert_encoded(text: &str, tokens: &[u8]) {
    let found = encoder().encode(&[text]).unwrap().remove(0);
    let expected = expected(tokens);
    let is_near = found.iter().zip(&expected).all(|(first, second)| (first - second).abs() < 1e-6);
    assert!(found.len() == 3 && is_near, "{text}: {found:?}, expected {expected:?}");
}

#[test]
fn a_vector_is_the_mean_of_its_tokens() {
    assert_eq!(encoder().dimensions(), 3);
    assert_encoded("A lake", &[2, 9, 5, 3]);
    assert_encoded("FISHS", &[2, 4, 8, 3]);
    assert_encoded("", &[2, 3]);
    assert_encoded("unknown", &[2, 1, 3]);
}

#[test]
fn ideographs_are_words() {
    assert_encoded("魚魚", &[2, 10, 10, 3]);
    assert_encoded("lake魚", &[2, 5, 10, 3]);
}

#[test]
fn the_end_of_a_long_text_is_left_out() {
    assert_eq!(encoder().max_tokens(), 6);
    assert_encoded("a lake of fish voice low", &[2, 9, 5, 11, 4, 3]);
    let long = "a lake of fish ".repeat(1 << 16);
    assert_encoded(&long, &[2, 9, 5, 11, 4, 3]);
    assert_encoded(&"é".repeat(1 << 20), &[2, 1, 3]);
}

#[test]
fn a_vector_does_not_depend_on_other_texts() {
    let encoder = encoder();
    let texts = ["a fish", "a low voice of lakes", ""];
    let together = encoder.encode(&texts).unwrap();
    let alone: Vec<Vec<f32>> =
        texts.iter().map(|text| encoder.encode(&[text]).unwrap().remove(0)).collect();
    assert_eq!(together, alone);
    assert!(encoder.encode(&[]).unwrap().is_empty());
}

#[test]
fn threads_share_an_encoder() {
    let encoder = encoder();
    let texts: Vec<String> = (0..50).map(|n| "a fish of lakes ".repeat(n % 4)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let expected = encoder.encode(&texts).unwrap();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| encoder.encode(&texts))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap().unwrap(), expected);
        }
    });
}

#[test]
fn another_file_is_another_identity() {
    let folder = tempfile::tempdir().unwrap();
    let tokenizer = fs::read_to_string(data("tokenizer.json")).unwrap();
    let path = folder.path().join("tokenizer.json");
    fs::write(&path, tokenizer.replace("\"lowercase\": true", "\"lowercase\": false")).unwrap();
    let other = SentenceTransformer::from_files(data("model.onnx"), path).unwrap();
    assert_eq!(encoder().identity(), encoder().identity());
    assert_ne!(encoder().identity(), other.identity());
}

fn refused(model: PathBuf, tokenizer: PathBuf) -> (ErrorKind, String) {
    let error = SentenceTransformer::from_files(model, tokenizer).unwrap_err();
    (error.kind(), error.message().to_owned())
}

#[test]
fn missing_files_are_named() {
    let (kind, message) = refused(data("nowhere.onnx"), data("tokenizer.json"));
    assert_eq!(kind, ErrorKind::Storage);
    assert!(message.contains("nowhere.onnx"), "{message}");
    let (kind, message) = refused(data("model.onnx"), data("nowhere.json"));
    assert_eq!(kind, ErrorKind::Storage);
    assert!(message.contains("nowhere.json"), "{message}");
}

#[test]
fn models_of_other_inputs_and_outputs_are_refused() {
    let (kind, message) = refused(data("pixels.onnx"), data("tokenizer.json"));
    assert_eq!(kind, ErrorKind::Unsupported);
    assert!(message.contains("has the input `pixels`, expected only `input_ids`"), "{message}");
    let (kind, message) = refused(data("flat.onnx"), data("tokenizer.json"));
    assert_eq!(kind, ErrorKind::Unsupported);
    assert!(message.contains("expected one vector for each of 2 tokens"), "{message}");
}

#[test]
fn files_of_another_form_are_refused() {
    let (kind, message) = refused(data("tokenizer.json"), data("tokenizer.json"));
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(message.contains("is not an ONNX model"), "{message}");
    let (kind, message) = refused(data("model.onnx"), data("model.onnx"));
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(message.contains("is not a tokenizer"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokenizer.json");
    let tokenizer = fs::read_to_string(data("tokenizer.json")).unwrap();
    fs::write(&path, tokenizer.replace("WordPiece", "Unigram")).unwrap();
    let (kind, message) = refused(data("model.onnx"), path);
    assert_eq!(kind, ErrorKind::Unsupported);
    assert!(message.contains("has the model `Unigram`, expected `WordPiece`"), "{message}");
}

#[test]
fn damaged_files_are_errors_and_no_panics() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["model.onnx", "tokenizer.json"] {
        let whole = fs::read(data(name)).unwrap();
        let path = folder.path().join(name);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xFF;
            for bytes in [&whole[..at], &damaged] {
                fs::write(&path, bytes).unwrap();
                let opened = match name {
                    "model.onnx" => SentenceTransformer::from_files(&path, data("tokenizer.json")),
                    _ => SentenceTransformer::from_files(data("model.onnx"), &path),
                };
                // If a damaged file can be opened, encoding must succeed or return an error.
                if let Ok(encoder) = opened {
                    let _ = encoder.encode(&["a fish of lakes"]);
                }
            }
        }
    }
}
