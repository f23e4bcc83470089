//! ONNX models that turn tokens into one vector each: the only module that names rten.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use glossweave_base::error::{Error, ErrorKind, Result};
use rten::{Model, ModelOptions, NodeId, Value};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

/// The meaning of an input of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    TokenIds,
    AttentionMask,
    TokenTypes,
}

/// The names of the inputs that transformers have.
const INPUTS: [(&str, Input); 3] = [
    ("input_ids", Input::TokenIds),
    ("attention_mask", Input::AttentionMask),
    ("token_type_ids", Input::TokenTypes),
];

/// A transformer whose output is one vector for each token.
pub(crate) struct TokenModel {
    model: Model,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
    name: String,
}

impl TokenModel {
    /// Reads a model. Returns `ErrorKind::Malformed` for what is no ONNX model, and `ErrorKind::Unsupported` for
    /// one with other operators or inputs.
    pub(crate) fn read(bytes: Vec<u8>, path: &Path) -> Result<TokenModel> {
        let name = format!("the model `{}`", path.display());
        let load = || ModelOptions::with_all_ops().prepack_weights(true).load(bytes);
        let model = guarded(&name, load)?.map_err(|error| {
            let message = format!("{name} is not an ONNX model that can be run: {error}");
            Error::new(ErrorKind::Malformed, message)
        })?;
        let mut inputs = Vec::new();
        for id in model.input_ids() {
            let node = model.node_info(*id);
            let found = node.as_ref().and_then(|node| node.name()).unwrap_or_default();
            let known = INPUTS.into_iter().find(|(input, _)| *input == found);
            let (_, input) = known.ok_or_else(|| {
                let message = format!(
                    "{name} has the input `{found}`, expected only `input_ids`, `attention_mask` and \
                     `token_type_ids`"
                );
                Error::new(ErrorKind::Unsupported, message)
            })?;
            inputs.push((*id, input));
        }
        if inputs.iter().all(|(_, input)| *input != Input::TokenIds) {
            let message = format!("{name} has no input `input_ids`");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let output =
            model.output_ids().first().copied().ok_or_else(|| {
                Error::new(ErrorKind::Unsupported, format!("{name} has no output"))
            })?;
        Ok(TokenModel { model, inputs, output, name })
    }

    /// Returns the mean of the vectors of the tokens of one text.
    pub(crate) fn mean(&self, tokens: &[i32]) -> Result<Vec<f32>> {
        let row = |values: Vec<i32>| NdTensor::<i32, 2>::from_data([1, tokens.len()], values);
        let inputs = self.inputs.iter().map(|(id, input)| {
            let values = match input {
                Input::TokenIds => tokens.to_vec(),
                Input::AttentionMask => vec![1; tokens.len()],
                Input::TokenTypes => vec![0; tokens.len()],
            };
            (*id, row(values).into())
        });
        let inputs = inputs.collect();
        let run = || self.model.run(inputs, &[self.output], None);
        let found = guarded(&self.name, run)?.map_err(|error| {
            let message =
                format!("{} fails for a text of {} tokens: {error}", self.name, tokens.len());
            Error::new(ErrorKind::Unsupported, message)
        })?;
        let wrong = |found: &str| {
            let message = format!(
                "{} gives {found}, expected one vector for each of {} tokens",
                self.name,
                tokens.len()
            );
            Error::new(ErrorKind::Unsupported, message)
        };
        let Some(Value::FloatTensor(found)) = found.into_iter().next() else {
            return Err(wrong("something else than numbers"));
        };
        let shape = found.shape().to_vec();
        let [1, count, dimensions] = shape[..] else {
            return Err(wrong(&format!("an output of the shape {shape:?}")));
        };
        if count != tokens.len() || dimensions == 0 {
            return Err(wrong(&format!("an output of the shape {shape:?}")));
        }
        let mut mean = vec![0.0_f32; dimensions];
        for vector in found.to_vec().chunks_exact(dimensions) {
            mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value);
        }
        mean.iter_mut().for_each(|sum| *sum /= count as f32);
        Ok(mean)
    }
}

/// Calls what reads a file of others: a panic there is an error of the file.
fn guarded<T>(name: &str, call: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(call))
        .map_err(|_| Error::new(ErrorKind::Unsupported, format!("{name} cannot be run")))
}
