//! RDF statements about concepts.

use super::{Concept, TermStatus};
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_absolute;
use glossweave_rdf::vocab::{Name, rdf, skos};
use glossweave_rdf::{Graph, Literal, NamedNode, Triple};

/// Adds the labels of a concept in two languages and its definitions to a graph. A preferred term, or a term
/// without a status, becomes `skos:prefLabel`, an admitted term `skos:altLabel`, and a discouraged term
/// `skos:hiddenLabel` (SKOS reference, clause 5). At most one term of each language becomes `skos:prefLabel`.
pub fn describe(
    concept: &Concept,
    iri: &str,
    languages: [Option<&Language>; 2],
    graph: &mut Graph,
) {
    if !is_absolute(iri) {
        return;
    }
    let subject = NamedNode::new_unchecked(iri);
    let mut say = |predicate: Name, text: &str, language: Option<&Language>| {
        let object = match language {
            Some(language) => {
                let tag = language.as_str().to_ascii_lowercase();
                Literal::new_language_tagged_literal_unchecked(text, tag)
            }
            None => Literal::new_simple_literal(text),
        };
        graph.push(Triple::new(subject.clone(), predicate.node(), object));
    };
    let is_wanted = |language: &Language| {
        let ranges = languages.iter().flatten();
        ranges.clone().any(|range| range.primary().eq_ignore_ascii_case(language.primary()))
    };
    for definition in &concept.definitions {
        if definition.language.as_ref().is_none_or(is_wanted) {
            say(skos::DEFINITION, &definition.text, definition.language.as_ref());
        }
    }
    let mut called: Vec<String> = Vec::new();
    let terms = concept.terms.iter().filter(|term| is_wanted(&term.language));
    let mut terms: Vec<_> = terms.collect();
    // Preferred terms come first, so that they become `skos:prefLabel`.
    terms.sort_by_key(|term| match term.status {
        Some(TermStatus::Preferred) => 0,
        None => 1,
        Some(status) => 2 + u8::from(status.is_discouraged()),
    });
    for term in terms {
        let tag = term.language.as_str().to_ascii_lowercase();
        let is_label = match term.status {
            None | Some(TermStatus::Preferred) => !called.contains(&tag),
            Some(_) => false,
        };
        let predicate = match term.status {
            _ if is_label => skos::PREF_LABEL,
            Some(status) if status.is_discouraged() => skos::HIDDEN_LABEL,
            _ => skos::ALT_LABEL,
        };
        if is_label {
            called.push(tag);
        }
        say(predicate, &term.text, Some(&term.language));
    }
    graph.push(Triple::new(subject, rdf::TYPE.node(), skos::CONCEPT.node()));
}
