//! ONNX models, and models that convert each token to a row of numbers. This is the only module that uses
//! rten.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::model_report::{ModelReport, TensorInfo};
use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::Tensor;
use rten_tensor::prelude::*;

use crate::onnx::{Graph, expanded};

/// The inputs that are supported for models that return a row of numbers for each token.
const INPUTS: [&str; 3] = ["input_ids", "attention_mask", "token_type_ids"];

/// The maximum number of threads of a model.
const MOST_THREADS: usize = 256;

/// The thread pool on which a model runs.
#[derive(Clone, Default)]
pub(crate) struct Threads(Option<Arc<ThreadPool>>);

impl Threads {
    /// Creates a separate thread pool with 1 to [`MOST_THREADS`] threads.
    pub(crate) fn new(count: usize) -> Threads {
        let count = count.clamp(1, MOST_THREADS);
        Threads(Some(Arc::new(ThreadPool::with_num_threads(count))))
    }
}

/// The values of a tensor and its shape.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<T> {
    pub shape: Vec<usize>,
    pub values: Vec<T>,
}

impl Numbers<i32> {
    /// Creates a tensor in which all values are equal.
    pub(crate) fn filled(shape: Vec<usize>, value: i32) -> Numbers<i32> {
        let values = vec![value; shape.iter().product()];
        Numbers { shape, values }
    }
}

/// A loaded model.
pub(crate) struct Network {
    model: Model,
    inputs: Vec<(NodeId, String)>,
    output: NodeId,
    name: String,
    /// The operators in the file, and the number of occurrences of each.
    operators: BTreeMap<String, usize>,
}

impl Network {
    /// Loads a model. All of its inputs must be in `known`, and the first known input is required. Returns
    /// `ErrorKind::Malformed` if the file is not an ONNX model, and `ErrorKind::Unsupported` if the model has
    /// other operators or inputs, or contains loops.
    pub(crate) fn read(bytes: Vec<u8>, path: &Path, known: &[&str]) -> Result<Network> {
        let name = format!("the model `{}`", path.display());
        let malformed = |cause: &dyn Display| {
            let message = format!("{name} is not an ONNX model that can be run: {cause}");
            Error::new(ErrorKind::Malformed, message)
        };
        let unsupported =
            |what: &str| Err(Error::new(ErrorKind::Unsupported, format!("{name} has {what}")));
        let graph = Graph::read(&bytes).map_err(|cause| malformed(&cause))?;
        if let Some(operator) = graph.endless() {
            return unsupported(&format!(
                "the operator `{operator}`, whose run time cannot be limited"
            ));
        }
        let bytes = expanded(&bytes).unwrap_or(bytes);
        let load = || ModelOptions::with_all_ops().prepack_weights(true).load(bytes);
        let model = guarded(&name, load)?.map_err(|cause| malformed(&cause))?;
        let inputs = model.input_ids().iter().map(|id| (*id, info(&model, *id).name));
        let inputs: Vec<_> = inputs.collect();
        if let Some((_, odd)) = inputs.iter().find(|(_, name)| !known.contains(&name.as_str())) {
            let all = known.join("`, `");
            return unsupported(&format!("the input `{odd}`, expected only `{all}`"));
        }
        if inputs.iter().all(|(_, name)| name != known[0]) {
            return unsupported(&format!("no input `{}`", known[0]));
        }
        let Some(output) = model.output_ids().first().copied() else {
            return unsupported("no output");
        };
        Ok(Network { model, inputs, output, name, operators: graph.operators })
    }

    /// Returns the name of the model, for use in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Adds the properties of the file to a report.
    pub(crate) fn describe(&self, report: &mut ModelReport) {
        let all = |ids: &[NodeId]| ids.iter().map(|id| info(&self.model, *id)).collect();
        report.inputs = all(self.model.input_ids());
        report.outputs = all(self.model.output_ids());
        report.operators = self.operators.clone().into_iter().collect();
        report.weights = Some(self.model.total_params() as u64);
    }

    /// Returns the first output for a text of `tokens` tokens. `input` returns the values of an input by
    /// name; the number of values must be the product of the shape.
    pub(crate) fn run(
        &self,
        tokens: usize,
        threads: &Threads,
        input: impl Fn(&str) -> Numbers<i32>,
    ) -> Result<Numbers<f32>> {
        let failed = |cause: &dyn Display| {
            let message = format!("{} fails for a text of {tokens} tokens: {cause}", self.name);
            Error::new(ErrorKind::Unsupported, message)
        };
        let inputs = self.inputs.iter().map(|(id, name)| {
            let Numbers { shape, values } = input(name);
            (*id, Tensor::<i32>::from_data(&shape, values).into())
        });
        let inputs = inputs.collect();
        let options = RunOptions::default().with_thread_pool(threads.0.clone());
        let run = || self.model.run(inputs, &[self.output], Some(options));
        let found = guarded(&self.name, run)?.map_err(|cause| failed(&cause))?;
        match found.into_iter().next() {
            Some(Value::FloatTensor(found)) => {
                Ok(Numbers { shape: found.shape().to_vec(), values: found.to_vec() })
            }
            _ => Err(failed(&"its output is not numeric")),
        }
    }
}

/// The output for a text: one row for each token, with `columns` numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub values: Vec<f32>,
    pub columns: usize,
}

impl Rows {
    /// Returns the rows in token order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.columns)
    }
}

/// A transformer whose output is a row of numbers for each token.
pub(crate) struct TokenModel(Network);

impl TokenModel {
    /// Loads a model. Returns the errors of [`Network::read`].
    pub(crate) fn read(bytes: Vec<u8>, path: &Path) -> Result<TokenModel> {
        Network::read(bytes, path, &INPUTS).map(TokenModel)
    }

    pub(crate) fn network(&self) -> &Network {
        &self.0
    }

    /// Returns the output for the tokens of a text.
    pub(crate) fn rows(&self, tokens: &[i32], threads: &Threads) -> Result<Rows> {
        let count = tokens.len();
        let found = self.0.run(count, threads, |name| match name {
            "input_ids" => Numbers { shape: vec![1, count], values: tokens.to_vec() },
            "attention_mask" => Numbers::filled(vec![1, count], 1),
            _ => Numbers::filled(vec![1, count], 0),
        })?;
        match found.shape[..] {
            [1, rows, columns] if rows == count && columns > 0 => {
                Ok(Rows { values: found.values, columns })
            }
            ref shape => {
                let message = format!(
                    "{} gives an output of the shape {shape:?}, expected one vector for each of {count} tokens",
                    self.0.name
                );
                Err(Error::new(ErrorKind::Unsupported, message))
            }
        }
    }
}

/// Returns the name, type and shape of an input or output.
fn info(model: &Model, id: NodeId) -> TensorInfo {
    let node = model.node_info(id);
    let shape = node.as_ref().and_then(|node| node.shape()).unwrap_or_default();
    let size = |dimension: &Dimension| match dimension {
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

/// Calls a function that reads untrusted files. A panic is converted to an error.
fn guarded<T>(name: &str, call: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(call))
        .map_err(|_| Error::new(ErrorKind::Unsupported, format!("{name} cannot be run")))
}
