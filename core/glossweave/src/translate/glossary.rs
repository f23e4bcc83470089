//! The translations of the terms of a text, as NIF has them.

use std::collections::HashMap;

use glossweave_base::text::{Language, TextSpan};
use glossweave_format::annotation::Annotation;
use glossweave_rdf::vocab::skos;
use glossweave_rdf::{Graph, NamedOrBlankNode, Term};
use glossweave_translate::ProtectedSpan;

/// The translations of terms, by their place.
pub(super) type Glossary = Vec<(TextSpan, String)>;

/// Returns the terms of a glossary that lie in a unit, as locks of its text.
pub(super) fn within(glossary: &Glossary, unit: TextSpan) -> impl Iterator<Item = ProtectedSpan> {
    let first = glossary.partition_point(|(span, _)| span.start() < unit.start());
    let inside = glossary[first..].iter().take_while(move |(span, _)| span.end() <= unit.end());
    inside.map(move |(span, target)| ProtectedSpan {
        range: span.start() - unit.start()..span.end() - unit.start(),
        target: target.clone(),
    })
}

/// Returns the words of a language for each concept of a graph: the preferred one, else the first one.
pub(super) fn words(graph: &Graph, language: &Language) -> HashMap<String, String> {
    let mut words: HashMap<String, String> = HashMap::new();
    for name in [skos::PREF_LABEL, skos::ALT_LABEL] {
        for triple in graph.iter().filter(|triple| triple.predicate == name) {
            let (NamedOrBlankNode::NamedNode(concept), Term::Literal(label)) =
                (&triple.subject, &triple.object)
            else {
                continue;
            };
            let tag = label.language().and_then(Language::parse);
            if tag.is_some_and(|tag| tag.is(language.as_str()) || language.is(tag.as_str())) {
                words
                    .entry(concept.as_str().to_owned())
                    .or_insert_with(|| label.value().to_owned());
            }
        }
    }
    words
}

/// Returns the translations of the terms of a text. Of those that overlap, the one that begins first
/// wins, then the longest.
pub(super) fn glossary(said: &[Annotation], words: &HashMap<String, String>) -> Glossary {
    let terms = said.iter().filter_map(|annotation| {
        let concept = annotation.as_term()?.info_ref.as_deref()?;
        Some((annotation.span(), words.get(concept)?.clone()))
    });
    let mut all: Glossary = terms.filter(|(span, _)| !span.is_empty()).collect();
    all.sort_by_key(|(span, _)| (span.start(), usize::MAX - span.end()));
    let mut end = 0;
    all.retain(|(span, _)| {
        let stays = span.start() >= end;
        end = if stays { span.end() } else { end };
        stays
    });
    all
}
