//! The triples of a graph by subject and predicate, as notations with nesting write them.

use std::collections::HashMap;

use super::vocab;
use super::{Graph, NamedOrBlankNode, Term, Triple};

/// More predicates than this on one subject are looked up by hash.
const FEW: usize = 16;

/// The triples of one subject: `rdf:type` first, then by predicate in the order in which these
/// appear.
pub(super) struct Group<'g> {
    pub subject: &'g NamedOrBlankNode,
    pub triples: Vec<&'g Triple>,
}

/// The subjects of a graph in the order in which they appear.
pub(super) fn by_subject(graph: &Graph) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: HashMap<&NamedOrBlankNode, usize> = HashMap::new();
    let mut last: Option<usize> = None;
    for triple in graph {
        let index = match last {
            Some(index) if groups[index].subject == &triple.subject => index,
            _ => *known.entry(&triple.subject).or_insert_with(|| {
                groups.push(Group { subject: &triple.subject, triples: Vec::with_capacity(8) });
                groups.len() - 1
            }),
        };
        groups[index].triples.push(triple);
        last = Some(index);
    }
    for group in &mut groups {
        arrange(&mut group.triples);
    }
    groups
}

fn arrange(triples: &mut [&Triple]) {
    let mut few: Vec<&str> = vec![vocab::rdf::TYPE.iri()];
    let mut many: HashMap<&str, usize> = HashMap::new();
    let mut ranked: Vec<(usize, &Triple)> = Vec::with_capacity(triples.len());
    for triple in triples.iter() {
        let predicate = triple.predicate.as_str();
        let rank = match few.iter().position(|one| *one == predicate) {
            Some(rank) => rank,
            None if few.len() < FEW => {
                few.push(predicate);
                few.len() - 1
            }
            None => {
                let next = few.len() + many.len();
                *many.entry(predicate).or_insert(next)
            }
        };
        ranked.push((rank, triple));
    }
    if !ranked.is_sorted_by_key(|(rank, _)| *rank) {
        ranked.sort_by_key(|(rank, _)| *rank);
        for (place, (_, triple)) in triples.iter_mut().zip(ranked) {
            *place = triple;
        }
    }
}

/// Which of [`PREFIXES`] shorten an IRI of a graph, as bits.
pub(super) fn prefixes_of(graph: &Graph) -> u32 {
    let mut used = 0;
    let mut note = |iri: &str| {
        if let Some((prefix, _)) = vocab::split(iri) {
            used |= 1 << prefix;
        }
    };
    for triple in graph {
        if let NamedOrBlankNode::NamedNode(node) = &triple.subject {
            note(node.as_str());
        }
        // Notations have a word of their own for this one.
        if triple.predicate != vocab::rdf::TYPE {
            note(triple.predicate.as_str());
        }
        match &triple.object {
            Term::NamedNode(node) => note(node.as_str()),
            Term::Literal(literal) if literal.language().is_none() => {
                note(literal.datatype().as_str());
            }
            _ => {}
        }
    }
    used
}
