//! The triples of a graph by subject and predicate, for formats that nest statements.

use super::vocab;
use super::{BlankNode, Graph, Map, NamedOrBlankNode, Term, Triple};

/// The maximum number of predicates of a subject to search linearly instead of by hash.
const FEW: usize = 16;

/// The triples of a graph by subject, in the order in which the subjects appear. The triples of a
/// subject start with `rdf:type`, followed by the other predicates in the order in which they
/// appear.
///
/// Each triple is read shortly before it is written, because in a large graph another pass over all
/// triples takes as much time as writing them.
pub(super) struct Groups<'g> {
    triples: &'g [Triple],
    /// The indexes of the triples by subject. Empty if the triples are already in that order.
    order: Vec<u32>,
    ends: std::vec::IntoIter<u32>,
    start: usize,
    inner: Inner<'g>,
    group: Vec<&'g Triple>,
    ranked: Vec<(usize, &'g Triple)>,
    few: Vec<&'g str>,
}

/// The statements about blank nodes that occur as the object of exactly one statement about an IRI.
/// Writers nest them inside that statement. Blank nodes at deeper levels keep their labels, so that
/// writers do not recurse as deep as the graph.
#[derive(Default)]
pub(super) struct Inner<'g>(Map<&'g BlankNode, Vec<&'g Triple>>);

impl<'g> Inner<'g> {
    /// Returns the statements to write instead of an object, with `rdf:type` first. Returns `None`
    /// if the object is not nested.
    pub fn about(&self, object: &Term) -> Option<&[&'g Triple]> {
        match object {
            Term::BlankNode(node) if !self.0.is_empty() => self.0.get(node).map(Vec::as_slice),
            _ => None,
        }
    }
}

impl<'g> Groups<'g> {
    /// Groups the triples of a graph.
    pub fn new(graph: &'g Graph) -> Groups<'g> {
        let triples = graph.iter().as_slice();
        let mut blank: Map<&BlankNode, bool> = Map::default();
        let mut known: Map<&NamedOrBlankNode, u32> = Map::default();
        // The group of each run of triples with the same subject, and the end of the run.
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for (index, triple) in triples.iter().enumerate() {
            if let Term::BlankNode(node) = &triple.object {
                // JSON-LD has no syntax for statements about a class.
                let named = matches!(triple.subject, NamedOrBlankNode::NamedNode(_))
                    && triple.predicate != vocab::rdf::TYPE;
                blank.entry(node).and_modify(|inner| *inner = false).or_insert(named);
            }
            if index == 0 || triples[index - 1].subject != triple.subject {
                let next = known.len() as u32;
                runs.push((*known.entry(&triple.subject).or_insert(next), 0));
            }
            if let Some((_, end)) = runs.last_mut() {
                *end = index as u32 + 1;
            }
        }
        blank.retain(|_, inner| *inner);
        let (order, ends) = match runs.len() == known.len() {
            true => (Vec::new(), runs.iter().map(|(_, end)| *end).collect()),
            false => gathered(&runs, known.len()),
        };
        let mut groups = Groups {
            triples,
            order,
            ends: ends.into_iter(),
            start: 0,
            inner: Inner::default(),
            group: Vec::new(),
            ranked: Vec::new(),
            few: Vec::new(),
        };
        if !blank.is_empty() {
            groups.gather(&blank);
        }
        groups
    }

    /// Collects the statements about the nested blank nodes.
    fn gather(&mut self, blank: &Map<&'g BlankNode, bool>) {
        let ends = self.ends.clone();
        while let Some(subject) = self.advance() {
            if let NamedOrBlankNode::BlankNode(node) = subject
                && blank.contains_key(node)
            {
                self.inner.0.insert(node, self.group.clone());
            }
        }
        (self.ends, self.start) = (ends, 0);
    }

    /// Returns the next subject that is not nested, with its triples and the statements to nest in
    /// them.
    pub fn next(&mut self) -> Option<(&'g NamedOrBlankNode, &[&'g Triple], &Inner<'g>)> {
        loop {
            let subject = self.advance()?;
            let inside = match subject {
                NamedOrBlankNode::BlankNode(node) => self.inner.0.contains_key(node),
                NamedOrBlankNode::NamedNode(_) => false,
            };
            if !inside {
                return Some((subject, &self.group, &self.inner));
            }
        }
    }

    fn advance(&mut self) -> Option<&'g NamedOrBlankNode> {
        let end = self.ends.next()? as usize;
        let places = self.start..end;
        self.start = end;
        self.group.clear();
        match self.order.get(places.clone()) {
            Some(order) => {
                let triples = self.triples;
                self.group.extend(order.iter().map(|place| &triples[*place as usize]));
            }
            None => self.group.extend(&self.triples[places]),
        }
        self.arrange();
        self.group.first().map(|first| &first.subject)
    }

    fn arrange(&mut self) {
        let Groups { group, ranked, few, .. } = self;
        few.clear();
        few.push(vocab::rdf::TYPE.iri());
        ranked.clear();
        let mut many: Map<&str, usize> = Map::default();
        for triple in group.iter() {
            let predicate = triple.predicate.as_str();
            let rank = match few.iter().position(|known| *known == predicate) {
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
            ranked.push((rank, *triple));
        }
        if !ranked.is_sorted_by_key(|(rank, _)| *rank) {
            ranked.sort_by_key(|(rank, _)| *rank);
            group.clear();
            group.extend(ranked.iter().map(|(_, triple)| *triple));
        }
    }
}

/// Returns the indexes of triples by group, and the end of each group.
fn gathered(runs: &[(u32, u32)], groups: usize) -> (Vec<u32>, Vec<u32>) {
    let mut places: Vec<(u32, u32)> = Vec::new();
    let mut start = 0;
    for (group, end) in runs {
        places.extend((start..*end).map(|place| (*group, place)));
        start = *end;
    }
    places.sort_unstable();
    let mut ends = vec![0; groups];
    for (index, (group, _)) in places.iter().enumerate() {
        ends[*group as usize] = index as u32 + 1;
    }
    (places.into_iter().map(|(_, place)| place).collect(), ends)
}

/// Returns the [`PREFIXES`](vocab::PREFIXES) that the first triples of a graph use, as a bit set.
pub(super) fn prefixes_of(graph: &Graph, first: usize) -> u32 {
    let mut used = 0;
    let mut note = |iri: &str| {
        if let Some((prefix, _)) = vocab::split(iri) {
            used |= 1 << prefix;
        }
    };
    for triple in graph.iter().take(first) {
        if let NamedOrBlankNode::NamedNode(node) = &triple.subject {
            note(node.as_str());
        }
        // The formats have a keyword for `rdf:type`.
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
