//! Comparison with the tokens and numbers of other programs for the same models, as written by
//! `core/benches/peers/python/neural.py values`.

use std::env;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::aggregation::softmax;
use crate::files::{MAX_FILE, MAX_MODEL, ModelFiles, TOKENIZER, read};
use crate::model::{Threads, TokenModel};
use crate::tokenizer::Tokenizer;

/// The maximum allowed difference.
const NEAR: f32 = 1e-4;

fn rows(row: &Value) -> Vec<f32> {
    row.as_array().unwrap().iter().map(|value| value.as_f64().unwrap() as f32).collect()
}

fn difference(first: &[f32], second: &[f32]) -> f32 {
    assert_eq!(first.len(), second.len());
    first.iter().zip(second).map(|(first, second)| (first - second).abs()).fold(0.0, f32::max)
}

/// Compares a model with the values of another program. Returns the maximum difference of the outputs and of
/// the probabilities.
fn compare(folder: &Path, values: &Path) -> (f32, f32) {
    let files = ModelFiles::find(folder).unwrap();
    let model = read("model", &files.model, MAX_MODEL).unwrap();
    let model = TokenModel::read(model, &files.model).unwrap();
    let path = files.beside(TOKENIZER);
    let tokenizer = read("tokenizer", &path, MAX_FILE).unwrap();
    let tokenizer = Tokenizer::read(&tokenizer, &path).unwrap();
    let values: Value = serde_json::from_slice(&fs::read(values).unwrap()).unwrap();
    let (mut numbers, mut probabilities) = (0.0_f32, 0.0_f32);
    for example in values.as_array().unwrap() {
        let text = example["text"].as_str().unwrap();
        let tokens = tokenizer.framed(&tokenizer.pieces(text, usize::MAX));
        let ids = example["ids"].as_array().unwrap().iter();
        let ids: Vec<i32> = ids.map(|id| id.as_i64().unwrap() as i32).collect();
        assert_eq!(tokens, ids, "{text:?}");
        let found = model.rows(&tokens, &Threads::default()).unwrap();
        for (found, expected) in found.iter().zip(example["rows"].as_array().unwrap()) {
            let expected = rows(expected);
            numbers = numbers.max(difference(found, &expected));
            let probability = difference(&softmax(found), &softmax(&expected));
            probabilities = probabilities.max(probability);
        }
    }
    (numbers, probabilities)
}

/// Compares the models in the folder `GLOSSWEAVE_NEURAL`, which must contain `classifier`, `encoder`, and the
/// values of each in a file with the extension `.json`.
#[test]
#[allow(clippy::print_stdout, reason = "figures for the log")]
fn numbers_are_those_of_another_program() {
    let Ok(folder) = env::var("GLOSSWEAVE_NEURAL") else { return };
    for name in ["classifier", "encoder"] {
        let model = Path::new(&folder).join(name);
        let (numbers, probabilities) = compare(&model, &model.with_extension("json"));
        println!("{name}: numbers differ by {numbers:e}, probabilities by {probabilities:e}");
        assert!(numbers < NEAR && probabilities < NEAR, "{name}: {numbers}, {probabilities}");
    }
}
