//! The operators of ONNX models, read before they are loaded: messages of Protocol Buffers, with the numbers of fields
//! of `onnx.proto`.

use std::collections::BTreeMap;

/// The most graphs that are in each other.
const MOST_DEPTH: usize = 8;
/// Operators that run a graph as often as its data say.
const ENDLESS: [&str; 2] = ["Loop", "Scan"];

const MODEL_GRAPH: u64 = 7;
const GRAPH_NODE: u64 = 1;
const NODE_OPERATOR: u64 = 4;
const NODE_ATTRIBUTE: u64 = 5;
const ATTRIBUTE_GRAPH: u64 = 6;
const ATTRIBUTE_GRAPHS: u64 = 11;

/// The contents of the graph of a model.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Graph {
    /// The operators, and how often each occurs, with those of the graphs within.
    pub operators: BTreeMap<String, usize>,
}

impl Graph {
    /// Reads the graph of a model. Returns what is wrong with it.
    pub(crate) fn read(bytes: &[u8]) -> Result<Graph, &'static str> {
        let mut graph = Graph::default();
        let mut has_graph = false;
        for field in Fields(bytes) {
            if let (MODEL_GRAPH, Some(content)) = field? {
                has_graph = true;
                graph.add(content, 0)?;
            }
        }
        if has_graph { Ok(graph) } else { Err("it has no graph") }
    }

    /// Returns an operator that may never end.
    pub(crate) fn endless(&self) -> Option<&'static str> {
        ENDLESS.into_iter().find(|operator| self.operators.contains_key(*operator))
    }

    fn add(&mut self, bytes: &[u8], depth: usize) -> Result<(), &'static str> {
        if depth == MOST_DEPTH {
            return Err("its graphs are in each other too deep");
        }
        for field in Fields(bytes) {
            let (GRAPH_NODE, Some(node)) = field? else { continue };
            for field in Fields(node) {
                match field? {
                    (NODE_OPERATOR, Some(operator)) => {
                        let operator = String::from_utf8_lossy(operator).into_owned();
                        *self.operators.entry(operator).or_default() += 1;
                    }
                    (NODE_ATTRIBUTE, Some(attribute)) => {
                        for field in Fields(attribute) {
                            if let (ATTRIBUTE_GRAPH | ATTRIBUTE_GRAPHS, Some(inner)) = field? {
                                self.add(inner, depth + 1)?;
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

/// The fields of a message: their numbers, and the content of those that have a length.
struct Fields<'b>(&'b [u8]);

impl<'b> Fields<'b> {
    /// Reads an integer of variable length.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 127) << shift;
            if *byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn field(&mut self) -> Option<(u64, Option<&'b [u8]>)> {
        let key = self.number()?;
        let (length, has_content) = match key & 7 {
            0 => {
                self.number()?;
                (0, false)
            }
            1 => (8, false),
            2 => (usize::try_from(self.number()?).ok()?, true),
            5 => (4, false),
            _ => return None,
        };
        let (content, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some((key >> 3, has_content.then_some(content)))
    }
}

impl<'b> Iterator for Fields<'b> {
    type Item = Result<(u64, Option<&'b [u8]>), &'static str>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let found = self.field().ok_or("its fields are broken or cut off");
        if found.is_err() {
            self.0 = &[];
        }
        Some(found)
    }
}
