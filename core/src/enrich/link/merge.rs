//! What was found, added to what was there.

use std::collections::{HashMap, HashSet};

use crate::rdf::{BlankNode, Graph, NamedOrBlankNode, Term, Triple};

/// Adds the triples of graphs, each once. Blank nodes get names of their own: those of one graph are
/// none of another's.
pub(in crate::enrich) fn merge(graph: &mut Graph, found: impl IntoIterator<Item = Graph>) {
    let mut known: HashSet<Triple> = graph.iter().cloned().collect();
    for found in found {
        let mut nodes: HashMap<BlankNode, BlankNode> = HashMap::new();
        let mut renamed = |node: BlankNode| nodes.entry(node).or_default().clone();
        for mut triple in found {
            if let NamedOrBlankNode::BlankNode(node) = triple.subject {
                triple.subject = renamed(node).into();
            }
            if let Term::BlankNode(node) = triple.object {
                triple.object = renamed(node).into();
            }
            if known.insert(triple.clone()) {
                graph.push(triple);
            }
        }
    }
}
