//! Expansion of quantized matrices: products with matrices of 4 or 8 bits (`MatMulNBits` of `com.microsoft`)
//! are replaced with products with 32-bit matrices. Without this step, rten would expand each matrix again
//! for every text, which would dominate the run time.

use std::collections::{HashMap, HashSet};

use super::fields::{Field, Fields, write_content, write_value};
use super::{GRAPH_NODE, MODEL_GRAPH, NODE_ATTRIBUTE, NODE_OPERATOR};

const OPERATOR: &[u8] = b"MatMulNBits";
/// The maximum number of values in all expanded matrices.
const MOST: usize = 1 << 28;

const GRAPH_TENSOR: u64 = 5;
const GRAPH_OUTPUT: u64 = 12;
const NODE_INPUT: u64 = 1;
const NODE_OUTPUT: u64 = 2;
const ATTRIBUTE_NAME: u64 = 1;
const ATTRIBUTE_INTEGER: u64 = 3;
const TENSOR_SIZE: u64 = 1;
const TENSOR_TYPE: u64 = 2;
const TENSOR_NAME: u64 = 8;
const TENSOR_BYTES: u64 = 9;
const FLOAT: u64 = 1;
const BYTE: u64 = 2;

/// The values of a tensor, which are stored as bytes.
#[derive(Clone, Copy, Default)]
struct Stored<'b> {
    data_type: u64,
    bytes: &'b [u8],
}

/// A quantized product that can be replaced.
#[derive(Clone)]
struct Product<'b> {
    /// The fields of the node other than its inputs, operator, domain and attributes.
    rest: Vec<&'b [u8]>,
    inputs: Vec<&'b [u8]>,
    attributes: HashMap<&'b [u8], u64>,
}

impl Product<'_> {
    /// Returns `true` if another product uses its matrix in the same way.
    fn has_matrix_of(&self, other: &Product<'_>) -> bool {
        self.inputs.get(1..) == other.inputs.get(1..) && self.attributes == other.attributes
    }
}

/// Returns a model in which quantized products are replaced with 32-bit products. Returns `None` if no
/// product can be replaced.
pub(crate) fn expanded(model: &[u8]) -> Option<Vec<u8>> {
    let fields: Vec<Field<'_>> = Fields(model).collect::<Result<_, _>>().ok()?;
    let graph = fields.iter().find(|field| field.number == MODEL_GRAPH)?;
    let graph = of_graph(graph.content)?;
    let mut out = Vec::with_capacity(model.len() + graph.len());
    for field in fields {
        match field.number {
            MODEL_GRAPH => write_content(MODEL_GRAPH, &graph, &mut out),
            _ => out.extend_from_slice(field.raw),
        }
    }
    Some(out)
}

fn of_graph(graph: &[u8]) -> Option<Vec<u8>> {
    let fields: Vec<Field<'_>> = Fields(graph).collect::<Result<_, _>>().ok()?;
    let tensors = fields.iter().filter(|field| field.number == GRAPH_TENSOR);
    let tensors: HashMap<&[u8], Stored<'_>> =
        tensors.filter_map(|field| stored(field.content)).collect();
    let mut made: HashMap<&[u8], (Vec<u8>, Product<'_>)> = HashMap::new();
    let (mut numbers, mut products) = (0, HashMap::new());
    // The tensors that are also used by nodes that are not replaced.
    let mut used: HashSet<&[u8]> = HashSet::new();
    for (place, field) in fields.iter().enumerate() {
        match field.number {
            GRAPH_NODE => {
                let product = product(field.content).and_then(|product| {
                    let name = *product.inputs.get(1)?;
                    match made.get(name) {
                        // When a matrix is used in different ways, the other use is not replaced.
                        Some((_, first)) if !first.has_matrix_of(&product) => return None,
                        Some(_) => {}
                        None => {
                            let (tensor, count) = matrix(&product, &tensors, MOST - numbers)?;
                            numbers += count;
                            made.insert(name, (tensor, product.clone()));
                        }
                    }
                    Some(product)
                });
                match product {
                    Some(product) => _ = products.insert(place, product),
                    None => used.extend(names(field.content)),
                }
            }
            GRAPH_OUTPUT => used.extend(names(field.content)),
            _ => {}
        }
    }
    if products.is_empty() {
        return None;
    }
    let replaced = products.values().flat_map(|product| product.inputs[1..].iter().copied());
    let unused: HashSet<&[u8]> = replaced.filter(|name| !used.contains(name)).collect();
    let mut out = Vec::with_capacity(graph.len() + 4 * numbers);
    for (place, field) in fields.iter().enumerate() {
        match products.get(&place) {
            Some(product) => {
                let mut node: Vec<u8> = product.rest.concat();
                write_content(NODE_INPUT, product.inputs[0], &mut node);
                write_content(NODE_INPUT, &new_name(product.inputs[1]), &mut node);
                write_content(NODE_OPERATOR, b"MatMul", &mut node);
                write_content(GRAPH_NODE, &node, &mut out);
            }
            None => {
                let name =
                    || Fields(field.content).flatten().find(|field| field.number == TENSOR_NAME);
                let is_unused = field.number == GRAPH_TENSOR
                    && name().is_some_and(|name| unused.contains(name.content));
                if !is_unused {
                    out.extend_from_slice(field.raw);
                }
            }
        }
    }
    for (tensor, _) in made.into_values() {
        write_content(GRAPH_TENSOR, &tensor, &mut out);
    }
    Some(out)
}

/// Returns the name of the matrix that replaces another matrix.
fn new_name(name: &[u8]) -> Vec<u8> {
    [name, b" of 32 bits"].concat()
}

/// Returns the contents of all fields of a message that may be names of tensors, including fields of nested
/// graphs.
fn names(message: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    let mut open = vec![message];
    while let Some(message) = open.pop() {
        for field in Fields(message).flatten() {
            match field.number {
                NODE_ATTRIBUTE => open.extend(inner_nodes(field.content)),
                _ => all.push(field.content),
            }
        }
    }
    all
}

/// Returns the nodes in the graphs of an attribute.
fn inner_nodes(attribute: &[u8]) -> Vec<&[u8]> {
    let graphs = Fields(attribute)
        .flatten()
        .filter(|field| matches!(field.number, super::ATTRIBUTE_GRAPH | super::ATTRIBUTE_GRAPHS));
    let nodes = graphs.flat_map(|graph| Fields(graph.content).flatten());
    nodes.filter(|field| field.number == GRAPH_NODE).map(|field| field.content).collect()
}

/// Reads the name and the bytes of a tensor.
fn stored(tensor: &[u8]) -> Option<(&[u8], Stored<'_>)> {
    let (mut name, mut found) = (None, Stored::default());
    for field in Fields(tensor) {
        let field = field.ok()?;
        match field.number {
            TENSOR_NAME => name = Some(field.content),
            TENSOR_TYPE => found.data_type = field.value,
            TENSOR_BYTES => found.bytes = field.content,
            _ => {}
        }
    }
    Some((name?, found))
}

/// Parses a node. Returns `None` if it is not a quantized product.
fn product(node: &[u8]) -> Option<Product<'_>> {
    let mut product = Product { rest: Vec::new(), inputs: Vec::new(), attributes: HashMap::new() };
    let mut operator: &[u8] = &[];
    for field in Fields(node) {
        let field = field.ok()?;
        match field.number {
            NODE_INPUT => product.inputs.push(field.content),
            NODE_OPERATOR => operator = field.content,
            NODE_ATTRIBUTE => {
                let (mut name, mut value): (&[u8], u64) = (&[], 0);
                for field in Fields(field.content) {
                    let field = field.ok()?;
                    match field.number {
                        ATTRIBUTE_NAME => name = field.content,
                        ATTRIBUTE_INTEGER => value = field.value,
                        _ => {}
                    }
                }
                product.attributes.insert(name, value);
            }
            NODE_OUTPUT => product.rest.push(field.raw),
            _ => {}
        }
    }
    (operator == OPERATOR).then_some(product)
}

/// Returns the 32-bit tensor for the matrix of a product, and the number of its values, which is at
/// most `most`.
fn matrix(
    product: &Product<'_>,
    tensors: &HashMap<&[u8], Stored<'_>>,
    most: usize,
) -> Option<(Vec<u8>, usize)> {
    let attribute = |name: &str| {
        let value = product.attributes.get(name.as_bytes()).copied();
        value.and_then(|value| usize::try_from(value).ok())
    };
    let (rows, columns, block) = (attribute("K")?, attribute("N")?, attribute("block_size")?);
    let bits = attribute("bits")?;
    let count = rows.checked_mul(columns).filter(|count| *count <= most && *count > 0)?;
    if !matches!(bits, 4 | 8) || !block.is_power_of_two() || block < 16 {
        return None;
    }
    let blocks = rows.div_ceil(block);
    let row_bytes = blocks.checked_mul(block)?.checked_mul(bits)? / 8;
    let zero_bytes = blocks.checked_mul(bits)?.div_ceil(8);
    let input = |place: usize, data_type: u64, bytes: usize| {
        let found = tensors.get(product.inputs.get(place)?)?;
        let fits = found.data_type == data_type && found.bytes.len() == bytes;
        fits.then_some(found.bytes)
    };
    let small = input(1, BYTE, columns.checked_mul(row_bytes)?)?;
    let scales = input(2, FLOAT, columns.checked_mul(blocks)?.checked_mul(4)?)?;
    let zeros = match product.inputs.get(3) {
        Some(name) if !name.is_empty() => Some(input(3, BYTE, columns.checked_mul(zero_bytes)?)?),
        _ => None,
    };
    // The optional inputs for group indices and a bias are not supported.
    if product.inputs.iter().skip(4).any(|name| !name.is_empty()) {
        return None;
    }
    let number = |bytes: &[u8], place: usize| match bits {
        4 => bytes[place / 2] >> (4 * (place % 2)) & 15,
        _ => bytes[place],
    };
    let scales: Vec<f32> =
        scales.as_chunks().0.iter().map(|bytes: &[u8; 4]| f32::from_le_bytes(*bytes)).collect();
    let mut values = vec![0_u8; count * 4];
    for column in 0..columns {
        let of_column = &small[column * row_bytes..(column + 1) * row_bytes];
        for place in 0..blocks {
            let scale = scales[column * blocks + place];
            let zero = zeros.map_or(1 << (bits - 1), |zeros| {
                number(&zeros[column * zero_bytes..(column + 1) * zero_bytes], place)
            });
            for row in place * block..rows.min((place + 1) * block) {
                let value = (f32::from(number(of_column, row)) - f32::from(zero)) * scale;
                let at = 4 * (row * columns + column);
                values[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
        }
    }
    let mut tensor = Vec::with_capacity(values.len() + 64);
    write_value(TENSOR_SIZE, rows as u64, &mut tensor);
    write_value(TENSOR_SIZE, columns as u64, &mut tensor);
    write_value(TENSOR_TYPE, FLOAT, &mut tensor);
    write_content(TENSOR_NAME, &new_name(product.inputs[1]), &mut tensor);
    write_content(TENSOR_BYTES, &values, &mut tensor);
    Some((tensor, count))
}
