//! ONNX models that turn tokens into one row of numbers each: the only module that names rten.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::model_report::{ModelReport, TensorInfo};
use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use crate::onnx::Graph;

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

/// The threads on which a model runs.
#[derive(Clone, Default)]
pub(crate) struct Threads(Option<Arc<ThreadPool>>);

impl Threads {
    /// Returns threads of their own.
    pub(crate) fn new(count: usize) -> Threads {
        Threads(Some(Arc::new(ThreadPool::with_num_threads(count))))
    }
}

/// The output for one text: as many numbers for each of its tokens as there are columns.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub values: Vec<f32>,
    pub columns: usize,
}

impl Rows {
    /// Returns the rows in the order of the tokens.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.columns)
    }
}

/// A transformer whose output is one row of numbers for each token.
pub(crate) struct TokenModel {
    model: Model,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
    name: String,
    /// How often each operator occurs in the file.
    operators: BTreeMap<String, usize>,
}

impl TokenModel {
    /// Reads a model. Returns `ErrorKind::Malformed` for what is no ONNX model, and `ErrorKind::Unsupported` for
    /// one with other operators or inputs, or with loops.
    pub(crate) fn read(bytes: Vec<u8>, path: &Path) -> Result<TokenModel> {
        let name = format!("the model `{}`", path.display());
        let malformed = |cause: &dyn Display| {
            let message = format!("{name} is not an ONNX model that can be run: {cause}");
            Error::new(ErrorKind::Malformed, message)
        };
        let graph = Graph::read(&bytes).map_err(|cause| malformed(&cause))?;
        if let Some(operator) = graph.endless() {
            let message =
                format!("{name} has the operator `{operator}`, whose time cannot be limited");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let load = || ModelOptions::with_all_ops().prepack_weights(true).load(bytes);
        let model = guarded(&name, load)?.map_err(|cause| malformed(&cause))?;
        let mut inputs = Vec::new();
        for id in model.input_ids() {
            let found = info(&model, *id).name;
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
        Ok(TokenModel { model, inputs, output, name, operators: graph.operators })
    }

    /// Returns the name of the model for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Writes into a report what the file says.
    pub(crate) fn describe(&self, report: &mut ModelReport) {
        let all = |ids: &[NodeId]| ids.iter().map(|id| info(&self.model, *id)).collect();
        report.inputs = all(self.model.input_ids());
        report.outputs = all(self.model.output_ids());
        report.operators = self.operators.clone().into_iter().collect();
        report.weights = Some(self.model.total_params() as u64);
    }

    /// Returns the output for the tokens of one text.
    pub(crate) fn rows(&self, tokens: &[i32], threads: &Threads) -> Result<Rows> {
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
        let options = RunOptions::default().with_thread_pool(threads.0.clone());
        let run = || self.model.run(inputs, &[self.output], Some(options));
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
        match found.shape().to_vec()[..] {
            [1, count, columns] if count == tokens.len() && columns > 0 => {
                Ok(Rows { values: found.to_vec(), columns })
            }
            ref shape => Err(wrong(&format!("an output of the shape {shape:?}"))),
        }
    }
}

/// Returns the name, type and shape of an input or output.
fn info(model: &Model, id: NodeId) -> TensorInfo {
    let node = model.node_info(id);
    let shape = node.as_ref().and_then(|node| node.shape()).unwrap_or_default();
    let size = |one: &Dimension| match one {
        Dimension::Fixed(size) => size.to_string(),
        Dimension::Symbolic(name) if name.is_empty() => "?".to_owned(),
        Dimension::Symbolic(name) => name.clone(),
    };
    let mut info = TensorInfo::default();
    info.name = node.as_ref().and_then(|node| node.name()).unwrap_or_default().to_owned();
    info.data_type =
        node.and_then(|node| node.dtype()).map_or_else(String::new, |of| of.to_string());
    info.shape = shape.iter().map(size).collect();
    info
}

/// Calls what reads a file of others: a panic there is an error of the file.
fn guarded<T>(name: &str, call: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(call))
        .map_err(|_| Error::new(ErrorKind::Unsupported, format!("{name} cannot be run")))
}
