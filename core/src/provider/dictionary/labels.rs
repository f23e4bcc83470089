//! Entries from the labels of an RDF graph.

use std::collections::HashMap;

use super::{DictionaryBuilder, Entry};
use crate::error::{Error, Kind, Result};
use crate::rdf::vocab::{foaf, rdf, rdfs, schema, skos};
use crate::rdf::{Graph, Name, NamedOrBlankNode, Term};

/// The properties whose values are names.
const LABELS: [Name; 6] =
    [skos::PREF_LABEL, skos::ALT_LABEL, skos::HIDDEN_LABEL, rdfs::LABEL, schema::NAME, foaf::NAME];

/// Schema.org is written with both schemes.
const SECURE_NAME: &str = "https://schema.org/name";

/// Whether the values of a property are names, where nothing else is said.
pub(crate) fn is_label(predicate: &str) -> bool {
    predicate == SECURE_NAME || LABELS.iter().any(|name| name.iri() == predicate)
}

/// Adds every label of every IRI of a graph to a builder.
pub(super) fn read(builder: &mut DictionaryBuilder, graph: &Graph) -> Result<()> {
    let mut classes: HashMap<&str, Vec<&str>> = HashMap::new();
    for triple in graph {
        let is_class = rdf::TYPE == triple.predicate || skos::BROADER == triple.predicate;
        if let (true, NamedOrBlankNode::NamedNode(subject), Term::NamedNode(class)) =
            (is_class, &triple.subject, &triple.object)
        {
            let of_subject = classes.entry(subject.as_str()).or_default();
            if !of_subject.contains(&class.as_str()) {
                of_subject.push(class.as_str());
            }
        }
    }
    for triple in graph {
        let (NamedOrBlankNode::NamedNode(subject), Term::Literal(label)) =
            (&triple.subject, &triple.object)
        else {
            continue;
        };
        let predicate = &triple.predicate;
        if !is_label(predicate.as_str()) {
            continue;
        }
        let entry = Entry {
            uri: subject.as_str(),
            label: label.value(),
            language: label.language(),
            classes: classes.get(subject.as_str()).map_or(&[], Vec::as_slice),
            weight: 1.0,
        };
        builder.add(&entry).map_err(|error| {
            let kind = match error.kind() {
                Kind::Invalid => Kind::Malformed,
                other => other,
            };
            Error::new(kind, format!("{} in a label of {subject}", error.message()))
        })?;
    }
    Ok(())
}
