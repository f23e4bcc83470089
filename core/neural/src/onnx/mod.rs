//! Inspection of ONNX models before they are loaded. Models are Protocol Buffers messages; the field numbers
//! are defined in `onnx.proto`.

mod expand;
mod fields;

use std::collections::BTreeMap;

pub(crate) use expand::expanded;
use fields::{Field, Fields};

/// The maximum nesting depth of graphs.
const MOST_DEPTH: usize = 8;
/// Operators that run a graph repeatedly, where the data determines the number of iterations.
const ENDLESS: [&str; 2] = ["Loop", "Scan"];

const MODEL_GRAPH: u64 = 7;
const GRAPH_NODE: u64 = 1;
const NODE_OPERATOR: u64 = 4;
const NODE_ATTRIBUTE: u64 = 5;
const ATTRIBUTE_GRAPH: u64 = 6;
const ATTRIBUTE_GRAPHS: u64 = 11;

/// The relevant content of the graph of a model.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Graph {
    /// The operators, and the number of occurrences of each, including nested graphs.
    pub operators: BTreeMap<String, usize>,
}

impl Graph {
    /// Reads the graph of a model. Returns a description of the fault if the graph is not valid.
    pub(crate) fn read(bytes: &[u8]) -> Result<Graph, &'static str> {
        let mut graph = Graph::default();
        let mut has_graph = false;
        for field in Fields(bytes) {
            let field = field?;
            if field.number == MODEL_GRAPH {
                has_graph = true;
                graph.add(field.content, 0)?;
            }
        }
        if has_graph { Ok(graph) } else { Err("it has no graph") }
    }

    /// Returns an operator that might not terminate, if there is any.
    pub(crate) fn endless(&self) -> Option<&'static str> {
        ENDLESS.into_iter().find(|operator| self.operators.contains_key(*operator))
    }

    fn add(&mut self, bytes: &[u8], depth: usize) -> Result<(), &'static str> {
        if depth == MOST_DEPTH {
            return Err("its graphs are nested too deeply");
        }
        for node in Fields(bytes) {
            let Field { number: GRAPH_NODE, content: node, .. } = node? else { continue };
            for field in Fields(node) {
                let field = field?;
                match field.number {
                    NODE_OPERATOR => {
                        let operator = String::from_utf8_lossy(field.content).into_owned();
                        *self.operators.entry(operator).or_default() += 1;
                    }
                    NODE_ATTRIBUTE => {
                        for field in Fields(field.content) {
                            let field = field?;
                            if matches!(field.number, ATTRIBUTE_GRAPH | ATTRIBUTE_GRAPHS) {
                                self.add(field.content, depth + 1)?;
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
