//! Reading and writing of the statements about one resource.

use std::collections::HashSet;

use glossweave_document::annotation::Annotation;
use glossweave_rdf::{self as triples, BySubject, Name, NamedOrBlankNodeRef, Object, Sink};

pub(super) fn name(node: NamedOrBlankNodeRef<'_>) -> &str {
    match node {
        NamedOrBlankNodeRef::NamedNode(node) => node.as_str(),
        NamedOrBlankNodeRef::BlankNode(node) => node.as_str(),
    }
}

/// The resource that carries the annotations.
#[derive(Clone, Copy)]
pub(super) enum AnnotatedResource<'a> {
    /// A string, as in ITS 2.0, Annex F.
    Annex,
    /// A string that already has annotations.
    String(&'a [&'a Annotation]),
    /// A resource for a single annotation.
    Unit,
}

/// The maximum number of objects to compare pairwise.
const FEW: usize = 32;

/// Writes each distinct object once.
pub(super) fn each<'a, S: Sink>(
    sink: &mut S,
    predicate: Name,
    objects: impl Iterator<Item = Object<'a>>,
) {
    let mut written: Vec<Object<'a>> = Vec::new();
    let mut many: HashSet<String> = HashSet::new();
    for object in objects {
        let new = match written.len() < FEW {
            true => !written.contains(&object),
            false => !written.contains(&object) && many.insert(format!("{object:?}")),
        };
        if new && written.len() < FEW {
            written.push(object);
        }
        if new {
            sink.property(predicate, object);
        }
    }
}

/// The statements about a resource.
pub(super) struct Says<'a> {
    pub lookup: &'a BySubject<'a>,
    pub subject: NamedOrBlankNodeRef<'a>,
}

impl<'a> Says<'a> {
    /// Returns the IRIs and literal values of the objects. Blank nodes are ignored.
    pub fn values(&self, predicate: Name) -> impl Iterator<Item = &'a str> {
        self.lookup.objects(self.subject, predicate).filter_map(|object| match object {
            triples::Term::NamedNode(node) => Some(node.as_str()),
            triples::Term::Literal(literal) => Some(literal.value()),
            triples::Term::BlankNode(_) => None,
        })
    }

    pub fn value(&self, predicate: Name) -> Option<&'a str> {
        self.values(predicate).next()
    }

    /// Returns the greatest number of the first predicate that has a number.
    pub fn confidence(&self, predicates: &[Name]) -> Option<f64> {
        predicates.iter().find_map(|predicate| {
            let numbers =
                self.values(*predicate).filter_map(|text| text.trim().parse::<f64>().ok());
            numbers.filter(|number| number.is_finite()).reduce(f64::max)
        })
    }
}
