//! Merging of graphs.

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use super::{BlankNode, Graph, Map, NamedOrBlankNode, Set, Term, Triple};

/// Adds the triples of other graphs that are not present yet. Blank nodes are renamed, so that the
/// blank nodes of different graphs stay distinct (RDF 1.1 Semantics, clause 4.1).
pub fn merge(graph: &mut Graph, found: impl IntoIterator<Item = Graph>) {
    let there: Set<&Triple> = graph.iter().collect();
    let mut new: IndexSet<Triple, RandomState> = IndexSet::default();
    for found in found {
        let mut nodes: Map<BlankNode, BlankNode> = Map::default();
        let mut renamed = |node: BlankNode| nodes.entry(node).or_default().clone();
        for mut triple in found {
            if let NamedOrBlankNode::BlankNode(node) = triple.subject {
                triple.subject = renamed(node).into();
            }
            if let Term::BlankNode(node) = triple.object {
                triple.object = renamed(node).into();
            }
            if !there.contains(&triple) {
                new.insert(triple);
            }
        }
    }
    graph.extend(new);
}
